/**
 * The end of a run: makes its output visible, in an order in which a kill at any moment loses nothing.
 *
 * ```
 *   outputs: write, sync ──▶ set: write, sync ──▶ rename outputs ──▶ sync directories ──▶ rename set ──▶ sync directory
 * ```
 *
 * Without a set, the outputs are written, synced and renamed. The set comes last. If it recorded a line whose output is missing, that line would be lost for good. A run killed before
 * that step delivers its lines again when repeated.
 */

import { ioFailure } from "../../failure";
import { delivered } from "./interrupts";
import type { Output } from "./output";
import { syncFolder } from "./sync-folder";

/** A file to replace after all outputs, and only if they are in place. */
export interface Last {
	/** Runs `commitOutputs`, then replaces the file. Throws Failure. */
	commit(commitOutputs: () => void): void;
}

/** Moves outputs into place, then the set that records their lines. Throws Failure and leaves the set as it was. */
export function deliver(outputs: readonly Output[], set?: Last): void {
	for (const output of outputs) output.seal(set !== undefined);
	const commitOutputs = () => {
		for (const output of outputs) output.commit();
	};
	if (set === undefined) {
		commitOutputs();
	} else {
		set.commit(() => {
			commitOutputs();
			for (const folder of foldersOf(outputs)) syncNamesIn(folder);
		});
	}
	delivered();
}

/** Throws Failure: the set must not know lines of an output that may lose its name. */
function syncNamesIn(folder: string): void {
	try {
		syncFolder(folder);
	} catch (error) {
		throw ioFailure("write", folder, error);
	}
}

function foldersOf(outputs: readonly Output[]): Set<string> {
	return new Set(outputs.flatMap(({ folder }) => folder ?? []));
}
