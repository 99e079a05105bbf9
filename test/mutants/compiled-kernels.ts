/** Kernels that are replaced wherever a test compiles them: from an import, or from their file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KERNEL_FILES } from "../fuzz/kernel-files";

/** A replacement of a kernel in build/out/: its file name, and the path of the other one. */
export interface ReplacedKernel {
	readonly name: string;
	readonly file: string;
}

/** The constructors that tests call. */
type Scope = Pick<typeof WebAssembly, "Module" | "Instance">;

/** What begins the name of a global that tells that an instruction is reached; the rest is the number of a mutant. */
export const REACHED = "reached ";

/** Instances whose globals are read again and again. Beyond them, the oldest one counts as it is. */
const MAX_INSTANCES = 100;

/** Compiles kernels for a process of tests. Create it before a test has compiled one. */
export class CompiledKernels {
	readonly #names: ReadonlyMap<string, string>;
	readonly #replaced = new Map<string, Uint8Array<ArrayBuffer>>();
	readonly #instances: (readonly [number: number, global: WebAssembly.Global])[][] = [];
	readonly #reached = new Set<number>();

	/** `scope`: where the constructors are replaced. */
	constructor(root: string, scope: Scope = WebAssembly) {
		const files = Object.values(KERNEL_FILES);
		this.#names = new Map(files.map((file) => [textOf(readFileSync(join(root, "build", "out", file))), file]));
		this.#install(scope);
	}

	/** Replaces kernels from now on: these and no others. */
	replace(kernels: readonly ReplacedKernel[]): void {
		this.#replaced.clear();
		for (const { name, file } of kernels) this.#replaced.set(name, new Uint8Array(readFileSync(file)));
	}

	/** The numbers of the mutants that were reached since the last call. */
	takeReached(): number[] {
		for (const globals of this.#instances) this.#read(globals);
		const numbers = [...this.#reached];
		this.#reached.clear();
		return numbers;
	}

	/** Forgets all instances: no test holds them any longer. */
	forget(): void {
		this.#instances.length = 0;
	}

	#read(globals: readonly (readonly [number, WebAssembly.Global])[]): void {
		for (const [number, global] of globals) {
			if (global.value !== 0) this.#reached.add(number);
			global.value = 0;
		}
	}

	#install(scope: Scope): void {
		const octetsOf = (octets: BufferSource) => this.#replaced.get(this.#names.get(textOf(octets)) ?? "") ?? octets;
		const watch = (globals: (readonly [number, WebAssembly.Global])[]) => this.#watch(globals);
		const { Module, Instance } = scope;
		scope.Module = class extends Module {
			constructor(octets: BufferSource) {
				super(octetsOf(octets) as BufferSource);
			}

			static override exports(module: WebAssembly.Module) {
				return Module.exports(module).filter(({ name }) => !name.startsWith(REACHED));
			}
		};
		scope.Instance = class extends Instance {
			constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
				super(module, imports);
				const all = Object.entries(this.exports);
				const [telling, others] = [true, false].map((tells) => all.filter(([name]) => name.startsWith(REACHED) === tells));
				if (telling === undefined || others === undefined || telling.length === 0) return;
				watch(telling.map(([name, global]) => [Number(name.slice(REACHED.length)), global as WebAssembly.Global]));
				Object.defineProperty(this, "exports", { value: Object.fromEntries(others) });
			}
		};
	}

	#watch(globals: (readonly [number, WebAssembly.Global])[]): void {
		this.#instances.push(globals);
		if (this.#instances.length > MAX_INSTANCES) this.#read(this.#instances.shift() ?? []);
	}
}

function textOf(octets: BufferSource): string {
	const view = ArrayBuffer.isView(octets) ? octets : new Uint8Array(octets);
	return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("latin1");
}
