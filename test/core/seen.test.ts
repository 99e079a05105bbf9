/** The set of fingerprints, on every engine. */
import { describe, expect, it } from "vitest";
import { ABSENT, Address, SeenSet as Field } from "../../assembly/layout/addresses";
import { Pages } from "../../assembly/seen/seen";
import { Page } from "../../assembly/seen/seen-page";
import type { Engine, Kernel } from "../../src/engine/kernel";
import { NumberList } from "../../src/engine/number-list";
import { Ordinals } from "../../src/engine/ordinals";
import { FRESH } from "../../src/engine/seen-table";
import { SeenTables } from "../../src/engine/seen-tables";
import { createKernel, engine as defaultEngine } from "../../src/engine/select";
import { UriError } from "../../src/index";
import { describeEngines } from "../support/engines";
import { runsLargest, sizeOn } from "../support/extent";

/** `count` deterministic fingerprints that look random, starting at number `first`. */
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

/** A deterministic generator of non-negative integers that look random. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x9e3779b9) | 0;
		return scramble(state) >>> 1;
	};
}

describeEngines("seen", (engine) => {
	const table = (numbered = false) =>
		new SeenTables(() => createKernel(engine), { ordinals: numbered ? new Ordinals() : undefined });

	it("distinguishes fresh fingerprints from known ones", () => {
		const set = table();
		expect([...set.add(fingerprints(0, 3))]).toEqual([FRESH, FRESH, FRESH]);
		expect([...set.add(fingerprints(1, 3))]).toEqual([0, 0, FRESH]);
		expect(set.count).toBe(4);
		expect(set.has(fingerprints(3, 1))).toBe(true);
		expect(set.has(fingerprints(4, 1))).toBe(false);
	});

	it("finds duplicates within one batch", () => {
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

	it("never contains the all-zero fingerprint of a rejected line", () => {
		const set = table();
		expect([...set.add(new Uint8Array(32))]).toEqual([0, 0]);
		expect(set.has(new Uint8Array(16))).toBe(false);
		expect(set.count).toBe(0);
	});

	it("contains a fingerprint of which one bit alone is not zero", () => {
		const set = table();
		const ones = Array.from({ length: 16 }, (_, at) => Uint8Array.from({ length: 16 }, (_each, octet) => (octet === at ? 1 : 0)));
		expect(ones.map((one) => [set.has(one), ...set.add(one), set.has(one)])).toEqual(Array(16).fill([false, FRESH, true]));
		expect(set.count).toBe(16);
	});

	it("copies no more fingerprints in one call than it is asked for", () => {
		const kernel = createKernel(engine);
		const base = (Math.ceil(kernel.call.heapBase() / Page.SIZE) + 1) * Page.SIZE;
		kernel.reserve(base + (Pages.LEADING + Pages.FIRST) * Page.SIZE);
		const [from, marks, to, max, count] = [base - 4096, base - 3072, base - 2048, 4, 10];
		kernel.call.seenCreate(base, 0);
		kernel.octets.set(fingerprints(0, count), from);
		kernel.call.seenAdd(from, count, marks);
		const copied: string[] = [];
		for (let position = 0; position !== ABSENT; ) {
			kernel.octets.fill(7, to, to + 1024);
			position = kernel.call.seenCopy(position, to, max);
			const end = to + 16 * (kernel.words[(Address.SEEN_SET + Field.COPIED) >> 2] as number);
			copied.push(...(Buffer.from(kernel.octets.slice(to, end)).toString("hex").match(/.{32}/g) ?? []));
			expect(kernel.octets.subarray(to + 16 * max, to + 1024)).toEqual(new Uint8Array(1024 - 16 * max).fill(7));
		}
		expect(copied.sort()).toEqual(Buffer.from(fingerprints(0, count)).toString("hex").match(/.{32}/g)?.sort());
	});

	it("returns the ordinal of each known fingerprint, across page splits", () => {
		const set = table(true);
		for (let first = 0; first < 40000; first += 8000) set.add(fingerprints(first, 8000));
		for (let first = 0; first < 40000; first += 10000) {
			const marks = set.add(fingerprints(first, 10000));
			expect([...marks]).toEqual(Array.from({ length: 10000 }, (_, index) => first + index));
		}
	});

	it("grows by pages, takes at most 40 octets per fingerprint, and loses none", () => {
		const set = table();
		const count = 200000;
		for (let first = 0; first < count; first += 10000) {
			set.add(fingerprints(first, 10000));
			expect(set.count).toBe(first + 10000);
			// Not counted: the directory, page headers and spare page (9 pages at any size), and the first two pages.
			expect(set.byteLength - 11 * 65536).toBeLessThan(40 * set.count);
		}
		for (let first = 0; first < count; first += 10000) expect(new Set(set.add(fingerprints(first, 10000)))).toEqual(new Set([0]));
		expect(set.has(fingerprints(count, 1))).toBe(false);
		expect(set.byteLength).toBeGreaterThan(16 * count);
	});

	it("iterates over every fingerprint exactly once", () => {
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

	it("iterates over nothing when empty", () => {
		expect([...table().fingerprints()].reduce((sum, chunk) => sum + chunk.length, 0)).toBe(0);
	});

	it("throws set-full when a page cannot be split further, and stays usable", () => {
		const set = table();
		const same = new Uint32Array(4 * 5000);
		for (let index = 0; index < 5000; ++index) same.set([0x12345678, scramble(index), index, 1], 4 * index);
		const attempt = () => set.add(new Uint8Array(same.buffer));
		expect(attempt).toThrow(UriError);
		expect(attempt).toThrow(/^The set is full at 34\d\d fingerprints/);
		expect(set.has(new Uint8Array(same.buffer, 0, 16))).toBe(true);
		expect([...set.add(fingerprints(0, 1))]).toEqual([FRESH]);
	});

	it("begins with pages for the expected capacity: at most 24 octets for each", () => {
		// The JavaScript engine has 64 MiB at most.
		for (let capacity = 100000; capacity < (engine === "js" ? 3e6 : 11e6); capacity = Math.ceil(1.37 * capacity)) {
			for (const numbered of [false, true]) {
				const set = new SeenTables(() => createKernel(engine), { capacity, ordinals: numbered ? new Ordinals() : undefined });
				// Not counted: the directory, page headers and spare page, 9 pages at any size.
				const octets = (set.byteLength - 9 * 65536) / capacity;
				expect(octets).toBeGreaterThan(16);
				expect(octets).toBeLessThan(numbered ? 28 : 22);
				if (capacity >= 150000 && !numbered) expect(set.byteLength / capacity).toBeLessThan(24);
			}
		}
	});

	if (runsLargest(engine))
		it("takes at most 24 octets for each of the expected fingerprints once they are there", () => {
			const count = 400000;
			const set = new SeenTables(() => createKernel(engine), { capacity: count });
			for (let first = 0; first < count; first += 10000) set.add(fingerprints(first, 10000));
			expect(set.count).toBe(count);
			expect(set.byteLength).toBeLessThan(24 * count);
			for (let first = 0; first < count; first += 10000)
				expect(new Set(set.add(fingerprints(first, 10000)))).toEqual(new Set([0]));
		});

	it("allocates the expected capacity at once", () => {
		const kernel = createKernel(engine);
		const set = new SeenTables(() => kernel, { capacity: 100000 });
		const before = kernel.octets.length;
		for (let first = 0; first < 100000; first += 10000) set.add(fingerprints(first, 10000));
		expect(kernel.octets.length).toBe(before);
	});
});

/** A set of small tables, compared with a Map. */
class Compared {
	readonly set: SeenTables;
	readonly #numbered: boolean;
	readonly #numbers = new Map<number, number>();
	kernels = 0;

	constructor(engine: Engine, numbered: boolean, maxPages: number, capacity?: number) {
		const create = () => {
			++this.kernels;
			return createKernel(engine);
		};
		this.set = new SeenTables(create, { ordinals: numbered ? new Ordinals() : undefined, maxPages, capacity });
		this.#numbered = numbered;
	}

	/** Adds the fingerprints of these numbers in one batch and checks their marks. */
	add(names: readonly number[]): void {
		const octets = Buffer.concat(names.map((name) => fingerprints(name, 1)));
		const expected = names.map((name) => {
			const number = this.#numbers.get(name);
			if (number === undefined) this.#numbers.set(name, this.#numbers.size);
			return number === undefined ? FRESH : this.#numbered ? number : 0;
		});
		expect(Buffer.from(Int32Array.from(this.set.add(octets)).buffer).equals(Buffer.from(Int32Array.from(expected).buffer))).toBe(
			true,
		);
	}

	expectAll(): void {
		const names = [...this.#numbers.keys()];
		expect(this.set.count).toBe(names.length);
		const all = new Set<string>();
		let octets = 0;
		for (const chunk of this.set.fingerprints()) {
			octets += chunk.length;
			for (let at = 0; at < chunk.length; at += 16) all.add(Buffer.from(chunk.subarray(at, at + 16)).toString("hex"));
		}
		expect(octets).toBe(16 * names.length);
		expect(names.filter((name) => !all.has(Buffer.from(fingerprints(name, 1)).toString("hex")))).toEqual([]);
		expect(names.filter((name) => name % 97 === 0 && !this.set.has(fingerprints(name, 1)))).toEqual([]);
		for (let absent = -500; absent < 0; ++absent) expect(this.set.has(fingerprints(absent, 1))).toBe(false);
	}
}

describeEngines("seen, over several tables", (engine) => {
	it.each([
		["marks", false, 2],
		["numbers", true, 3],
	])("returns the same %s as a single table", (_, numbered, maxPages) => {
		const compared = new Compared(engine, numbered, maxPages);
		const random = randomFrom(numbered ? 1 : 2);
		for (let batch = 0; batch < sizeOn(engine, 40, 20); ++batch) {
			// Fewer and fewer of them are new; some are twice in a batch.
			compared.add(Array.from({ length: 100 + (random() % 6000) }, () => random() % 100000));
		}
		expect(compared.kernels).toBeGreaterThan(6);
		compared.expectAll();
	});

	if (runsLargest(engine))
		it("works with dozens of tables", () => {
			const compared = new Compared(engine, true, 2);
			for (let first = 0; first < 160000; first += 16000)
				compared.add(Array.from({ length: 16000 }, (_, index) => first + index));
			compared.add(Array.from({ length: 16000 }, (_, index) => 10 * index));
			expect(compared.kernels).toBeGreaterThan(24);
			compared.expectAll();
		});

	it("starts another table within the first batch and continues the ordinals", () => {
		const set = new SeenTables(() => createKernel(engine), { ordinals: new Ordinals(), maxPages: 2 });
		const batch = new Uint8Array(16 * 8002);
		batch.set(fingerprints(0, 8000), 16);
		expect([...set.add(batch)]).toEqual([0, ...new Array(8000).fill(FRESH), 0]);
		expect([...set.add(fingerprints(0, 8001))]).toEqual([...Array.from({ length: 8000 }, (_, index) => index), FRESH]);
	});

	it("creates no second table while the first has room, whatever the capacity", () => {
		const compared = new Compared(engine, false, 4, 1e9);
		for (let first = 0; first < 9000; first += 1000) compared.add(Array.from({ length: 1000 }, (_, index) => first + index));
		expect(compared.kernels).toBe(1);
	});

	it.each([
		["marks", false],
		["numbers", true],
	])("returns the same %s after it outgrew its capacity", (_, numbered) => {
		const compared = new Compared(engine, numbered, 1000, 22000);
		const random = randomFrom(numbered ? 3 : 4);
		for (let batch = 0; batch < sizeOn(engine, 40, 20); ++batch) {
			compared.add(Array.from({ length: 100 + (random() % 6000) }, () => random() % 150000));
		}
		expect(compared.kernels).toBe(1);
		compared.expectAll();
	});

	it("fills a table that cannot grow before it creates another", () => {
		const compared = new Compared(engine, false, 4);
		for (let first = 0; first < 13000; first += 1000) compared.add(Array.from({ length: 1000 }, (_, index) => first + index));
		expect(compared.kernels).toBe(1);
		for (let first = 13000; first < 30000; first += 1000) compared.add(Array.from({ length: 1000 }, (_, index) => first + index));
		expect(compared.kernels).toBe(3);
		expect(compared.set.byteLength).toBeLessThanOrEqual(3 * (9 + 4) * 65536);
	});

	it("can be copied into another set", () => {
		const [one, other] = [new Compared(engine, false, 2), new SeenTables(() => createKernel(engine), { maxPages: 3 })];
		for (let first = 0; first < 30000; first += 10000) one.add(Array.from({ length: 10000 }, (_, index) => first + index));
		for (const chunk of one.set.fingerprints()) other.add(chunk);
		for (const chunk of one.set.fingerprints()) one.set.add(chunk);
		expect([one.set.count, other.count]).toEqual([30000, 30000]);
		expect(other.has(fingerprints(29999, 1))).toBe(true);
	});

	it("throws set-full when another table cannot be allocated, and stays usable", () => {
		let kernels = 0;
		const create = () => {
			if (++kernels > 3) throw new RangeError("no more");
			return createKernel(engine);
		};
		const set = new SeenTables(create, { ordinals: new Ordinals(), maxPages: 2 });
		const added = () => {
			for (let first = 0; ; first += 1000) set.add(fingerprints(first, 1000));
		};
		expect(added).toThrow(/^The set is full at \d+ fingerprints\.$/);
		const { count } = set;
		expect(kernels).toBe(4);
		expect(count).toBeGreaterThan(3 * 5000);
		expect([...set.add(fingerprints(0, 15000))]).toEqual(Array.from({ length: 15000 }, (_, index) => index));
		expect([...set.fingerprints()].reduce((sum, chunk) => sum + chunk.length, 0)).toBe(16 * count);
	});
});

describe("seen", () => {
	it("throws set-full when the first table cannot be allocated", () => {
		const refuse = () => {
			throw new RangeError("no more");
		};
		expect(() => new SeenTables(refuse)).toThrow(/^The set is full at 0 fingerprints/);
		expect(() => new SeenTables(() => JSON.parse("-"))).toThrow(SyntaxError);
	});

	it("throws set-full when its memory cannot grow", () => {
		const kernel = createKernel("js");
		const set = new SeenTables(() => kernel);
		kernel.reserve = () => {
			throw new RangeError("no more");
		};
		expect(() => {
			for (let first = 0; ; first += 10000) set.add(fingerprints(first, 10000));
		}).toThrow(/^The set is full at \d+ fingerprints\.$/);
	});

	it("continues in another memory when one stops growing, but only after a full share", () => {
		const kernels: Kernel[] = [];
		const create = () => {
			const kernel = createKernel(defaultEngine);
			const { reserve } = kernel;
			kernel.reserve = (end) => {
				if (end > (kernels[0] === kernel ? 1100 : 60) * 65536) throw new RangeError("no more");
				reserve.call(kernel, end);
			};
			kernels.push(kernel);
			return kernel;
		};
		const set = new SeenTables(create);
		// 1,024 pages of 4,096 slots, filled to at most 27/32.
		const most = (1024 * 4096 * 27) / 32;
		for (let first = 0; first < most; first += 16000) set.add(fingerprints(first, 16000));
		const more = () => {
			for (let first = most; ; first += 16000) set.add(fingerprints(first, 16000));
		};
		expect(more).toThrow(/^The set is full at \d+ fingerprints/);
		expect(kernels.length).toBe(3);
		expect(kernels.map(({ octets }) => octets.length / 65536).map((pages) => pages > 1000)).toEqual([true, false, false]);
		expect(set.has(fingerprints(0, 1))).toBe(true);
	});

	it("indexes number lists of more than one piece", () => {
		const list = new NumberList();
		for (let index = 0; index < 140000; ++index) list.push(index * 2 ** 32);
		expect(list.length).toBe(140000);
		expect([0, 65535, 65536, 131072, 139999].map((index) => list.at(index) / 2 ** 32)).toEqual([0, 65535, 65536, 131072, 139999]);
	});
});
