/** The tables kernel: it finds the column of URLs in tables, and writes tables with other values there. */
import build from "#tables-kernel";
import * as portable from "../../../assembly/tables/index";
import { createArrayKernel } from "../../engine/array-kernel";
import type { Engine, Kernel } from "../../engine/kernel";
import { KernelSource } from "../../engine/kernel-source";
import { wasmFactory } from "../../engine/wasm";

/** The exports of the tables kernel. Addresses and counts are i32. */
export type TablesFunctions = typeof portable;

const source = new KernelSource<TablesFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Creates an instance of the tables kernel: see `KernelSource.create`. */
export function createTablesKernel(chosen: Engine): Kernel<TablesFunctions> {
	return source.create(chosen);
}
