/** The population of `npm run mutants -- wasm`: instructions of the leaves in WebAssembly, and vector instructions, of all kernels. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../bench/lists/random.mjs";
import { type BuildMap, callersOf, placesOf } from "../fuzz/instruction-places";
import { KERNEL_FILES } from "../fuzz/kernel-files";
import { type Mutant, mutantAt, type Place, planted, replaceable } from "../fuzz/mutants";
import { SIMD } from "../fuzz/wasm-code";
import { isIn, isWasmLeaf, type Part } from "./populations";

/** A mutant of a kernel, which is a file of build/out/. */
export interface KernelMutant extends Mutant {
	/** It counts from 0 in the sample. */
	readonly number: number;
	readonly kernel: string;
	/** File and line of the source, below the root. */
	readonly place: string;
	/** The place of the caller, if the line is inlined: see `callersOf`. */
	readonly caller: string;
}

/** An instruction of the population. */
interface Candidate {
	readonly kernel: string;
	readonly place: string;
	readonly instruction: Place;
}

/** A sample at random from all kernels, and the number of instructions that it is drawn from. */
export async function mutantsOfKernels(root: string, parts: readonly Part[], size: number, seed: number, buildMap: BuildMap) {
	const modules = new Map(Object.values(KERNEL_FILES).map((kernel) => [kernel, readKernel(root, kernel)] as const));
	const rest: Candidate[] = [];
	const callers = new Map<string, (at: number) => string>();
	for (const [kernel, module] of modules) {
		const placeAt = await placesOf(kernel, root, buildMap);
		callers.set(kernel, callersOf(module, placeAt));
		for (const instruction of replaceable(module)) {
			const candidate = { kernel, instruction, place: placeAt(instruction.at) };
			if (isWanted(root, candidate, parts)) rest.push(candidate);
		}
	}
	const total = rest.length;
	const next = random(seed);
	const sample = Array.from({ length: Math.min(size, total) }, (_, number): KernelMutant => {
		const [{ kernel, place, instruction }] = rest.splice(next(rest.length), 1) as [Candidate];
		const caller = callers.get(kernel)?.(instruction.at) ?? "";
		return { number, kernel, place, caller, ...mutantAt(modules.get(kernel) as Uint8Array, instruction, next) };
	});
	return { sample, total };
}

function isWanted(root: string, { place, instruction }: Candidate, parts: readonly Part[]): boolean {
	const [file = "", line] = place.split(":");
	return (instruction.code >= SIMD || isWasmLeaf(file, root)) && isIn(parts, file, Number(line));
}

/** The octets of a kernel that is built. */
export function readKernel(root: string, kernel: string): Uint8Array {
	return readFileSync(join(root, "build", "out", kernel));
}

/** The octets of the kernel with the mutant. */
export function withKernelMutant(root: string, mutant: KernelMutant): Uint8Array {
	return planted(readKernel(root, mutant.kernel), mutant);
}
