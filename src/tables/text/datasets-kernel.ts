/** The datasets kernel: it finds the column of URLs in tables, and writes tables with other values there. */
import build from "#datasets-kernel";
import * as portable from "../../../assembly/tables/index";
import { createArrayKernel } from "../../engine/array-kernel";
import type { Engine, Kernel } from "../../engine/kernel";
import { KernelSource } from "../../engine/kernel-source";
import { wasmFactory } from "../../engine/wasm";

/** The exports of the datasets kernel. Addresses and counts are i32. */
export type DatasetsFunctions = typeof portable;

const source = new KernelSource<DatasetsFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Creates an instance of the datasets kernel: see `KernelSource.create`. */
export function createDatasetsKernel(chosen: Engine): Kernel<DatasetsFunctions> {
	return source.create(chosen);
}
