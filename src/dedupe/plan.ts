/** The plan of a run in passes: partitions and memory. */
import { Block, Fingerprinted } from "../../assembly/partition/layout";

/** The least memory, in octets: the streams, the map and the table have room. */
export const LEAST_MEMORY = 16777216;

/** Octets of a line, if nothing else is known. Shorter lines need more temporary space, and larger tables. */
const LINE_SIZE = 48;

/** Octets of input for each line that is new, if nothing else is known. */
const INPUT_PER_NEW_LINE = 2 * LINE_SIZE;
/** Octets that a set takes for each of the fingerprints that it begins with room for. */
const OCTETS_IN_SET = 20;

/** Octets of input to plan for if the size is unknown, as for pipes. */
const UNKNOWN_SIZE = 2 ** 30;

/** Lines in a partition whose table fits the L2 cache. */
const LINES_IN_PARTITION = 45056;
const MIN_BITS = 6;
const MAX_BITS = 10;

export interface Plan {
	/** Octets for all of the following. */
	readonly memory: number;
	/** Two to this power partitions. */
	readonly bits: number;
	/** Octets for the map of lines, and for the table of a thread and its growth. */
	readonly mapSize: number;
	readonly tableSize: number;
	/** Octets reserved for the audit log, for a report, and to choose and count by class; 0 without one. */
	readonly auditSize: number;
	readonly reportSize: number;
	readonly classSize: number;
	/** The directory of temporary files. */
	readonly folder: string;
	/** Octets of the temporary file, roughly; 0 if the size of the inputs is unknown. */
	readonly tempOctets: number;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	/** Number of threads. Each has its own streams and table. */
	readonly threads: number;
}

/** The facts about a run on which its plan depends. */
export interface Task {
	/** Octets of all inputs, 0 if unknown. */
	readonly size: number;
	/** Number of fingerprints of lines that have been read before. */
	readonly known?: number;
	/** Whether each duplicate is logged, and whether there is a report. */
	readonly isAudited?: boolean;
	readonly isReported?: boolean;
	/** Whether lines are chosen or counted by class. */
	readonly isByClass?: boolean;
	readonly isOriginal: boolean;
	readonly threads?: number;
}

/** The number of new lines to expect in inputs of `size` octets, if a set of them takes no more than `memory`. */
export function expectedNewLines(size: number, memory: number): number {
	return Math.floor(Math.min(size / INPUT_PER_NEW_LINE, memory / OCTETS_IN_SET));
}

/**
 * Divides the memory of a run: a quarter for the streams, a quarter for the table, and half for the map, or a quarter for the map and a
 * quarter for what there is of audit log, report and classes, in equal parts.
 */
export function planFor(task: Task, memory: number, folder: string): Plan {
	const { size, known = 0, isOriginal, threads = 1 } = task;
	const { isAudited = false, isReported = false, isByClass = false } = task;
	const extras = Number(isAudited) + Number(isReported) + Number(isByClass);
	const extraSize = (isUsed: boolean) => (isUsed ? Math.floor(memory / 4 / extras) : 0);
	const lines = (size || UNKNOWN_SIZE) / LINE_SIZE + known;
	const mostBits = Math.floor(Math.log2(memory / 4 / threads / Block.SIZE));
	return {
		memory,
		bits: Math.min(Math.max(Math.ceil(Math.log2(lines / LINES_IN_PARTITION)), MIN_BITS), MAX_BITS, mostBits),
		mapSize: Math.floor(memory / (extras > 0 ? 4 : 2)),
		auditSize: extraSize(isAudited),
		reportSize: extraSize(isReported),
		classSize: extraSize(isByClass),
		tableSize: Math.floor(memory / 4 / threads),
		folder,
		tempOctets: size === 0 ? 0 : Math.ceil((size / LINE_SIZE + known) * Fingerprinted.SIZE),
		isOriginal,
		threads,
	};
}
