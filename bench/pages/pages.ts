/** Fills the documentation from the results, between markers, so that no number there is written by hand. */
import type { Machine } from "../measure/machine";
import { type Results, type Row, shown } from "../measure/results";
import { DEDUPE, SORT } from "../suites/dedupe";
import { SUITES } from "../suites/suites";
import { goalsText } from "./goals";
import { markdown } from "./markdown";
import { scaleText } from "./scale-page";
import { storeText } from "./store-page";

/** The pages that have markers. */
export const PAGES = [
	"README.md",
	"docs/internals/performance.md",
	"docs/internals/performance-files.md",
	"docs/internals/hostile.md",
	"docs/integrations/scale.md",
	"docs/integrations/python.md",
] as const;

const MARKER = /<!-- bench: ([a-z]+) -->\n/g;
const END = "<!-- end of bench -->";
const NOTHING = "No results yet: `npm run bench` writes them.";

/** Returns the page with new text between each `<!-- bench: NAME -->` and `<!-- end of bench -->`. Throws for a name without text. */
export function filled(page: string, texts: ReadonlyMap<string, string>): string {
	let made = "";
	let at = 0;
	for (const marker of page.matchAll(MARKER)) {
		const [name, start] = [marker[1] as string, marker.index + marker[0].length];
		const end = page.indexOf(END, start);
		const text = texts.get(name);
		if (text === undefined) throw new Error(`There is nothing to fill in for the marker "${name}".`);
		if (end < 0) throw new Error(`The marker "${name}" has no end.`);
		made += `${page.slice(at, start)}\n${text}\n\n`;
		at = end;
	}
	return made + page.slice(at);
}

/** The texts by marker: each suite, `machine`, `main` with the main rows, and `speed` with those of the README. */
export function textsOf(results: ReadonlyMap<string, Results>): Map<string, string> {
	const texts = new Map(Object.keys(SUITES).map((name) => [name, NOTHING]));
	const machine = machineOfPages(results);
	for (const [name, suite] of results) texts.set(name, textOf(suite, machine));
	const scale = results.get("scale");
	if (scale !== undefined) texts.set("scale", scaleText(scale));
	const store = results.get("store");
	texts.set("store", store === undefined ? NOTHING : storeText(store));
	texts.set("machine", machineText(results));
	texts.set("main", mainText(results));
	texts.set("goals", goalsText(results) ?? NOTHING);
	texts.set("speed", speedText(results));
	return texts;
}

/** `machine`: that of the page. A suite measured on another one says so. */
function textOf(suite: Results, machine: Machine | undefined): string {
	const about = suite.against === "" ? "" : ` In brackets: the ratio against ${suite.against}.`;
	const isCurve = suite.rows.some(({ at }) => at !== undefined);
	const tables = isCurve ? growthTables(suite) : [table(suite.rows)];
	const command = `\`npm run bench -- --suite ${suite.suite}\``;
	const where = isSame(suite.machine, machine) ? "" : ` Measured on ${machineOf(suite)}; list: ${suite.corpus}.`;
	const beside =
		new Set(suite.rows.map(({ node }) => node)).size > 1 ? " Other versions of Node.js: the same, in the order of columns." : "";
	return [`${command}: ${suite.unit}, ${isCurve ? "bests" : "medians"}.${about}${beside}${where}`, ...tables].join("\n\n");
}

function machineText(results: ReadonlyMap<string, Results>): string {
	const [first] = results.values();
	if (first === undefined) return NOTHING;
	const nodes = [...new Set([...results.values()].flatMap(({ rows }) => rows.map(({ node }) => node)))];
	const missing = missingOf(first, results);
	const left = missing.length === 0 ? "" : ` Left out: ${missing.join("; ")}.`;
	return `Measured on ${machineOf(first)}; Node.js ${nodes.join(", ")}; list: ${first.corpus}.${left}`;
}

/** The peers that were skipped and that no suite has measured since. */
function missingOf(first: Results, results: ReadonlyMap<string, Results>): readonly string[] {
	const measured = new Set([...results.values()].flatMap(({ rows }) => rows.map(({ name }) => name)));
	return first.missing.filter((reason) => !measured.has(reason.replace(/,.*/, "")));
}

function machineOf({ machine: { processor, cores, memory, platform, date } }: Results): string {
	return `${date}: ${processor}, ${cores} cores, ${memory} GB, ${platform}`;
}

/** The machine that the pages name: that of the first suite. */
function machineOfPages(results: ReadonlyMap<string, Results>): Machine | undefined {
	return results.values().next().value?.machine;
}

/** Whether two machines are equal but for the day. */
function isSame(machine: Machine, other: Machine | undefined): boolean {
	return JSON.stringify({ ...machine, date: "" }) === JSON.stringify({ ...other, date: "" });
}

/** The main rows: a task, what is usually used for it, what does it in urlsieve, and whether the README has the row. */
const MAIN_ROWS = [
	{ task: "normalize a list", suite: "bulk", usual: "new URL().href", ours: "urlsieve lines, wasm", isShort: true },
	{ task: "normalize a string", suite: "single", usual: "new URL().href", ours: "urlsieve normalize, wasm", isShort: true },
	{ task: "normalize a string by RFC 3986", suite: "single", usual: "fast-uri", ours: "urlsieve normalize, wasm" },
	{ task: "deduplicate in memory", suite: "sets", usual: "Set of new URL().href", ours: "urlsieve addLines, wasm" },
	{ task: "deduplicate a file", suite: "dedupe", usual: SORT, ours: DEDUPE, isShort: true },
] as const;
type MainRow = (typeof MAIN_ROWS)[number];

const [AS_IT_IS, ALL_DIRTY] = ["as it is", "all dirty"] as const;

const HEAD = ["", "instead of", "takes", "urlsieve takes", "times as fast", "if all lines are dirty"];
const IMAGE = "![What a reference costs in urlsieve and its peers, and how time and memory grow](../../bench/results/bench.svg)";

/** The main rows as measured on the first version of Node.js. A row without a result is left out. */
function mainText(results: ReadonlyMap<string, Results>): string {
	const rows = mainRows(results, MAIN_ROWS);
	if (rows.length === 0) return NOTHING;
	return [`Medians on Node.js ${firstNode(results)}; ns are per reference.`, markdown([HEAD, ...rows]), IMAGE].join("\n\n");
}

/** The same for the README: fewer rows, without the last column. */
function speedText(results: ReadonlyMap<string, Results>): string {
	const short = MAIN_ROWS.filter((row) => "isShort" in row);
	const rows = [HEAD, ...mainRows(results, short)].map((cells) => cells.slice(0, -1));
	if (rows.length === 1) return NOTHING;
	const about = `${machineText(results)} Medians on Node.js ${firstNode(results)}; ns are per URL.`;
	// The README says bytes.
	return [about.replace("octets", "bytes"), markdown(rows)].join("\n\n");
}

function mainRows(results: ReadonlyMap<string, Results>, rows: readonly MainRow[]): string[][] {
	const machine = machineOfPages(results);
	return rows.map((row) => mainRow(row, results.get(row.suite), machine)).filter((cells) => cells !== undefined);
}

/** The first version of Node.js that was measured. */
function firstNode(results: ReadonlyMap<string, Results>): string | undefined {
	return results.values().next().value?.rows[0]?.node;
}

/** Cells of a main row; undefined if the list, or the only input of the suite, has no result. `machine`: as for `textOf`. */
function mainRow({ task, usual, ours }: MainRow, suite: Results | undefined, machine: Machine | undefined): string[] | undefined {
	if (suite === undefined) return undefined;
	const input = suite.rows.some((row) => row.input === AS_IT_IS) ? AS_IT_IS : (suite.rows[0]?.input ?? "");
	const [theirTime, ourTime] = [timeOf(suite, usual, input), timeOf(suite, ours, input)];
	const [theirDirty, ourDirty] = [timeOf(suite, usual, ALL_DIRTY), timeOf(suite, ours, ALL_DIRTY)];
	if (theirTime === undefined || ourTime === undefined) return undefined;
	const where = isSame(suite.machine, machine) ? "" : ` (${suite.machine.processor})`;
	const work = `${task}${input === AS_IT_IS ? "" : ` of ${input}`}${where}`;
	const unit = suite.unit.replace(" per reference", "");
	const dirty = theirDirty === undefined || ourDirty === undefined ? "–" : `${shown(theirDirty / ourDirty)} ×`;
	const times = [theirTime, ourTime].map((time) => `${shown(time)} ${unit}`);
	return [work, `\`${usual}\``, ...times, `${shown(theirTime / ourTime)} ×`, dirty];
}

/** The median of what was measured on the first version of Node.js, in the unit of the suite. */
function timeOf({ rows }: Results, name: string, input: string): number | undefined {
	return rows.find((row) => row.node === rows[0]?.node && row.name === name && row.input === input)?.median;
}

/**
 * A line for each name, a column for each input; transposed if there are more inputs than lines. Other versions of Node.js than the first
 * have a column each.
 */
function table(all: readonly Row[]): string {
	const [first, ...others] = [...new Set(all.map(({ node }) => node))];
	const rows = all.filter(({ node }) => node === first);
	const nameOf = ({ name }: Row) => `\`${name}\``;
	const names = [...new Set(rows.map(nameOf))];
	const inputs = [...new Set(rows.map(({ input }) => input))];
	const find = (name: string, input: string) => cell(rows.find((row) => row.input === input && nameOf(row) === name));
	if (inputs.length > names.length) {
		return markdown([["", ...names], ...inputs.map((input) => [input, ...names.map((name) => find(name, input))])]);
	}
	const notes = new Map(rows.map((row) => [nameOf(row), row.note ?? ""]));
	const isNoted = [...notes.values()].some((note) => note !== "");
	if (inputs.length === 1 && rows.some(({ cpu }) => cpu !== undefined)) return processTable(rows);
	const noted = (text: string | undefined) => (isNoted ? [text ?? ""] : []);
	const beside = (name: string) =>
		others.map((node) =>
			shortCell(
				all.filter((row) => row.node === node && nameOf(row) === name),
				inputs,
			),
		);
	const lines = names.map((name) => [
		name,
		...inputs.map((input) => find(name, input)),
		...beside(name),
		...noted(notes.get(name)),
	]);
	return markdown([["", ...inputs, ...others, ...noted("what it computes")], ...lines]);
}

/** The ratios of a name on another version of Node.js, or what it takes if nothing is compared, in the order of the inputs. */
function shortCell(rows: readonly Row[], inputs: readonly string[]): string {
	const own = inputs.map((input) => rows.find((row) => row.input === input));
	const isCompared = own.some((row) => row?.ratio !== undefined);
	const numbers = own.map((row) => (row === undefined ? "–" : shown(row.ratio ?? row.median)));
	return `${numbers.join(", ")}${isCompared ? " ×" : ""}`;
}

/** A line for each process: wall time, CPU time and peak memory. */
function processTable(rows: readonly Row[]): string {
	const base = rows[0]?.cpu;
	const lines = rows.map((row) => {
		const cpu = row.cpu === undefined ? "–" : `${shown(row.cpu)} (${shown((base ?? row.cpu) / row.cpu)} ×)`;
		const memory = row.memory === undefined ? "–" : `${shown(row.memory)} MB`;
		return [`\`${row.name}\``, cell(row), cpu, memory, row.note ?? ""];
	});
	return markdown([[rows[0]?.input ?? "", "time", "CPU time", "peak memory", "what it computes"], ...lines]);
}

function cell(row: Row | undefined): string {
	if (row === undefined) return "–";
	return row.ratio === undefined ? shown(row.median) : `${shown(row.median)} (${shown(row.ratio)} ×)`;
}

/** A table for each curve: seconds and megabytes of each command. */
function growthTables({ rows }: Results): string[] {
	return [...new Set(rows.map(({ input }) => input))].map((input) => {
		const own = rows.filter((row) => row.input === input);
		const names = [...new Set(own.map(({ name }) => name))];
		const lines = [...new Set(own.map(({ at }) => at))].map((at) => [
			(at ?? 0).toLocaleString("en-US"),
			...names.map((name) => growthCell(own.find((row) => row.at === at && row.name === name))),
		]);
		return markdown([[input, ...names.map((name) => `\`${name}\``)], ...lines]);
	});
}

function growthCell(row: Row | undefined): string {
	if (row === undefined) return "–";
	return `${shown(row.best)} s${row.memory === undefined ? "" : `, ${shown(row.memory)} MB`}`;
}
