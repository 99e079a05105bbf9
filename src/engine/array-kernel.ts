/** Kernels in JavaScript: portable sources over a typed array. They never touch WebAssembly. */
import { attach, type MemoryViews } from "../../assembly/octets/memory";
import { Page } from "../../assembly/seen/seen-page";
import { type BasicFunctions, Kernel, type KernelMemory } from "./kernel";

const INITIAL_PAGES = 2;
const MAX_PAGES = 65535;

class ArrayMemory implements KernelMemory {
	buffer = new ArrayBuffer(INITIAL_PAGES * Page.SIZE);
	views = viewsOf(this.buffer);

	grow(pages: number): void {
		const length = this.buffer.byteLength + pages * Page.SIZE;
		if (length > MAX_PAGES * Page.SIZE) throw new RangeError("The kernel's memory is full.");
		const grown = new ArrayBuffer(length);
		new Uint8Array(grown).set(this.views.octets);
		this.buffer = grown;
		this.views = viewsOf(grown);
	}
}

function viewsOf(buffer: ArrayBuffer): MemoryViews {
	return { octets: new Uint8Array(buffer), words: new Int32Array(buffer), view: new DataView(buffer) };
}

/** A new instance of the kernel whose portable sources export `portable`. */
export function createArrayKernel<Functions extends BasicFunctions>(portable: object): Kernel<Functions> {
	const memory = new ArrayMemory();
	return new Kernel("js", functionsOn<Functions>(portable, memory), memory);
}

type PortableFunction = (...words: (number | undefined)[]) => number | undefined;

/**
 * The kernel's functions, each of which works on `memory`. `fromEntries`, because V8 turns an object to which a loop adds more than
 * about 16 names into a hash table, and each call would look up its function in it.
 */
function functionsOn<Functions>(portable: object, memory: ArrayMemory): Functions {
	const onMemory = ([name, run]: [string, PortableFunction]): [string, PortableFunction] => [
		name,
		(a, b, c, d, e, f) => {
			attach(memory.views);
			return run(a, b, c, d, e, f);
		},
	];
	return Object.fromEntries(Object.entries(portable).map(onMemory)) as Functions;
}
