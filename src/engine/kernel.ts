/** Kernels and their memory: how src/ runs assembly/index.ts, in WebAssembly or in JavaScript. */

/** A build of the kernel: WebAssembly with SIMD, WebAssembly without, or the same sources in JavaScript. */
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

/** A growable memory, such as WebAssembly.Memory. */
export interface KernelMemory {
	readonly buffer: ArrayBuffer;
	/** Adds pages of 64 KiB. Throws RangeError if memory cannot be allocated. */
	grow(pages: number): void;
}

export const PAGE_SIZE = 65536;

/** An instance of the kernel. */
export class Kernel {
	readonly engine: Engine;
	readonly call: KernelFunctions;
	readonly #memory: KernelMemory;
	/** The whole memory as octets and as little-endian words. `reserve` replaces these views. */
	octets: Uint8Array<ArrayBuffer>;
	words: Int32Array<ArrayBuffer>;

	constructor(engine: Engine, functions: KernelFunctions, memory: KernelMemory) {
		this.engine = engine;
		this.call = functions;
		this.#memory = memory;
		functions.initialize();
		this.octets = new Uint8Array(memory.buffer);
		this.words = new Int32Array(memory.buffer);
	}

	/** Grows the memory to at least `end` octets. Throws RangeError if memory cannot be allocated. */
	reserve(end: number): void {
		if (end <= this.octets.length) return;
		this.#memory.grow(Math.ceil((end - this.octets.length) / PAGE_SIZE));
		this.octets = new Uint8Array(this.#memory.buffer);
		this.words = new Int32Array(this.#memory.buffer);
	}
}
