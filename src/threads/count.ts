/** The number of threads to use. */
import { availableParallelism } from "node:os";
import { CHUNK_SIZE } from "./relay";

/** Octets of input per thread from which starting it pays. */
const OCTETS_PER_THREAD = 8388608;

/** On request, some threads may wait for a disk while others work. */
const MAX_PER_CORE = 2;

/**
 * Returns the number of threads for inputs of these sizes, where 0 is an unknown size. By default, one per 8 MiB and at most
 * one per core. If `wanted` is given, that many, but at most one per chunk and two per core (two on a single core).
 */
export function threadsFor(wanted: number | undefined, sizes: readonly number[], cores = availableParallelism()): number {
	const total = sizes.reduce((sum, size) => sum + size, 0);
	const chunks = sizes.includes(0) ? Number.POSITIVE_INFINITY : Math.ceil(total / CHUNK_SIZE);
	const paying = Math.min(cores, Math.floor(total / OCTETS_PER_THREAD));
	return Math.max(1, wanted === undefined ? paying : Math.min(wanted, chunks, MAX_PER_CORE * cores));
}
