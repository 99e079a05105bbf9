/** What decides which way `urlsieve dedupe` takes (route.ts), and how much memory and which directory a run in passes uses. */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import type { PassStore } from "../../dedupe/passes/pass-run";
import { expectedNewLines, type Plan, planFor } from "../../dedupe/passes/plan";
import { type Route, type RouteFacts, routeOf } from "../../dedupe/route";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import type { Keys } from "../../keys/keys";
import type { LineArguments } from "../arguments";
import type { LineRun } from "./line-command";
import { availableMemory, memoryByDefault } from "./memory";

/** Octets of text in an octet of a compressed list, roughly. */
const EXPANSION = 5;

/** What the options of a run ask for. */
export interface PassesOptions {
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
	/** Whether the inputs are tables, whose other columns take most of their octets, and whose rows are always written anew. */
	readonly isTable: boolean;
	/** Whether a library reads them, which may decompress them, and whether it reads standard input, which it can read only once. */
	readonly isContainer: boolean;
	readonly isReadOnce: boolean;
	/** Whether lines are chosen or counted by class: they are normalized again, too. */
	readonly isByClass: boolean;
}

/** The way of a run, and how it proceeds in passes. */
export interface Way {
	readonly route: Route;
	/** Undefined if the set is in memory. */
	readonly plan: Plan | undefined;
}

/** What a store of --seen tells a run in passes, and takes from it. Undefined without the option. Throws Failure. */
export async function storeInPasses(file: SeenFile | undefined, keys: Keys): Promise<PassStore | undefined> {
	if (file === undefined) return undefined;
	return { ...(await file.openStore(keys)), stage: (news) => file.stage(news) };
}

export function wayOf(run: LineRun, args: LineArguments, options: PassesOptions): Way {
	const limit = options.memory ?? memoryByDefault();
	const folder = options.temp ?? (args.output === undefined || run.results.output.isInPlace ? tmpdir() : dirname(args.output));
	const route = routeOf(factsOf(run, args, options, { limit, folder }));
	if (route === "memory") return { route, plan: undefined };
	const { isSeen, isAudited, isTable, isByClass } = options;
	const threads = isSeen || isAudited || isTable || isByClass ? 1 : run.passThreads;
	return { route, plan: planFor({ size: run.inputSize, threads, ...options }, limit, folder) };
}

function factsOf(
	run: LineRun,
	{ scheme, settings }: LineArguments,
	options: PassesOptions,
	{ limit, folder }: { limit: number; folder: string },
): RouteFacts {
	const { memory, temp, isSeen, isAudited, isTable, isByClass } = options;
	const size = run.inputSize;
	const isPlain = run.readsPlainFiles && !options.isContainer;
	return {
		isBounded: memory !== undefined,
		limit,
		size,
		text: isPlain ? size : EXPANSION * size,
		isPlain,
		isFileToFile: run.isFileToFile && !options.isReadOnce,
		isCompleted: scheme !== undefined,
		mayFail: settings.invalid === "fail",
		...{ isSeen, isLogged: isAudited, isByClass, isTable },
		get hasRoom() {
			return temp !== undefined || hasRoom(folder, isPlain ? size : (EXPANSION + 1) * size);
		},
	};
}

/** The number of new lines for which a set in memory begins with room: what the inputs suggest, in the default limit. */
export function setCapacity(run: LineRun): number {
	return expectedNewLines(run.inputSize, availableMemory() / 4);
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
