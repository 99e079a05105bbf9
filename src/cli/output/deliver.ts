/**
 * The end of a run: all that it wrote becomes visible, in an order in which a kill at any moment loses nothing.
 *
 * ```
 *   outputs: write, sync ──▶ set: write, sync ──▶ rename outputs ──▶ sync directories ──▶ rename set ──▶ sync directory
 * ```
 *
 * A set that knows a line whose output is not there would lose the line for good, so the set goes last. A run that is killed
 * before delivers its lines again when it is repeated.
 */

import { delivered } from "./interrupts";
import type { Output } from "./output";
import { syncFolder } from "./replacement";

/** What is replaced after the outputs, and only if they are in their places. */
export interface Last {
	/** Runs `commitOutputs`, then replaces the file. Throws Failure. */
	commit(commitOutputs: () => void): void;
}

/** Puts outputs in their places, then the set that knows their lines. Throws Failure; the set is as it was then. */
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
			for (const folder of foldersOf(outputs)) syncFolder(folder);
		});
	}
	delivered();
}

function foldersOf(outputs: readonly Output[]): Set<string> {
	return new Set(outputs.flatMap(({ folder }) => folder ?? []));
}
