/** The learn kernel: both engines take keys and rows apart alike, and blocks of URLs come back as they were. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Batch, BlockLimit } from "../../assembly/learn/layout";
import { BatchMemory } from "../../src/learn/batch-memory";
import { type KeyParts, KeyReader } from "../../src/learn/key-reader";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { UrlStore } from "../../src/learn/url-store";
import { columnOf } from "../../src/tables/rows/columns";
import { partitionsIn, wordsByPartition } from "../support/learn-records";

const ENGINES = ["wasm", "js"] as const;
const encoder = new TextEncoder();
const octets = (text: string) => encoder.encode(text);

function readerOf(engine: "wasm" | "js", isSorted = true): KeyReader {
	const memory = new LearnMemory(engine);
	expect(memory.kernel.engine).toBe(engine);
	return new KeyReader(memory, isSorted);
}

/** Labels and hashes of a key's parts. */
function partsOf(reader: KeyReader, key: string) {
	const read = reader.read(octets(key));
	if (read === undefined) return undefined;
	const parts = [...read.parts].map(([feature, hash]) => [reader.features.names[feature]?.label, ...hash]);
	return { ...read, parts, site: reader.siteNames[reader.site()] };
}

const labelsOf = (reader: KeyReader, key: string) => partsOf(reader, key)?.parts.map(([label]) => label);

describe.each(ENGINES)("the %s engine", (engine) => {
	it.each([
		["http://www.a.com/x?b=1", ["www", "scheme", "param:b"]],
		["http://a.com:80/x", []],
		["https://www.com/", []],
		["https://a.com/d/index.html", ["index:index.html", "trailingSlash"]],
		["https://a.com/d/index.shtml", ["index:index.shtml", "trailingSlash"]],
		["https://a.com/x?", []],
		["https://a.com/d/home.php", ["index:home.php", "trailingSlash"]],
		["https://a.com/d/index.html?index.html=1", ["index:index.html", "trailingSlash", "param:index.html"]],
		["https://a.com/d/index.html5", []],
		["https://a.com/d/index.htm~", []],
		["https://a.com/d/main.toolong", []],
		["https://a.com/a//b/", ["trailingSlash", "slashes"]],
		["https://a.com//", ["slashes"]],
		["https://a.com/web/http://b.com//x", []],
		["https://a.com/?b=&b&c=1&b=2", ["param:b", "emptyValue", "param:c"]],
		["https://a.com/?%C3%A9+x=1", ["param:é x"]],
		["https://a.com/?%FF=1", ["param:"]],
	])("finds what rules can erase from %s", (key, labels) => {
		expect(labelsOf(readerOf(engine), key)).toEqual(labels);
	});

	it.each(["ftp://a.com/", "https:///x", "https://u@:80/", "https:/a.com/", "http:", "httpx://a.com/"])(
		"takes %s for no page",
		(key) => {
			expect(partsOf(readerOf(engine), key)).toBeUndefined();
		},
	);

	it.each([
		["a+b", "a%20b"],
		["+", "%20"],
		["b%C3%A9", "%62%C3%A9"],
		["%", "%25"],
		["a%2", "a%252"],
		["a%2G", "a%252G"],
	])("takes %s and %s for one name, at whichever end of it triplets are", (first, second) => {
		const { names } = readerOf(engine).features;
		const reader = readerOf(engine);
		for (const text of [first, second, `${first}+x`, `${second}+x`]) reader.addName("param", text);
		expect(reader.features.names.length).toBe(names.length + 2);
		reader.addName("param", `${second}+`);
		expect(reader.features.names.length).toBe(names.length + 3);
	});

	it("finds the site without final dot, port and www.", () => {
		const sites = ["https://www.www.a.com./", "http://u@a.com:8080/x", "https://A.com/"].map(
			(key) => partsOf(readerOf(engine), key)?.site,
		);
		expect(sites).toEqual(["a.com", "a.com", "A.com"]);
	});

	it.each([
		["https://a.com/x?b=1&c=2", "https://a.com/x?c=2", true],
		["https://a.com/x?b=1", "https://a.com/x", false],
		["https://a.com/x/", "https://a.com/x", true],
		["https://a.com/x//y/", "https://a.com/x//y", true],
		["https://a.com/x//y/index.html", "https://a.com/x//y/", true],
		["https://www.a.com/x", "https://a.com/x", true],
		["http://a.com/x", "https://a.com/x", true],
	])("makes %s %s by a subtraction", (first, second, isSorted) => {
		const reader = readerOf(engine, isSorted);
		const [whole, bare] = [first, second].map((key) => reader.read(octets(key))) as [KeyParts, KeyParts];
		const [lo, hi] = [...whole.parts.values()][0] as readonly [number, number];
		expect([(whole.lo - lo) >>> 0, (whole.hi - hi) >>> 0]).toEqual([bare.lo, bare.hi]);
	});

	it.each([
		["https://u@a.com/x", "https://v@a.com/x"],
		["https://a.com:81/x", "https://a.com:82/x"],
		["https://a.com/x#a", "https://a.com/x#b"],
		["https://a.com/x?=a", "https://a.com/x?=b"],
		["https://a.com/x?a=1", "https://a.com/x?a=1&"],
		["https://a.com/web/http://b.com/", "https://a.com/web/http://b.com"],
	])("tells %s from %s, in which no rule erases what differs", (first, second) => {
		const reader = readerOf(engine);
		const [one, other] = [first, second].map((key) => {
			const read = reader.read(octets(key)) as KeyParts;
			return [read.lo, read.hi];
		});
		expect(one).not.toEqual(other);
	});

	it("makes the order of names a part unless the policy sorts", () => {
		const keyOf = (key: string, isSorted: boolean) => partsOf(readerOf(engine, isSorted), key)?.lo;
		expect(keyOf("https://a.com/?b=1&c=2", true)).toBe(keyOf("https://a.com/?c=2&b=1", true));
		expect(keyOf("https://a.com/?b=1&c=2", false)).not.toBe(keyOf("https://a.com/?c=2&b=1", false));
		expect(keyOf("https://a.com/?b=1&b=2", true)).not.toBe(keyOf("https://a.com/?b=2&b=1", true));
	});
});

/** Numbers from 0 to `below`, the same in every run. */
function numbers(seed: number) {
	let state = seed;
	return (below: number) => {
		state = (Math.imul(state, 0x41c64e6d) + 12345) >>> 0;
		return Math.floor(((state >>> 4) / 2 ** 28) * below);
	};
}

/** Keys of pieces that rules look at. */
function keys(count: number, seed: number): string[] {
	const next = numbers(seed);
	const pick = <T>(values: readonly T[]) => values[next(values.length)] as T;
	const some = (values: readonly string[], most: number) => Array.from({ length: next(most) }, () => pick(values)).join("");
	return Array.from({ length: count }, () => {
		const host = pick(["a.com", "www.a.com", "www.www.b.org.", "u@www.c.net:81", "[::1]:443", "www.d", ""]);
		const path = some(["/", "//", "x", "index.html", "home.php", "http://e/", "default.a", "%2F"], 6);
		const query = some(["a=1", "&", "b=", "=", "%41=2", "+c", "&a", "%", "&&", "d=%FF"], 8);
		return `${pick(["http", "https", "https", "ftp"])}://${host}/${path}${pick(["", "?"])}${query}${pick(["", "#!f"])}`;
	});
}

it("takes any key apart alike in both engines", () => {
	const [wasm, js] = ENGINES.map((engine) => readerOf(engine, false)) as [KeyReader, KeyReader];
	for (const key of keys(3000, 7)) expect(partsOf(wasm, key)).toEqual(partsOf(js, key));
	expect(wasm.siteNames).toEqual(js.siteNames);
	expect(wasm.features.names).toEqual(js.features.names);
});

it("makes the same records of rows in both engines, however many names they bring", () => {
	const urls = [...keys(2000, 9), ...Array.from({ length: 3000 }, (_, row) => `https://s${row}.com/?n${row}=1&m${row}=`)];
	const next = numbers(3);
	const digests = [
		"",
		"-",
		"sha1:X",
		"X",
		"SHA-256:X",
		"d41d8cd98f00b204e9800998ecf8427E",
		"3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
		"sha1x:X",
	];
	const rows = {
		rows: urls.length,
		marks: Uint8Array.from(urls, () => Math.min(1, next(5))),
		keys: columnOf(urls.map(octets)),
		urls: columnOf(urls.map((url) => octets(`${url}#`))),
		times: columnOf(urls.map((_, row) => octets(row % 3 ? String(next(9)) : ""))),
		digests: [0, 1].map(() => columnOf(urls.map(() => octets(digests[next(digests.length)] as string)))),
	};
	const made = ENGINES.map((engine) => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const batch = new BatchMemory(memory, reader);
		const records = partitionsIn(memory);
		const kept: number[] = [];
		for (let times = 0; times < 2; ++times) batch.read(rows, { records, urls: (values) => kept.push(...values) });
		const { noDigest, notHttp, fetches } = batch;
		return {
			records: wordsByPartition(records),
			kept,
			noDigest,
			notHttp,
			fetches,
			sites: reader.siteNames,
			names: reader.features.names,
		};
	});
	expect(made[0]).toEqual(made[1]);
	expect(made[0]?.fetches).toBeGreaterThan(5000);
	expect(made[0]?.sites.length).toBeGreaterThan(1500);
	expect(made[0]?.noDigest).toBeGreaterThan(500);
});

describe.each(ENGINES)("blocks of URLs in the %s engine", (engine) => {
	const next = numbers(5);
	const random = (length: number) => Array.from({ length }, () => String.fromCharCode(33 + next(90))).join("");
	const repeated = random(300);
	/** Octets that do not repeat, and octets that do, of each length up to 40. */
	const lengths = Array.from({ length: 40 }, (_, length) => `${random(length)}${repeated.slice(0, length)}`);
	const texts = [
		`${repeated}${lengths.join("")}`,
		...lengths.map((text, length) => `${repeated}${text}${repeated.slice(length, 300 - length)}`),
		"",
		"x",
		"abcdabcd",
		"a".repeat(70_000),
		Array.from({ length: 3000 }, () => String.fromCharCode(33 + next(90))).join(""),
		keys(700, 4).join("\n"),
	];

	it("come back as they were", () => {
		const store = new UrlStore(new LearnMemory(engine), 0, "/nonexistent");
		for (const text of texts) store.add(lengthed(text));
		expect(texts.map((_, number) => store.text(number))).toEqual(texts);
	});

	it("end where their octets do, even if what follows would go on", () => {
		const memory = new LearnMemory(engine);
		const [from, packed, to] = [0, 0, 0].map(() => memory.take(1024).start) as [number, number, number];
		const table = memory.take(BlockLimit.TABLE).start;
		const { packBlock, unpackBlock } = memory.kernel.call;
		memory.kernel.octets.fill(97, from, from + 200);
		for (let length = 0; length < 60; ++length) {
			const end = packBlock(from, from + length, packed, table);
			expect(unpackBlock(packed, end, to, to + 1000) - to).toBe(length);
			expect(unpackBlock(packed, end, to, to + length) - to).toBe(length);
			if (length > 0) expect(unpackBlock(packed, end, to, to + length - 1)).toBe(-1);
		}
	});

	// A token has the numbers of literals and of repeated octets less 4. A distance of two octets follows the literals, and 15 of either
	// is followed by a number to add.
	it.each<[rule: string, block: readonly number[], text: string | undefined]>([
		["literals", [0x30, 97, 98, 99], "abc"],
		["fewer literals than told", [0x30, 97, 98], undefined],
		["literals and a repetition", [0x21, 97, 98, 2, 0], "abababa"],
		["a distance of one octet", [0x10, 97, 1], undefined],
		["a distance of nothing", [0x10, 97, 0, 0], undefined],
		["a distance to before the start", [0x10, 97, 2, 0], undefined],
		["a number of literals that is cut", [0xf0, 0x80], undefined],
		["no number of literals", [0xf0], undefined],
		["a negative number of literals", [0xf0, 0x80, 0x80, 0x80, 0x80, 8], undefined],
		["a number that ends the block", [0x1f, 97, 1, 0, 1], "a".repeat(21)],
		["a number of repeated octets that is cut", [0x1f, 97, 1, 0, 0x80], undefined],
		["no number of repeated octets", [0x1f, 97, 1, 0], undefined],
		["a negative number of repeated octets", [0x1f, 97, 1, 0, 0x80, 0x80, 0x80, 0x80, 8], undefined],
	])("have %s", (_, block, text) => {
		const memory = new LearnMemory(engine);
		const [packed, to] = [0, 0].map(() => memory.take(1024).start) as [number, number];
		memory.kernel.octets.set(block, packed);
		const end = memory.kernel.call.unpackBlock(packed, packed + block.length, to, to + 1000);
		expect(text === undefined ? end : Buffer.from(memory.kernel.octets.slice(to, end)).toString()).toBe(text ?? -1);
	});

	it("are refused if they are damaged, and nothing is written beyond the limit", () => {
		const memory = new LearnMemory(engine);
		const [from, packed, to] = [0, 0, 0].map(() => memory.take(1 << 15).start) as [number, number, number];
		const { packBlock, unpackBlock } = memory.kernel.call;
		const text = octets(keys(200, 6).join("\n"));
		memory.kernel.octets.set(text, from);
		const end = packBlock(from, from + text.length, packed, memory.take(BlockLimit.TABLE).start);
		expect(end - packed).toBeLessThan(text.length / 2);
		for (let turn = 0; turn < 300; ++turn) {
			const damaged = memory.kernel.octets.slice(packed, end);
			memory.kernel.octets[packed + next(end - packed)] = next(256);
			const limit = to + next(text.length);
			memory.kernel.octets[limit] = 77;
			const written = unpackBlock(packed, end, to, limit);
			expect(written <= limit && memory.kernel.octets[limit] === 77).toBe(true);
			memory.kernel.octets.set(damaged, packed);
		}
		expect(unpackBlock(packed, end, to, to + text.length)).toBe(to + text.length);
	});
});

/** A text after its length. */
function lengthed(text: string): Uint8Array {
	const value = octets(text);
	const size: number[] = [];
	let rest = value.length;
	for (; rest > 0x7f; rest >>>= 7) size.push((rest & 0x7f) | 0x80);
	return Uint8Array.from([...size, rest, ...value]);
}

it("is a file with the exports of its sources alone", () => {
	const exported = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync("build/out/learn.simd.wasm")));
	expect(exported.map(({ name }) => name).sort()).toEqual(["memory", ...Object.keys(new LearnMemory("js").kernel.call)].sort());
	expect(Batch.SIZE % 4).toBe(0);
});

it("takes no memory whose addresses would be negative", () => {
	expect(() => new LearnMemory("wasm").take(2 ** 31)).toThrow(/more than 2 GiB/);
});
