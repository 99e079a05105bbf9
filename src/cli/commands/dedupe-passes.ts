/** When `urlsieve dedupe` runs in passes (three-passes.ts), and in how much memory. */
import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname } from "node:path";
import { expectedNewLines, LEAST_MEMORY, type Plan, planFor } from "../../dedupe/passes/plan";
import type { KnownStore, SeenFile } from "../../dedupe/seen/seen-file";
import type { LineArguments } from "../arguments";
import type { LineRun, PassesUses } from "./line-command";

/** Octets of input from which several passes pay. */
const LEAST_SIZE = 16777216;

/** Octets of text in an octet of a compressed list, and octets of text for each octet of a set: both roughly. */
const EXPANSION = 5;
const TEXT_PER_SET = 2;

/** Undefined: as the machine suggests. */
export interface PassesOptions {
	/** In octets. */
	readonly memory: number | undefined;
	/** A directory. */
	readonly temp: string | undefined;
	/** Whether lines are printed as they came. */
	readonly isOriginal: boolean;
	/** Whether a store is asked: --seen. */
	readonly isSeen: boolean;
	readonly isAudited: boolean;
	readonly isReported: boolean;
	/** Whether the inputs are tables, whose other columns take most of their octets, and whose rows are always written anew. */
	readonly isTable: boolean;
	/** Whether a library reads them, which may decompress them. */
	readonly isContainer: boolean;
	/** Whether lines are chosen or counted by class: they are normalized again, too. */
	readonly isByClass: boolean;
}

/** What a store of --seen tells a run in passes, and takes from it. Nothing without the option. */
export function setInPasses(store: KnownStore | undefined, file: SeenFile | undefined): Pick<PassesUses, "store"> {
	if (store === undefined || file === undefined) return {};
	return { store: { ...store, stage: (news) => file.stage(news) } };
}

/** How to run in passes. Undefined if the set in memory is better, and --memory does not forbid it. */
export function planOf(run: LineRun, args: LineArguments, options: PassesOptions): Plan | undefined {
	const { memory, temp, isTable, isByClass } = options;
	const writesAnew = isTable || isByClass;
	const size = run.inputSize;
	const limit = memory ?? Math.max(availableMemory() / 4, LEAST_MEMORY);
	const folder = temp ?? (args.output === undefined || run.results.output.isInPlace ? tmpdir() : dirname(args.output));
	const isPlain = run.readsPlainFiles && !options.isContainer;
	const text = isPlain ? size : EXPANSION * size;
	const isLong = text / TEXT_PER_SET > limit;
	const pays = isLong || (isPlain && !writesAnew && size >= LEAST_SIZE);
	const mayWait = run.isFileToFile && args.settings.invalid !== "fail";
	const threads = !options.isSeen && !options.isAudited && !writesAnew ? run.passThreads : 1;
	const plan = planFor({ size, threads, ...options }, limit, folder);
	if (memory !== undefined) return plan;
	const need = isPlain ? size : (EXPANSION + 1) * size;
	return pays && mayWait && (temp !== undefined || hasRoom(folder, need)) ? plan : undefined;
}

/** The number of new lines for which a set in memory begins with room: what the inputs suggest, in the default limit. */
export function setCapacity(run: LineRun): number {
	return expectedNewLines(run.inputSize, availableMemory() / 4);
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
