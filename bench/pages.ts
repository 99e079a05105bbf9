/** Fills the pages of the documentation from the results, between markers, so that no number on them is written by hand. */
import { type Results, type Row, shown } from "./results";
import { SUITES } from "./suites";

/** The pages that have markers. */
export const PAGES = ["README.md", "docs/performance.md"] as const;

const MARKER = /<!-- bench: ([a-z]+) -->\n/g;
const END = "<!-- end of bench -->";
const NOTHING = "No results yet: `npm run bench` writes them.";

/** The page with each place between `<!-- bench: NAME -->` and `<!-- end of bench -->` filled anew. Throws for a name without text. */
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

/** What markers can name: every suite, `machine`, and `speed`, which is the short form for the README. */
export function textsOf(results: ReadonlyMap<string, Results>): Map<string, string> {
	const texts = new Map(Object.keys(SUITES).map((name) => [name, NOTHING]));
	for (const [name, suite] of results) texts.set(name, textOf(suite));
	texts.set("machine", machineText(results));
	texts.set("speed", speedText(results));
	return texts;
}

function textOf(suite: Results): string {
	const about = suite.against === "" ? "" : ` In brackets: the ratio against ${suite.against}.`;
	const isCurve = suite.rows.some(({ at }) => at !== undefined);
	const tables = isCurve ? growthTables(suite) : [table(suite.rows, true)];
	const command = `\`npm run bench -- --suite ${suite.suite}\``;
	return [`${command}: ${suite.unit}, ${isCurve ? "bests" : "medians"}.${about}`, ...tables].join("\n\n");
}

function machineText(results: ReadonlyMap<string, Results>): string {
	const [first] = results.values();
	if (first === undefined) return NOTHING;
	const { processor, cores, memory, platform, date } = first.machine;
	const nodes = [...new Set([...results.values()].flatMap(({ rows }) => rows.map(({ node }) => node)))];
	const left = first.missing.length === 0 ? "" : ` Left out: ${first.missing.join("; ")}.`;
	return `Measured on ${date}: ${processor}, ${cores} cores, ${memory} GB, ${platform}; Node.js ${nodes.join(", ")}; list: ${first.corpus}.${left}`;
}

function speedText(results: ReadonlyMap<string, Results>): string {
	const suites = ["bulk", "single"].flatMap((name) => results.get(name) ?? []);
	if (suites.length === 0) return NOTHING;
	const tables = suites.map((suite) => {
		const first = suite.rows.filter(({ node }) => node === suite.rows[0]?.node);
		return `${suite.title}, ${suite.unit}; in brackets against \`${suite.against}\`:\n\n${table(first, false)}`;
	});
	const image = "![What a reference costs in urlsieve and its peers, and how time and memory grow](bench/results/bench.svg)";
	return [machineText(results), ...tables, image].join("\n\n");
}

/** A line for each name and version of Node.js, a column for each input; the other way round where there are more inputs. */
function table(rows: readonly Row[], hasNotes: boolean): string {
	const isByNode = new Set(rows.map(({ node }) => node)).size > 1;
	const nameOf = ({ name, node }: Row) => `\`${name}\`${isByNode ? `, ${node}` : ""}`;
	const names = [...new Set(rows.map(nameOf))];
	const inputs = [...new Set(rows.map(({ input }) => input))];
	const find = (name: string, input: string) => cell(rows.find((row) => row.input === input && nameOf(row) === name));
	if (inputs.length > names.length) {
		return markdown([["", ...names], ...inputs.map((input) => [input, ...names.map((name) => find(name, input))])]);
	}
	const notes = new Map(rows.map((row) => [nameOf(row), row.note ?? ""]));
	const isNoted = hasNotes && [...notes.values()].some((note) => note !== "");
	const noted = (text: string | undefined) => (isNoted ? [text ?? ""] : []);
	const lines = names.map((name) => [name, ...inputs.map((input) => find(name, input)), ...noted(notes.get(name))]);
	return markdown([["", ...inputs, ...noted("what it computes")], ...lines]);
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

function markdown([head, ...lines]: readonly (readonly string[])[]): string {
	const written = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
	const columns = head ?? [];
	return [written(columns), written(columns.map(() => "---")), ...lines.map(written)].join("\n");
}
