/** The partition kernel: the core's functions, some of them faster on long lists, and those that deduplicate in passes. */
import build from "#partition-kernel";
import * as portable from "../../assembly/partition";
import { createArrayKernel } from "../engine/array-kernel";
import type { Engine, Kernel } from "../engine/kernel";
import { KernelSource } from "../engine/kernel-source";
import { wasmFactory } from "../engine/wasm";

/** The exports of the partition kernel. Addresses and counts are i32. */
export type PartitionFunctions = typeof portable;

const source = new KernelSource<PartitionFunctions>(() => createArrayKernel(portable), wasmFactory(build));

/** Creates an instance of the partition kernel: see `KernelSource.create`. */
export function createPartitionKernel(chosen: Engine): Kernel<PartitionFunctions> {
	return source.create(chosen);
}
