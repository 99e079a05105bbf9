/**
 * Workspaces that every normalizer of an engine shares. No call leaves anything in them that a later call reads, and no
 * call is interrupted by another: what a stream has to keep between its chunks, it keeps itself.
 */
import type { Engine } from "./kernel";
import { createKernel } from "./select";
import { LINES_CAPACITY, REFERENCE_CAPACITY, Workspace } from "./workspace";

const forReferences = new Map<Engine, Workspace>();
const forLines = new Map<Engine, Workspace>();

/** The workspace of single references. */
export function referenceWorkspace(engine: Engine): Workspace {
	return shared(forReferences, engine, REFERENCE_CAPACITY);
}

/** The workspace of lines. */
export function linesWorkspace(engine: Engine): Workspace {
	return shared(forLines, engine, LINES_CAPACITY);
}

function shared(workspaces: Map<Engine, Workspace>, engine: Engine, capacity: number): Workspace {
	const workspace = workspaces.get(engine) ?? new Workspace(createKernel(engine), capacity);
	workspaces.set(engine, workspace);
	return workspace;
}
