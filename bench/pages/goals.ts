/** The goals beside what was measured, and beside what no way of doing the work can reach. */
import { LIMITS } from "../limits/limits";
import { SLICES } from "../lists/corpus";
import { majorOf } from "../measure/machine";
import { type Results, type Row, shown } from "../measure/results";
import { COMMAND } from "../suites/command";
import { DEDUPE, DEDUPE_TWO, SORT, SORT_TWO } from "../suites/dedupe";
import { markdown } from "./markdown";

/** How many times as much one row takes as another of the same suite and input. */
interface Comparison {
	readonly what: string;
	readonly suite: string;
	/** How the name of the input begins. Undefined: the first input. */
	readonly input?: string;
	readonly theirs: string;
	readonly ours: string;
	readonly by?: "cpu";
	/** The least ratio that is wanted, by major versions of Node.js. */
	readonly goals?: Readonly<Record<string, number>>;
	readonly limit?: Limit;
}

/** A row with what cannot be done in less. One of `parts` is of one line, in nanoseconds. */
interface Limit {
	readonly suite: string;
	readonly name: string;
}

const URL_HREF = "new URL().href";
const partLimit = (name: string): Limit => ({ suite: "parts", name });
const LINES = { suite: "bulk", theirs: URL_HREF, ours: "urlsieve lines, wasm", limit: partLimit(LIMITS.floor) } as const;
const STRING = { suite: "single", theirs: URL_HREF, ours: "urlsieve normalize, wasm" } as const;
const FILES = { suite: "dedupe", theirs: SORT } as const;
const THREADS = { suite: "threads", goals: { 24: 1.6 } } as const;

const COMPARISONS: readonly Comparison[] = [
	{ ...LINES, what: "list as it is", input: "as it is", goals: { 24: 18.5, 26: 15 } },
	{ ...LINES, what: "clean list", input: "clean", goals: { 24: 16.5, 26: 11.5 } },
	{ ...LINES, what: "all dirty list", input: "all dirty", goals: { 24: 8.5, 26: 7 } },
	{ ...LINES, suite: "crawl", what: "keys of a list as it is", input: "as it is", ours: "urlsieve crawl@1 keys, wasm" },
	{ ...STRING, what: "clean flat string", input: "clean", limit: partLimit(LIMITS.encode) },
	{ ...STRING, what: "clean slice", input: `clean${SLICES}`, limit: partLimit(LIMITS.encodeSlice) },
	{
		...FILES,
		what: "file, CPU time, one thread",
		ours: DEDUPE,
		by: "cpu",
		goals: { 24: 5.5 },
		limit: partLimit(LIMITS.pageCache),
	},
	{ ...FILES, what: "file, wall time, two threads", ours: DEDUPE_TWO, goals: { 24: 7 } },
	{ ...FILES, what: "file, wall time, two threads each", theirs: SORT_TWO, ours: DEDUPE_TWO },
	...(["normalize", "dedupe"] as const).map((name) => ({
		...THREADS,
		what: "file, wall time, a second thread",
		input: `as it is, ${name === "normalize" ? "40" : "10"}`,
		theirs: `${name} --threads 1`,
		ours: `${name} --threads 2`,
	})),
	{
		what: "one line, CPU time",
		suite: "command",
		theirs: COMMAND.plain,
		ours: COMMAND.cached,
		limit: { suite: "command", name: COMMAND.bare },
	},
];

/** A result this close to its limit has reached it, and is no goal any more. */
const CLOSE = 1.1;

type AllResults = ReadonlyMap<string, Results>;

/** A table with a column for each version of Node.js. Undefined without results of any comparison. */
export function goalsText(results: AllResults): string | undefined {
	const measured = COMPARISONS.filter((comparison) => rowsOf(results, comparison) !== undefined);
	const versions = versionsOf(measured.flatMap(({ suite }) => results.get(suite)?.rows ?? []));
	if (measured.length === 0) return undefined;
	const head = ["", "urlsieve", "instead of", "goal", ...versions, "limit"];
	return markdown([head, ...measured.map((comparison) => lineOf(results, comparison, versions))]);
}

function verdictOf(ratio: number, wanted: number, most = Number.POSITIVE_INFINITY): string {
	if (ratio >= wanted) return ", reached";
	return wanted * CLOSE > most ? ", goal beyond the limit" : ", missed";
}

/** The versions of Node.js, in the order of the rows. */
function versionsOf(rows: readonly Row[]): string[] {
	return [...new Set(rows.map(({ node }) => node))];
}

function lineOf(results: AllResults, comparison: Comparison, versions: readonly string[]): string[] {
	const { what, ours, theirs, goals = {} } = comparison;
	const limit = limitOf(results, comparison);
	const isDone = limit?.isReached === true;
	const goal = Object.entries(goals).map(([major, ratio]) => `${major}: ${ratio} ×`);
	const shownGoal = isDone ? "none: the limit is reached" : goal.join(", ") || "–";
	const cells = versions.map((version) => {
		const ratio = ratioOf(results, comparison, version);
		const wanted = isDone ? undefined : goals[majorOf(version)];
		if (ratio === undefined) return "–";
		const most = limitOf(results, comparison, version)?.ratio;
		return `${shown(ratio)} ×${wanted === undefined ? "" : verdictOf(ratio, wanted, most)}`;
	});
	return [what, `\`${ours}\``, `\`${theirs}\``, shownGoal, ...cells, limit?.text ?? "–"];
}

/** What both rows take on a version of Node.js, by default the first. Undefined unless both are measured. */
function rowsOf(results: AllResults, { suite, input = "", theirs, ours, by }: Comparison, version?: string) {
	const rows = results.get(suite)?.rows ?? [];
	const node = version ?? rows[0]?.node;
	const found = (name: string) => {
		const row = rows.find((one) => one.node === node && one.name === name && isOf(one, input));
		return row && { input: row.input, value: by === "cpu" ? row.cpu : row.median };
	};
	const [their, our] = [found(theirs), found(ours)];
	if (their?.value === undefined || our?.value === undefined) return undefined;
	return { theirs: their.value, ours: our.value, input: our.input };
}

/** Whether a row is of an input, or of one that goes on with a number of lines. */
function isOf({ input }: Row, wanted: string): boolean {
	return input === wanted || wanted === "" || input.startsWith(`${wanted},000`);
}

function ratioOf(results: AllResults, comparison: Comparison, version: string): number | undefined {
	const rows = rowsOf(results, comparison, version);
	return rows && rows.theirs / rows.ours;
}

interface LimitOfRow {
	readonly text: string;
	readonly ratio: number;
	readonly isReached: boolean;
}

/** What the limit takes, as a ratio, and whether a version of Node.js, by default the first, has reached it. */
function limitOf(results: AllResults, comparison: Comparison, version?: string): LimitOfRow | undefined {
	const { limit } = comparison;
	const rows = rowsOf(results, comparison, version);
	if (limit === undefined || rows === undefined) return undefined;
	const takes = takenBy(results, limit, rows.input);
	if (takes === undefined) return undefined;
	const ratio = rows.theirs / takes;
	return { text: `${shown(ratio)} ×: \`${limit.name}\``, ratio, isReached: rows.ours <= CLOSE * takes };
}

/** What a limit takes for an input, in the unit of what is compared with it: seconds if the input has a number of lines. */
function takenBy(results: AllResults, { suite, name }: Limit, input: string): number | undefined {
	const rows = results.get(suite)?.rows.filter((row) => row.name === name) ?? [];
	const lines = /^([\d,]+) lines$/.exec(input)?.[1]?.replaceAll(",", "");
	if (lines !== undefined) {
		const nanoseconds = rows.find((row) => row.input === "as it is")?.median;
		return nanoseconds && (nanoseconds * Number(lines)) / 1e9;
	}
	return rows.find((row) => row.input === input.replace(SLICES, ""))?.median;
}
