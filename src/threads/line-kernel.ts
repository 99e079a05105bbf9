/** The workspace that processes the lines of a command. */
import type { Engine } from "../engine/kernel";
import { createKernel } from "../engine/select";
import { LINES_CAPACITY, Workspace } from "../engine/workspace";

/** A workspace for lines, with a kernel of its own. */
export function createLineWorkspace(engine: Engine): Workspace {
	return new Workspace(() => createKernel(engine), LINES_CAPACITY);
}
