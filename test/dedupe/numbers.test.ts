/** Lists and sets of numbers of a run, which grow without being copied, or wait in temporary files. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { Integers } from "../../src/dedupe/classes/integers";
import { NumberSet } from "../../src/dedupe/classes/number-set";
import { LINES_IN_OCTET, SharedMap } from "../../src/dedupe/passes/line-map";
import { LineNumbers } from "../../src/dedupe/passes/line-numbers";
import { Merges } from "../../src/dedupe/passes/merges";
import { NumberList, PIECE_SIZE } from "../../src/engine/number-list";

describe("a set of numbers", () => {
	it("has what was added, and none of its neighbours", () => {
		const numbers = [0, 7, 8, 2 ** 20 - 1, 2 ** 20, 3 * 2 ** 20 + 9, 2 ** 31, 2 ** 40 + 5];
		const set = new NumberSet();
		for (const number of numbers) expect(set.has(number)).toBe(false);
		for (const number of numbers) set.add(number);
		set.add(7);
		for (const number of numbers) {
			expect(set.has(number)).toBe(true);
			for (const other of [number - 1, number + 1, number + 8, number + 2 ** 20])
				if (other >= 0) expect([other, set.has(other)]).toEqual([other, numbers.includes(other)]);
		}
	});
});

describe.each([
	["numbers", () => new NumberList()],
	["integers", () => new Integers()],
])("a list of %s", (_, create) => {
	it("has each at its place, across pieces", () => {
		const list = create();
		expect(list.length).toBe(0);
		const count = 2 * PIECE_SIZE + 3;
		for (let index = 0; index < count; ++index) list.push(index * 3 - 5);
		expect(list.length).toBe(count);
		const places = [0, 1, PIECE_SIZE - 1, PIECE_SIZE, PIECE_SIZE + 1, 2 * PIECE_SIZE - 1, 2 * PIECE_SIZE, count - 1];
		expect(places.map((place) => list.at(place))).toEqual(places.map((place) => place * 3 - 5));
	});
});

describe("a list of numbers", () => {
	it("replaces any of them", () => {
		const list = new NumberList();
		for (let index = 0; index <= PIECE_SIZE; ++index) list.push(index);
		list.set(1, 2 ** 53 - 1);
		list.set(PIECE_SIZE, 0.5);
		expect([0, 1, 2, PIECE_SIZE - 1, PIECE_SIZE].map((at) => list.at(at))).toEqual([0, 2 ** 53 - 1, 2, PIECE_SIZE - 1, 0.5]);
	});
});

describe("a list of integers", () => {
	it("counts up to the greatest i32, and no further", () => {
		const list = new Integers();
		for (let index = 0; index <= PIECE_SIZE; ++index) list.push(2 ** 31 - 2);
		for (const at of [0, PIECE_SIZE]) {
			list.increment(at);
			expect(list.at(at)).toBe(2 ** 31 - 1);
			expect(() => list.increment(at)).toThrow(new RangeError("More than 2147483647 of one kind cannot be counted."));
			expect(list.at(at)).toBe(2 ** 31 - 1);
		}
		expect(list.at(1)).toBe(2 ** 31 - 2);
	});
});

describe("numbers of lines in a temporary file", () => {
	it.each([65_536, 2 ** 24])("are found in the order of lines, in %d octets of memory", (memory) => {
		const lines = 300_000;
		const numbers = new LineNumbers(tmpdir(), lines, memory);
		for (let line = lines; line > 0; line -= 7) numbers.set(line, line + 1);
		numbers.set(lines, 5);
		const found = Array.from({ length: lines + 1 }, (_, line) => numbers.of(line));
		const expected = found.map((_, line) => (line === lines ? 5 : line > 0 && (lines - line) % 7 === 0 ? line + 1 : 0));
		expect(found.findIndex((number, line) => number !== expected[line])).toBe(-1);
		expect(numbers.length).toBeGreaterThan(0);
		// Any order is right, only slower.
		expect([numbers.of(lines - 7), numbers.of(0), numbers.of(lines)]).toEqual([lines - 6, 0, 5]);
		numbers.close();
	});

	it("are those of lines that were kept in place of others", () => {
		const merges = new Merges(tmpdir(), 10, 65_536);
		merges.add(Int32Array.of(7, 2, 9, 0, 3, 1));
		merges.add(new Int32Array(0));
		expect([1, 2, 3, 7, 9, 10].map((line) => merges.keptFor(line))).toEqual([0, 0, 1, 2, 0, 0]);
		merges.close();
	});
});

describe("a map that threads share", () => {
	it("has two bits for each line, in whole words, and one line more", () => {
		expect([0, 15, 16, 31, 32].map((lines) => SharedMap.sizeFor(lines))).toEqual([4, 4, 8, 8, 12]);
	});

	it("has all lines from the start", () => {
		const memory = new SharedArrayBuffer(SharedMap.sizeFor(20));
		new Uint8Array(memory).set([1, 2, 3, 4, 5, 6]);
		const map = new SharedMap(20, memory);
		map.fillMapNow();
		expect([map.lines, map.mapEnd, LINES_IN_OCTET]).toEqual([20, 20, 4]);
		expect([0, 3, 4, 19].map((line) => [map.mapFrom(line).octets[0], map.mapFrom(line).place])).toEqual([
			[1, 0],
			[1, 3],
			[2, 0],
			[5, 3],
		]);
	});
});
