/** How a run in passes proceeds: partitions and memory. */
import { Block, Fingerprinted } from "../../../assembly/partition/layout";

/** The least memory, in octets: the streams, the map and the table have room. */
export const LEAST_MEMORY = 16777216;

/** Octets of a line, if nothing else is known. Shorter lines need more temporary space, and larger tables. */
const LINE_SIZE = 48;

/** Octets of input to prepare for if nothing is known, as for pipes. */
const UNKNOWN_SIZE = 2 ** 30;

/** Lines in a partition whose table fits the L2 cache. */
const LINES_IN_PARTITION = 45056;
const MIN_BITS = 6;
const MAX_BITS = 10;

export interface Plan {
	/** Two to this power partitions. */
	readonly bits: number;
	/** Octets for the map of lines, and for the table and its growth. */
	readonly mapSize: number;
	readonly tableSize: number;
	/** The directory of temporary files. */
	readonly folder: string;
	/** Octets of the temporary file, roughly. */
	readonly tempOctets: number;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
}

/**
 * Plans a run for inputs of this size, 0 if unknown, in so much memory: a quarter for the streams, a quarter for the table, half for
 * the map.
 */
export function planFor(size: number, memory: number, folder: string, isOriginal: boolean): Plan {
	const lines = (size || UNKNOWN_SIZE) / LINE_SIZE;
	const mostBits = Math.floor(Math.log2(memory / 4 / Block.SIZE));
	return {
		bits: Math.min(Math.max(Math.ceil(Math.log2(lines / LINES_IN_PARTITION)), MIN_BITS), MAX_BITS, mostBits),
		mapSize: Math.floor(memory / 2),
		tableSize: Math.floor(memory / 4),
		folder,
		tempOctets: Math.ceil((size / LINE_SIZE) * Fingerprinted.SIZE),
		isOriginal,
	};
}
