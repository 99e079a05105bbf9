/** The facts by which route.ts decides which way a job of `dedupe` takes, and how much memory and which directory one in passes uses. */
import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname } from "node:path";
import type { Output } from "../files/output/output";
import type { Reader } from "../job/reader";
import { type FileTable, hasStandardInput } from "../tables/text/table-options";
import type { ClassChoice } from "./classes/class-choice";
import { expectedNewLines, LEAST_MEMORY, type Plan, planFor } from "./plan";
import { type Route, type RouteFacts, routeOf } from "./route";

/** Octets of text in an octet of a compressed list, roughly. */
const EXPANSION = 5;

/** The options of a job that decide its way. */
export interface WayOptions {
	/** Octets of --memory. */
	readonly memory: number | undefined;
	/** The directory of --temp. */
	readonly temp: string | undefined;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	/** Whether a store is asked: --seen. */
	readonly isSeen: boolean;
	readonly isAudited: boolean;
	readonly isReported: boolean;
	/** The table that is read: its other columns take most of its octets, and its rows are always written anew. */
	readonly table: FileTable | undefined;
	/** The choice or count by class, for which lines are normalized again, too. */
	readonly byClass: ClassChoice | undefined;
	/** Whether lines other than duplicates are left out, and whether by a limit: then each reading needs the parts of lines. */
	readonly isSelective?: boolean;
	readonly isLimited?: boolean;
}

/** The way of a run, and how it proceeds in passes. */
export interface Way {
	readonly route: Route;
	/** Undefined if the set is in memory. */
	readonly plan: Plan | undefined;
	/** Whether passes treat excluded lines as duplicates of a key that is known before the first line. */
	readonly dropsExcluded?: boolean;
}

/** Decides. `output`: the main one. From here on, inputs that passes may copy complete their lines themselves. */
export function wayOf(reader: Reader, output: Output, options: WayOptions): Way {
	const { memory, temp, isAudited, table, byClass } = options;
	const isTable = table !== undefined;
	const isByClass = byClass !== undefined;
	// Rows that are chosen or counted by class, and references that are compared, are read twice, whatever the way.
	const isReadTwice = byClass !== undefined && (isTable || byClass.prefer.length > 0);
	// Values of tables are completed, not lines. Threads complete the lines of a set in memory.
	if (!isTable && (memory !== undefined || isReadTwice)) reader.inputs.completeInputs();
	const limit = memory ?? memoryByDefault();
	const nearOutput = temp ?? (output.isInPlace ? tmpdir() : dirname(output.name));
	const route = routeOf(factsOf(reader, output, options, { limit, folder: nearOutput }));
	if (route === "memory" && !isReadTwice) return { route, plan: undefined };
	const folder = route === "memory" ? (temp ?? tmpdir()) : nearOutput;
	const dropsExcluded = options.isSelective && !isWrittenAnew(options);
	const isAnew = isTable || isWrittenAnew(options);
	const threads = isAudited || isAnew || dropsExcluded ? 1 : reader.passThreads;
	const isOriginal = isAnew || options.isOriginal;
	const plan = planFor({ size: reader.size, threads, ...options, isByClass, isOriginal }, limit, folder);
	return { route, plan, ...(dropsExcluded && { dropsExcluded }) };
}

/** Whether lines are normalized in both readings: those that are chosen by class, limited, or both excluded and logged or added to a set. */
function isWrittenAnew({ byClass, isSelective = false, isLimited = false, isSeen, isAudited, table }: WayOptions): boolean {
	return byClass !== undefined || isLimited || (isSelective && (isSeen || isAudited || table !== undefined));
}

function factsOf(
	{ size, inputs, scheme, rules }: Reader,
	output: Output,
	options: WayOptions,
	{ limit, folder }: { limit: number; folder: string },
): RouteFacts {
	const { memory, temp, isSeen, isAudited, table, isSelective = false } = options;
	// A library may decompress the files, and can read standard input only once.
	const isLibrary = table?.container !== undefined;
	const isPlain = inputs.canRewind && !isLibrary;
	return {
		isBounded: memory !== undefined,
		limit,
		size,
		text: isPlain ? size : EXPANSION * size,
		isPlain,
		isFileToFile: output.isFile && inputs.isOfFiles && !(isLibrary && hasStandardInput(table)),
		isCompleted: scheme !== undefined,
		mayFail: rules.settings.invalid === "fail",
		isSeen,
		isLogged: isAudited,
		isSelective,
		isWrittenAnew: isWrittenAnew(options),
		isTable: table !== undefined,
		get hasRoom() {
			return temp !== undefined || hasRoom(folder, isPlain ? size : (EXPANSION + 1) * size);
		},
	};
}

/** The initial capacity of a set in memory: an estimate of the new lines in inputs of `size` octets, within the default limit. */
export function setCapacity(size: number): number {
	return expectedNewLines(size, availableMemory() / 4);
}

/** Octets of memory that a command uses without --memory: a quarter of the free memory of the machine or the container. */
export function memoryByDefault(): number {
	return Math.max(availableMemory() / 4, LEAST_MEMORY);
}

/** Octets of memory that the machine, or the container, has free. */
function availableMemory(): number {
	return Math.min(freemem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
}

/** Whether a directory has room for the given number of octets: more than the run needs, unless lines are very short. */
function hasRoom(folder: string, octets: number): boolean {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= octets;
	} catch {
		return false;
	}
}
