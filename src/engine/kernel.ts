/** Kernels and their memory: how src/ runs assembly/index.ts, in WebAssembly or in JavaScript. */

import { Page } from "../../assembly/seen/seen-page";
import { MemoryError } from "../errors";

/** WebAssembly with SIMD, or the same sources in JavaScript. */
export type Engine = "wasm" | "js";

/** The exports of the kernel that the package uses: it ships the kernel, and need not ask for the version. Addresses and counts are i32. */
export type KernelFunctions = Omit<typeof import("../../assembly/index"), "abiVersion">;

/** A growable memory, such as WebAssembly.Memory. */
export interface KernelMemory {
	readonly buffer: ArrayBuffer;
	/** Adds pages of 64 KiB. Throws RangeError if memory cannot be allocated. */
	grow(pages: number): void;
}

/** Exports of all kernels. */
export type BasicFunctions = Pick<KernelFunctions, "initialize" | "heapBase" | "hasSimd">;

/** Exports of kernels that hold a set. */
export type SetFunctions = BasicFunctions & Pick<KernelFunctions, "seenCreate" | "seenAdd" | "seenFind" | "seenCopy">;

/** Exports of kernels of references: enough for a workspace. */
export type CommonFunctions = BasicFunctions & Pick<KernelFunctions, "setBase">;

/** Exports of kernels that work on lines and columns. */
export type LineFunctions = CommonFunctions &
	Pick<
		KernelFunctions,
		| "normalize"
		| "normalizeLines"
		| "fingerprint"
		| "fingerprintLines"
		| "writeFreshLines"
		| "writeFreshOriginals"
		| "routeLines"
		| "spread"
		| "gather"
		| "writeParts"
		| "fingerprintParts"
		| "writePartColumns"
		| "shape"
	>;

/** An instance of a kernel. */
export class Kernel<Functions extends BasicFunctions = KernelFunctions> {
	readonly engine: Engine;
	readonly call: Functions;
	readonly #memory: KernelMemory;
	/** The whole memory as octets and as little-endian words. `reserve` replaces these views. */
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

	/** Grows the memory to at least `end` octets. Throws MemoryError if memory cannot be allocated: then it is as it was. */
	reserve(end: number): void {
		if (end <= this.octets.length) return;
		try {
			this.#memory.grow(Math.ceil((end - this.octets.length) / Page.SIZE));
		} catch (error) {
			throw new MemoryError(error);
		}
		this.octets = new Uint8Array(this.#memory.buffer);
		this.words = new Int32Array(this.#memory.buffer);
	}
}
