/** The batches that the page cuts a file into. */
import { describe, expect, it } from "vitest";
import { LineBatcher } from "../../site/line-batcher";

const BOM = "\xef\xbb\xbf";

/** The batches of some files, read in chunks of `chunkSize` octets. */
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
	it("has a BOM and whole lines, each ended by LF", () => {
		for (const size of [1, 3, 100]) expect(batches(["a\nb\r\nc"], size)).toEqual([`${BOM}a\nb\r\nc\n`]);
	});

	it("drops the BOM of the file and keeps one at the start of a line", () => {
		for (const size of [1, 2, 100]) expect(batches([`${BOM}a\n${BOM}b`], size)).toEqual([`${BOM}a\n${BOM}b\n`]);
	});

	it("ends at the end of a file", () => {
		expect(batches(["a", "", `${BOM}b`, BOM], 10)).toEqual([`${BOM}a\n`, `${BOM}b\n`]);
	});

	it("has at most 1 MiB, and no octet is lost between batches", () => {
		const text = Array.from({ length: 300_000 }, (_, index) => `line ${index}\n`).join("");
		const taken = batches([text], 100_000);
		expect(taken.length).toBeGreaterThan(2);
		expect(Math.max(...taken.map((batch) => batch.length))).toBeLessThanOrEqual((1 << 20) + BOM.length);
		expect(taken.every((batch) => batch.startsWith(BOM) && batch.endsWith("\n"))).toBe(true);
		expect(taken.map((batch) => batch.slice(BOM.length)).join("")).toBe(text);
	});

	it("cuts a line that is too long for a reference", () => {
		const taken = batches([`a\n${"b".repeat(40_000_000)}\nc`], 1 << 20).map((batch) => batch.slice(BOM.length));
		const lines = taken.join("").split("\n");
		expect(lines.length).toBe(4);
		expect([lines[0], lines[2]]).toEqual(["a", "c"]);
		expect(lines[1]?.length).toBeGreaterThan(16_777_216);
		expect(lines[1]?.length).toBeLessThan(35_000_000);
	});
});
