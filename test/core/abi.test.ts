/** A host that knows only docs/internals/abi.md: every number it uses is read from the tables of that page. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { abiVersion } from "../../assembly/layout/abi-version";
import { Flag, Level } from "../../assembly/layout/options";

const PAGE = readFileSync(new URL("../../docs/internals/abi.md", import.meta.url), "utf8");
const BUILDS = { "kernel.wasm": 0, "kernel.simd.wasm": 1 };

/** The table whose heading row starts with `heading`: first cell of each row → second cell, as a number. */
function table(heading: string): { [name: string]: number } {
	const lines = PAGE.split("\n");
	const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2;
	const rows = lines.slice(start, lines.indexOf("", start)).map((line) => line.split("|").map((cell) => cell.trim()));
	return Object.fromEntries(rows.map(([, name, number]) => [name, Number(number)]));
}

const AREAS = table("area | address");
const CURSOR = table("CURSOR | offset");
const SEEN = table("SEEN_SET | offset");
const STATUS = Object.fromEntries(
	[...PAGE.matchAll(/^\| (\d+) \| ([A-Z_]+) \|/gm)].map(([, number, name]) => [name, Number(number)]),
);
const SCHEME_LEVEL = 16383;
const SYNTAX_LEVEL = 255;
const STRICT = 65536;
const NO_QUESTIONS = 131072;
const STREAM = 1048576 + 2097152;
const RESOLVE = 8388608;

/** The address of a field of the cursor. */
const cursor = (name: string) => (AREAS.CURSOR as number) + (CURSOR[name] as number);

/** The members of an enum, read from its source. */
function members(file: string, name: string): { [member: string]: number } {
	const source = readFileSync(new URL(`../../assembly/${file}`, import.meta.url), "utf8");
	const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(source)?.[1] ?? "";
	return Object.fromEntries([...body.matchAll(/(\w+) = (\d+),/g)].map(([, member, value]) => [member, Number(value)]));
}

/** A host such as one in Python or Go: a memory, functions, and addresses that it chooses. */
class Host {
	readonly kernel: { readonly [name: string]: (...words: number[]) => number };
	readonly memory: WebAssembly.Memory;
	readonly input: number;
	readonly output: number;

	constructor(file: string) {
		const module = new WebAssembly.Module(readFileSync(new URL(`../../build/out/${file}`, import.meta.url)));
		expect(WebAssembly.Module.imports(module)).toEqual([]);
		const { memory, ...functions } = new WebAssembly.Instance(module).exports;
		this.memory = memory as WebAssembly.Memory;
		this.kernel = functions as never;
		this.call("initialize");
		this.memory.grow(32);
		this.input = this.call("heapBase");
		this.output = this.input + 65536;
	}

	call(name: string, ...words: number[]): number {
		return (this.kernel[name] as (...words: number[]) => number)(...words);
	}

	word(address: number): number {
		return new DataView(this.memory.buffer).getInt32(address, true);
	}

	setWord(address: number, value: number): void {
		new DataView(this.memory.buffer).setInt32(address, value, true);
	}

	/** Says where records and rejects of lines go, and how many there may be. */
	setLists(records: number, rejects: number, most: number): void {
		for (const [name, value] of Object.entries({
			RECORDS_AT: records,
			MAX_RECORDS: most,
			REJECTS_AT: rejects,
			MAX_REJECTS: most,
		}))
			this.setWord(cursor(name), value);
	}

	put(text: string, address = this.input): number {
		const octets = new TextEncoder().encode(text);
		new Uint8Array(this.memory.buffer).set(octets, address);
		return address + octets.length;
	}

	text(start: number, end: number): string {
		return new TextDecoder().decode(new Uint8Array(this.memory.buffer).slice(start, end));
	}
}

it("docs/internals/abi.md agrees with the sources", () => {
	expect(members("layout/addresses.ts", "Address")).toMatchObject(AREAS);
	expect(members("layout/addresses.ts", "Cursor")).toMatchObject(CURSOR);
	expect(members("layout/addresses.ts", "SeenSet")).toMatchObject(SEEN);
	expect(members("layout/status.ts", "Status")).toMatchObject(STATUS);
	expect([SYNTAX_LEVEL, SCHEME_LEVEL, STRICT, NO_QUESTIONS, STREAM]).toEqual([
		Level.SYNTAX,
		Level.SCHEME,
		Flag.STRICT,
		Flag.NO_A_LABELS,
		Flag.STREAM_START + Flag.STREAM_END,
	]);
	expect(Object.keys(AREAS).length + Object.keys(CURSOR).length + Object.keys(SEEN).length).toBe(32);
	expect(Object.keys(STATUS).length).toBe(18);
});

describe.each(Object.entries(BUILDS))("%s", (file, simd) => {
	const host = new Host(file);

	it("exports exactly the functions that the page lists", () => {
		const listed = [...PAGE.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
		expect(Object.keys(host.kernel).sort()).toEqual(listed.sort());
		expect(host.call("hasSimd")).toBe(simd);
		expect(PAGE).toContain(`the version of this ABI, ${host.call("abiVersion")}:`);
		expect(abiVersion()).toBe(host.call("abiVersion"));
	});

	it("splits a reference into the component record", () => {
		const end = host.put("foo://u@h:8/p?q#f");
		expect(host.call("parse", SCHEME_LEVEL, host.input, end)).toBe(0);
		const record = Array.from({ length: 8 }, (_, component) => {
			const at = (AREAS.RECORD as number) + 8 * component;
			return host.text(host.word(at), host.word(at + 4));
		});
		expect(record).toEqual(["foo", "u@h:8", "u", "h", "8", "/p", "q", "f"]);
		host.call("parse", SCHEME_LEVEL, host.input, host.put("p"));
		expect(host.word(AREAS.RECORD as number)).toBe(-1);
	});

	it("normalizes a reference, returns 0 for a normal one, and locates a fault", () => {
		const normalize = (options: number, text: string) => host.call("normalize", options, host.input, host.put(text), host.output);
		expect(host.text(host.output, normalize(SCHEME_LEVEL, "HTTP://H:80/%7e"))).toBe("http://h/~");
		expect(host.text(host.output, normalize(SYNTAX_LEVEL, "HTTP://H:80/%7e"))).toBe("http://h:80/~");
		expect(normalize(SCHEME_LEVEL, "http://h/")).toBe(0);
		expect(normalize(SCHEME_LEVEL + STRICT, "http://h/a b")).toBe(-(STATUS.INVALID_CHARACTER as number));
		expect(host.word(AREAS.FAILURE as number)).toBe(5);
		expect(host.word(AREAS.FAILURE_AT as number)).toBe(host.input + 10);
	});

	it("normalizes a reference that differs from its normal form in one octet, wherever that is", () => {
		for (const name of ["a", "ab.cd.ef", "abcdefgh.ijklmnop.qrstuvwx"]) {
			for (let at = 0; at < name.length; ++at) {
				const written = name.slice(0, at) + name.slice(at).charAt(0).toUpperCase() + name.slice(at + 1);
				const to = host.call("normalize", SYNTAX_LEVEL, host.input, host.put(`http://${written}/path`), host.output);
				expect(to === 0 ? written : host.text(host.output, to)).toBe(written === name ? name : `http://${name}/path`);
			}
		}
	});

	it("normalizes a reference of several windows, whatever stands before it", () => {
		const own = new Host(file);
		const start = 16 * 2 ** 20;
		own.memory.grow(start / 65536);
		new Uint8Array(own.memory.buffer).fill("a".charCodeAt(0), own.input, start);
		const middle = "b".repeat(9000);
		const end = own.put(`http://h/%7e${middle}%7e`, start);
		expect(own.text(end + 256, own.call("normalize", SCHEME_LEVEL, start, end, end + 256))).toBe(`http://h/~${middle}~`);
	});

	it("resolves a line once there is room for the base", () => {
		const own = new Host(file);
		const base = `http://h/${"b".repeat(500)}/`;
		const start = own.put(base) + 256;
		expect(own.call("setBase", 0, own.input, start - 256)).toBe(0);
		const [records, end] = [own.output + 65536, own.put("x\n", start)];
		own.setLists(records, records + 128, 2);
		const resolved = (room: number) => own.call("normalizeLines", RESOLVE, start, end, own.output, own.output + room);
		const needed = 4 * "x".length + base.length + 1024;
		expect(resolved(needed - 1)).toBe(-(STATUS.NEEDS_ROOM as number));
		expect(resolved(needed)).toBe(0);
		expect(own.text(own.output, own.word(cursor("WRITTEN")))).toBe(`${base}x\n`);
	});

	it("returns OK at the end of the input, even if there is no room for another record", () => {
		const records = host.output + 65536;
		host.setLists(records, records + 65536, 2);
		const end = host.put("http://a/\nHTTP://b\n");
		expect(host.call("normalizeLines", SCHEME_LEVEL, host.input, end, host.output, records - 128)).toBe(0);
		expect([host.word(cursor("CONSUMED")), host.word(cursor("RECORDS"))]).toEqual([end, 2]);
	});

	it("asks for the A-labels of a host and writes the answer", () => {
		const end = host.put("http://ü/");
		expect(host.call("normalize", SCHEME_LEVEL, host.input, end, host.output)).toBe(-(STATUS.NEEDS_ALABEL as number));
		const question = AREAS.QUESTION as number;
		expect(host.text(question, question + host.word(AREAS.QUESTION_LENGTH as number))).toBe("ü");
		host.setWord(AREAS.ANSWER_LENGTH as number, host.put("xn--tda", AREAS.ANSWER) - (AREAS.ANSWER as number));
		const to = host.call("normalize", SCHEME_LEVEL, host.input, end, host.output);
		expect(host.text(host.output, to)).toBe("http://xn--tda/");
		expect(host.text(host.output, host.call("normalize", SCHEME_LEVEL + NO_QUESTIONS, host.input, end, host.output))).toBe(
			"http://%C3%BC/",
		);
	});

	it("deduplicates lines", () => {
		const [records, rejects, key, marks, fingerprints, result, base] = [1, 2, 3, 4, 5, 6, 15].map(
			(page) => host.output + page * 65536,
		) as [number, number, number, number, number, number, number];
		host.setLists(records, rejects, 100);
		const end = host.put("HTTP://a\nhttp://a/\n1:\nx:b");
		expect(host.call("normalizeLines", SCHEME_LEVEL + STREAM, host.input, end, host.output, records - 128)).toBe(0);
		expect(host.text(host.output, host.word(cursor("WRITTEN")))).toBe("http://a/\nhttp://a/\n1:\nx:b\n");
		expect([host.word(cursor("LINES")), host.word(cursor("REJECTS")), host.word(cursor("CONSUMED"))]).toEqual([4, 1, end]);
		expect([0, 4, 8, 12].map((field) => host.word(rejects + field))).toEqual([2, STATUS.INVALID_SCHEME, 0, 0]);

		const setBase = Math.ceil(base / 65536) * 65536;
		expect(host.call("seenCreate", setBase, 0)).toBe(0);
		host.call("fingerprintLines", key, records, 4, host.output, fingerprints);
		expect(host.call("seenAdd", fingerprints, 4, marks)).toBe(4);
		expect([0, 1, 2, 3].map((index) => host.word(marks + 4 * index))).toEqual([-1, 0, 0, -1]);
		expect(host.word((AREAS.SEEN_SET as number) + (SEEN.COUNT as number))).toBe(2);
		expect(host.text(result, host.call("writeFreshOriginals", records, 4, marks, host.input, host.output, result))).toBe(
			"HTTP://a\n1:\nx:b\n",
		);
		// It overwrites the marks, so it comes last.
		expect(host.text(result, host.call("writeFreshLines", records, 4, marks, host.output, result))).toBe("http://a/\n1:\nx:b\n");
		expect(host.call("seenCopy", 0, result, 10)).toBe(-1);
		expect(host.word((AREAS.SEEN_SET as number) + (SEEN.COPIED as number))).toBe(2);
		host.call("fingerprint", key, host.output, host.output + "http://a/".length, result);
		expect(host.call("seenFind", result)).toBe(0);
	});

	it("converts column values to lines and back", () => {
		const [records, rejects, values, lines, result, ends] = [1, 2, 3, 4, 5, 6].map((page) => host.output + page * 65536) as [
			number, number, number, number, number, number,
		]; // biome-ignore format: a list of addresses
		host.setLists(records, rejects, 100);
		host.setWord(cursor("IN_LONG_LINE"), 0);
		host.put("HTTP://ax:\r1:a\nb", values);
		[50, 58, 58, 61, 63, 66].forEach((offset, index) => {
			host.setWord(ends + 4 * index, offset);
		});
		const linesEnd = host.call("spread", ends, ends + 20, values - 50, lines);
		expect(host.text(lines, linesEnd)).toBe("HTTP://a\n\nx:\r\r\n1:\n");
		expect(host.call("normalizeLines", SYNTAX_LEVEL, lines, linesEnd, host.output, records - 128)).toBe(0);
		expect(host.word(cursor("RECORDS"))).toBe(4);
		const end = host.call("gather", records, records + 32, host.output, result, ends, 7 - result);
		expect(host.text(result, end)).toBe("http://ax:1:");
		expect([0, 4, 8, 12].map((field) => host.word(ends + field))).toEqual([15, 15, 17, 19]);
	});

	it("writes parts of lines, and a NUL for each that a line does not have", () => {
		const [records, rejects, parts] = [1, 2, 3].map((page) => host.output + page * 65536) as [number, number, number];
		host.setLists(records, rejects, 100);
		host.setWord(cursor("IN_LONG_LINE"), 0);
		const end = host.put("HTTP://A.:81/b?c#d\n1:a\nx:y\n//h:\n");
		expect(host.call("normalizeLines", SYNTAX_LEVEL, host.input, end, host.output, records - 128)).toBe(0);
		// Scheme, host, port, path, query, fragment, and what a crawler waits for.
		const word = [1, 4, 5, 6, 7, 8, 9].reduce((sum, part, place) => sum | (part << (4 * place)), 0);
		const lines = host.text(parts, host.call("writeParts", records, 4, host.output, word, parts)).split("\n");
		expect(lines.slice(0, 7)).toEqual(["http", "a.", "81", "/b", "c", "d", "a:81"]);
		expect(lines.slice(7, 14)).toEqual(Array(7).fill("\0"));
		expect(lines.slice(14, 21)).toEqual(["x", "\0", "\0", "y", "\0", "\0", "\0"]);
		expect(lines.slice(21)).toEqual(["\0", "h", "\0", "", "\0", "\0", "h", ""]);
	});

	it("writes the shape of a key, of lines and of values, beside their hosts", () => {
		const [records, rejects, parts, ends] = [1, 2, 3, 8].map((page) => host.output + page * 65536) as [
			number,
			number,
			number,
			number,
		];
		const end = host.put("http://h/users/122?b&a#c");
		expect(host.text(parts, host.call("shape", host.input, end, parts))).toBe("http://h/users/{int}?a&b");
		expect(host.call("shape", host.input, host.put("http://h/users?a&b"), parts)).toBe(0);
		host.setLists(records, rejects, 100);
		host.setWord(cursor("IN_LONG_LINE"), 0);
		const text = host.put("HTTP://A/1\n1:a\n/p1\n");
		expect(host.call("normalizeLines", SYNTAX_LEVEL, host.input, text, host.output, records - 128)).toBe(0);
		const lines = host.call("writeParts", records, 3, host.output, 10 | (4 << 4), parts);
		expect(host.text(parts, lines)).toBe("http://a/{int}\na\n\0\n\0\n/p{int}\n\0\n");
		const values = host.put("http://a/1/p1");
		for (const [index, offset] of [0, 10, 13].entries()) host.setWord(ends + 4 * index, offset);
		host.call("writePartColumns", ends, ends + 8, host.input, 4 | (10 << 4), parts, ends + 12);
		expect([0, 1, 2, 3, 4, 5].map((word) => host.word(ends + 12 + 4 * word))).toEqual([0, 1, ~1, 0, 14, 21]);
		const room = 12 * (values - host.input) + 512;
		expect(host.text(parts + room, parts + room + 21)).toBe("http://a/{int}/p{int}");
	});

	it("writes hosts and other parts of lines, and their fingerprints", () => {
		const [records, rejects, parts, fingerprints, ends, key] = [1, 2, 3, 4, 5, 6].map((page) => host.output + page * 65536) as [
			number, number, number, number, number, number,
		]; // biome-ignore format: a list of addresses
		host.setLists(records, rejects, 100);
		host.setWord(cursor("IN_LONG_LINE"), 0);
		const end = host.put("http://u@A:81/b?c#d\n1:\n//A/b\nhttps://a/\nmailto:x\n");
		expect(host.call("normalizeLines", SYNTAX_LEVEL, host.input, end, host.output, records - 128)).toBe(0);
		// Host, path and query.
		const three = host.call("writeParts", records, 5, host.output, 4 | (6 << 4) | (7 << 8), parts);
		expect(host.text(parts, three)).toBe("a\n/b\nc\n\0\n\0\n\0\na\n/b\n\0\na\n/\n\0\n\0\nx\n\0\n");
		const hosts = host.call("writeParts", records, 5, host.output, 4, parts);
		expect(host.text(parts, hosts)).toBe("a\n\0\na\na\n\0\n");
		// Seven records, two of which are pieces of a line that goes on.
		host.call("fingerprintParts", key, parts, hosts, 7, fingerprints, ends);
		expect([0, 1, 2, 3, 4, 5, 6].map((line) => host.word(ends + 4 * line) - parts)).toEqual([2, 4, 6, 8, 10, 10, 10]);
		const words = (line: number) => [0, 4, 8, 12].map((word) => host.word(fingerprints + 16 * line + word));
		for (const line of [1, 4, 5, 6]) expect(words(line)).toEqual([0, 0, 0, 0]);
		host.put("a");
		host.call("fingerprint", key, host.input, host.input + 1, fingerprints + 112);
		for (const line of [0, 2, 3]) expect(words(line)).toEqual(words(7));
	});

	it("returns NEEDS_MEMORY, without a trap, when the set has no room", () => {
		expect(host.call("seenCreate", host.memory.buffer.byteLength, 0)).toBe(-(STATUS.NEEDS_MEMORY as number));
	});
});
