/** What jobs read, in process: lines and tables as text, lines as octets, and what is closed at their end. */
import { fstatSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Source } from "../../src/files/input/source";
import { LineReader } from "../../src/job/line-reader";
import { LineRules } from "../../src/job/line-rules";
import { mapLines } from "../../src/job/map-lines";
import { JobOutputs } from "../../src/job/outputs";
import { ListedRows } from "../../src/job/row-sink";
import { mapRows } from "../../src/job/rows";
import { TextReader } from "../../src/job/text-reader";
import { LineFeed } from "../../src/lines/lines";
import { ReportingPace } from "../../src/node/reporting-pace";
import { resolveOptions } from "../../src/options";
import type { FileTable } from "../../src/tables/file-table";
import { resolveTableOptions } from "../../src/tables/text/table-options";
import { useFolder } from "../cli/command";

const { path, write } = useFolder();
const textIn = (name: string) => readFileSync(path(name), "utf8");

const LIST = write("list.txt", "HTTP://a\nhttp://[\nb.example\n");
const TABLE = write("table.csv", "u,n\nHTTP://a,1\nhttp://[,2\n,3\n");
const settings = resolveOptions({ engine: "js" });

/** A reader of files, with references before them. */
function readerOf(files: string[], references: string[] = [], scheme?: string) {
	const rules = new LineRules({ settings, options: { engine: "js" } });
	return new LineReader(
		{ source: new Source({ files, references, scheme }), threads: 1, scheme, remedy: "REMEDY" },
		rules,
		new ReportingPace(() => {}),
	);
}

const tableOf = (into?: string) =>
	({
		...resolveTableOptions({ format: "csv", column: "u", engine: "js", ...(into && { into }) }),
		command: "normalize",
		files: [TABLE],
	}) as FileTable;

it("maps references and lines to their normal forms, or their targets", async () => {
	const outputs = new JobOutputs(path("out"), path("rejects"));
	expect(await mapLines(readerOf([LIST], ["X:y"]), outputs.results)).toBe(4);
	outputs.deliver();
	expect([textIn("out"), textIn("rejects"), outputs.results.rejected]).toEqual([
		"x:y\nhttp://a/\nhttp://[\nb.example\n",
		"3\t7\tinvalid-ip-literal\thttp://[\n",
		1,
	]);
	const completed = new JobOutputs(path("completed"), undefined);
	await mapLines(readerOf([LIST], [], "https"), completed.results);
	completed.deliver();
	expect(textIn("completed")).toBe("http://a/\nhttp://[\nhttps://b.example/\n");
});

it("maps the rows of a table", async () => {
	for (const [into, text] of [
		[undefined, "u,n\nhttp://a/,1\nhttp://[,2\n,3\n"],
		["v", "u,n,v\nHTTP://a,1,http://a/\nhttp://[,2,http://[\n,3,\n"],
	] as const) {
		const outputs = new JobOutputs(path("rows"), path("bad"));
		const counts = await mapRows(readerOf([TABLE]), tableOf(into), new ListedRows(outputs.results, "u"));
		outputs.deliver();
		expect([textIn("rows"), textIn("bad")]).toEqual([text, "2\t7\tinvalid-ip-literal\tu\thttp://[\n"]);
		expect(counts).toEqual({ rows: 3, unique: 1, duplicates: 0, rejects: 1, empty: 1 });
	}
});

const isOpen = (descriptor: number) => {
	try {
		fstatSync(descriptor);
		return true;
	} catch {
		return false;
	}
};

it("closes the files of a job that has read all, and keeps them for the rest", async () => {
	const outcomes: unknown[] = [];
	for (const full of [false, true]) {
		const reader = readerOf([LIST]);
		const feed = new LineFeed(reader.rules.workspace, settings, () => {});
		const { descriptor } = reader.source.inputs[0] as { descriptor: number };
		outcomes.push([
			await reader.feedUntil(
				feed,
				() => full,
				() => 0,
			),
			isOpen(descriptor),
		]);
		reader.source.close();
	}
	expect(outcomes).toEqual([
		[false, false],
		[true, true],
	]);
});

it("tells what it reads", () => {
	const reader = readerOf([LIST, TABLE], ["x:"]);
	const { size, names, scheme, remedy, threads, passThreads } = reader;
	expect([size, names, scheme, remedy, threads, passThreads]).toEqual([28 + 29, `${LIST}, ${TABLE}`, undefined, "REMEDY", 1, 1]);
	reader.source.close();
	const watched = [
		{ name: "a", size: 3 },
		{ name: "b", size: 4 },
	] as never;
	const rules = new LineRules({ settings, options: {} });
	const other = new LineReader(
		{ source: new Source({ files: [] }), watched, scheme: "s", threads: 9 },
		rules,
		new ReportingPace(() => {}),
	);
	expect([other.size, other.names, other.scheme, other.threads]).toEqual([7, "a, b", "s", 1]);
	expect([rules.settings, rules.workspace === rules.core, rules.createWorkspace() === rules.core]).toEqual([
		settings,
		true,
		false,
	]);
});

/** Records what a job over text shows of its progress. */
function progressOf() {
	const told: unknown[][] = [];
	let position = 0;
	return {
		told,
		get position() {
			return position;
		},
		countRows: () => void told.push(["rows"]),
		advance: (...counts: [number, number, number]) => {
			position = counts[2];
			told.push(counts);
		},
		advanceShare: (...counts: unknown[]) => void told.push(counts),
	};
}

it("reads references, then lines of files, with their numbers", async () => {
	const reader = new TextReader([LIST, write("more.txt", "x")], false);
	const [taken, progress]: [unknown[], ReturnType<typeof progressOf>] = [[], progressOf()];
	expect(reader.files.map(({ size }) => size)).toEqual([28, 1]);
	await reader.each(["r"], (...line) => taken.push(line), progress);
	expect(taken).toEqual([
		["r", 1],
		["HTTP://a", 2],
		["http://[", 3],
		["b.example", 4],
		["x", 5],
	]);
	expect([reader.lines, progress.told]).toEqual([
		5,
		[
			[28, 4, 28],
			[0, 4, 28],
			[1, 4, 29],
			[0, 5, 29],
		],
	]);
	expect(reader.inputs.map(({ descriptor }) => isOpen(descriptor))).toEqual([false, false]);
});

it("reads the rows of tables, and writes what is made of them", async () => {
	const reader = new TextReader([TABLE], false);
	const [written, progress]: [unknown[], ReturnType<typeof progressOf>] = [[], progressOf()];
	const output = { name: "o", length: 0, isInPlace: false };
	const counts = await reader.eachRow(
		tableOf(),
		(reference, row) => ({ reference, row }),
		(value) => written.push(value),
		output,
		progress,
	);
	expect([counts, written]).toEqual([
		{ rows: 3, empty: 1 },
		[
			{ reference: "HTTP://a", row: 1 },
			{ reference: "http://[", row: 2 },
		],
	]);
	expect(progress.told).toEqual([["rows"], [29, 3, 29]]);
	const watched = new TextReader([TABLE], true);
	expect([watched.inputs, watched.files.map(({ size }) => size)]).toEqual([[], [29]]);
});
