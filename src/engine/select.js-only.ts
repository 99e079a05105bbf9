/** Replaces select.ts in the entry `urlsieve/js`: always JavaScript, without a reference to WebAssembly. */
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";

export const engine: Engine = "js";

export function isAvailable(candidate: Engine): boolean {
	return candidate === "js";
}

export function createKernel(_chosen: Engine): Kernel {
	return createJsKernel();
}
