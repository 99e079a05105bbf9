/**
 * A hostile host of two instances of a kernel: one in WebAssembly, one of the portable sources. Both get the same octets at the same
 * addresses and the same calls, and must give the same answers.
 *
 * ```
 *   memory   kernel │ gap ▒▒ area ▒▒▒ gap ▒▒▒▒ area ▒▒▒ … ▒▒▒▒ area │ margin
 *                        canaries between all areas      the last one may end where the memory does
 * ```
 *
 * A call may write to its areas and to nothing else above the kernel. The caller compares the contents of areas afterwards: octets
 * after a result are undefined.
 */
import { Limit } from "../../../../assembly/layout/addresses";
import { random } from "../../../../bench/lists/random.mjs";
import { type BasicFunctions, Kernel } from "../../../seams/kernels";

/** A fault of a kernel. */
export interface Fault {
	readonly what: string;
	readonly expected: string;
	readonly actual: string;
}

/** One of the two instances. */
export interface Side {
	readonly kernel: Kernel<BasicFunctions>;
	readonly octets: Uint8Array;
	run(name: string, ...words: number[]): number;
	word(address: number): number;
	setWord(address: number, value: number): void;
}

type Call = { readonly [name: string]: (...words: number[]) => number | boolean | undefined };
type Range = readonly [start: number, end: number];

const PAGE = 65536;
const CANARY = 0xa5;
/** Octets after the last area that are checked after each call. After one call in `WHOLE`, all are. */
const NEAR = 8192;
const WHOLE = 64;
/** Octets after an input, which change any result that depends on them. */
const AFTER = [CANARY, 0x31, 0x25, 0x2f, 0x0a, 0x00, 0x22];

/** Two instances of one kernel. */
export class KernelPair {
	/** The random numbers of the current calls. */
	next: (limit: number) => number = random(0);
	/** Calls that were compared. */
	calls = 0;
	readonly faults: Fault[] = [];
	readonly #kernels: readonly [Kernel<BasicFunctions>, Kernel<BasicFunctions>];
	readonly #heap: number;
	readonly #canaries: Uint8Array;
	#at = 0;
	#filled: number;
	#areas: Range[] = [];
	#scenes = 0;

	/**
	 * `pages`: of the memory after `base`, where its areas begin at the earliest. `portable`: a new instance of the JavaScript engine.
	 * Pages before the areas that are not the kernel's stay untouched, so that they take no memory.
	 */
	constructor(octets: Uint8Array<ArrayBuffer>, portable: Kernel<BasicFunctions>, pages: number, base = 0) {
		const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(octets)).exports;
		const wasm = new Kernel("wasm", functions as unknown as BasicFunctions, memory as WebAssembly.Memory);
		this.#kernels = [portable, wasm];
		for (const kernel of this.#kernels) kernel.reserve(base + pages * PAGE);
		this.#heap = Math.max(base, ...this.#kernels.map(({ call }) => call.heapBase()));
		this.#canaries = new Uint8Array(this.size - this.#heap).fill(CANARY);
		this.#filled = this.size;
	}

	/** Octets of the memory. */
	get size(): number {
		return (this.#kernels[0] as Kernel<BasicFunctions>).octets.length;
	}

	/** The memory of the portable instance, for reading. */
	get octets(): Uint8Array {
		return this.#kernels[0].octets;
	}

	/** Forgets all areas. What follows depends on the seed. */
	begin(seed: number): void {
		this.next = random(seed);
		for (const { octets } of this.#kernels) octets.fill(CANARY, this.#heap, this.#filled);
		this.#filled = this.size;
		this.#areas = [];
		this.#at = this.#heap + this.next(100);
	}

	/** Adds pages to both memories. They belong to the last area. */
	grow(pages: number): void {
		const { size } = this;
		for (const kernel of this.#kernels) kernel.reserve(size + pages * PAGE);
		this.#areas.push([size, this.size]);
		this.#at = this.size;
	}

	/** An area of `size` octets, at any address or a multiple of `alignment`. */
	area(size: number, alignment = 1): number {
		return this.#areaAt(Math.ceil((this.#at + this.next(80)) / alignment) * alignment, size);
	}

	/** An area whose margin ends with the memory. No other can follow. */
	lastArea(size: number, alignment = 1): number {
		return this.#areaAt(Math.floor((this.size - Limit.MARGIN - size) / alignment) * alignment, size);
	}

	#areaAt(start: number, size: number): number {
		if (start < this.#at || start + size + Limit.MARGIN > this.size) throw new RangeError(`No room for ${size} octets.`);
		this.#areas.push([start, start + size]);
		this.#at = start + size + Limit.MARGIN;
		return start;
	}

	/** An area with octets. Those after it may be read and overwritten. */
	put(octets: Uint8Array, alignment = 1): Range {
		return this.#fill(octets, this.area(octets.length + Limit.MARGIN, alignment));
	}

	/** The same at the end of the memory, before a margin. */
	putLast(octets: Uint8Array): Range {
		const start = this.size - octets.length - Limit.MARGIN;
		this.#areas.push([start, this.size]);
		if (start < this.#at) throw new RangeError(`No room for ${octets.length} octets.`);
		this.#at = this.size;
		return this.#fill(octets, start);
	}

	#fill(octets: Uint8Array, start: number): Range {
		const end = start + octets.length;
		const after = this.of(AFTER);
		for (const kernel of this.#kernels) {
			kernel.octets.set(octets, start);
			kernel.octets.fill(after, end, end + Limit.MARGIN);
		}
		return [start, end];
	}

	/** Makes an area of zeros from an address to the end of the memory. */
	zero(start: number): void {
		for (const { octets } of this.#kernels) octets.fill(0, start);
		this.#areas.push([start, this.size]);
		this.#at = this.size;
	}

	/** Overwrites octets of an area. */
	set(address: number, octets: Uint8Array): void {
		for (const kernel of this.#kernels) kernel.octets.set(octets, address);
	}

	word(address: number): number {
		return this.#kernels[0].words[address >> 2] as number;
	}

	setWord(address: number, value: number): void {
		for (const { words } of this.#kernels) words[address >> 2] = value;
	}

	/** Overwrites words, each at an offset from an address. */
	setWords(address: number, words: readonly (readonly [offset: number, value: number])[]): void {
		for (const [offset, value] of words) this.setWord(address + offset, value);
	}

	/** An area with words. */
	putWords(words: readonly number[]): number {
		const start = this.area(4 * words.length, 4);
		for (const [index, word] of words.entries()) this.setWord(start + 4 * index, word);
		return start;
	}

	of<Value>(values: readonly Value[]): Value {
		return values[this.next(values.length)] as Value;
	}

	/** Random octets. */
	random(length: number): Uint8Array {
		return Uint8Array.from({ length }, () => this.next(256));
	}

	/** Calls a function of both instances. Returns the result of the portable one. */
	run(name: string, ...words: number[]): number {
		++this.calls;
		const [expected, actual] = this.#kernels.map(({ call }) => Number((call as unknown as Call)[name]?.(...words) ?? 0));
		this.expect(name, expected, actual);
		return expected as number;
	}

	/**
	 * Does something with each instance by itself, and compares the results: for calls that may stop at different places, since which
	 * lines the fast paths take depends on the engine.
	 */
	each(what: string, play: (side: Side) => string): void {
		const [expected, actual] = this.#kernels.map((kernel) => play(sideOf(kernel, () => ++this.calls))) as [string, string];
		if (expected === actual) return;
		const at = Math.max(0, [...expected].findIndex((character, index) => character !== actual[index]) - 20);
		this.expect(`${what}, from character ${at} on`, expected.slice(at, at + 80), actual.slice(at, at + 80));
	}

	/** Compares the contents of the area [start, end). */
	same(what: string, start: number, end: number): void {
		const [expected, actual] = this.#kernels.map(({ octets }) => octets.subarray(start, end)) as [Uint8Array, Uint8Array];
		if (Buffer.compare(expected, actual) === 0) return;
		const at = expected.findIndex((octet, index) => octet !== actual[index]);
		const shown = (octets: Uint8Array) => Buffer.from(octets.subarray(Math.max(0, at - 20), at + 60)).toString("latin1");
		this.expect(`${what}, from octet ${Math.max(0, at - 20)} on`, shown(expected), shown(actual));
	}

	/** Compares words of the kernel. */
	sameWords(what: string, address: number, ...offsets: number[]): void {
		for (const offset of offsets) this.same(`${what} ${offset}`, address + offset, address + offset + 4);
	}

	expect(what: string, expected: unknown, actual: unknown): void {
		if (expected !== actual) this.faults.push({ what, expected: String(expected), actual: String(actual) });
	}

	/** Looks for canaries that are gone, after the calls on these areas. */
	finish(): void {
		const to =
			++this.#scenes % WHOLE === 0 || this.#at > this.#heap + this.#canaries.length
				? this.size
				: Math.min(this.size, this.#at + NEAR);
		this.#filled = to;
		for (const { engine, octets } of this.#kernels) {
			let at = this.#heap;
			for (const [start, end] of [...this.#areas, [to, to] as const]) {
				const canaries = this.#canaries.subarray(at - this.#heap, start - this.#heap);
				if (start > at && Buffer.compare(octets.subarray(at, start), canaries) !== 0) {
					const found = octets.subarray(at, start).findIndex((octet) => octet !== CANARY);
					this.expect(`canaries, ${engine}`, "all", `${at + found - start} octets from ${start}`);
				}
				at = end;
			}
		}
	}
}

function sideOf(kernel: Kernel<BasicFunctions>, count: () => void): Side {
	const { call, octets, words } = kernel;
	return {
		kernel,
		octets,
		run(name, ...args) {
			count();
			return Number((call as unknown as Call)[name]?.(...args) ?? 0);
		},
		word: (address) => words[address >> 2] as number,
		setWord(address, value) {
			words[address >> 2] = value;
		},
	};
}
