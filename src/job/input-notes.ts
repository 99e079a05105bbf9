/** Notes in the summary on inputs that look suspicious. */

import { agreeing, counted, grouped } from "../counted";
import type { Input } from "../files/input/input";
import { type LineCounts, mergedCounts } from "../files/input/line-survey";
import { shownText } from "../text/shown-text";
import { type Shape, shapeOf } from "./input-shape";

/** A line with more CRs inside looks like many lines. */
const MAX_RETURNS = 10;

export interface Note {
	readonly code:
		| "mostly-rejects"
		| "mostly-tabs"
		| "mostly-commas"
		| "mostly-semicolons"
		| "mostly-json"
		| "mostly-hosts"
		| "rejected-hosts"
		| "unwanted-kept"
		| "comment-lines"
		| "cr-line-ends"
		| "unicode-space"
		| "inner-space"
		| "enclosed-lines"
		| "inner-boms"
		| "open-quotes"
		| "text-values"
		| "trailing-octets"
		| "no-references"
		| "empty-set"
		| "converted-set"
		| "rules-switched-off"
		| "list-without-rules"
		| "request-bodies";
	/** Number of lines, octets or rules concerned. */
	readonly count: number;
	readonly sentence: string;
}

/** A run over lines. */
interface LineTotals {
	readonly command: string;
	readonly lines: number;
	readonly rejects: number;
	/** Rejects that begin with a host and have no scheme. */
	readonly hosts?: number;
	/** Rejects for their scheme that stay in the output, because nothing else was asked for. */
	readonly unwanted?: number;
	/** Whether --default-scheme has completed lines that begin with a host. */
	readonly areCompleted?: boolean;
	/** Rejects that begin with a byte order mark. */
	readonly boms?: number;
	/** Number of comments. Undefined if they are references. */
	readonly comments?: number | undefined;
	/** Counts of lines that did not come through its inputs. */
	readonly others?: LineCounts | undefined;
}

/** The commands that read tables, and those that complete hosts. */
const TABLE_COMMANDS: readonly string[] = ["normalize", "dedupe", "count", "filter", "shapes"];
const HOST_COMMANDS: readonly string[] = [...TABLE_COMMANDS, "partition"];

/** The notes on a set whose file was there and empty, as those of touch and mktemp are. */
export function emptySetNotes(path: string | undefined): Note[] {
	if (path === undefined) return [];
	const remedy = "if it was not new, restore it from a backup and repeat the run";
	return [{ code: "empty-set", count: 0, sentence: `${path} was empty (0 bytes), so this run began a new set; ${remedy}` }];
}

/** The notes on a set whose file was a snapshot. `copy`: where that is now. */
export function convertedSetNotes(copy: string | undefined): Note[] {
	if (copy === undefined) return [];
	const sentence = `the file of --seen was a snapshot, and is a store from now on; the snapshot is kept as ${copy}`;
	return [{ code: "converted-set", count: 0, sentence }];
}

/** The notes on rows of other requests than GET, in the indexes of web archives. */
export function requestNotes(count = 0): Note[] {
	if (count === 0) return [];
	const sentence = `${counted(count, "row")} of other methods than GET ${agreeing(count, "are")} compared by the method and the body, too`;
	return [{ code: "request-bodies", count, sentence }];
}

/** The notes on a run over lines. */
export function notesOn(
	{ command, lines, rejects, hosts = 0, areCompleted = false, unwanted = 0, boms = 0, comments, others }: LineTotals,
	inputs: readonly Input[],
): Note[] {
	const readsTables = TABLE_COMMANDS.includes(command);
	const counts = mergedCounts([...inputs.map(({ survey }) => survey), ...(others === undefined ? [] : [others])]);
	const shape = shapeOf(inputs);
	const total = `${counted(counts.examined, "line")}${counts.examined < lines ? " examined" : ""}`;
	return [
		...trailingNotes(inputs),
		...rejectNotes(lines, rejects, "line"),
		...tabNotes(counts, total, readsTables),
		...shapeNotes({ ...shape, ...((hosts > 0 || areCompleted) && { hosts: 0 }) }, readsTables, HOST_COMMANDS.includes(command)),
		...unwantedNotes(unwanted),
		...hostNotes(hosts, rejects, HOST_COMMANDS.includes(command)),
		...(comments === undefined ? commentNotes(shape) : []),
		...spaceNotes(shape),
		...innerNotes(shape),
		...enclosedNotes(shape),
		...bomNotes(boms),
		...returnNotes(counts, total, shape),
	];
}

/** The notes on a run over tables. */
export function tableNotesOn(counts: TableTotals, inputs: readonly Input[]): Note[] {
	return [
		...trailingNotes(inputs),
		...rejectNotes(
			counts.values ?? counts.rows,
			counts.rejects,
			counts.values === undefined ? "row" : "value",
			arrayRemedy(counts),
		),
		...quoteNotes(counts.openQuote),
		...textNotes(counts.text),
		...emptyNotes(counts),
	];
}

interface TableTotals {
	readonly rows: number;
	/** Values, if a row has several. */
	readonly values?: number | undefined;
	readonly column?: string | number | undefined;
	/** Rows without a reference. */
	readonly empty: number;
	readonly rejects: number;
	/** Rejects that are no text. */
	readonly notText?: number | undefined;
	/** The place of the first quoted field that is left open, and the number of them. */
	readonly openQuote?: { readonly place: string; readonly count: number } | undefined;
	/** Values with white space and no scheme that are read as relative references. */
	readonly text?: { readonly count: number; readonly example: string | undefined } | undefined;
}

/** The notes on quotes that are left open. */
function quoteNotes(open: TableTotals["openQuote"]): Note[] {
	if (open === undefined) return [];
	const which = open.count === 1 ? open.place : `${counted(open.count, "row")}, first in ${open.place}`;
	const sentence = `a quoted field is left open in ${which}; the line is a reject, and the lines after it are read as rows`;
	return [{ code: "open-quotes", count: open.count, sentence }];
}

/** The notes on values that are no references, and are read as relative ones. */
function textNotes({ count, example = "" }: NonNullable<TableTotals["text"]> = { count: 0, example: "" }): Note[] {
	if (count === 0) return [];
	const written = JSON.stringify(example.replaceAll(" ", "%20"));
	const which = `${counted(count, "value")} ${agreeing(count, "have")} white space and no scheme, such as ${JSON.stringify(example)}`;
	const sentence = `${which}, which is read as the relative reference ${written}; --require-scheme rejects them`;
	return [{ code: "text-values", count, sentence: shownText(sentence) }];
}

/** In JSON lines, a mistyped name is that of a column without references. */
function emptyNotes({ rows, values = rows, column, empty: count }: TableTotals): Note[] {
	if (rows === 0 || count < values) return [];
	const sentence = `found no reference in the column ${JSON.stringify(column)} of ${counted(rows, "row")}; check --column`;
	return [{ code: "no-references", count, sentence }];
}

/** The notes on octets that follow compressed data. */
export function trailingNotes(inputs: readonly Input[]): Note[] {
	return inputs
		.filter(({ ignoredOctets }) => ignoredOctets > 0)
		.map(({ name, ignoredOctets: count }) => ({
			code: "trailing-octets",
			count,
			sentence: `${name}: ignored ${counted(count, "byte")} of trailing garbage after the gzip data`,
		}));
}

/** Advice if most of the lines, or of the rows, are rejects. */
const REMEDIES = {
	line: "check that the input is a list of references, one per line",
	row: "check --column and --format",
	value: "check --column",
};

function rejectNotes(total: number, count: number, noun: keyof typeof REMEDIES, remedy = REMEDIES[noun]): Note[] {
	if (2 * count <= total) return [];
	const sentence = `rejected ${grouped(count)} of ${counted(total, noun)}; ${remedy}`;
	return [{ code: "mostly-rejects", count, sentence }];
}

/** The same if most of the rejects are no text: arrays, for example. */
function arrayRemedy({ column, values, rejects, notText = 0 }: TableTotals): string | undefined {
	if (values !== undefined || 2 * notText <= rejects) return undefined;
	return `check --column: the elements of an array are ${JSON.stringify(`${column}[]`)}`;
}

/** Returns advice on reading a table of this format. */
function tableRemedy(format: string, readsTables: boolean, otherwise: string): string {
	return `if the input is a table, ${readsTables ? `add --format ${format} --column NAME` : otherwise}`;
}

/** The notes on first lines that look like something else. */
function shapeNotes({ lines, commas, semicolons, objects, hosts }: Shape, readsTables: boolean, completes: boolean): Note[] {
	const pass = "pass one column, a reference per line";
	const shapes: readonly [Note["code"], number, string][] = [
		["mostly-commas", commas.lines, `${counted(commas.most, "comma")} in each of @; ${tableRemedy("csv", readsTables, pass)}`],
		[
			"mostly-semicolons",
			semicolons.lines,
			`${counted(semicolons.most, "semicolon")} in each of @; ${tableRemedy("csv --delimiter ';'", readsTables, pass)}`,
		],
		["mostly-json", objects, `a JSON object in @; ${tableRemedy("jsonl", readsTables, pass)}`],
		["mostly-hosts", hosts, `a host without a scheme, such as example.com/a, in @; ${hostRemedy(completes)}`],
	];
	return shapes
		.filter(([, count]) => 2 * count > lines && lines > 0)
		.map(([code, count, text]) => {
			const share = `${grouped(count)} of the first ${counted(lines, "line")}`;
			return { code, count, sentence: `found ${text.replace("@", share)}` };
		});
}

/** The notes on rejects for their scheme that are in the output. */
function unwantedNotes(count: number): Note[] {
	if (count === 0) return [];
	const sentence = `${counted(count, "line")} with another scheme, or none, ${agreeing(count, "stay")} in the output; --invalid drop leaves ${count === 1 ? "it" : "them"} out`;
	return [{ code: "unwanted-kept", count, sentence }];
}

/** The notes on rejects that only lack a scheme. */
function hostNotes(count: number, rejects: number, completes: boolean): Note[] {
	if (count === 0) return [];
	const sentence = `${grouped(count)} of ${counted(rejects, "reject")} ${agreeing(count, "begin")} with a host, such as example.com/a; ${hostRemedy(completes)}`;
	return [{ code: "rejected-hosts", count, sentence }];
}

/** The notes on lines that are references, and look like comments. */
function commentNotes({ examined, comments: count }: Shape): Note[] {
	if (count === 0) return [];
	const share = `${grouped(count)} of the first ${counted(examined, "line")}`;
	const sentence = `found "# " at the start of ${share}; --comments reads them, and blank lines, as comments`;
	return [{ code: "comment-lines", count, sentence }];
}

function hostRemedy(completes: boolean): string {
	return completes ? "--default-scheme https completes them" : "they are read as relative references";
}

function tabNotes({ examined, tabbed: count }: LineCounts, total: string, readsTables: boolean): Note[] {
	if (2 * count <= examined) return [];
	const cut = "pass one column, for example with cut -f1";
	const remedy = `normalization removes TABs (RFC 3986, Appendix C); ${tableRemedy("tsv", readsTables, cut)}`;
	return [{ code: "mostly-tabs", count, sentence: `found a TAB in ${grouped(count)} of ${total}; ${remedy}` }];
}

/** The notes on white space that no rule removes: normalization percent-encodes it. */
function spaceNotes({ examined, padded: count }: Shape): Note[] {
	if (count === 0) return [];
	const share = `${grouped(count)} of the first ${counted(examined, "line")}`;
	const sentence = `found white space of Unicode, such as U+00A0, at the start or end of ${share}; it is read as part of the reference, so remove it first`;
	return [{ code: "unicode-space", count, sentence }];
}

/** The notes on lines with something after the reference, such as a number or a comment: all of it is read as the reference. */
function innerNotes({ examined, spaced: { lines: count, example } }: Shape): Note[] {
	if (count === 0) return [];
	const share = `${grouped(count)} of the first ${counted(examined, "line")}, such as ${JSON.stringify(example)}`;
	const sentence = `found a space inside ${share}; all of the line is read as the reference, so pass one column, for example with cut -d' ' -f1`;
	return [{ code: "inner-space", count, sentence: shownText(sentence) }];
}

/** The notes on lines in quotation marks or angle brackets, which belong to no reference. */
function enclosedNotes({ lines, enclosed: count }: Shape): Note[] {
	if (2 * count <= lines || lines === 0) return [];
	const share = `${grouped(count)} of the first ${counted(lines, "line")}`;
	const remedy = "they are read as part of the reference, so remove them, for example with sed 's/^[\"<]//; s/[\">]$//'";
	return [{ code: "enclosed-lines", count, sentence: `found quotation marks or angle brackets around ${share}; ${remedy}` }];
}

/** The notes on marks in the middle of an input, as `cat` leaves them. */
function bomNotes(count: number): Note[] {
	if (count === 0) return [];
	const remedy = "pass the files as arguments, or remove it with sed 's/^\\xEF\\xBB\\xBF//'";
	const sentence = `${counted(count, "reject")} ${agreeing(count, "begin")} with a byte order mark, as files that were joined do; ${remedy}`;
	return [{ code: "inner-boms", count, sentence }];
}

function returnNotes({ examined, returned: count, maxReturns }: LineCounts, total: string, shape: Shape): Note[] {
	if (2 * count <= examined && maxReturns <= MAX_RETURNS) return [];
	const isDoubled = maxReturns === 1 && 2 * shape.doubled > shape.examined;
	const remedy = isDoubled
		? "lines end in CR CR LF; remove the CRs with tr -d '\\r'"
		: "lines look CR-terminated; convert them with tr '\\r' '\\n'";
	const sentence = `found CRs in ${grouped(count)} of ${total}, up to ${grouped(maxReturns)} in one line; ${remedy}`;
	return [{ code: "cr-line-ends", count, sentence }];
}
