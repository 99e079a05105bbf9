/** The JavaScript engine: the kernel's portable sources on a typed array. It never uses WebAssembly. */
import * as portable from "../../assembly/index";
import { attach, type MemoryViews } from "../../assembly/memory";
import { PAGE_SIZE } from "../../assembly/seen-page";
import { Kernel, type KernelFunctions, type KernelMemory } from "./kernel";

const INITIAL_PAGES = 2;
const MAX_PAGES = 65535;

class ArrayMemory implements KernelMemory {
	buffer = new ArrayBuffer(INITIAL_PAGES * PAGE_SIZE);
	views = viewsOf(this.buffer);

	grow(pages: number): void {
		const length = this.buffer.byteLength + pages * PAGE_SIZE;
		if (length > MAX_PAGES * PAGE_SIZE) throw new RangeError("The memory cannot grow.");
		const grown = new ArrayBuffer(length);
		new Uint8Array(grown).set(this.views.octets);
		this.buffer = grown;
		this.views = viewsOf(grown);
	}
}

function viewsOf(buffer: ArrayBuffer): MemoryViews {
	return { octets: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) };
}

/** Creates an instance of the kernel in JavaScript. */
export function createJsKernel(): Kernel {
	const memory = new ArrayMemory();
	return new Kernel("js", functionsOn(memory), memory);
}

/** The kernel's functions, bound to `memory`. */
function functionsOn(memory: ArrayMemory): KernelFunctions {
	const functions: Record<string, (...words: number[]) => number | undefined> = {};
	for (const [name, run] of Object.entries(portable)) {
		functions[name] = (a, b, c, d, e, f) => {
			attach(memory.views);
			return (run as (...words: (number | undefined)[]) => number | undefined)(a, b, c, d, e, f);
		};
	}
	return functions as unknown as KernelFunctions;
}
