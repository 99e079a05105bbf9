/** Adds the core kernel in WebAssembly. Entries import this file first, except `urlsieve/js`. */
import core from "#core-kernel";
import type { KernelFunctions } from "./kernel";
import { addWasm } from "./select";
import { isPromised, wasmFactory } from "./wasm";

addWasm(wasmFactory<KernelFunctions>(core), isPromised(core));
