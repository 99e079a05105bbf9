/** The JavaScript engine of the core kernel. */
import * as portable from "../../assembly/index";
import { createArrayKernel } from "./array-kernel";
import type { Kernel } from "./kernel";

/** Creates an instance of the kernel in JavaScript. */
export function createJsKernel(): Kernel {
	return createArrayKernel(portable);
}
