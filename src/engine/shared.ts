/**
 * The workspaces that all normalizers of an engine share. No call leaves state in them for a later one, and calls never
 * interleave: a stream keeps its unfinished line itself between chunks.
 */
import type { Engine } from "./kernel";
import { createKernel } from "./select";
import { LINES_CAPACITY, REFERENCE_CAPACITY, Workspace } from "./workspace";

const forReferences = new Map<Engine, Workspace>();
const forLines = new Map<Engine, Workspace>();

/** The workspace for single references. */
export function referenceWorkspace(engine: Engine): Workspace {
	return shared(forReferences, engine, REFERENCE_CAPACITY);
}

/** The workspace for lines, columns and snapshots. Call once per use: it counts. */
export function linesWorkspace(engine: Engine): Workspace {
	const workspace = shared(forLines, engine, LINES_CAPACITY);
	workspace.tidy();
	return workspace;
}

function shared(workspaces: Map<Engine, Workspace>, engine: Engine, capacity: number): Workspace {
	const workspace = workspaces.get(engine) ?? new Workspace(() => createKernel(engine), capacity);
	workspaces.set(engine, workspace);
	return workspace;
}
