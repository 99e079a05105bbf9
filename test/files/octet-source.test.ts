/** Streams of octets, read in the sizes that a format requires. */
import { expect, it } from "vitest";
import { isGzip, isNearlyZstandard, isSkippable, isZstandard, numberOf } from "../../src/files/input/magic";
import { OctetSource } from "../../src/files/input/octet-source";

const octetsOf = (text: string) => Buffer.from(text, "latin1");
const textOf = (octets: Uint8Array | undefined) => octets && Buffer.from(octets).toString("latin1");

/** A source of these chunks that tells how many have been asked for, and whether it has been closed. */
function sourceOf(...chunks: string[]) {
	const state = { asked: 0, isClosed: false };
	async function* stream() {
		try {
			for (const chunk of chunks) {
				++state.asked;
				yield octetsOf(chunk);
			}
		} finally {
			state.isClosed = true;
		}
	}
	return { source: new OctetSource(stream()), state };
}

const TRUNCATED = expect.objectContaining({ code: "Z_BUF_ERROR", message: "Z_BUF_ERROR" });

it("returns chunks as they come, without empty ones, until the end", async () => {
	const { source, state } = sourceOf("ab", "", "c");
	expect([textOf(await source.next()), state.asked]).toEqual(["ab", 1]);
	expect([textOf(await source.next()), await source.next(), await source.next()]).toEqual(["c", undefined, undefined]);
});

it("returns at most so many octets", async () => {
	const { source } = sourceOf("abc", "d");
	const read = [await source.next(2), await source.next(2), await source.next(2), await source.next(2)];
	expect(read.map(textOf)).toEqual(["ab", "c", "d", undefined]);
});

it("looks at octets that are read again, as few as are enough", async () => {
	const { source, state } = sourceOf("ab", "cd", "ef");
	expect([textOf(await source.peek(({ length }) => length >= 3)), state.asked]).toEqual(["abcd", 2]);
	expect([textOf(await source.peek(({ length }) => length > 0)), state.asked]).toEqual(["abcd", 2]);
	expect(textOf(await source.peek(() => false))).toBe("abcdef");
	expect([textOf(await source.next()), textOf(await source.peek(() => false))]).toEqual(["abcdef", ""]);
});

it("takes so many octets, from one chunk or several", async () => {
	const { source } = sourceOf("abc", "d", "ef");
	const taken = [await source.take(2), await source.take(0), await source.take(1), await source.take(3)];
	expect(taken.map(textOf)).toEqual(["ab", "", "c", "def"]);
	expect(textOf(await source.take(0))).toBe("");
	await expect(source.take(1)).rejects.toEqual(TRUNCATED);
});

it("fails to take more than there are", async () => {
	await expect(sourceOf("ab", "c").source.take(4)).rejects.toEqual(TRUNCATED);
	expect(textOf(await sourceOf("ab", "c").source.take(3))).toBe("abc");
});

it("skips so many octets", async () => {
	const { source, state } = sourceOf("abc", "def");
	await source.skip(0);
	expect(state.asked).toBe(0);
	await source.skip(2);
	await source.skip(3);
	expect(textOf(await source.next())).toBe("f");
	await expect(source.skip(1)).rejects.toEqual(TRUNCATED);
});

it("puts octets back before the others", async () => {
	const { source } = sourceOf("abc", "d");
	expect(textOf(await source.next(2))).toBe("ab");
	source.unread(octetsOf("xy"));
	expect(textOf(await source.next())).toBe("xyc");
	source.unread(octetsOf("z"));
	expect([textOf(await source.take(2)), await source.next()]).toEqual(["zd", undefined]);
});

it("ends the stream early", async () => {
	const { source, state } = sourceOf("a", "b");
	await source.next();
	await source.close();
	expect([state, await source.next()]).toEqual([{ asked: 1, isClosed: true }, undefined]);
	await expect(
		new OctetSource({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: 0 }) }) }).close(),
	).resolves.toBeUndefined();
});

it("reads numbers of at most four octets, the last one first", () => {
	expect([[], [7], [1, 2], [0xff, 0xff, 0xff, 0xff]].map((octets) => numberOf(Uint8Array.from(octets)))).toEqual([
		0,
		7,
		513,
		2 ** 32 - 1,
	]);
});

it.each<[octets: number[], kind: string]>([
	[[0x1f, 0x8b], "gzip"],
	[[0x1f, 0x8b, 8], "gzip"],
	[[0x1f], "none"],
	[[0x1f, 0x8c], "none"],
	[[0x28, 0xb5, 0x2f, 0xfd], "zstandard"],
	[[0x28, 0xb5, 0x2f, 0xfd, 0], "zstandard"],
	[[0x28, 0xb5, 0x2f], "none"],
	[[0x50, 0x2a, 0x4d, 0x18], "zstandard"],
	[[0x5f, 0x2a, 0x4d, 0x18], "zstandard"],
	[[0x60, 0x2a, 0x4d, 0x18], "none"],
	[[0x4f, 0x2a, 0x4d, 0x18], "none"],
	[[0x29, 0xb5, 0x2f, 0xfd], "nearly"],
	[[0x28, 0xb5, 0x2f, 0x7d], "nearly"],
	[[0x28, 0xb5, 0x2e, 0xfd, 9], "nearly"],
	[[0x2b, 0xb5, 0x2f, 0xfd], "none"],
	[[0x28, 0xb5, 0x2f, 0xfd ^ 0x81], "none"],
	[[0x28, 0xb5, 0x2f, 0], "none"],
	[[], "none"],
])("tells that %j begins %s data", (octets, kind) => {
	const bytes = Uint8Array.from(octets);
	const kinds = { gzip: isGzip(bytes), zstandard: isZstandard(bytes), nearly: isNearlyZstandard(bytes) };
	expect(Object.entries(kinds).filter(([, holds]) => holds)).toEqual(kind === "none" ? [] : [[kind, true]]);
});

it("tells skippable frames by all but four bits", () => {
	expect([0x184d2a4f, 0x184d2a50, 0x184d2a5f, 0x184d2a60].map(isSkippable)).toEqual([false, true, true, false]);
});
