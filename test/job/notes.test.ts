/** Notes on inputs that look suspicious: from which share of lines on, and what they say. */
import { expect, it } from "vitest";
import type { Input } from "../../src/files/input/input";
import { LineSurvey, mergedCounts } from "../../src/files/input/line-survey";
import { convertedSetNotes, emptySetNotes, notesOn, tableNotesOn, trailingNotes } from "../../src/job/input-notes";
import { shapeOf } from "../../src/job/input-shape";

const NO_COUNTS = { examined: 0, tabbed: 0, returned: 0, maxReturns: 0 };

/** What notes need of an input with this content. */
function inputOf(content: string, ignoredOctets = 0): Input {
	const octets = Buffer.from(content, "latin1");
	const survey = new LineSurvey();
	survey.add(octets);
	survey.end();
	return { name: "NAME", head: octets.subarray(0, 60_000), survey, ignoredOctets } as unknown as Input;
}

const notesFor = (content: string, command = "normalize", rejects = 0, lines = content.split("\n").length - 1) =>
	notesOn({ command, lines, rejects }, [inputOf(content)]);
const sentences = (...args: Parameters<typeof notesFor>) =>
	notesFor(...args).map(({ code, count, sentence }) => [code, count, sentence]);

const PLAIN = "http://a/\nhttp://b/\nhttp://c/\n";

it("has no notes on lists of references", () => {
	expect([sentences(PLAIN), sentences(""), notesOn({ command: "parse", lines: 0, rejects: 0 }, [])]).toEqual([[], [], []]);
});

it("notes on rejects if they are more than half", () => {
	const remedy = "check that the input is a list of references, one per line";
	expect(sentences(PLAIN, "parse", 1, 2)).toEqual([]);
	expect(sentences(PLAIN, "parse", 2, 3)).toEqual([["mostly-rejects", 2, `rejected 2 of 3 lines; ${remedy}`]]);
	expect(sentences(PLAIN, "parse", 1, 1)).toEqual([["mostly-rejects", 1, `rejected 1 of 1 line; ${remedy}`]]);
});

it("notes on TABs in more than half of the lines", () => {
	const found = (share: string) =>
		`found a TAB in ${share}; normalization removes TABs (RFC 3986, Appendix C); if the input is a table,`;
	expect(sentences("a\tb\nc\n")).toEqual([]);
	expect(sentences("a\tb\n/\td\n/e\n")).toEqual([["mostly-tabs", 2, `${found("2 of 3 lines")} add --format tsv --column NAME`]]);
	expect(sentences("/\tb\n", "parse")).toEqual([
		["mostly-tabs", 1, `${found("1 of 1 line")} pass one column, for example with cut -f1`],
	]);
	expect(sentences("/\tb\n", "dedupe", 0, 2)[0]?.[2]).toContain("1 of 1 line examined;");
});

it("notes on CRs in more than half of the lines, or more than ten in one", () => {
	const convert = "lines look CR-terminated; convert them with tr '\\r' '\\n'";
	expect(sentences("/a\rb\n/c\n")).toEqual([]);
	expect(sentences("/a\rb\n/c\r\r\n/e\n")).toEqual([
		["cr-line-ends", 2, `found CRs in 2 of 3 lines, up to 1 in one line; ${convert}`],
	]);
	expect(sentences(`/a${"\r".repeat(10)}b\n/c\n`)).toEqual([]);
	expect(sentences(`/a${"\r".repeat(11)}b\n/c\n`)).toEqual([
		["cr-line-ends", 1, `found CRs in 1 of 2 lines, up to 11 in one line; ${convert}`],
	]);
});

it("counts lines that did not come through the inputs", () => {
	const others = { ...NO_COUNTS, examined: 10, tabbed: 9 };
	const [note] = notesOn({ command: "parse", lines: 3, rejects: 0, others }, [inputOf("/a\n")]);
	expect([note?.code, note?.count, note?.sentence.slice(0, 30)]).toEqual(["mostly-tabs", 9, "found a TAB in 9 of 11 lines; "]);
	expect(
		mergedCounts([others, { examined: 1, tabbed: 2, returned: 3, maxReturns: 4 }, { ...NO_COUNTS, returned: 5, maxReturns: 3 }]),
	).toEqual({
		...{ examined: 11, tabbed: 11, returned: 8, maxReturns: 4 },
	});
	expect(mergedCounts([])).toEqual(NO_COUNTS);
});

it("notes on lines with the same number of commas", () => {
	const each = (commas: string, share: string) => `found ${commas} in each of ${share}; if the input is a table,`;
	expect(sentences("/a,b\n/c,d\n")).toEqual([]);
	expect(sentences("/a,b\n/c,d\n/e\n/f\n")).toEqual([]);
	expect(sentences("/a,b\n/c,d\n/e,,\n")).toEqual([
		["mostly-commas", 2, `${each("1 comma", "2 of the first 3 lines")} add --format csv --column NAME`],
	]);
	expect(sentences("/a,,b\n/c,d,\n/e\n", "partition")).toEqual([
		["mostly-commas", 2, `${each("2 commas", "2 of the first 3 lines")} pass one column, a reference per line`],
	]);
});

it("notes on objects of JSON", () => {
	const sentence = "found a JSON object in 2 of the first 3 lines; if the input is a table,";
	expect(sentences('{"a":1}\n {} \n/a}\n')).toEqual([["mostly-json", 2, `${sentence} add --format jsonl --column NAME`]]);
	expect(sentences('{"a":1}\n {} \n{"a"\n', "parse")).toEqual([
		["mostly-json", 2, `${sentence} pass one column, a reference per line`],
	]);
	expect(sentences("x{}\n{}x\n{}\n")).toEqual([]);
});

it("notes on hosts without a scheme", () => {
	const sentence = "found a host without a scheme, such as example.com/a, in 2 of the first 3 lines;";
	const list = "a.example/\nb.example\n/c\n";
	for (const command of ["normalize", "dedupe", "partition"])
		expect(sentences(list, command)).toEqual([["mostly-hosts", 2, `${sentence} --default-scheme https completes them`]]);
	for (const command of ["parse", "resolve"])
		expect(sentences(list, command)).toEqual([["mostly-hosts", 2, `${sentence} they are read as relative references`]]);
});

it("looks at the first 1,000 lines, but not at one that is cut off", () => {
	const shape = (content: string) => shapeOf([inputOf(content)]);
	expect(shape("a,b\n".repeat(999))).toMatchObject({ lines: 999, commas: 1, commaLines: 999 });
	expect(shape(`${"a,b\n".repeat(1000)}c\n`)).toMatchObject({ lines: 1000, commaLines: 1000 });
	expect(shape(`${"a,b\n".repeat(1001)}`)).toMatchObject({ lines: 1000, commaLines: 1000 });
	expect(shape("a,b\nc,d\ne,f")).toMatchObject({ lines: 3, commaLines: 3 });
	expect(shape("a\nb")).toMatchObject({ lines: 0 });
	const long = `a,b\nc,d\ne,f\n${"x".repeat(60_000)}`;
	expect(shape(long)).toMatchObject({ lines: 3, commas: 1, commaLines: 3, objects: 0, hosts: 0 });
	expect(shape(long.slice(0, 59_999))).toMatchObject({ lines: 4, commaLines: 3 });
	expect(shapeOf([inputOf("a,b\n"), inputOf("c,d\n"), inputOf("e\n")])).toMatchObject({ lines: 3, commas: 1, commaLines: 2 });
	expect(shapeOf([])).toMatchObject({ lines: 0, commas: 0, commaLines: 0, objects: 0, hosts: 0 });
});

it("notes on octets after compressed data", () => {
	const sentence = (count: string) => `NAME: ignored ${count} of trailing garbage after the gzip data`;
	expect(trailingNotes([inputOf("", 1), inputOf("", 0), inputOf("", 1234)])).toEqual([
		{ code: "trailing-octets", count: 1, sentence: sentence("1 byte") },
		{ code: "trailing-octets", count: 1234, sentence: sentence("1,234 bytes") },
	]);
	expect(notesOn({ command: "parse", lines: 0, rejects: 0 }, [inputOf("", 2)])).toHaveLength(1);
});

it("notes on tables without references, or with rejects", () => {
	const note = (rows: number, empty: number, rejects: number, column: string | number = "u") =>
		tableNotesOn({ rows, column, empty, rejects }, []).map(({ code, count, sentence }) => [code, count, sentence]);
	expect([note(0, 0, 0), note(2, 1, 1), note(3, 2, 0)]).toEqual([[], [], []]);
	expect(note(2, 2, 0)).toEqual([["no-references", 2, 'found no reference in the column "u" of 2 rows; check --column']]);
	expect(note(1, 1, 0, 3)).toEqual([["no-references", 1, "found no reference in the column 3 of 1 row; check --column"]]);
	expect(note(1, 0, 1)).toEqual([["mostly-rejects", 1, "rejected 1 of 1 row; check --column and --format"]]);
	expect(tableNotesOn({ rows: 0, empty: 0, rejects: 0 }, [inputOf("", 1)])).toHaveLength(1);
});

it("notes on a set that is new, or that was a snapshot", () => {
	expect([emptySetNotes(undefined), convertedSetNotes(undefined)]).toEqual([[], []]);
	const isNew =
		"s was empty (0 bytes), so this run began a new set; if it was not new, restore it from a backup and repeat the run";
	expect(emptySetNotes("s")).toEqual([{ code: "empty-set", count: 0, sentence: isNew }]);
	const converted = "the file of --seen was a snapshot, and is a store from now on; the snapshot is kept as s.128";
	expect(convertedSetNotes("s.128")).toEqual([{ code: "converted-set", count: 0, sentence: converted }]);
});
