/** The start of a table: the names of its columns, and which one has the references. */

import { Limit } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { Kind, Row, Table } from "../../../assembly/tables/layout";
import { counted } from "../../counted";
import { OptionError } from "../../errors";
import { isArrayFormat } from "../../formats";
import type { LineSettings } from "../../lines/lines";
import { encoder, textDecoder } from "../../utf8";
import { addedNames, columnIndex, refuseTakenNames } from "./column-names";
import { arrayRowPath, columnPath } from "./column-path";
import { arrayStart } from "./json-array";
import { headerError, TableError } from "./table-error";
import { NAMES_SIZE, namesOf, type Prefixes, type TableMemory } from "./table-memory";
import type { TableSettings } from "./table-options";

/** Max octets of the legend of CDX, which has at most one letter for each column. */
const MAX_LEGEND = 1024;

/** A header as it is written, and where the first row begins. */
export interface Header {
	readonly octets: Uint8Array;
	readonly end: number;
	/** The columns `by` of the settings, from 0. */
	readonly by?: readonly number[];
	/** The columns `joins` of the settings, from 0, and that of the key in CDX: -1 if there is none. */
	readonly joins?: readonly number[];
	readonly urlkey?: number;
}

/**
 * Reads the header at `start`, if there is one, and passes the column to the kernel. Returns undefined if the header does not end
 * before `end`. Throws TableError, or OptionError `invalid-option` for names that are too long.
 */
export function headerOf(
	memory: TableMemory,
	settings: TableSettings<LineSettings>,
	start: number,
	end: number,
): Header | undefined {
	const { delimiter, column, by = [], joins = [], hasHeader, isCdx } = settings;
	memory.set(Table.DELIMITER, delimiter);
	memory.set(Table.IS_CDX, isCdx ? 1 : 0);
	if (delimiter === 0) {
		placeKeys(memory, settings, column as string);
		return isArrayFormat(settings.format) ? arrayStart(memory, start, end) : { octets: new Uint8Array(0), end: start };
	}
	if (isCdx) return legendOf(memory, settings, start, end);
	memory.placeNames(
		undefined,
		prefixesOf(settings, () => Uint8Array.of(delimiter)),
	);
	if (!hasHeader) {
		memory.set(Table.COLUMN, (column as number) - 1);
		const placesOf = (columns: typeof joins) => columns.map((each) => (each as number) - 1);
		return { octets: new Uint8Array(0), end: start, by: placesOf(by), joins: placesOf(joins) };
	}
	const names = namesAt(memory, start, end);
	if (names === undefined) return undefined;
	memory.set(Table.COLUMN, columnIndex(column, names));
	memory.set(Table.WIDTH, names.length);
	const added = addedNames(settings);
	refuseTakenNames(added, names);
	const octets = writtenHeader(memory, start, delimiter, added);
	return {
		octets,
		end: memory.get(Table.CONSUMED),
		by: by.map((each) => columnIndex(each, names)),
		joins: joins.map((join) => columnIndex(join, names)),
	};
}

/** The columns of a CDX file without a legend: that of 11 columns, the first 8 of which others have as well. */
const USUAL_LEGEND = [..."NbamskrMSVg"];
/** A delimiter, CDX, and a letter for each column. */
const LEGEND = /^([ \t])CDX((?:\1[A-Za-z])+)[ \r\n]*$/;

/** The legend of a CDX file as it is written, its letters, and where the first row begins. */
export interface Legend {
	readonly octets: Uint8Array;
	/** Without a legend, those of the usual one that the first row reaches. */
	readonly letters: readonly string[];
	readonly end: number;
}

/**
 * Reads the legend of a CDX file at `start`, or takes the usual one. Passes delimiter and width to the kernel. Returns undefined if
 * the first line does not end before `end`, unless it is longer than any row.
 */
export function legendAt(memory: TableMemory, start: number, end: number): Legend | undefined {
	const { octets } = memory.kernel;
	const lineEnd = octets.subarray(start, end).indexOf(Octet.LF);
	if (lineEnd < 0 && memory.get(Table.IS_END) === 0 && end - start <= Limit.REFERENCE) return undefined;
	const headEnd = lineEnd < 0 ? end : start + lineEnd + 1;
	const head = octets.slice(start, headEnd - start > MAX_LEGEND ? start : headEnd);
	const [, delimiter, text] = LEGEND.exec(textDecoder.decode(head)) ?? [];
	memory.placeNames(undefined);
	if (text === undefined) {
		const letters = lettersOf(octets.subarray(start, headEnd), memory.get(Table.DELIMITER));
		return { octets: new Uint8Array(0), letters, end: start };
	}
	const letters = [...text.replaceAll(delimiter as string, "")];
	memory.set(Table.DELIMITER, (delimiter as string).charCodeAt(0));
	memory.set(Table.WIDTH, letters.length);
	return { octets: head, letters, end: headEnd };
}

/** The letters of the usual legend that a row reaches: all for a blank row, which shows nothing. */
function lettersOf(row: Uint8Array, delimiter: number): readonly string[] {
	const delimiters = row.reduce((count, octet) => count + (octet === delimiter ? 1 : 0), 0);
	return isBlank(row) ? USUAL_LEGEND : USUAL_LEGEND.slice(0, delimiters + 1);
}

function isBlank(row: Uint8Array): boolean {
	return row.every((octet) => octet <= Octet.SPACE);
}

/** The index of a column in a file that may have no legend. Throws TableError. */
function placeIn({ octets, letters }: Legend, column: string | number): number {
	const place = USUAL_LEGEND.indexOf(String(column));
	if (octets.length === 0 && place >= letters.length) {
		const sentence = `Without a legend, "${column}" is column ${place + 1}, and the first row has ${counted(letters.length, "column")}.`;
		throw new TableError("missing-column", sentence, { columns: letters });
	}
	return letterIndex(column, letters);
}

/** The index of the column of a letter. Legends repeat letters, as those of wget do: the first column counts. Throws TableError. */
export function letterIndex(column: string | number, letters: readonly string[]): number {
	const first = typeof column === "string" ? letters.indexOf(column) : -1;
	return first < 0 ? columnIndex(column, letters) : first;
}

function legendOf(
	memory: TableMemory,
	{ column, by = [], joins = [] }: TableSettings<LineSettings>,
	start: number,
	end: number,
): Header | undefined {
	const legend = legendAt(memory, start, end);
	if (legend === undefined) return undefined;
	memory.set(Table.COLUMN, placeIn(legend, column));
	const { octets, letters } = legend;
	const placesOf = (columns: typeof joins) => columns.map((each) => placeIn(legend, each));
	return { octets, end: legend.end, by: placesOf(by), joins: placesOf(joins), urlkey: letters.indexOf("N") };
}

/** The name as a whole and as a path of keys; the names of new columns; and the text before appended values. */
export function placeKeys(memory: TableMemory, settings: TableSettings<LineSettings>, column: string): void {
	const path = isArrayFormat(settings.format) ? arrayRowPath(column) : columnPath(column);
	const added = addedNames(settings).map((name) => encoder.encode(name));
	const prefixes = prefixesOf(settings, jsonPrefix);
	const texts = [...namesOf(path), ...namesOf(path.element), ...added, prefixes.value, prefixes.key, ...prefixes.parts];
	if (texts.reduce((sum, { length }) => sum + length, 0) > NAMES_SIZE) {
		throw new OptionError("invalid-option", `The options "column" and "into" must have at most ${NAMES_SIZE} bytes in all.`);
	}
	memory.placeNames(path, prefixes, added);
}

function prefixesOf(
	{ into, keys, parts }: TableSettings<LineSettings>,
	prefixOf: (name: string | undefined) => Uint8Array,
): Prefixes {
	return { value: prefixOf(into), key: prefixOf(keys), parts: parts?.columns.map(({ name }) => prefixOf(name)) ?? [] };
}

/** The text before the value of an appended key. */
function jsonPrefix(name: string | undefined): Uint8Array {
	return encoder.encode(name === undefined ? "" : `,${JSON.stringify(name)}:`);
}

/** The fields of the row at `start`, a header; undefined if it does not end before `end`. Throws TableError for a row that cannot be read. */
export function namesAt(memory: TableMemory, start: number, end: number): string[] | undefined {
	const { kernel, structure, rows, lines } = memory;
	memory.set(Table.WIDTH, 0);
	kernel.call.listCsvHeader(start, end, structure, rows, lines);
	if (memory.get(Table.ROWS) === 0) {
		if (end - start > Limit.REFERENCE) throw headerError(Kind.TOO_LONG);
		return undefined;
	}
	const kind = kernel.words[(rows + Row.KIND) >> 2] as number;
	if (kind > Kind.EMPTY) throw headerError(kind);
	// Each line ends in LF.
	return textDecoder.decode(kernel.octets.slice(lines, memory.get(Table.LINES_END) - 1)).split("\n");
}

/** The header, with the names of new columns. */
function writtenHeader(memory: TableMemory, start: number, delimiter: number, added: readonly string[]): Uint8Array {
	const { kernel, rows } = memory;
	const close = kernel.words[(rows + Row.CLOSE) >> 2] as number;
	const rowEnd = kernel.words[(rows + Row.END) >> 2] as number;
	const names = encoder.encode(added.map((name) => fieldAfter(String.fromCharCode(delimiter), name)).join(""));
	const header = new Uint8Array(rowEnd - start + names.length);
	header.set(kernel.octets.subarray(start, close));
	header.set(names, close - start);
	header.set(kernel.octets.subarray(close, rowEnd), close - start + names.length);
	return header;
}

/** A delimiter and a field, in quotes if necessary (RFC 4180 §2.6). */
function fieldAfter(delimiter: string, text: string): string {
	const isPlain = ![delimiter, '"', "\r", "\n"].some((character) => text.includes(character));
	return delimiter + (isPlain ? text : `"${text.replaceAll('"', '""')}"`);
}
