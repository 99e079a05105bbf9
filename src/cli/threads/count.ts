/** How many threads work. */
import { availableParallelism } from "node:os";
import { CHUNK_SIZE } from "./relay";

/** Octets of input for each thread from which on it pays to start it. */
const OCTETS_EACH = 8388608;

/** Threads for each core, when more are asked for: some may wait for a disk while others work. */
const MOST_EACH_CORE = 2;

/**
 * The number of threads for inputs of these sizes, 0 for what is not known: as many as pay, or else as many as are wanted, but
 * none without a chunk to work on, and no crowd on each core.
 */
export function threadsFor(wanted: number | undefined, sizes: readonly number[], cores = availableParallelism()): number {
	const total = sizes.reduce((sum, size) => sum + size, 0);
	const chunks = sizes.includes(0) ? Number.POSITIVE_INFINITY : Math.ceil(total / CHUNK_SIZE);
	const paying = Math.min(cores, Math.floor(total / OCTETS_EACH));
	return Math.max(1, wanted === undefined ? paying : Math.min(wanted, chunks, Math.max(2, MOST_EACH_CORE * cores)));
}
