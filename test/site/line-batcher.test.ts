import { describe, expect, it } from "vitest";
import { LineBatcher } from "../../site/line-batcher";

const MARK = "\xef\xbb\xbf";

/** The batches that files make, whose octets come in chunks of a size. */
function batches(files: readonly string[], chunkSize: number): string[] {
	const taken: string[] = [];
	const batcher = new LineBatcher((lines) => taken.push(Buffer.from(lines).toString("latin1")));
	for (const text of files) {
		const octets = Buffer.from(text, "latin1");
		for (let at = 0; at < octets.length; at += chunkSize) batcher.push(octets.subarray(at, at + chunkSize));
		batcher.end();
	}
	return taken;
}

describe("a batch of lines", () => {
	it("has whole lines, each ended by LF, behind a byte order mark", () => {
		for (const size of [1, 3, 100]) expect(batches(["a\nb\r\nc"], size)).toEqual([`${MARK}a\nb\r\nc\n`]);
	});

	it("does without the byte order mark of a file, and keeps that of a line", () => {
		for (const size of [1, 2, 100]) expect(batches([`${MARK}a\n${MARK}b`], size)).toEqual([`${MARK}a\n${MARK}b\n`]);
	});

	it("ends with the file", () => {
		expect(batches(["a", "", `${MARK}b`, MARK], 10)).toEqual([`${MARK}a\n`, `${MARK}b\n`]);
	});

	it("is about a mebibyte, and loses no octet", () => {
		const text = Array.from({ length: 300_000 }, (_, index) => `line ${index}\n`).join("");
		const taken = batches([text], 100_000);
		expect(taken.length).toBeGreaterThan(2);
		expect(Math.max(...taken.map((batch) => batch.length))).toBeLessThanOrEqual((1 << 20) + MARK.length);
		expect(taken.every((batch) => batch.startsWith(MARK) && batch.endsWith("\n"))).toBe(true);
		expect(taken.map((batch) => batch.slice(MARK.length)).join("")).toBe(text);
	});

	it("has no more than the beginning of a line that is too long for a reference", () => {
		const taken = batches([`a\n${"b".repeat(40_000_000)}\nc`], 1 << 20).map((batch) => batch.slice(MARK.length));
		const lines = taken.join("").split("\n");
		expect(lines.length).toBe(4);
		expect([lines[0], lines[2]]).toEqual(["a", "c"]);
		expect(lines[1]?.length).toBeGreaterThan(16_777_216);
		expect(lines[1]?.length).toBeLessThan(35_000_000);
	});
});
