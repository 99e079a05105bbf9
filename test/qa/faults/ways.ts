/** The ways to run the command line, each with its inputs and outputs. */
import { join } from "node:path";
import { TABLES } from "../../cli/tables-of-references";
import { listOfDuplicates } from "../../support/duplicates";

/** Takes the name of a file in the folder of the run. Returns its path. */
type PathOf = (name: string) => string;

export interface Way {
	readonly name: string;
	readonly inputs: Readonly<Record<string, string | Uint8Array>>;
	readonly args: (path: PathOf) => string[];
	/** Files that are replaced, or a folder that appears. */
	readonly outputs: readonly string[];
	/** Files that are either all new or all old. */
	readonly together?: readonly string[];
	/** The set, and the runs of the command line that make the one before this run. */
	readonly set?: string;
	readonly before?: (path: PathOf) => string[][];
	/** Outputs that do not exist before. */
	readonly isNew?: boolean;
	/** Standard input. */
	readonly input?: string;
}

const LIST = listOfDuplicates(400, 3);
const NEXT = listOfDuplicates(400, 4);
const PASSES = ["--memory", "16M"];
const dedupe = (path: PathOf, output: string, ...rest: string[]) => ["dedupe", "--quiet", "-o", path(output), ...rest];

/** A way of `dedupe` on a list. */
function list(name: string, options: (path: PathOf) => string[], outputs: readonly string[] = [], more: Partial<Way> = {}): Way {
	return {
		name,
		inputs: { "list.txt": LIST },
		args: (path) => dedupe(path, "out", ...options(path), path("list.txt")),
		outputs: ["out", ...outputs],
		...more,
	};
}

/** A way of `dedupe` on a table, in passes as well. */
function table(name: string, content: string | Uint8Array, options: readonly string[], outputs: readonly string[] = []): Way {
	return {
		name,
		inputs: { "table.bin": content },
		args: (path) => [
			...dedupe(path, "out", ...options),
			...outputs.flatMap((output) => [`--${output}`, path(output)]),
			path("table.bin"),
		],
		outputs: ["out", ...outputs],
	};
}

const firstDay = (path: PathOf) => [dedupe(path, "first.txt", "--seen", path("set.seen"), path("first.list"))];

/** A way with the set of the day before. */
function secondDay(name: string, options: (path: PathOf) => string[], outputs: readonly string[] = []): Way {
	return list(name, (path) => ["--seen", path("set.seen"), ...options(path)], outputs, {
		set: "set.seen",
		inputs: { "first.list": NEXT, "list.txt": LIST },
		before: firstDay,
	});
}

const seen = (name: string, args: (path: PathOf) => string[], before: (path: PathOf) => string[][]): Way => ({
	name: `seen ${name}`,
	inputs: { "first.list": NEXT, "list.txt": LIST },
	args: (path) => ["seen", name, ...args(path)],
	outputs: [],
	set: "set.seen",
	before,
});

/** Rows of fetches: pages that each answer to two values of `ref`. */
const FETCHES = `url,digest,status,time\n${Array.from({ length: 480 }, (_, index) => {
	const [site, page, ref] = [index % 12, Math.floor(index / 12) % 10, Math.floor(index / 120)];
	return `http://site${site}.example/view?id=${page}${ref === 0 ? "" : `&ref=${ref}`},PAGE${site}X${page},200,${20260101000000 + index}\n`;
}).join("")}`;

/** The tables that libraries write: those of tables.mjs. */
export interface Columnar {
	readonly parquet: Uint8Array;
	readonly arrow: Uint8Array;
}

/** The list in these tables. */
export const COLUMN = LIST;

const LEARNED = ["policy.json", "learned.json", "evidence.json"].map((name) => `rules/${name}`);

export function waysWith({ parquet, arrow }: Columnar): readonly Way[] {
	return [
		list("memory", () => []),
		list("stdin", () => [], [], { input: LIST, args: (path) => dedupe(path, "out") }),
		list("passes", () => PASSES),
		list("stream", () => [], [], { input: LIST, args: (path) => dedupe(path, "out", "--memory", "64M") }),
		list("profile", () => [...PASSES, "--profile", "crawl@1"]),
		list("rejects", (path) => ["--rejects", path("rejects")], ["rejects"]),
		list("audit", (path) => ["--audit", path("audit")], ["audit"]),
		list("audit-passes", (path) => [...PASSES, "--audit", path("audit")], ["audit"]),
		list("report", (path) => ["--report", path("report.html")], ["report.html"]),
		list("keep", () => ["--keep", "last", "--count"]),
		list("keep-passes", () => [...PASSES, "--keep", "last", "--count"]),
		list("threads", () => ["--threads", "2"]),
		list("seen-first", (path) => ["--seen", path("set.seen")], [], { set: "set.seen" }),
		secondDay("seen-second", () => []),
		secondDay("seen-passes", () => PASSES),
		secondDay("seen-audit", (path) => ["--audit", path("audit")], ["audit"]),
		seen("compact", (path) => [path("set.seen")], firstDay),
		seen("add", (path) => ["--quiet", path("set.seen"), path("list.txt")], firstDay),
		seen("remove", (path) => ["--quiet", path("set.seen"), path("list.txt")], knownDay),
		seen("merge", (path) => [path("set.seen"), path("other.seen")], mergeable),
		table("csv", TABLES.csv(300, 5), ["--format", "csv", "--column", "url"], ["rejects"]),
		table("csv-passes", TABLES.csv(300, 5), ["--format", "csv", "--column", "url", ...PASSES], ["rejects", "audit"]),
		table("jsonl", TABLES.jsonl(300, 5), ["--format", "jsonl", "--column", "url"], ["rejects"]),
		table("cdxj", TABLES.cdxj(300, 5), ["--format", "cdxj"], ["rejects"]),
		table("parquet", parquet, ["--format", "parquet", "--column", "url"]),
		table("parquet-passes", parquet, ["--format", "parquet", "--column", "url", ...PASSES], ["audit"]),
		table("arrow", arrow, ["--format", "arrow", "--column", "url"]),
		table("arrow-passes", arrow, ["--format", "arrow", "--column", "url", ...PASSES]),
		{
			name: "partition",
			inputs: { "list.txt": LIST },
			args: (path) => ["partition", "--quiet", "--into", path("parts"), "--parts", "4", path("list.txt")],
			outputs: [0, 1, 2, 3].map((part) => `parts/part-000${part}.txt`),
			together: [0, 1, 2, 3].map((part) => `parts/part-000${part}.txt`),
			isNew: true,
		},
		{
			name: "learn",
			inputs: { "rows.csv": FETCHES },
			args: (path) => ["learn", path("rows.csv"), "-o", path("rules"), "--report", path("learned.html")],
			outputs: [...LEARNED, "learned.html"],
			together: LEARNED,
		},
	];
}

/** A set with the lines of two days. */
function knownDay(path: PathOf): string[][] {
	return [...firstDay(path), dedupe(path, "second.txt", "--seen", path("set.seen"), path("list.txt"))];
}

/** A set and a copy of it, which have each added lines of another day. */
function mergeable(path: PathOf): string[][] {
	return [
		...firstDay(path),
		["cp", path("set.seen"), path("other.seen")],
		dedupe(path, "second.txt", "--seen", path("other.seen"), path("list.txt")),
	];
}

/** Path of the source of the faults. */
export function sourceOf(root: string): string {
	return join(root, "test", "qa", "faults", "shim.c");
}
