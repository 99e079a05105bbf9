/** The set of fingerprints, under every engine. */
import { describe, expect, it } from "vitest";
import { FRESH, SeenTable } from "../src/engine/seen-table";
import { createKernel } from "../src/engine/select";
import { UriError } from "../src/index";
import { describeEngines } from "./engines";

/** `count` fingerprints that look random and are not: from `first` on, always the same. */
function fingerprints(first: number, count: number): Uint8Array {
	const words = new Uint32Array(4 * count);
	for (let index = 0; index < words.length; ++index) words[index] = scramble(4 * first + index + 1);
	return new Uint8Array(words.buffer);
}

function scramble(value: number): number {
	const mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
	const more = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
	return more ^ (more >>> 16);
}

describeEngines("seen", (engine) => {
	const table = (numbered = false, capacity = 0) => new SeenTable(createKernel(engine), numbered, capacity);

	it("tells fresh fingerprints from those that it has", () => {
		const set = table();
		expect([...set.add(fingerprints(0, 3))]).toEqual([FRESH, FRESH, FRESH]);
		expect([...set.add(fingerprints(1, 3))]).toEqual([0, 0, FRESH]);
		expect(set.count).toBe(4);
		expect(set.has(fingerprints(3, 1))).toBe(true);
		expect(set.has(fingerprints(4, 1))).toBe(false);
	});

	it("finds equal ones within one batch", () => {
		const one = fingerprints(7, 1);
		expect([...table(true).add(Uint8Array.from([...one, ...one, ...fingerprints(8, 1), ...one]))]).toEqual([FRESH, 0, FRESH, 0]);
	});

	it("compares all 128 bits", () => {
		const set = table();
		const one = fingerprints(0, 1);
		set.add(one);
		for (let bit = 0; bit < 128; ++bit) {
			const other = one.slice();
			other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
			expect(set.has(other)).toBe(false);
		}
	});

	it("never has the fingerprint of a rejected line, which is zeros", () => {
		const set = table();
		expect([...set.add(new Uint8Array(32))]).toEqual([0, 0]);
		expect(set.has(new Uint8Array(16))).toBe(false);
		expect(set.count).toBe(0);
	});

	it("tells how-manieth a fingerprint was, in a numbered set, through every division of its pages", () => {
		const set = table(true);
		for (let first = 0; first < 40000; first += 8000) set.add(fingerprints(first, 8000));
		for (let first = 0; first < 40000; first += 10000) {
			const marks = set.add(fingerprints(first, 10000));
			expect([...marks]).toEqual(Array.from({ length: 10000 }, (_, index) => first + index));
		}
	});

	it("grows by pages, takes at most 40 octets a fingerprint, and loses none", () => {
		const set = table();
		const count = 200000;
		for (let first = 0; first < count; first += 10000) {
			set.add(fingerprints(first, 10000));
			expect(set.count).toBe(first + 10000);
			// Beside the directory, notes and the spare page, which are 9 pages whatever the size, and the two first pages.
			expect(set.byteLength - 11 * 65536).toBeLessThan(40 * set.count);
		}
		for (let first = 0; first < count; first += 10000) expect(new Set(set.add(fingerprints(first, 10000)))).toEqual(new Set([0]));
		expect(set.has(fingerprints(count, 1))).toBe(false);
		expect(set.byteLength).toBeGreaterThan(16 * count);
	});

	it("hands out every fingerprint exactly once", () => {
		const set = table();
		set.add(fingerprints(0, 12345));
		const words = new Set<string>();
		let octets = 0;
		for (const chunk of set.fingerprints()) {
			octets += chunk.length;
			for (let at = 0; at < chunk.length; at += 16) words.add(Buffer.from(chunk.subarray(at, at + 16)).toString("hex"));
		}
		expect(octets).toBe(16 * 12345);
		expect(words.size).toBe(12345);
		expect(words.has(Buffer.from(fingerprints(77, 1)).toString("hex"))).toBe(true);
	});

	it("hands out nothing when it is empty", () => {
		expect([...table().fingerprints()].reduce((sum, chunk) => sum + chunk.length, 0)).toBe(0);
	});

	it("says that it is full when fingerprints that are not random leave it no choice, and stays usable", () => {
		const set = table();
		const same = new Uint32Array(4 * 5000);
		for (let index = 0; index < 5000; ++index) same.set([0x12345678, scramble(index), index, 1], 4 * index);
		const attempt = () => set.add(new Uint8Array(same.buffer));
		expect(attempt).toThrow(UriError);
		expect(attempt).toThrow(/^The set is full at 34\d\d fingerprints/);
		expect(set.has(new Uint8Array(same.buffer, 0, 16))).toBe(true);
		expect([...set.add(fingerprints(0, 1))]).toEqual([FRESH]);
	});

	it("makes room at once for the number that is expected", () => {
		const kernel = createKernel(engine);
		const set = new SeenTable(kernel, false, 100000);
		const before = kernel.octets.length;
		for (let first = 0; first < 100000; first += 10000) set.add(fingerprints(first, 10000));
		expect(kernel.octets.length).toBe(before);
	});
});

describe("seen", () => {
	it("has no more fingerprints than its memory can hold, and says so", () => {
		const kernel = createKernel("js");
		const set = new SeenTable(kernel, false);
		kernel.reserve = () => {
			throw new RangeError("no more");
		};
		expect(() => {
			for (let first = 0; ; first += 10000) set.add(fingerprints(first, 10000));
		}).toThrow(/^The set is full at \d+ fingerprints: its memory cannot grow any further\.$/);
	});
});
