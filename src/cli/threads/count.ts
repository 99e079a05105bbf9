/** How many threads work. */
import { availableParallelism } from "node:os";
import { LINES_CAPACITY } from "../../engine/workspace";

/** Octets of input for each thread: what it takes to start one pays from there on. */
const OCTETS_EACH = 8388608;

/** Threads for each core, when more are asked for: some may wait for a disk while others work. */
const MOST_EACH_CORE = 2;

/**
 * The number of threads for inputs of these sizes; 0 stands for one that is not known. As many as are `wanted`, but none
 * without a chunk of its own; when nothing is said, as many as pay.
 */
export function threadsFor(wanted: number | undefined, sizes: readonly number[], cores = availableParallelism()): number {
	const isKnown = sizes.every((size) => size > 0);
	const total = sizes.reduce((sum, size) => sum + size, 0);
	if (wanted === undefined) return Math.max(1, Math.min(cores, Math.floor(total / OCTETS_EACH)));
	return Math.min(wanted, Math.max(2, MOST_EACH_CORE * cores), isKnown ? Math.ceil(total / LINES_CAPACITY) : wanted);
}
