/**
 * The core kernel with its functions for long lists. WebAssembly has them in any case; in JavaScript, only this file loads them, so
 * that a program that normalizes strings does not.
 */
import * as core from "../../assembly/index";
import * as partition from "../../assembly/partition/index";
import { createArrayKernel } from "./array-kernel";
import type { Engine, Kernel, KernelFunctions } from "./kernel";
import { createKernel } from "./select";

/** The exports of the kernel, with those for long lists. */
export type ListFunctions = KernelFunctions & typeof partition;

/** Creates an instance of the core kernel that has the functions for long lists: see `KernelSource.create`. */
export function createListKernel(engine: Engine): Kernel<ListFunctions> {
	const kernel = createKernel(engine);
	return kernel.engine === "wasm" ? (kernel as Kernel<ListFunctions>) : createArrayKernel({ ...core, ...partition });
}
