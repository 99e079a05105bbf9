/** Calls of the tables kernel: rows are listed, their values come back in other forms, and the rows are written. */
import { Limit, MARK_SIZE } from "../../../../assembly/layout/addresses";
import { NO_PART } from "../../../../assembly/layout/parts";
import {
	ArrayState,
	Elements,
	JsonLimit,
	Keys,
	Kind,
	New,
	Row,
	Table,
	TableAddress,
	Write,
} from "../../../../assembly/tables/layout";
import type { KernelPair } from "./kernel-pair";
import { type Lines, type Scene, someLine } from "./lines";
import { csvText, jsonText } from "./table-texts";

const LF = 0x0a;
const MAX_ROWS = 40;
const COUNTS = [
	Table.ROWS,
	Table.CONSUMED,
	Table.LINES_END,
	Table.LINES,
	Table.FAULTS,
	Table.IN_LONG_ROW,
	Table.IN_ARRAY,
	Table.ARRAY_STATE,
];
function setTable(pair: KernelPair, field: Table, value: number): void {
	pair.setWord(TableAddress.TABLE + field, value);
}

function get(pair: KernelPair, field: Table): number {
	return pair.word(TableAddress.TABLE + field);
}

/** Octets in an area. */
function putText(pair: KernelPair, text: string): readonly [number, number] {
	return pair.put(Buffer.from(text));
}

/** Describes the column of JSON lines to the kernel, at the address of a set of keys. */
function placeKeys(pair: KernelPair, at: number, names: readonly string[]): void {
	const [whole, ...path] = names.map((name) => putText(pair, name)) as [
		readonly [number, number],
		...(readonly [number, number])[],
	];
	for (const [index, [start, end]] of [whole, ...path].entries()) {
		const field = at + (index === 0 ? Keys.WHOLE : Keys.PATH + Keys.SIZE * (index - 1));
		pair.setWord(field, start);
		pair.setWord(field + 4, end);
	}
	pair.setWord(at + Keys.COUNT, path.length);
}

/** Another column of JSON lines: a key, a path or the time. */
function placeColumn(pair: KernelPair, at: number): void {
	placeKeys(pair, at, pair.of([["id"], ["url"], ["page.url", "page", "url"]]));
	if (pair.next(4) === 0) pair.setWord(at + Keys.COUNT, Keys.TIME);
}

/** Describes a column of arrays to the kernel: of the row itself, or of a path; of their elements, or of a column within. */
function placeElements(pair: KernelPair): void {
	placeKeys(pair, TableAddress.KEYS, pair.of([["url[]", "url"], ["page.url[]", "page", "url"], ["[]"]]));
	placeKeys(pair, TableAddress.ELEMENT, pair.of([["url"], ["a.b", "a", "b"]]));
	if (pair.next(2) === 0) pair.setWord(TableAddress.ELEMENT + Keys.WHOLE, 0);
	setTable(pair, Table.HAS_ELEMENTS, 1);
	setTable(pair, Table.IN_ARRAY, pair.next(8) === 0 ? 1 : 0);
}

/** Makes lines the elements of an array, most of them, and describes it to the kernel, at its start or within. */
function placeArray(pair: KernelPair, octets: Uint8Array): void {
	for (let at = 0; at < octets.length; ++at) if (octets[at] === LF && pair.next(12) > 0) octets[at] = 0x2c;
	if (pair.next(2) === 0) octets[octets.length - 1] = 0x5d;
	setTable(pair, Table.IS_ARRAY, 1);
	setTable(pair, Table.ARRAY_STATE, pair.of([ArrayState.START, ArrayState.START, ArrayState.ELEMENT, ArrayState.END]));
	if (pair.next(3) > 0) return;
	placeKeys(pair, TableAddress.KEYS, ["[]"]);
	setTable(pair, Table.HAS_ELEMENTS, Elements.ROW);
}

/** The names of new columns of JSON lines, which some rows have. */
function placeNew(pair: KernelPair): void {
	const names = Array.from({ length: pair.next(New.MAX + 1) }, () => pair.of(["id", "a.b", "", "absent", "url"]));
	pair.setWord(TableAddress.NEW + New.COUNT, names.length);
	for (const [index, name] of names.entries()) {
		const [start, end] = putText(pair, name);
		pair.setWord(TableAddress.NEW + New.NAMES + index * New.SIZE, start);
		pair.setWord(TableAddress.NEW + New.NAMES + index * New.SIZE + 4, end);
	}
}

/** The place at which a text is cut: seldom, and now and then at its start. */
function cutOf(pair: KernelPair, length: number): number {
	return pair.next(4) > 0 ? length : pair.next(6) === 0 ? 0 : pair.next(length);
}

/** Sets the words of both formats. Returns the addresses of rows, lines and records of other columns. */
function prepare(
	pair: KernelPair,
	octets: number,
	delimiter: number,
	isInRow: number,
): { rows: number; lines: number; others: number } {
	const maxRows = pair.of([MAX_ROWS, MAX_ROWS, 1 + pair.next(5)]);
	const rows = pair.area(MAX_ROWS * Row.SIZE, 4);
	const lines = pair.area(octets + 2 * MAX_ROWS + Limit.MARGIN);
	const count = pair.of([0, 0, 1, 2]);
	const others = count === 0 ? 0 : pair.area(count * MAX_ROWS * Row.SIZE, 4);
	const columns =
		count === 0
			? 0
			: delimiter === 0
				? pair.area(count * Keys.SET, 4)
				: pair.putWords(Array.from({ length: count }, () => pair.next(4)));
	if (delimiter === 0) for (let index = 0; index < count; ++index) placeColumn(pair, columns + index * Keys.SET);
	pair.setWords(TableAddress.TABLE, [
		[Table.DELIMITER, delimiter],
		[Table.COLUMN, pair.next(4)],
		[Table.WIDTH, pair.of([0, 3, 3])],
		[Table.MAX_ROWS, maxRows],
		[Table.IS_END, pair.next(2)],
		[Table.IN_LONG_ROW, isInRow],
		[Table.OTHERS, others],
		[Table.OTHER_COLUMNS, columns],
		[Table.OTHER_COUNT, count],
		[Table.HAS_ELEMENTS, 0],
		[Table.IN_ARRAY, 0],
		[Table.IS_ARRAY, 0],
		[Table.ARRAY_STATE, 0],
	]);
	return { rows, lines, others };
}

function sameRows(pair: KernelPair, what: string, rows: number, lines: number, others: number): number {
	pair.sameWords(`${what}, TABLE`, TableAddress.TABLE, ...COUNTS);
	const count = get(pair, Table.ROWS) / Row.SIZE;
	for (let at = rows; at < rows + count * Row.SIZE; at += Row.SIZE) sameRow(pair, `${what}, a row`, at, Row.LINE);
	pair.same(`${what}, lines`, lines, get(pair, Table.LINES_END));
	const columns = others === 0 ? 0 : get(pair, Table.OTHER_COUNT);
	for (let index = 0; index < count * columns; ++index) {
		const at = others + index * Row.SIZE;
		pair.same(`${what}, another column`, at, at + Row.VALUE_END + 4);
		pair.same(`${what}, the kind of another column`, at + Row.KIND, at + Row.KIND + 4);
	}
	return count;
}

/** A row without a line has no defined address of one. */
function sameRow(pair: KernelPair, what: string, at: number, undefinedField: number): void {
	const hasLine = pair.word(at + Row.KIND) <= Kind.LAST_WITH_LINE;
	pair.same(what, at, at + (hasLine ? Row.SIZE : undefinedField));
}

/** Lists the rows of CSV, and writes them with other values. */
function csv(pair: KernelPair, lines: Lines): void {
	const delimiter = pair.of([",", "\t", ";", " "]);
	const octets = csvText(pair, lines, delimiter);
	const isInRow = pair.next(10) === 0 ? 1 : 0;
	const marks = pair.area((octets.length + 9) * 4 + 64, 4);
	const { rows, lines: linesAt, others } = prepare(pair, octets.length, delimiter.charCodeAt(0), isInRow);
	setTable(pair, Table.IS_CDX, delimiter === " " ? 1 : 0);
	const prefix = putText(pair, delimiter);
	const cut = cutOf(pair, octets.length);
	const [start, end] = pair.put(octets.subarray(0, cut));
	if (pair.next(8) === 0) {
		pair.run("listCsvHeader", start, end, marks, rows, linesAt);
		pair.sameWords("listCsvHeader, TABLE", TableAddress.TABLE, ...COUNTS, Table.FIELDS);
		pair.same("listCsvHeader, lines", linesAt, get(pair, Table.LINES_END));
		return;
	}
	pair.run("listCsvRows", start, end, marks, rows, linesAt);
	finish(pair, lines, { rows, lines: linesAt, others, start, octets: octets.length, prefix, keyPrefix: prefix });
}

/** The same for JSON lines. */
function json(pair: KernelPair, lines: Lines): void {
	const isCdx = pair.next(3) === 0;
	const octets = jsonText(pair, lines, isCdx);
	const isInRow = pair.next(10) === 0 ? 1 : 0;
	const { rows, lines: linesAt, others } = prepare(pair, octets.length, 0, isInRow);
	setTable(pair, Table.IS_CDX, isCdx ? 1 : 0);
	placeKeys(pair, TableAddress.KEYS, pair.of([["url"], ["url"], ["page.url", "page", "url"], ["a.b", "a", "b"], [""]]));
	placeNew(pair);
	const isArray = others === 0 && pair.next(3) === 0;
	if (isArray) placeArray(pair, octets);
	else if (others === 0 && pair.next(2) === 0) placeElements(pair);
	const [prefix, keyPrefix] = [putText(pair, ',"form":'), putText(pair, ',"key":')];
	const cut = cutOf(pair, octets.length);
	const [start, end] = pair.put(octets.subarray(0, cut));
	pair.run("listJsonRows", start, end, rows, linesAt);
	pair.sameWords("listJsonRows, NEW", TableAddress.NEW, New.ROW, New.NAME);
	finish(pair, lines, { rows, lines: linesAt, others, start, octets: octets.length, prefix, keyPrefix });
}

interface Listed {
	readonly rows: number;
	readonly lines: number;
	readonly others: number;
	readonly start: number;
	readonly octets: number;
	readonly prefix: readonly [number, number];
	readonly keyPrefix: readonly [number, number];
}

/** Other values come back, and the rows are written. */
function finish(pair: KernelPair, lines: Lines, listed: Listed): void {
	const { rows, start, octets, prefix, keyPrefix } = listed;
	const count = sameRows(pair, "rows", rows, listed.lines, listed.others);
	const ends = pair.area((count + 1) * 4, 4);
	const packed = pair.area(octets + Limit.MARGIN);
	pair.same("packColumn", packed, pair.run("packColumn", rows, rows + count * Row.SIZE, Row.SIZE, packed, ends));
	pair.same("packColumn, ends", ends, ends + 4 * count);
	const values = get(pair, Table.LINES);
	const hasMarks = pair.next(2) === 0;
	const marks = hasMarks ? pair.putWords(Array.from({ length: values + 1 }, () => pair.of([-1, -1, 0, 5]))) : 0;
	const { valuesAt, keys, size: formsSize } = placeForms(pair, lines, listed, values, ends, marks);
	const hasKeys = pair.next(3) === 0;
	const parts = pair.next(3) === 0 ? placeParts(pair, lines, values) : NO_PARTS;
	const size = formsSize + parts.end - parts.start;
	const write = pair.of([0, Write.ORIGINAL, Write.APPEND]) | pair.of([0, Write.DROP_INVALID, Write.BLANK_INVALID]);
	pair.setWords(TableAddress.TABLE, [
		[Table.WRITE, write],
		[Table.MARKS, marks],
		[Table.PREFIX, prefix[0]],
		[Table.PREFIX_END, prefix[1]],
		[Table.KEY_PREFIX, keyPrefix[0]],
		[Table.KEY_PREFIX_END, keyPrefix[1]],
		[Table.KEYS, hasKeys ? keys[0] : 0],
		[Table.KEYS_END, hasKeys ? keys[1] : 0],
		[Table.PARTS, parts.start],
		[Table.PARTS_END, parts.end],
		[Table.PART_COUNT, parts.count],
	]);
	const more = prefix[1] - prefix[0] + keyPrefix[1] - keyPrefix[0] + parts.count * (PART_PREFIX.length + 4) + 8;
	const to = pair.area(3 * octets + JsonLimit.ESCAPE * size + count * more + Limit.MARGIN);
	pair.same("writeRows", to, pair.run("writeRows", rows, rows + count * Row.SIZE, start, ends, valuesAt, to));
	for (let at = rows; at < rows + count * Row.SIZE; at += Row.SIZE)
		pair.same("writeRows, where rows end", at + Row.WRITTEN, at + Row.SIZE);
}

const PART_PREFIX = ',"part":';
const NO_PARTS = { start: 0, end: 0, count: 0 };

/** Lines of parts for each value, and the texts before them. */
function placeParts(pair: KernelPair, lines: Lines, values: number) {
	const count = 1 + pair.next(3);
	for (let place = 0; place < count; ++place) {
		const [start, end] = putText(pair, PART_PREFIX);
		pair.setWord(TableAddress.PARTS + 8 * place, start);
		pair.setWord(TableAddress.PARTS + 8 * place + 4, end);
	}
	const texts = Array.from({ length: count * values }, () => {
		const text = someLine(pair, lines)
			.filter((octet) => octet !== LF)
			.subarray(0, 50);
		return Buffer.concat([pair.next(4) === 0 ? Uint8Array.of(NO_PART) : text, Uint8Array.of(LF)]);
	});
	const [start, end] = pair.put(Buffer.concat(texts));
	return { start, end, count };
}

/** A value for each line: omitted, as it is, another, empty or rejected; and a key for each. */
function placeForms(pair: KernelPair, lines: Lines, { lines: linesAt }: Listed, count: number, ends: number, marks: number) {
	const [texts, records]: [Uint8Array[], number[]] = [[], []];
	let [end, line] = [0, linesAt];
	const output = 1000;
	for (let index = 0; index < count; ++index) {
		const lineEnd = pair.octets.indexOf(LF, line) + 1;
		const form = pair.of([
			() => new Uint8Array(0),
			() => pair.octets.slice(line, lineEnd),
			() => Buffer.concat([someLine(pair, lines).filter((octet) => octet !== LF), Uint8Array.of(LF)]),
			() => Uint8Array.of(LF),
		])();
		line = lineEnd;
		texts.push(form);
		end += form.length;
		records.push(0, form.length === 1 && pair.next(2) === 0 ? ~(output + end) : output + end);
	}
	const recordsAt = pair.putWords([...records, 0, 0]);
	const [valuesAt, valuesEnd] = pair.put(Buffer.concat(texts));
	const keyTexts = Array.from({ length: count }, () =>
		Buffer.concat([
			someLine(pair, lines)
				.filter((octet) => octet !== LF)
				.subarray(0, 50),
			Uint8Array.of(LF),
		]),
	);
	const keys = pair.put(Buffer.concat(keyTexts));
	pair.run("placeValues", recordsAt, count, output, valuesAt, ends, marks);
	pair.same("placeValues", ends, ends + MARK_SIZE * count);
	pair.sameWords("placeValues, TABLE", TableAddress.TABLE, Table.EMPTY, Table.DUPLICATES, Table.UNIQUE);
	return { valuesAt, keys, size: valuesEnd - valuesAt + keys[1] - keys[0] };
}

/** Rows, one that is a few octets too long, and rows again. */
function around(pair: KernelPair, make: () => Uint8Array, start: string, end: string): Uint8Array {
	const giant = Buffer.alloc(Limit.REFERENCE + pair.next(4), "a");
	giant.write(start);
	return Buffer.concat([make().subarray(0, 2000), Buffer.from("\n"), giant, Buffer.from(end), make().subarray(0, 2000)]);
}

function csvGiant(pair: KernelPair, lines: Lines): void {
	const octets = around(pair, () => csvText(pair, lines, ","), pair.of(['b,"', "b,c,", ""]), pair.of(['"\n', "\n", ",\n"]));
	const { rows, lines: linesAt, others } = prepare(pair, octets.length, ",".charCodeAt(0), 0);
	// Only octets that are marks need room for one.
	const marks = pair.area(2 * 4 * 4100, 4);
	setTable(pair, Table.IS_CDX, 0);
	const [start, end] = pair.put(octets);
	pair.run("listCsvRows", start, end, marks, rows, linesAt);
	sameRows(pair, "long rows", rows, linesAt, others);
}

function jsonGiant(pair: KernelPair, lines: Lines): void {
	const octets = around(pair, () => jsonText(pair, lines, false), pair.of(['{"url":"', "[", ""]), pair.of(['"}\n', "\n"]));
	const { rows, lines: linesAt, others } = prepare(pair, octets.length, 0, 0);
	setTable(pair, Table.IS_CDX, 0);
	placeKeys(pair, TableAddress.KEYS, ["url"]);
	const [start, end] = pair.put(octets);
	pair.run("listJsonRows", start, end, rows, linesAt);
	sameRows(pair, "long rows", rows, linesAt, others);
}

export const TABLES: readonly Scene[] = [csv, json];
/** Each on a pair of its own: it takes a second. */
export const TABLE_GIANTS: readonly Scene[] = [csvGiant, jsonGiant];
