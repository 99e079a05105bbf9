/** Creates the instances of one kernel: WebAssembly if it runs here, else JavaScript. */
import type { BasicFunctions, Engine, Kernel } from "./kernel";

/** Creates an instance in WebAssembly. Returns undefined where the host cannot run one. */
export type WasmFactory<Functions extends BasicFunctions> = () => Kernel<Functions> | undefined;

/** Makes instances of one kernel. */
export class KernelSource<Functions extends BasicFunctions> {
	readonly #createJsKernel: () => Kernel<Functions>;
	#createWasmKernel: WasmFactory<Functions> | undefined;
	/** Whether Wasm runs here; undefined until it has been tried. */
	#runsWasm: boolean | undefined;
	/** The kernel made to find that out: the first to be handed out. */
	#tried: Kernel<Functions> | undefined;

	constructor(createJsKernel: () => Kernel<Functions>, createWasmKernel?: WasmFactory<Functions>) {
		this.#createJsKernel = createJsKernel;
		this.#createWasmKernel = createWasmKernel;
	}

	/** Adds the engine in WebAssembly to a source that has been made without. */
	addWasm(create: WasmFactory<Functions>): void {
		this.#createWasmKernel = create;
		this.#runsWasm = undefined;
	}

	/** The fastest engine that runs here. */
	get fastest(): Engine {
		return this.isAvailable("wasm") ? "wasm" : "js";
	}

	/** Whether the engine runs here. */
	isAvailable(candidate: Engine): boolean {
		if (candidate === "js") return true;
		if (this.#runsWasm === undefined) {
			this.#tried = this.#createWasmKernel?.();
			this.#runsWasm = this.#tried !== undefined;
		}
		return this.#runsWasm;
	}

	/**
	 * A new instance of the kernel. It is one of the JavaScript engine where the chosen engine does not run, or where the host
	 * has no address space for another of its memories.
	 */
	create(chosen: Engine): Kernel<Functions> {
		if (chosen === "js" || !this.isAvailable(chosen)) return this.#createJsKernel();
		const kernel = this.#tried ?? this.#createWasmKernel?.();
		this.#tried = undefined;
		return kernel ?? this.#createJsKernel();
	}
}
