/** What a snapshot is read from, and the identity of profiles in it. */

import { SeenSet } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { sipHash } from "../oracle/siphash";

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index + 1);
const octetsOf = async (set: SeenSet) => new Uint8Array(await new Response(set.save()).arrayBuffer());
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
	const normalizer = createNormalizer({ profile: "crawl@1" });
	const set = new SeenSet({ normalizer, key: KEY });
	set.addAll(["http://a/", "http://b/"]);
	const octets = await octetsOf(set);
	const length = new DataView(octets.buffer).getUint32(64, true);
	const identity = Buffer.from(octets.subarray(68, 68 + length)).toString();
	const load = (changed: Uint8Array, options = {}) => SeenSet.load(changed, { normalizer, ...options });

	/** The snapshot with another identity, whose check is right. */
	function withIdentity(line: Uint8Array): Uint8Array {
		const part = new Uint8Array(4 + line.length);
		new DataView(part.buffer).setUint32(0, line.length, true);
		part.set(line, 4);
		return Uint8Array.from([...octets.subarray(0, 64), ...part, ...sipHash(KEY, part)]);
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
