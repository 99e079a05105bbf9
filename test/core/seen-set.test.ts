/** SeenSet, its snapshots and streams, on every engine. */

import fc from "fast-check";
import { createNormalizer, SeenSet, UriError } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { sipHash } from "../oracle/siphash";
import { describeEngines, normalizerOn } from "../support/engines";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");
const KEY = Uint8Array.from({ length: 16 }, (_, index) => index);

describeEngines("seen set", (engine) => {
	const normalizer = normalizerOn(engine);
	const set = (options = {}) => new SeenSet({ normalizer, key: KEY, ...options });

	it("recognizes references by their normal form", () => {
		const seen = set();
		expect(seen.add("HTTP://Example.com:80")).toBe(true);
		expect(seen.add("http://example.com/")).toBe(false);
		expect(seen.has("http://example.com:0080/%2e")).toBe(true);
		expect(seen.has("https://example.com/")).toBe(false);
		expect(seen.size).toBe(1);
		expect(seen.byteLength).toBeGreaterThan(0);
		expect(() => seen.add("1:")).toThrow(UriError);
		expect(() => seen.has("http://[")).toThrow(UriError);
	});

	it("returns the fingerprint of the normal form, the same on every engine", () => {
		// SipHash-1-3-128 of "http://example.com/" under 00 01 … 0f.
		expect(set().fingerprint("HTTP://example.com")).toBe(new SeenSet({ key: KEY }).fingerprint("http://example.com/"));
		expect(set().fingerprint("http://example.com/")).toMatch(/^[0-9a-f]{32}$/);
		expect(set({ key: undefined }).fingerprint("x:")).not.toBe(set({ key: undefined }).fingerprint("x:"));
		expect(set().fingerprint("")).toBe("e77ebcb22788a5befd62db6add303001");
	});

	it("adds lines and returns the fresh ones", () => {
		const seen = set();
		seen.add("http://known/");
		const { fresh, ...counts } = seen.addLines(encoder.encode("HTTP://a\r\nhttp://known\n1:\nhttp://a/\n1:\nhttp://b/"));
		expect(decoder.decode(fresh)).toBe("http://a/\n1:\n1:\nhttp://b/\n");
		const reject = { code: "invalid-scheme", component: "scheme", offset: 0 };
		expect(counts).toEqual({
			added: 2,
			duplicates: 2,
			rejects: [
				{ line: 3, ...reject },
				{ line: 5, ...reject },
			],
		});
		expect(seen.size).toBe(3);
	});

	it("returns those of random lines that are new or rejected", () => {
		const line = fc.tuple(fc.constantFrom(1, 2, 30, 150, 3000), fc.nat(40), fc.constantFrom("x:", "x:", "1:"));
		fc.assert(
			fc.property(fc.array(line, { maxLength: 120 }), (parts) => {
				const texts = parts.map(([times, number, scheme]) => `${scheme}${"a".repeat(times)}${number}\n`);
				const { fresh } = set().addLines(encoder.encode(texts.join("")));
				const wanted = texts.filter((text, at) => text.startsWith("1") || texts.indexOf(text) === at);
				expect(decoder.decode(fresh)).toBe(wanted.join(""));
			}),
		);
	});

	it("merges only with a set of the same key and options", () => {
		const [one, other] = [set(), set()];
		one.addLines(encoder.encode("x:1\nx:2\n"));
		other.addLines(encoder.encode("x:2\nx:3\n"));
		one.merge(other);
		expect(one.size).toBe(3);
		expect(other.size).toBe(2);
		one.merge(one);
		expect(one.size).toBe(3);
		expect(() => one.merge(set({ key: new Uint8Array(16) }))).toThrow("Cannot merge sets with different keys.");
		expect(() => one.merge(set({ normalizer: normalizerOn(engine, { level: "syntax" }) }))).toThrow("with different options");
	});

	it("is restored from a snapshot, on any engine", async () => {
		const seen = set();
		seen.addLines(encoder.encode(Array.from({ length: 9000 }, (_, index) => `http://h/${index}`).join("\n")));
		const octets = await collect(seen.save());
		expect(octets.length).toBe(64 + 9000 * 16 + 4 * 24);
		const loaded = await SeenSet.load(streamOf(octets, 1000));
		expect(loaded.size).toBe(9000);
		expect(loaded.has("HTTP://h/8999")).toBe(true);
		expect(loaded.add("http://h/9000")).toBe(true);
		expect(loaded.fingerprint("x:")).toBe(seen.fingerprint("x:"));
		expect((await SeenSet.load(streamOf(octets), { normalizer, key: KEY })).size).toBe(9000);
	});

	it("deduplicates a stream in any chunks, with a shared set", async () => {
		const seen = set();
		seen.add("x:known");
		const text = "HTTP://a\nx:known\nhttp://a/\n1:\nhttp://ü.example\nHTTP://b";
		for (const size of [1, 3, 7, 100]) {
			const own = set();
			own.merge(seen);
			const output = await collect(streamOf(encoder.encode(text), size).pipeThrough(normalizer.dedupeStream(own)));
			expect(decoder.decode(output)).toBe("http://a/\n1:\nhttp://xn--tda.example/\nhttp://b/\n");
			expect(own.size).toBe(4);
		}
		expect(decoder.decode(await collect(streamOf(encoder.encode("a\na")).pipeThrough(normalizer.dedupeStream())))).toBe("a\n");
	});
});

describe("snapshots", async () => {
	const seen = new SeenSet({ key: KEY });
	seen.addLines(encoder.encode(Array.from({ length: 5000 }, (_, index) => `x:${index}`).join("\n")));
	const octets = await collect(seen.save());
	const load = (changed: Uint8Array, options = {}) => SeenSet.load(streamOf(changed), options);
	const flip = (place: number) => {
		const changed = octets.slice();
		changed[place] = (changed[place] as number) ^ 1;
		return changed;
	};

	it("are refused when truncated anywhere", async () => {
		for (const length of [0, 1, 63, 64, 71, 72, 5000, octets.length - 25, octets.length - 24, octets.length - 1]) {
			const message = expect.stringMatching(/^The snapshot is truncated \(at byte \d+\)\.$/);
			await expect(load(octets.slice(0, length))).rejects.toMatchObject({ code: "invalid-snapshot", message });
		}
	});

	it("are refused when a bit of any field is flipped", async () => {
		const inHeader = [0, 7, 8, 12, 16, 20, 24, 31, 32, 47, 48, 63];
		for (const place of [...inHeader, 64, 68, 72, 1000, 65607, 65624, octets.length - 20, octets.length - 1])
			await expect(load(flip(place)), `octet ${place}`).rejects.toMatchObject({ code: "invalid-snapshot" });
	});

	const [header, first, second, last] = [
		octets.slice(0, 64),
		octets.slice(64, 65624),
		octets.slice(65624, -24),
		octets.slice(-24),
	];
	const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

	it("consist of a header, blocks and an end", async () => {
		expect([first.length, second.length]).toEqual([8 + 16 * 4096 + 16, 8 + 16 * 904 + 16]);
		expect((await load(join(header, first, second, last))).size).toBe(5000);
	});

	it.each<[what: string, block: number, offset: number, blocks: Uint8Array[]]>([
		["swapped", 0, 64, [second, first, last]],
		["repeated at the start", 1, 65624, [first, first, second, last]],
		["repeated at the end", 2, 80112, [first, second, second, last]],
		["missing at the end", 1, 65624, [first, last]],
		["all missing", 0, 64, [last]],
	])("are refused when intact blocks are %s", async (_what, block, offset, blocks) => {
		await expect(load(join(header, ...blocks))).rejects.toThrow(
			`The snapshot is damaged: block ${block} is missing or damaged (at byte ${offset}).`,
		);
	});

	it("are refused when an intact block has more than 4,096 fingerprints", async () => {
		const [head, block] = [header.slice(0, 48), new Uint8Array(8 + 16 * 4097)];
		new DataView(head.buffer).setBigUint64(24, 4097n, true);
		new DataView(block.buffer).setUint32(0, 4097, true);
		for (let at = 8; at < block.length; at += 16) new DataView(block.buffer).setUint32(at, at, true);
		const end = new Uint8Array(8);
		new DataView(end.buffer).setUint32(4, 1, true);
		await expect(load(join(sealed(head), sealed(block), sealed(end)))).rejects.toThrow(
			"The snapshot is damaged: block 0 is missing or damaged (at byte 64).",
		);
	});

	it("are refused when the total differs from the header and all blocks are intact", async () => {
		for (const total of [4999n, 5001n]) {
			const head = header.slice(0, 48);
			new DataView(head.buffer).setBigUint64(24, total, true);
			await expect(load(join(sealed(head), first, second, last))).rejects.toThrow(
				`The snapshot is damaged: it has 5000 fingerprints instead of ${total} (at byte ${octets.length}).`,
			);
		}
	});

	it("are refused with a message that names the fault", async () => {
		await expect(load(encoder.encode("http://example.com/\n".repeat(9)))).rejects.toThrow(
			"This is not a urlsieve snapshot (at byte 0).",
		);
		await expect(load(flip(8))).rejects.toThrow("The snapshot has format 0, not 1 or 2 (at byte 8).");
		await expect(load(flip(20))).rejects.toThrow("The snapshot is damaged: the checksum of the header is wrong (at byte 48).");
		await expect(load(flip(70000))).rejects.toThrow("The snapshot is damaged: the checksum of block 1 is wrong (at byte 65624).");
		await expect(load(octets, { key: new Uint8Array(16) })).rejects.toThrow("The snapshot has another key (at byte 32).");
		const strict = createNormalizer({ level: "syntax", strict: true });
		await expect(load(octets, { normalizer: strict })).rejects.toThrow(
			"The snapshot was made with other options: level scheme (at byte 16).",
		);
	});

	it("carry the options that they were made with", async () => {
		const strict = createNormalizer({ level: "syntax", strict: true, idna: false });
		const made = new SeenSet({ normalizer: strict });
		made.add("HTTP://h");
		const loaded = await SeenSet.load(made.save());
		expect(loaded.has("http://h")).toBe(true);
		expect(loaded.has("http://h/")).toBe(false);
		expect(() => loaded.has("http://h/ ")).toThrow(UriError);
		await expect(SeenSet.load(made.save(), { normalizer: createNormalizer() })).rejects.toThrow(
			/level syntax, strict, no A-labels/,
		);
	});
});

const refused = (message: string, offset: number) =>
	expect.objectContaining({ code: "invalid-snapshot", message: `${message} (at byte ${offset}).`, offset });

describe("the source of a snapshot", () => {
	it("is given up where the snapshot is refused", async () => {
		const cancelled: unknown[] = [];
		const stream = new ReadableStream({
			pull: (controller) => controller.enqueue(new Uint8Array(100)),
			cancel: (reason) => void cancelled.push(reason),
		});
		const error = await SeenSet.load(stream).catch((reason) => reason);
		expect(error).toEqual(refused("This is not a urlsieve snapshot", 0));
		expect(cancelled).toEqual([error]);
		let isReturned = false;
		const iterable = {
			[Symbol.asyncIterator]: () => ({
				next: async () => ({ done: false, value: new Uint8Array(100) }),
				return: async () => {
					isReturned = true;
					throw new Error("nobody hears this");
				},
			}),
		};
		await expect(SeenSet.load(iterable as AsyncIterable<Uint8Array>)).rejects.toThrow("This is not a urlsieve snapshot");
		expect(isReturned).toBe(true);
	});
});

describe("the snapshot of a profile", async () => {
	const normalizer = createCrawlNormalizer({ profile: "crawl@1" });
	const set = new SeenSet({ normalizer, key: KEY });
	set.addAll(["http://a/", "http://b/"]);
	const octets = await collect(set.save());
	const length = new DataView(octets.buffer).getUint32(64, true);
	const identity = Buffer.from(octets.subarray(68, 68 + length)).toString();
	const load = (changed: Uint8Array, options = {}) => SeenSet.load(changed, { normalizer, ...options });

	/** The snapshot with another identity, whose check is right. */
	function withIdentity(line: Uint8Array): Uint8Array {
		const part = new Uint8Array(4 + line.length);
		new DataView(part.buffer).setUint32(0, line.length, true);
		part.set(line, 4);
		return Uint8Array.from([...octets.subarray(0, 64), ...sealed(part)]);
	}

	it("has its identity after the header, and is restored by the same profile", async () => {
		expect(identity).toMatch(/^crawl@1/);
		const loaded = await load(octets);
		expect([loaded.size, loaded.has("http://a/#x"), loaded.has("http://c/")]).toEqual([2, true, false]);
		expect(await load(octets, { key: KEY }).then(({ size }) => size)).toBe(2);
	});

	it("is refused by any other, and so is one of the core by a profile", async () => {
		const mismatch = (theirs: string, ours: string) =>
			expect.objectContaining({ code: "profile-mismatch", message: `The set has keys of ${theirs}, not of ${ours}.` });
		await expect(SeenSet.load(octets)).rejects.toThrow(mismatch(identity, "rfc3986@1"));
		await expect(load(await collect(new SeenSet().save()))).rejects.toThrow(mismatch("rfc3986@1", identity));
		const other = withIdentity(encoder.encode("other@1"));
		await expect(load(other)).rejects.toThrow(mismatch("other@1", identity));
	});

	it("is refused if its identity is damaged, too long or no text", async () => {
		const damaged = "The snapshot is damaged: the checksum of the identity is wrong";
		for (const at of [64, 68, 68 + length]) {
			const changed = octets.with(at, (octets[at] as number) ^ 1);
			await expect(load(changed)).rejects.toMatchObject({ code: "invalid-snapshot" });
			if (at > 64) await expect(load(changed)).rejects.toThrow(refused(damaged, 64));
		}
		const tooLong = octets.slice();
		new DataView(tooLong.buffer).setUint32(64, 65_536, true);
		await expect(load(tooLong)).rejects.toThrow(refused(damaged, 64));
		new DataView(tooLong.buffer).setUint32(64, 65_535, true);
		await expect(load(tooLong)).rejects.toThrow(refused("The snapshot is truncated", octets.length));
		for (const octet of [0x1f, 0x7f, 0x0a])
			await expect(load(withIdentity(Uint8Array.of(octet)))).rejects.toThrow(
				refused("The snapshot is damaged: its identity is not a line of ASCII", 64),
			);
		await expect(load(withIdentity(Uint8Array.of(0x20, 0x7e)))).rejects.toMatchObject({ code: "profile-mismatch" });
	});
});

/** A stream of octets in chunks of `size`. */
function streamOf(octets: Uint8Array, size = 65536): ReadableStream<Uint8Array> {
	let at = 0;
	return new ReadableStream({
		pull(controller) {
			if (at >= octets.length) return controller.close();
			controller.enqueue(octets.slice(at, at + size));
			at += size;
		},
	});
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
	return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/** Octets of a snapshot followed by their checksum. */
function sealed(octets: Uint8Array): Uint8Array {
	return Uint8Array.from([...octets, ...sipHash(KEY, octets)]);
}
