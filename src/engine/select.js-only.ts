/** The choice of the entry `urlsieve/js`: JavaScript, and no reference to WebAssembly at all. */
import { createJsKernel } from "./js";
import type { Engine, Kernel } from "./kernel";

export const engine: Engine = "js";

export function isAvailable(candidate: Engine): boolean {
	return candidate === "js";
}

export function createKernel(_chosen: Engine): Kernel {
	return createJsKernel();
}
