/** Suite `tables`: what a row of a table costs `normalize --column`, beyond a line of a list with the same references. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, drawnLines } from "../lists/corpus";
import { SEED } from "../lists/random.mjs";
import { type Command, compare, inFolder, urlsieve, writeAll } from "../measure/processes";
import type { Row } from "../measure/results";
import { DUCKDB, Programs, type TableFormat } from "../peers/programs";
import type { Suite } from "./suite";

interface Format {
	readonly name: string;
	readonly extension: string;
	/** The options that make `normalize` read it. */
	readonly options: string;
	/** What stands before the first row. */
	readonly head: string;
	readonly row: (id: number, reference: string) => string;
	/** DuckDB reads and writes it, too. */
	readonly duckdb?: TableFormat;
}

/** Three columns each, of which the reference is the second. */
const FORMATS: readonly Format[] = [
	{
		name: "CSV",
		extension: "csv",
		options: "--column url",
		head: "id,url,note\n",
		row: (id, url) => `${id},${/[",]/.test(url) ? `"${url.replaceAll('"', '""')}"` : url},"row, ${id}"\n`,
		duckdb: "csv",
	},
	{
		name: "TSV",
		extension: "tsv",
		options: "--column url",
		head: "id\turl\tnote\n",
		row: (id, url) => `${id}\t${/["\t]/.test(url) ? `"${url.replaceAll('"', '""')}"` : url}\trow ${id}\n`,
	},
	{
		name: "JSON lines",
		extension: "jsonl",
		options: "--column url",
		head: "",
		row: (id, url) => `{"id": ${id}, "url": ${JSON.stringify(url)}, "note": "row, ${id}"}\n`,
		duckdb: "jsonl",
	},
	{
		name: "CDXJ",
		extension: "cdxj",
		options: "--format cdxj",
		head: "",
		row: (id, url) => `(com,example)/ 20261122000000 {"url": ${JSON.stringify(url)}, "status": "${id}"}\n`,
	},
];

export const tables: Suite = {
	title: "A row of a table, whole processes on one thread, beyond a line of a list (DuckDB: beyond its start)",
	unit: "ns of CPU time",
	against: "DuckDB",
	onEveryNode: false,
	async measure({ root, lists, rounds, isQuick }) {
		const count = isQuick ? 200_000 : 2_000_000;
		const programs = await Programs.at(root);
		const lines = () => drawnLines(lists.get("as it is") as Corpus, count, SEED);
		return inFolder((folder) => {
			const list = join(folder, "list.txt");
			writeAll(list, lines());
			return FORMATS.flatMap((format) => {
				const { extension, head, name, row } = format;
				const [empty, table] = [join(folder, `empty.${extension}`), join(folder, `table.${extension}`)] as const;
				writeFileSync(empty, head || row(0, "http://a/"));
				writeAll(table, tableTexts(format, lines()));
				const input = `${name}, ${count.toLocaleString("en-US")} rows`;
				const commands = [...ours(root, format, table), ...theirs(programs, format, [empty, table])];
				return costsOf(compare(commands, list, folder, { rounds, input }), count);
			});
		});
	},
};

/** A base, and the command whose cost beyond the base is the cost of rows. */
function ours(root: string, { options }: Format, table: string): Command[] {
	const normalize = urlsieve(root, "normalize --threads 1");
	return [
		{ name: "list", command: `${normalize} $LIST` },
		{ name: "urlsieve normalize", command: `${normalize} ${options} "${table}"` },
	];
}

/** The same for each peer: with the empty table and with the full one. */
function theirs(programs: Programs, { duckdb }: Format, [empty, table]: readonly [string, string]): Command[] {
	if (duckdb === undefined) return [];
	const full = programs.tableCommands(duckdb, table);
	return programs.tableCommands(duckdb, empty).flatMap((command, index) => [command, full[index] as Command]);
}

function* tableTexts({ head, row }: Format, texts: Iterable<string>): Generator<string> {
	yield head;
	let id = 0;
	for (const text of texts) {
		const lines = text.split("\n").slice(0, -1);
		yield lines.map((line) => row(id++, line)).join("");
	}
}

/** Returns the costs in nanoseconds. Each measured row follows its base. */
function costsOf(rows: readonly Row[], count: number): Row[] {
	const costs = rows.flatMap(({ cpu = 0, input, name, node, note }, index) => {
		if (index % 2 === 0) return [];
		const cost = ((cpu - (rows[index - 1]?.cpu ?? 0)) * 1e9) / count;
		return [{ input, node, name, best: cost, median: cost, ...(note === undefined ? {} : { note }) }];
	});
	const peer = costs.find(({ name }) => name === DUCKDB)?.median;
	return costs.map((row) => (peer === undefined ? row : { ...row, ratio: peer / row.median }));
}
