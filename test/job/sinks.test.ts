/** What takes the results of a job: rejects of rows, lists of lines, references of tables, evidence, files of `learn`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { LineResults } from "../../src/files/output/line-results";
import { Output } from "../../src/files/output/output";
import { checkFiles, checkFolder, filesOf, LEARNED_FILES, placeFiles } from "../../src/job/learned-files";
import { ListSink } from "../../src/job/list-sink";
import { Lock } from "../../src/job/lock";
import { JobOutputs } from "../../src/job/outputs";
import { peakMemory } from "../../src/job/peak-memory";
import { readEvidence } from "../../src/job/read-evidence";
import { ListedRows } from "../../src/job/row-sink";
import { TableText, takeReferences } from "../../src/job/table-references";
import type { Learned } from "../../src/learn/row-batch";
import { pushInto } from "../../src/lines/lines";
import type { FileTable } from "../../src/tables/file-table";
import { resolveTableOptions } from "../../src/tables/text/table-options";
import { useFolder } from "../cli/command";
import { misuse, refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();
const octetsOf = (text: string) => Buffer.from(text);
const textIn = (name: string) => readFileSync(path(name), "utf8");

it("lists the rejects of rows with a column that cannot break their row", () => {
	const [output, rejects] = [new Output(path("out")), new Output(path("rejects"))];
	const results = new LineResults(output, rejects);
	const taken: number[] = [];
	const next = { takeReject: ({ row }: { row: number }) => void taken.push(row) };
	const rows = new ListedRows(results, "a\tb\r\nc\nd", next);
	const reject = { row: 3, offset: 7, code: "invalid-port", component: undefined, reference: octetsOf("http://a:x") } as const;
	rows.takeReject(reject);
	new ListedRows(results, 2).takeReject({ ...reject, row: 4 });
	results.flush();
	expect(textIn(rejects.path?.slice(folder.length + 1) as string)).toBe(
		"3\t7\tinvalid-port\ta b  c d\thttp://a:x\n4\t7\tinvalid-port\t2\thttp://a:x\n",
	);
	expect([results.rejected, taken, rows.output === output]).toEqual([2, [3], true]);
	output.abandon();
	rejects.abandon();
});

it("delivers the outputs of a job together, files or not", () => {
	const outputs = new JobOutputs(path("all"), path("bad"));
	const log = outputs.open(path("log"));
	outputs.results.output.writeLater(octetsOf("a"));
	outputs.results.rejects?.writeLater(octetsOf("b"));
	log.writeLater(octetsOf("c"));
	expect(outputs.areFiles).toBe(true);
	outputs.deliver();
	expect([textIn("all"), textIn("bad"), textIn("log")]).toEqual(["a", "b", "c"]);
	const others = new JobOutputs("/dev/null", undefined);
	expect([others.areFiles, others.results.rejects]).toEqual([false, undefined]);
	others.deliver();
});

/** A sink whose lines become their lengths. A line "!" is an error, and "?" a reject. */
function lengths() {
	const output = new Output(path("lengths"));
	const parts: string[] = [];
	const sink = new ListSink((octets) => {
		const lines = Buffer.from(octets).toString().split("\n");
		if (lines.at(-1) === "") lines.pop();
		parts.push(lines.join("|"));
		const at = lines.indexOf("!");
		if (at >= 0) throw new UriError("invalid-port", `Line ${at + 1}: no (at 4).`, { component: "port", offset: 4, line: at + 1 });
		const rejects = lines
			.filter((line) => line === "?")
			.map((_, line) => ({ line, code: "invalid-port", component: undefined, offset: 0 }) as const);
		return { lines: octetsOf(lines.map((line) => `${line.length}\n`).join("")), count: lines.length, rejects };
	}, output);
	const written = () => {
		output.flush();
		return textIn(output.path?.slice(folder.length + 1) as string);
	};
	return { sink, parts, written, output };
}

it("passes whole lines on, and a last one without an end", () => {
	const { sink, parts, written, output } = lengths();
	pushInto(sink, octetsOf("a\nbc"));
	expect(parts).toEqual(["a"]);
	pushInto(sink, octetsOf("d\n?\ne"));
	sink.end();
	expect([parts, written(), sink.lines, sink.rejects]).toEqual([["a", "bcd|?", "e"], "1\n3\n1\n1\n", 4, 1]);
	pushInto(sink, octetsOf("f"));
	sink.end();
	expect([parts.at(-1), sink.lines]).toEqual(["f", 5]);
	output.abandon();
});

it("takes a line longer than its room", () => {
	const { sink, written, output } = lengths();
	const long = "x".repeat(3_000_000);
	pushInto(sink, octetsOf(`a\n${long}\nb\n`));
	sink.end();
	expect(written()).toBe("1\n3000000\n1\n");
	output.abandon();
});

it("numbers the lines of errors across all inputs", () => {
	const { sink, output } = lengths();
	pushInto(sink, octetsOf("a\nb\n"));
	sink.end();
	const push = () => pushInto(sink, octetsOf("c\n!\n"));
	expect(push).toThrow(
		expect.objectContaining({ code: "invalid-port", message: "Line 4: no (at 4).", component: "port", offset: 4 }),
	);
	output.abandon();
});

const TABLE = {
	...resolveTableOptions({ format: "csv", column: "url", engine: "js" }),
	command: "parse",
	files: [],
} as FileTable;

it("takes the references of a table in the order of rows, faults among them", () => {
	const text = new TableText(TABLE, (reference, row, fault) => (reference === "skip" ? undefined : { reference, row, fault }));
	pushInto(text.sink, octetsOf('id,url\n1,"a\nb"\n2\n3,skip\n4, \n5,\n6,é\r\n'));
	text.sink.end();
	const ragged = {
		...{ code: "ragged-row", offset: 0 },
		message: "The row cannot be read: it has another number of fields than the header.",
	};
	expect(text.drain()).toEqual([
		{ reference: "a\tb", row: 1, fault: undefined },
		{ reference: "", row: 2, fault: ragged },
		undefined,
		{ reference: "é", row: 6, fault: undefined },
	]);
	expect([text.drain(), text.sink.counts]).toEqual([[], expect.objectContaining({ rows: 6, empty: 2, rejects: 1 })]);
});

it("takes the references of lines without their ends", () => {
	const taken: string[] = [];
	takeReferences(octetsOf("a\n\nb\r\n\ufeffc\r\r\n"), (reference) => taken.push(reference));
	takeReferences(new Uint8Array(0), (reference) => taken.push(reference));
	expect(taken).toEqual(["a", "", "b", "\ufeffc\r"]);
});

it("has the peak memory of this process in octets", () => {
	const peak = peakMemory();
	expect(peak % 1024).toBe(0);
	const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
	expect(peak).toBeGreaterThan(1e7);
	expect(peak).toBeLessThanOrEqual(1024 * Number(kilobytes));
});

const EVIDENCE = {
	format: "urlsieve-evidence@1",
	base: "b",
	rules: [{ rule: "param:a" }, { rule: "param:]" }],
	refused: [],
	heldOut: { agreement: 1 },
	'odd":[': ["[", "]", "{"],
};

const learned = (evidence: object) => ({ policy: { a: 1 }, list: { name: "learned" }, evidence }) as unknown as Learned;

it("writes what was learned as lines, and reads them again", () => {
	const files = filesOf(learned(EVIDENCE));
	expect(Object.keys(files)).toEqual([...LEARNED_FILES]);
	const text = Buffer.from(files["evidence.json"]).toString();
	expect(text).toBe(`{
"format":"urlsieve-evidence@1",
"base":"b",
"rules":[
{"rule":"param:a"},
{"rule":"param:]"}
],
"refused":[],
"heldOut":{"agreement":1},
"odd\\":[":[
"[",
"]",
"{"
]
}
`);
	expect([Buffer.from(files["policy.json"]).toString(), Buffer.from(files["learned.json"]).toString()]).toEqual([
		'{"a":1}\n',
		'{"name":"learned"}\n',
	]);
	mkdirSync(path("evidence"));
	const read = (content: string) => {
		writeFileSync(path("evidence/evidence.json"), content);
		return readEvidence(path("evidence"));
	};
	const byLines = read(text);
	expect({ ...byLines }).toEqual(EVIDENCE);
	// What is read line by line can be longer than a string. Its members are those of the file alone.
	expect([Object.getPrototypeOf(byLines), "toString" in byLines]).toEqual([null, false]);
	expect(read(JSON.stringify(EVIDENCE, undefined, 2))).toEqual(EVIDENCE);
	expect(read(JSON.stringify(EVIDENCE))).toEqual(EVIDENCE);
	expect(read(`${text.trimEnd()}  `)).toEqual(EVIDENCE);
});

it.each(["", "{", "{\n}\n}\n", "{\n{\n}\n", '{\n"a":[\n1\n', "x", '"a":1\n}\n', "{\n}\n1\n"])(
	"refuses the evidence %j",
	async (text) => {
		mkdirSync(path("damaged"), { recursive: true });
		const file = write("damaged/evidence.json", text);
		const [status, sentence = ""] = (await refusalOf(() => readEvidence(path("damaged")))) ?? [];
		expect([status, sentence.slice(0, file.length + 14)]).toEqual([2, `${file} is not JSON: `]);
	},
);

it("names the evidence that is missing", async () => {
	const file = join(path("none"), "evidence.json");
	expect(await refusalOf(() => readEvidence(path("none")))).toEqual([3, `cannot read ${file}: no such file`]);
	expect(misuse("learn", "x")[0]).toBe(2);
});

it("takes a directory that there is, or that can be made", async () => {
	checkFolder(folder);
	checkFolder(path("new"));
	const [none, file] = [path("none/new"), write("file", "")];
	expect(await refusalOf(() => checkFolder(none))).toEqual([3, `cannot write ${none}: the directory above it does not exist`]);
	expect(await refusalOf(() => checkFolder(file))).toEqual([3, `cannot write ${file}: it is no directory`]);
});

it("puts files in place in a directory that it makes, without its lock", async () => {
	const files = filesOf(learned({ a: 1 }));
	await placeFiles(path("made/of/two"), files, () => {});
	expect(readdirSync(path("made/of/two")).sort()).toEqual([...LEARNED_FILES].sort());
	expect(textIn("made/of/two/evidence.json")).toBe('{\n"a":1\n}\n');
	const file = write("no-directory", "");
	expect(await refusalOf(() => placeFiles(join(file, "a"), files, () => {}))).toEqual([
		3,
		`cannot write ${join(file, "a")}: part of the path is not a directory`,
	]);
});

it("waits until another run has put its files in place, and says so", async () => {
	const waiting = path("waiting");
	mkdirSync(waiting);
	const held = await Lock.acquire(join(waiting, "learned"), "NAME", { waits: false, say() {}, leavesSignals: true });
	const said: string[] = [];
	await placeFiles(waiting, filesOf(learned({})), (sentence) => {
		said.push(sentence);
		held.abandon();
	});
	expect(said).toEqual([`${waiting} is in use by process ${process.pid}; waiting for it to end (--no-wait fails instead)`]);
	expect(readdirSync(waiting).sort()).toEqual([...LEARNED_FILES].sort());
});

it("refuses to write what other commands cannot load", async () => {
	const [status, sentence] = (await refusalOf(() => checkFiles(filesOf(learned({})), [], []))) ?? [];
	expect([status, sentence]).toEqual([3, expect.stringMatching(/^what was learned cannot be loaded, and was not written: ./)]);
});
