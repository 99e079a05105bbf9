/** What a kernel is to the face: the functions of assembly/index.ts and one memory of their own. */

/** Which build of the kernel runs: Wasm with SIMD, Wasm without, or the same sources as JavaScript. */
export type Engine = "wasm-simd" | "wasm" | "js";

/** The functions that assembly/index.ts exports; addresses and counts are i32. */
export interface KernelFunctions {
	initialize(): void;
	heapBase(): number;
	hasSimd(): number;
	parse(options: number, start: number, end: number): number;
	normalize(options: number, start: number, end: number, to: number): number;
	setBase(resolution: number, start: number, end: number): number;
	resolve(start: number, end: number, to: number): number;
	normalizeLines(options: number, start: number, end: number, to: number, limit: number): number;
	spread(offsets: number, last: number, data: number, to: number): number;
	gather(lines: number, linesEnd: number, start: number, to: number, ends: number, shift: number): number;
	fingerprint(key: number, start: number, end: number, to: number): void;
	fingerprintLines(key: number, lines: number, count: number, from: number, to: number): void;
	writeFreshLines(lines: number, count: number, marks: number, output: number, to: number): number;
	writeFreshOriginals(lines: number, count: number, marks: number, input: number, output: number, to: number): number;
	seenCreate(base: number, numbered: number): number;
	seenAdd(fingerprints: number, count: number, marks: number): number;
	seenFind(fingerprint: number): number;
	seenCopy(position: number, to: number, most: number): number;
}

/** A memory that can grow, as WebAssembly.Memory is one. */
export interface KernelMemory {
	readonly buffer: ArrayBuffer;
	/** Adds pages of 64 KiB. Throws RangeError when there are no more. */
	grow(pages: number): void;
}

export const PAGE_SIZE = 65536;

/** What any kernel has in common: enough to give it a workspace. */
export type CommonFunctions = Pick<KernelFunctions, "initialize" | "heapBase" | "hasSimd" | "setBase">;

/** One instance of a kernel. */
export class Kernel<Functions extends CommonFunctions = KernelFunctions> {
	readonly engine: Engine;
	readonly call: Functions;
	readonly #memory: KernelMemory;
	/** The whole memory as octets, and as little-endian words: new views after `reserve`. */
	octets: Uint8Array<ArrayBuffer>;
	words: Int32Array<ArrayBuffer>;

	constructor(engine: Engine, functions: Functions, memory: KernelMemory) {
		this.engine = engine;
		this.call = functions;
		this.#memory = memory;
		functions.initialize();
		this.octets = new Uint8Array(memory.buffer);
		this.words = new Int32Array(memory.buffer);
	}

	/** Makes sure that the memory reaches to the address `end`. Throws RangeError when it cannot. */
	reserve(end: number): void {
		if (end <= this.octets.length) return;
		this.#memory.grow(Math.ceil((end - this.octets.length) / PAGE_SIZE));
		this.octets = new Uint8Array(this.#memory.buffer);
		this.words = new Int32Array(this.#memory.buffer);
	}
}
