/**
 * The JavaScript engine of the core kernel.
 *
 * The functions are listed, where an import of the whole module would do, because a list's names can be mangled (build.mjs).
 */
import {
	fingerprint,
	fingerprintLines,
	gather,
	hasSimd,
	heapBase,
	initialize,
	normalize,
	normalizeLines,
	parse,
	resolve,
	seenAdd,
	seenCopy,
	seenCreate,
	seenFind,
	setBase,
	spread,
	writeFreshLines,
	writeFreshOriginals,
} from "../../assembly/index";
import { createArrayKernel } from "./array-kernel";
import type { Kernel, KernelFunctions } from "./kernel";

const portable: KernelFunctions = {
	fingerprint,
	fingerprintLines,
	gather,
	hasSimd,
	heapBase,
	initialize,
	normalize,
	normalizeLines,
	parse,
	resolve,
	seenAdd,
	seenCopy,
	seenCreate,
	seenFind,
	setBase,
	spread,
	writeFreshLines,
	writeFreshOriginals,
};

/** Creates an instance of the kernel in JavaScript. */
export function createJsKernel(): Kernel {
	return createArrayKernel(portable);
}
