/** The kernel that processes the lines of a command. */
import type { Engine, Kernel } from "../../engine/kernel";
import { createKernel } from "../../engine/select";
import { LINES_CAPACITY, Workspace } from "../../engine/workspace";
import { createPartitionKernel } from "../../partition/partition-kernel";

/** Creates a kernel. If it `hashes` lines, it is one that does this faster than the core. */
export function createLineKernel(engine: Engine, hashes: boolean): Kernel {
	return hashes ? createPartitionKernel(engine) : createKernel(engine);
}

/** A workspace for lines on such a kernel. */
export function createLineWorkspace(engine: Engine, hashes: boolean): Workspace {
	return new Workspace(() => createLineKernel(engine, hashes), LINES_CAPACITY);
}
