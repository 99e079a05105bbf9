/** Where instances of one kernel come from, engine by engine. */
import type { BasicFunctions, Engine, Kernel } from "./kernel";
import { type Builds, compile, createWasmKernel } from "./wasm";

/** Makes instances of one kernel. Each build is compiled at most once. */
export class KernelSource<Functions extends BasicFunctions> {
	readonly #builds: Builds;
	readonly #createJsKernel: () => Kernel<Functions>;
	readonly #modules = new Map<Engine, WebAssembly.Module | undefined>();
	/** Kernels made to find out whether their engine runs: the first to be handed out. */
	readonly #tried = new Map<Engine, Kernel<Functions>>();

	constructor(builds: Builds, createJsKernel: () => Kernel<Functions>) {
		this.#builds = builds;
		this.#createJsKernel = createJsKernel;
	}

	/** Whether the engine runs here. */
	isAvailable(candidate: Engine): boolean {
		if (candidate === "js") return true;
		if (this.#modules.has(candidate)) return this.#modules.get(candidate) !== undefined;
		const module = compile(this.#builds[candidate]);
		const kernel = module && createWasmKernel<Functions>(candidate, module);
		this.#modules.set(candidate, kernel && module);
		if (kernel) this.#tried.set(candidate, kernel);
		return kernel !== undefined;
	}

	/**
	 * A new instance of the kernel. It is one of the JavaScript engine where the chosen engine does not run, or where the host
	 * has no address space for another of its memories.
	 */
	create(chosen: Engine): Kernel<Functions> {
		const module = this.isAvailable(chosen) ? this.#modules.get(chosen) : undefined;
		const kernel = this.#tried.get(chosen) ?? (module && createWasmKernel<Functions>(chosen, module));
		this.#tried.delete(chosen);
		return kernel ?? this.#createJsKernel();
	}
}
