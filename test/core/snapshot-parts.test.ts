/** What a snapshot is read from, its header, and the identity of profiles and policies in it. */
import "../../src/engine/wasm-engine";
import { describe, expect, it } from "vitest";
import { createNormalizer as createCrawlNormalizer } from "../../src/crawl/index";
import { SeenSet, UriError } from "../../src/index";
import { CoreKeys } from "../../src/keys/core-keys";
import { keysOf } from "../../src/keys/keys";
import { resolveOptions } from "../../src/options";
import { sourceOf } from "../../src/seen/octet-source";
import { isSnapshotFormat, snapshotHeader } from "../../src/seen/snapshot";

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index + 1);
const octetsOf = async (set: SeenSet) => new Uint8Array(await new Response(set.save()).arrayBuffer());
const refused = (message: string, offset: number) =>
	expect.objectContaining({ code: "invalid-snapshot", message: `${message} (at byte ${offset}).`, offset });

/** A stream of chunks that notes why it was cancelled. */
function streamOf(...chunks: unknown[]) {
	const cancelled: unknown[] = [];
	const stream = new ReadableStream({
		pull(controller) {
			if (chunks.length === 0) controller.close();
			else controller.enqueue(chunks.shift());
		},
		cancel: (reason) => {
			cancelled.push(reason);
		},
	});
	return { stream, cancelled };
}

describe("the source of a snapshot", () => {
	it("gives so many octets at a time, wherever its chunks end", async () => {
		const { stream } = streamOf(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3, 4), Uint8Array.of(5));
		const source = sourceOf(stream);
		expect([source.offset, [...(await source.take(2))], source.offset]).toEqual([0, [1, 2], 2]);
		expect([[...(await source.take(0))], [...(await source.take(3))], source.offset]).toEqual([[], [3, 4, 5], 5]);
		await source.expectEnd();
		await expect(source.take(1)).rejects.toThrow(refused("The snapshot is truncated", 5));
	});

	it("is octets, an asynchronous source or a stream, and nothing else", async () => {
		for (const octets of [Uint8Array.of(1, 2), Uint8Array.of(1, 2).buffer, new DataView(Uint8Array.of(1, 2).buffer)])
			expect([...(await sourceOf(octets).take(2))]).toEqual([1, 2]);
		const iterable = (async function* () {
			yield Uint8Array.of(7);
		})();
		expect([...(await sourceOf(iterable).take(1))]).toEqual([7]);
		for (const [value, kind] of [
			[null, "[object Null]"],
			[undefined, "undefined"],
			["x", "string"],
		]) {
			const message = `The argument "snapshot" must be a stream of bytes, or bytes; got ${kind}.`;
			expect(() => sourceOf(value)).toThrow(new UriError("invalid-input", message));
			expect(() => sourceOf(value)).toThrow(expect.objectContaining({ code: "invalid-input" }));
		}
		const { stream } = streamOf();
		stream.getReader();
		expect(() => sourceOf(stream)).toThrow('The argument "snapshot" is a stream that is being read already.');
	});

	it("says where it ends too early, or too late", async () => {
		const source = sourceOf(Uint8Array.of(1, 2, 3));
		await source.take(1);
		await expect(source.take(5)).rejects.toThrow(refused("The snapshot is truncated", 3));
		const longer = sourceOf(Uint8Array.of(1, 2, 3));
		await longer.take(2);
		await expect(longer.expectEnd()).rejects.toThrow(refused("The snapshot is damaged: there is data after its end", 2));
	});

	it("is given up where the snapshot is refused", async () => {
		const { stream, cancelled } = streamOf(new Uint8Array(100), new Uint8Array(100));
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

	it("has chunks of octets alone", async () => {
		await expect(SeenSet.load(streamOf("text").stream as never)).rejects.toThrow(
			expect.objectContaining({ code: "invalid-input" }),
		);
	});
});

describe("the header of a snapshot", () => {
	it("has its key, and the options or the identity of its keys", async () => {
		const syntax = new SeenSet({ key: KEY });
		const core = snapshotHeader(await octetsOf(syntax));
		expect([core.key, core.keys.coreWord, core.keys.identity]).toEqual([
			KEY,
			new CoreKeys(resolveOptions()).coreWord,
			new CoreKeys(resolveOptions()).identity,
		]);
		const crawl = snapshotHeader(
			await octetsOf(new SeenSet({ key: KEY, normalizer: createCrawlNormalizer({ profile: "crawl@1" }) })),
		);
		expect([crawl.key, crawl.keys.coreWord, crawl.keys.identity]).toEqual([
			KEY,
			undefined,
			keysOf(createCrawlNormalizer({ profile: "crawl@1" })).identity,
		]);
	});

	it("is nothing else", async () => {
		const octets = await octetsOf(new SeenSet());
		expect(() => snapshotHeader(octets.subarray(0, 68))).not.toThrow();
		for (const other of [octets.subarray(0, 67), octets.with(0, 0), octets.with(8, 0), octets.with(8, 3)])
			expect(() => snapshotHeader(other)).toThrow(refused("This is not a urlsieve snapshot", 0));
		expect([undefined, 0, 1, 2, 3].map(isSnapshotFormat)).toEqual([false, false, true, true, false]);
	});
});

describe("the snapshot of a profile", async () => {
	const normalizer = createCrawlNormalizer({ profile: "crawl@1" });
	const set = new SeenSet({ normalizer, key: KEY });
	set.addAll(["http://a/", "http://b/"]);
	const octets = await octetsOf(set);
	const length = new DataView(octets.buffer).getUint32(64, true);
	const load = (changed: Uint8Array, options = {}) => SeenSet.load(changed, { normalizer, ...options });

	/** The snapshot with another identity, whose check is right. */
	function withIdentity(line: Uint8Array): Uint8Array {
		const changed = new Uint8Array(64 + 4 + line.length + 16);
		changed.set(octets.subarray(0, 64));
		new DataView(changed.buffer).setUint32(64, line.length, true);
		changed.set(line, 68);
		const workspace = keysOf(normalizer).workspace();
		workspace.inputOctets.set(changed.subarray(64, 68 + line.length));
		workspace.setKey(KEY);
		const { kernel, input, key, fingerprints } = workspace;
		kernel.call.fingerprint(key, input, input + 4 + line.length, fingerprints);
		changed.set(kernel.octets.subarray(fingerprints, fingerprints + 16), 68 + line.length);
		return changed;
	}

	it("has its identity after the header, and is restored by the same profile", async () => {
		expect(Buffer.from(octets.subarray(68, 68 + length)).toString()).toBe(keysOf(normalizer).identity);
		const loaded = await load(octets);
		expect([loaded.size, loaded.has("http://a/#x"), loaded.has("http://c/")]).toEqual([2, true, false]);
		expect(await load(octets, { key: KEY }).then(({ size }) => size)).toBe(2);
	});

	it("is refused by any other, and so is one of the core by a profile", async () => {
		const { identity } = keysOf(normalizer);
		const mismatch = (theirs: string, ours: string) =>
			new UriError("profile-mismatch", `The set has keys of ${theirs}, not of ${ours}.`);
		const own = new CoreKeys(resolveOptions()).identity;
		await expect(SeenSet.load(octets)).rejects.toThrow(mismatch(identity, own));
		await expect(SeenSet.load(octets)).rejects.toThrow(expect.objectContaining({ code: "profile-mismatch" }));
		await expect(load(await octetsOf(new SeenSet()))).rejects.toThrow(mismatch("rfc3986@1", identity));
		const other = withIdentity(new TextEncoder().encode("other@1"));
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
