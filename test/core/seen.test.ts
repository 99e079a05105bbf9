/** The set of fingerprints: what it holds, and the memory that it takes. Under every engine. */

import { SeenSet } from "urlsieve";
import { afterEach, expect, it, vi } from "vitest";
import { ABSENT, Address, SeenSet as Field, REFUSED } from "../../assembly/layout/addresses";
import { Status } from "../../assembly/layout/status";
import { Pages } from "../../assembly/seen/seen";
import { Page } from "../../assembly/seen/seen-page";
import { createKernel, type Engine } from "../seams/kernels";
import { describeEngines, hasWasm, normalizerOn } from "../support/engines";
import { sizeOn } from "../support/extent";
import { longIt } from "../support/long-it";

/** `count` fingerprints that look random, from number `first` on. */
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

/** A set in the memory of a kernel, which has room for `pages` pages of fingerprints. */
function tableOn(engine: Engine, isNumbered = 0, pages: number = Pages.FIRST) {
	const kernel = createKernel(engine);
	const from = Math.ceil(kernel.call.heapBase() / 16) * 16;
	const marks = from + 16 * 16384;
	const base = Math.ceil((marks + 4 * 16384) / Page.SIZE) * Page.SIZE;
	kernel.reserve(base + (Pages.LEADING + pages) * Page.SIZE);
	kernel.call.seenCreate(base, isNumbered);
	kernel.words[(Address.SEEN_SET + Field.END_PAGE) >> 2] = base / Page.SIZE + Pages.LEADING + pages;
	const field = (name: Field) => kernel.words[(Address.SEEN_SET + name) >> 2] as number;
	return {
		kernel,
		from,
		field,
		/** The mark of each fingerprint. */
		add(octets: Uint8Array): number[] {
			kernel.octets.set(octets, from);
			const count = octets.length / 16;
			expect(kernel.call.seenAdd(from, count, marks)).toBe(count);
			return [...kernel.words.subarray(marks >> 2, (marks >> 2) + count)];
		},
		has(octets: Uint8Array): boolean {
			kernel.octets.set(octets, from);
			return kernel.call.seenFind(from) !== ABSENT;
		},
	};
}

describeEngines("a table of fingerprints", (engine) => {
	it.each([
		[0, -Status.NEEDS_MEMORY],
		[10, -Status.NEEDS_MEMORY],
		[11, Status.OK],
	])("needs 704 KiB, of which two pages are for fingerprints: in %i pages, its status is %i", (pages, status) => {
		const kernel = createKernel(engine);
		const base = kernel.octets.length;
		kernel.reserve(base + pages * Page.SIZE);
		expect(kernel.call.seenCreate(base, 0)).toBe(status);
	});

	it("compares all 128 bits", () => {
		const table = tableOn(engine);
		const one = fingerprints(0, 1);
		expect(table.add(Uint8Array.from([...one, ...one]))).toEqual([ABSENT, 0]);
		for (let bit = 0; bit < 128; ++bit) {
			const other = one.slice();
			other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
			expect(table.has(other)).toBe(false);
		}
	});

	it("never contains the all-zero fingerprint of a rejected line, and each that differs from it in one bit", () => {
		const table = tableOn(engine);
		expect(table.add(new Uint8Array(32))).toEqual([0, 0]);
		expect([table.has(new Uint8Array(16)), table.field(Field.COUNT)]).toEqual([false, 0]);
		const ones = Array.from({ length: 16 }, (_, at) => new Uint8Array(16).fill(1, at, at + 1));
		expect(ones.map((one) => [table.has(one), ...table.add(one), table.has(one)])).toEqual(Array(16).fill([false, ABSENT, true]));
	});

	it("returns 0 for each known fingerprint of a set without ordinals", () => {
		const table = tableOn(engine, 0, 40);
		for (let first = 0; first < 40000; first += 8000) table.add(fingerprints(first, 8000));
		for (let first = 0; first < 40000; first += 10000) {
			expect(new Set(table.add(fingerprints(first, 10000)))).toEqual(new Set([0]));
		}
	});

	it("returns the ordinal of each known fingerprint, across splits of pages", () => {
		const table = tableOn(engine, 1, 40);
		for (let first = 0; first < 40000; first += 8000) table.add(fingerprints(first, 8000));
		for (let first = 0; first < 40000; first += 10000) {
			const ordinals = Array.from({ length: 10000 }, (_, index) => first + index);
			expect(table.add(fingerprints(first, 10000))).toEqual(ordinals);
		}
	});

	it("copies no more fingerprints in one call than it is asked for, and each once", () => {
		const { kernel, from: to, field, add } = tableOn(engine);
		const [max, count] = [4, 10];
		add(fingerprints(0, count));
		const copied: string[] = [];
		for (let position = 0; position !== ABSENT; ) {
			kernel.octets.fill(7, to, to + 1024);
			position = kernel.call.seenCopy(position, to, max);
			copied.push(
				...(Buffer.from(kernel.octets.slice(to, to + 16 * field(Field.COPIED)))
					.toString("hex")
					.match(/.{32}/g) ?? []),
			);
			expect(kernel.octets.subarray(to + 16 * max, to + 1024)).toEqual(new Uint8Array(1024 - 16 * max).fill(7));
		}
		expect(copied.sort()).toEqual(Buffer.from(fingerprints(0, count)).toString("hex").match(/.{32}/g)?.sort());
	});

	it("refuses fingerprints of a full page that cannot be split, and takes others", () => {
		const table = tableOn(engine, 0, 40);
		const same = new Uint32Array(4 * 5000);
		for (let index = 0; index < 5000; ++index) same.set([0x12345678, scramble(index), index, 1], 4 * index);
		const refused = table.add(new Uint8Array(same.buffer)).filter((mark) => mark === REFUSED).length;
		expect([refused, table.field(Field.REFUSED)]).toEqual([refused, refused]);
		expect(refused).toBeGreaterThan(1000);
		expect(table.has(new Uint8Array(same.buffer, 0, 16))).toBe(true);
		expect(table.add(fingerprints(0, 1))).toEqual([ABSENT]);
	});
});

/** Lines that differ, from number `first` on. */
const linesFrom = (first: number, count: number) =>
	new TextEncoder().encode(Array.from({ length: count }, (_, index) => `x:${first + index}\n`).join(""));

describeEngines("a set", (engine) => {
	afterEach(() => void vi.restoreAllMocks());

	longIt("takes at most 40 octets per fingerprint as it grows, and loses none", () => {
		const set = new SeenSet({ normalizer: normalizerOn(engine) });
		const count = 200000;
		for (let first = 0; first < count; first += 10000) {
			expect(set.addLines(linesFrom(first, 10000)).added).toBe(10000);
			// Not counted: what a set has at any size, and the first two pages.
			expect(set.byteLength - 11 * Page.SIZE).toBeLessThan(40 * set.size);
		}
		expect(set.addLines(linesFrom(0, count))).toMatchObject({ added: 0, duplicates: count });
	});

	it("takes at most 24 octets for each fingerprint that its capacity expects", () => {
		const capacity = sizeOn(engine, 400000, 100000);
		const set = new SeenSet({ normalizer: normalizerOn(engine), capacity });
		const before = set.byteLength;
		set.addLines(linesFrom(0, capacity));
		expect(set.size).toBe(capacity);
		expect(before / capacity).toBeGreaterThan(16);
		expect(set.byteLength - 9 * Page.SIZE).toBeLessThan(24 * capacity);
	});
});

longIt.runIf(hasWasm)("a set continues in another memory when one stops growing, but only after a full share", () => {
	let most = 1100 * Page.SIZE;
	const { grow } = WebAssembly.Memory.prototype;
	vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(function (this: WebAssembly.Memory, pages) {
		if (this.buffer.byteLength + pages * Page.SIZE > most) throw new RangeError("no more");
		return grow.call(this, pages);
	});
	const set = new SeenSet({ normalizer: normalizerOn("wasm") });
	const batch = 20_000;
	let count = 0;
	const add = (end: number) => {
		for (; count < end; count += batch) set.addLines(linesFrom(count, batch));
	};
	// More than fit into 1,100 pages of 4,096 slots, filled up to 27/32.
	add(4_000_000);
	most = 60 * Page.SIZE;
	expect(() => add(1e9)).toThrow(/^The set is full at \d+ fingerprints/);
	expect(set.size).toBeGreaterThan(count);
	expect(set.has("x:0")).toBe(true);
	vi.restoreAllMocks();
});
