/** What a report tells of classes: their sizes, and the spellings of the largest ones. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { ClassMembers } from "../../src/dedupe/report/class-members";

const MEMORY = 2 ** 20;

const octets = (text: string) => new TextEncoder().encode(text);

/** Classes, with the line that is kept of each, and its duplicates. */
function membersOf(classes: readonly (readonly [line: number, kept: string, dropped: readonly string[]])[], memory = MEMORY) {
	const members = new ClassMembers(tmpdir(), memory);
	for (const [line, kept, dropped] of classes) for (const text of dropped) members.add(octets(kept), line, octets(text));
	return members;
}

/** A class of `size` lines. */
const classOf = (line: number, size: number) => [line, `k${line}`, new Array<string>(size - 1).fill(`d${line}`)] as const;

describe("the sizes of classes", () => {
	it("are none without duplicates", () => {
		expect(membersOf([]).summarize()).toEqual({ sizes: [], largest: [] });
		expect(membersOf([]).length).toBe(0);
	});

	it("are counted by ranges, each with its least and its greatest size", () => {
		const sizes = [2, 3, 4, 5, 9, 10, 99, 100, 999, 1000, 1023, 1024, 1025, 9999, 10_000, 10_001];
		const members = membersOf(sizes.map((size, index) => classOf(index + 1, size)));
		expect(members.summarize().sizes).toEqual([
			{ from: 2, to: 2, classes: 1 },
			{ from: 3, to: 3, classes: 1 },
			{ from: 4, to: 4, classes: 1 },
			{ from: 5, to: 9, classes: 2 },
			{ from: 10, to: 99, classes: 2 },
			{ from: 100, to: 999, classes: 2 },
			{ from: 1000, to: 9999, classes: 5 },
			{ from: 10_000, to: null, classes: 2 },
		]);
	});

	it("keep the beginnings of texts in memory until they fill 256 KiB", () => {
		const members = membersOf([]);
		// A record has 8 octets besides its texts. Pairs of 8 octets go to disk 1,024 at a time.
		for (let index = 0; index < 1024; ++index) members.add(octets("k".repeat(128)), 1, octets("d".repeat(120)));
		expect(members.length).toBe(1024 * 8);
		members.add(octets("k"), 1, octets("d"));
		expect(members.length).toBe(1024 * 8 + 1024 * 256);
		expect(members.summarize().sizes).toEqual([{ from: 1000, to: 9999, classes: 1 }]);
	});

	it("count classes whose kept lines are in different ranges of the least memory", () => {
		const lines = [1, 70_000, 5_000_000, 2 ** 31 - 2];
		const { sizes, largest } = membersOf(
			lines.map((line) => classOf(line, 3)),
			2 ** 16,
		).summarize();
		expect(sizes).toEqual([{ from: 3, to: 3, classes: 4 }]);
		expect(largest.map(({ kept }) => [kept.line, kept.text])).toEqual(lines.map((line) => [line, `k${line}`]));
	});

	it("add the records that another memory has made", () => {
		const members = membersOf([classOf(1, 2)]);
		// Two duplicates of line 7: one with a text of its own, one with that of the kept line.
		members.addRecords(Uint8Array.of(7, 0, 0, 0, 1, 0, 1, 0, 0x61, 0x62, 7, 0, 0, 0, 1, 0, 0xff, 0xff, 0x61));
		members.add(octets("k9"), 9, octets("d9"));
		const { sizes, largest } = members.summarize();
		expect(sizes).toEqual([
			{ from: 2, to: 2, classes: 2 },
			{ from: 3, to: 3, classes: 1 },
		]);
		expect(largest.map(({ kept }) => kept.line)).toEqual([7, 1, 9]);
		expect(largest[0]).toEqual({
			size: 3,
			kept: { line: 7, text: "a" },
			duplicates: [
				{ text: "b", count: 1 },
				{ text: "a", count: 1 },
			],
			others: 0,
		});
	});

	it("take so many octets on disk", () => {
		const members = membersOf([]);
		// A record of eight octets and both texts, which waits until others are added.
		members.addRecords(Uint8Array.of(7, 0, 0, 0, 1, 0, 1, 0, 0x61, 0x62));
		expect(members.length).toBeGreaterThanOrEqual(10);
	});
});

describe("the largest classes", () => {
	it("are twenty, the greatest first, and equal ones in the order of their lines", () => {
		const classes = Array.from({ length: 25 }, (_, index) => classOf(index + 1, 2 + (index % 3)));
		const { largest } = membersOf(classes).summarize();
		const expected = classes.map(([line, , dropped]) => [dropped.length + 1, line] as const);
		expected.sort(([a, first], [b, second]) => b - a || first - second);
		expect(largest.map(({ size, kept }) => [size, kept.line])).toEqual(expected.slice(0, 20));
	});

	it("have the spellings that come most often, at most twenty", () => {
		const spellings = Array.from({ length: 22 }, (_, index) => new Array<string>(index === 5 ? 3 : 1).fill(`s${index}`)).flat();
		const [large] = membersOf([[3, "kept", spellings]]).summarize().largest;
		expect(large?.size).toBe(25);
		expect(large?.kept).toEqual({ line: 3, text: "kept" });
		const shown = [5, ...Array.from({ length: 22 }, (_, index) => index).filter((index) => index !== 5)].slice(0, 20);
		expect(large?.duplicates).toEqual(shown.map((index) => ({ text: `s${index}`, count: index === 5 ? 3 : 1 })));
		expect(large?.others).toBe(2);
	});

	it("are read up to a thousand duplicates", () => {
		for (const count of [999, 1000, 1001]) {
			const [large] = membersOf([classOf(1, count + 1)]).summarize().largest;
			expect(large).toEqual({
				size: count + 1,
				kept: { line: 1, text: "k1" },
				duplicates: [{ text: "d1", count: Math.min(count, 1000) }],
				others: Math.max(0, count - 1000),
			});
		}
	});

	it("keep spellings apart whose octets are not UTF-8", () => {
		const members = new ClassMembers(tmpdir(), MEMORY);
		for (const octet of [0xff, 0xfe, 0xff]) members.add(octets("k"), 1, Uint8Array.of(octet));
		expect(members.summarize().largest[0]?.duplicates).toEqual([
			{ text: "\udcff", count: 2 },
			{ text: "\udcfe", count: 1 },
		]);
	});

	it("show the beginning of long lines", () => {
		const [large] = membersOf([[1, "k".repeat(1001), ["d".repeat(1000), "e".repeat(5000)]]]).summarize().largest;
		expect(large).toEqual({
			size: 3,
			kept: { line: 1, text: "k".repeat(1000), isCut: true },
			duplicates: [
				{ text: "d".repeat(1000), count: 1 },
				{ text: "e".repeat(1000), isCut: true, count: 1 },
			],
			others: 0,
		});
	});

	it("have all their members, however many octets they take on disk", () => {
		const texts = Array.from({ length: 900 }, (_, index) => `${index % 3}`.repeat(900 + (index % 7)));
		const members = membersOf([[1, "k".repeat(950), texts]]);
		members.add(octets("last"), 2, octets("one"));
		const { largest } = members.summarize();
		expect(members.length).toBeGreaterThan(900 * 1850);
		expect(largest.map(({ size }) => size)).toEqual([901, 2]);
		const sum = largest[0]?.duplicates.reduce((total, { count }) => total + count, largest[0].others);
		expect([sum, largest[0]?.duplicates.length]).toEqual([900, 20]);
		expect(largest[1]).toMatchObject({ kept: { line: 2, text: "last" }, duplicates: [{ text: "one", count: 1 }] });
	});
});
