/** The way of a run of `dedupe`: with a set in memory, in passes, or as a stream until the set is full. */
import { LEAST_MEMORY } from "./plan";

/**
 * `stream` begins with a set in memory. When that has filled its share, the lines after that go through passes, which know the set.
 */
export type Route = "memory" | "passes" | "stream";

/** The facts that decide the route. */
export interface RouteFacts {
	/** Whether --memory is given. */
	readonly isBounded: boolean;
	/** Octets of memory to use: those of --memory, else a quarter of the free memory. */
	readonly limit: number;
	/** Octets of all inputs, and roughly of their text; 0 if unknown. */
	readonly size: number;
	readonly text: number;
	/** Whether all inputs are files that can be read twice as they are: neither pipes nor compressed. */
	readonly isPlain: boolean;
	/** Whether all inputs and the output are files, so that nobody waits for the first line. */
	readonly isFileToFile: boolean;
	/** Whether lines that begin with a host are completed. */
	readonly isCompleted: boolean;
	/** Whether the first invalid line ends the run. */
	readonly mayFail: boolean;
	/** Whether there is a set of earlier runs, and whether merges are logged or reported. */
	readonly isSeen: boolean;
	readonly isLogged: boolean;
	/** Whether lines are left out, whether they are normalized in both readings, and whether they are rows of tables. */
	readonly isSelective: boolean;
	readonly isWrittenAnew: boolean;
	readonly isTable: boolean;
	/** Whether the directory of temporary files has room, as far as that matters. */
	readonly hasRoom: boolean;
}

/** Octets of input from which several passes pay. */
const LEAST_SIZE = 16777216;

/** Octets of text for each octet of a set, roughly. */
const TEXT_PER_SET = 2;

/** The share of the memory that the set of a stream may fill. Passes over the rest take half, before its memory is free. */
export const STREAM_SHARE = 1 / 4;

/** A sentence for docs/guide/deduplicate.md, the condition, and the way if it holds. */
type Rule = readonly [when: string, holds: (facts: RouteFacts) => boolean, route: Route];

/** The first rule that holds decides. */
const RULES: readonly Rule[] = [
	[
		"`--memory` from `64M` on, a list from a pipe or a compressed file, and none of `--seen`, `--audit`, `--report`, `--keep`, `--prefer`, `--count`, `--exclude`, `--per`",
		(facts) => facts.isBounded && mayStream(facts),
		"stream",
	],
	["`--memory`", ({ isBounded }) => isBounded, "passes"],
	["`--audit`, `--report`", ({ isLogged }) => isLogged, "memory"],
	["`--default-scheme`", ({ isCompleted }) => isCompleted, "memory"],
	["`--invalid fail`", ({ mayFail }) => mayFail, "memory"],
	["standard input, a pipe, or output that is not a file", ({ isFileToFile }) => !isFileToFile, "memory"],
	["too little space for temporary files, and no `--temp`", ({ hasRoom }) => !hasRoom, "memory"],
	[
		"a compressed list whose set might take a quarter of the free memory, without `--seen`, `--keep`, `--prefer`, `--count`, `--exclude` and `--per`",
		(facts) => isLong(facts) && mayStream(facts),
		"stream",
	],
	["any other input whose set might take a quarter of the free memory", isLong, "passes"],
	[
		"lists of 16 MiB or more that are not compressed, without `--keep`, `--prefer`, `--count` and `--per`, and not with both `--exclude` and `--seen`",
		paysInPasses,
		"passes",
	],
	["all other runs", () => true, "memory"],
];

export function routeOf(facts: RouteFacts): Route {
	const [, , route] = RULES.find(([, holds]) => holds(facts)) as Rule;
	return route;
}

/** Whether lines can be written as they come, and forgotten: they are read once, and neither the set nor duplicates are needed later. */
function mayStream({ isPlain, isSeen, isLogged, isSelective, isWrittenAnew, isTable, limit }: RouteFacts): boolean {
	return !(isPlain || isSeen || isLogged || isSelective || isWrittenAnew || isTable) && STREAM_SHARE * limit >= LEAST_MEMORY;
}

function isLong({ text, limit }: RouteFacts): boolean {
	return text / TEXT_PER_SET > limit;
}

/** Rows, and lines that are chosen or limited, are written anew, which takes longer than passes save. */
function paysInPasses({ isPlain, isTable, isWrittenAnew, size }: RouteFacts): boolean {
	return isPlain && !isTable && !isWrittenAnew && size >= LEAST_SIZE;
}
