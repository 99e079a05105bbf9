/** Calls of the datasets kernel: rows are listed, their values come back in other forms, and the rows are written. */
import { Limit, MARK_SIZE } from "../../../assembly/layout/addresses";
import { DatasetAddress, JsonLimit, Keys, Kind, Row, Table, Write } from "../../../assembly/tables/layout";
import { type Lines, someLine } from "./lines";
import type { Scene } from "./references";
import type { Twin } from "./twin";

const LF = 0x0a;
const MAX_ROWS = 40;
const COUNTS = [Table.ROWS, Table.CONSUMED, Table.LINES_END, Table.LINES, Table.FAULTS, Table.IN_LONG_ROW];
const FIELDS = ["", "7", '"a ""b"""', '"x"y', 'a"b', '"', '"open', "-", " ", '","', '"\n"', "é", "a\r", '"a\r\nb"', '""'];
const SCALARS = [
	"null",
	"true",
	"12",
	"-0.5e+7",
	"01",
	"nul",
	'"x"',
	'""',
	'"\\u0041\\n"',
	'"\\ud800"',
	'"\\ud83d\\ude00"',
	'"\\u00',
	'"a\tb"',
	"{}",
	"[1,[2,{}]]",
	"[",
	'{"a":1',
	"]",
];
const NAMES = ["url", "page", "id", "\\u0075rl", "a.b", ""];
const SPACES = ["", "", "", "", "", " ", "\t", "  ", "\r", "\x1a", "\0", "\x0b"];

function setTable(twin: Twin, field: Table, value: number): void {
	twin.setWord(DatasetAddress.TABLE + field, value);
}

function get(twin: Twin, field: Table): number {
	return twin.word(DatasetAddress.TABLE + field);
}

/** Rows of CSV: fields in and without quotes, ragged and faulty ones. */
function csvText(twin: Twin, lines: Lines, delimiter: string): Buffer {
	const rows = Array.from({ length: 1 + twin.next(30) }, () => {
		const width = twin.next(8) === 0 ? twin.next(5) : 3;
		const fields = Array.from({ length: width }, () => {
			if (twin.next(2) === 0) return twin.of(FIELDS);
			const line = Buffer.from(someLine(twin, lines)).toString("latin1");
			return twin.next(2) === 0 ? line : `"${line.replaceAll('"', '""')}"`;
		});
		return fields.join(delimiter) + twin.of(["\n", "\n", "\n", "\r\n"]);
	});
	return Buffer.from(rows.join(""), "latin1");
}

/** JSON lines, with a key and a time before the object for CDXJ. */
function jsonText(twin: Twin, lines: Lines, isCdx: boolean): Buffer {
	const rows = Array.from({ length: 1 + twin.next(20) }, () => {
		const head = isCdx
			? twin.of([
					"com,example)/ 20261122000000 ",
					"com,h)/ ",
					"!OpenWayback-CDXJ-1.0 ",
					" ",
					"\t",
					"1 2 ",
					"#x ",
					"~ ",
					"@x ",
					"com)/  ",
					"a  b ",
					"",
				])
			: twin.of(SPACES);
		return (
			head +
			(twin.next(12) === 0 ? jsonValue(twin, lines, 1) : jsonObject(twin, lines, 2)) +
			twin.of(SPACES) +
			twin.of(["", "", "", "", ",", "x"])
		);
	});
	return Buffer.from(`${rows.join("\n")}\n`, "latin1");
}

function jsonObject(twin: Twin, lines: Lines, depth: number): string {
	const space = () => twin.of(SPACES);
	const members = Array.from(
		{ length: twin.next(5) },
		() => `${space()}"${twin.of(NAMES)}"${space()}:${space()}${jsonValue(twin, lines, depth - 1)}`,
	);
	const text = `{${members.join(`${space()},`)}${space()}}`;
	return twin.next(20) === 0 ? text.slice(0, twin.next(text.length)) : text;
}

function jsonValue(twin: Twin, lines: Lines, depth: number): string {
	if (depth > 0 && twin.next(4) === 0) return jsonObject(twin, lines, depth);
	if (twin.next(60) === 0) return "[".repeat(511 + twin.next(3)) + "]".repeat(511 + twin.next(3));
	if (twin.next(2) === 0) return twin.of(SCALARS);
	if (twin.next(4) === 0) return `"${Array.from({ length: twin.next(6) }, () => escaped(twin)).join("")}"`;
	const line = Buffer.from(someLine(twin, lines)).toString("latin1");
	return twin.next(3) === 0 ? `"${line}"` : JSON.stringify(line).replaceAll("/", twin.of(["/", "\\/", "\\u002F"]));
}

/** An escape of JSON: of a character about the limits of UTF-8, of any, or none. */
function escaped(twin: Twin): string {
	const point = twin.of([
		0x7f,
		0x80,
		0x7ff,
		0x800,
		0xd7ff,
		0xd800,
		0xdbff,
		0xdc00,
		0xdfff,
		0xe000,
		0xffff,
		0x10000,
		0x10008,
		0x10ffff,
		twin.next(0x110000),
		twin.next(256),
	]);
	const units = [...String.fromCodePoint(point)].flatMap((character) =>
		Array.from({ length: character.length }, (_, at) => character.charCodeAt(at)),
	);
	const hex = units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
	return twin.of([
		hex,
		hex.toUpperCase().replaceAll("U", "u"),
		hex.slice(0, -1),
		"\\b\\f\\r\\t\\/\\\\",
		'\\"',
		`\\${String.fromCharCode(twin.next(128))}`,
	]);
}

/** Octets in an area. */
function putText(twin: Twin, text: string): readonly [number, number] {
	return twin.put(Buffer.from(text));
}

/** Tells the kernel about the column of JSON lines, at the address of a set of keys. */
function placeKeys(twin: Twin, at: number, names: readonly string[]): void {
	const [whole, ...path] = names.map((name) => putText(twin, name)) as [
		readonly [number, number],
		...(readonly [number, number])[],
	];
	for (const [index, [start, end]] of [whole, ...path].entries()) {
		const field = at + (index === 0 ? Keys.WHOLE : Keys.PATH + Keys.SIZE * (index - 1));
		twin.setWord(field, start);
		twin.setWord(field + 4, end);
	}
	twin.setWord(at + Keys.COUNT, path.length);
}

/** Sets what both formats have. Returns where rows, lines and records of other columns go. */
function prepare(
	twin: Twin,
	octets: number,
	delimiter: number,
	isInRow: number,
): { rows: number; lines: number; others: number } {
	const maxRows = twin.of([MAX_ROWS, MAX_ROWS, 1 + twin.next(5)]);
	const rows = twin.area(MAX_ROWS * Row.SIZE, 4);
	const lines = twin.area(octets + 2 * MAX_ROWS + Limit.MARGIN);
	const count = twin.of([0, 0, 1, 2]);
	const others = count === 0 ? 0 : twin.area(count * MAX_ROWS * Row.SIZE, 4);
	const columns =
		count === 0
			? 0
			: delimiter === 0
				? twin.area(count * Keys.SET, 4)
				: twin.putWords(Array.from({ length: count }, () => twin.next(4)));
	if (delimiter === 0)
		for (let index = 0; index < count; ++index)
			placeKeys(twin, columns + index * Keys.SET, twin.of([["id"], ["url"], ["page.url", "page", "url"]]));
	const values = [
		[Table.DELIMITER, delimiter],
		[Table.COLUMN, twin.next(4)],
		[Table.WIDTH, twin.of([0, 3, 3])],
		[Table.MAX_ROWS, maxRows],
		[Table.IS_END, twin.next(2)],
		[Table.IN_LONG_ROW, isInRow],
		[Table.OTHERS, others],
		[Table.OTHER_COLUMNS, columns],
		[Table.OTHER_COUNT, count],
	] as const;
	for (const [field, value] of values) setTable(twin, field, value);
	return { rows, lines, others };
}

function sameRows(twin: Twin, what: string, rows: number, lines: number, others: number): number {
	twin.sameWords(`${what}, TABLE`, DatasetAddress.TABLE, ...COUNTS);
	const count = get(twin, Table.ROWS) / Row.SIZE;
	for (let at = rows; at < rows + count * Row.SIZE; at += Row.SIZE) sameRow(twin, `${what}, a row`, at, Row.LINE);
	twin.same(`${what}, lines`, lines, get(twin, Table.LINES_END));
	const columns = others === 0 ? 0 : get(twin, Table.OTHER_COUNT);
	for (let index = 0; index < count * columns; ++index) {
		const at = others + index * Row.SIZE;
		twin.same(`${what}, another column`, at, at + Row.VALUE_END + 4);
		twin.same(`${what}, the kind of another column`, at + Row.KIND, at + Row.KIND + 4);
	}
	return count;
}

/** A row without a line has no defined address of one. */
function sameRow(twin: Twin, what: string, at: number, undefinedField: number): void {
	const hasLine = twin.word(at + Row.KIND) <= Kind.LAST_WITH_LINE;
	twin.same(what, at, at + (hasLine ? Row.SIZE : undefinedField));
}

function csv(twin: Twin, lines: Lines): void {
	const delimiter = twin.of([",", "\t", ";", " "]);
	csvRows(twin, lines, delimiter, csvText(twin, lines, delimiter));
}

/** Lists the rows of CSV, and writes them with other values. */
function csvRows(twin: Twin, lines: Lines, delimiter: string, octets: Uint8Array, isInRow = twin.next(10) === 0 ? 1 : 0): void {
	const marks = twin.area((octets.length + 9) * 4 + 64, 4);
	const { rows, lines: linesAt, others } = prepare(twin, octets.length, delimiter.charCodeAt(0), isInRow);
	setTable(twin, Table.IS_CDX, delimiter === " " ? 1 : 0);
	const prefix = putText(twin, delimiter);
	const cut = twin.next(4) === 0 ? twin.next(octets.length) : octets.length;
	const [start, end] = twin.put(octets.subarray(0, cut));
	if (twin.next(8) === 0) {
		twin.run("listCsvHeader", start, end, marks, rows, linesAt);
		twin.sameWords("listCsvHeader, TABLE", DatasetAddress.TABLE, ...COUNTS, Table.FIELDS);
		twin.same("listCsvHeader, lines", linesAt, get(twin, Table.LINES_END));
		return;
	}
	twin.run("listCsvRows", start, end, marks, rows, linesAt);
	finish(twin, lines, { rows, lines: linesAt, others, start, octets: octets.length, prefix, keyPrefix: prefix });
}

function json(twin: Twin, lines: Lines): void {
	const isCdx = twin.next(3) === 0;
	jsonRows(twin, lines, isCdx, jsonText(twin, lines, isCdx));
}

/** The same for JSON lines. */
function jsonRows(twin: Twin, lines: Lines, isCdx: boolean, octets: Uint8Array, isInRow = twin.next(10) === 0 ? 1 : 0): void {
	const { rows, lines: linesAt, others } = prepare(twin, octets.length, 0, isInRow);
	setTable(twin, Table.IS_CDX, isCdx ? 1 : 0);
	placeKeys(twin, DatasetAddress.KEYS, twin.of([["url"], ["url"], ["page.url", "page", "url"], ["a.b", "a", "b"], [""]]));
	const [prefix, keyPrefix] = [putText(twin, ',"form":'), putText(twin, ',"key":')];
	const cut = twin.next(4) === 0 ? twin.next(octets.length) : octets.length;
	const [start, end] = twin.put(octets.subarray(0, cut));
	twin.run("listJsonRows", start, end, rows, linesAt);
	finish(twin, lines, { rows, lines: linesAt, others, start, octets: octets.length, prefix, keyPrefix });
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
function finish(twin: Twin, lines: Lines, listed: Listed): void {
	const { rows, start, octets, prefix, keyPrefix } = listed;
	const count = sameRows(twin, "rows", rows, listed.lines, listed.others);
	const ends = twin.area((count + 1) * 4, 4);
	const packed = twin.area(octets + Limit.MARGIN);
	twin.same("packColumn", packed, twin.run("packColumn", rows, rows + count * Row.SIZE, Row.SIZE, packed, ends));
	twin.same("packColumn, ends", ends, ends + 4 * count);
	const values = get(twin, Table.LINES);
	const hasMarks = twin.next(2) === 0;
	const marks = hasMarks ? twin.putWords(Array.from({ length: values + 1 }, () => twin.of([-1, -1, 0, 5]))) : 0;
	const { valuesAt, keys, size } = placeForms(twin, lines, listed, values, ends, marks);
	const hasKeys = twin.next(3) === 0;
	const write = twin.of([0, Write.ORIGINAL, Write.APPEND]) | twin.of([0, Write.DROP_INVALID, Write.BLANK_INVALID]);
	const fields = [
		[Table.WRITE, write],
		[Table.MARKS, marks],
		[Table.PREFIX, prefix[0]],
		[Table.PREFIX_END, prefix[1]],
		[Table.KEY_PREFIX, keyPrefix[0]],
		[Table.KEY_PREFIX_END, keyPrefix[1]],
		[Table.KEYS, hasKeys ? keys[0] : 0],
		[Table.KEYS_END, hasKeys ? keys[1] : 0],
	] as const;
	for (const [field, value] of fields) setTable(twin, field, value);
	const more = prefix[1] - prefix[0] + keyPrefix[1] - keyPrefix[0] + 4;
	const to = twin.area(3 * octets + JsonLimit.ESCAPE * size + count * more + Limit.MARGIN);
	twin.same("writeRows", to, twin.run("writeRows", rows, rows + count * Row.SIZE, start, ends, valuesAt, to));
	for (let at = rows; at < rows + count * Row.SIZE; at += Row.SIZE)
		twin.same("writeRows, where rows end", at + Row.WRITTEN, at + Row.SIZE);
}

/** A value for each line: omitted, as it is, another, empty or rejected; and a key for each. */
function placeForms(twin: Twin, lines: Lines, { lines: linesAt }: Listed, count: number, ends: number, marks: number) {
	const [texts, records]: [Uint8Array[], number[]] = [[], []];
	let [end, line] = [0, linesAt];
	const output = 1000;
	for (let index = 0; index < count; ++index) {
		const lineEnd = twin.octets.indexOf(LF, line) + 1;
		const form = twin.of([
			() => new Uint8Array(0),
			() => twin.octets.slice(line, lineEnd),
			() => Buffer.concat([someLine(twin, lines).filter((octet) => octet !== LF), Uint8Array.of(LF)]),
			() => Uint8Array.of(LF),
		])();
		line = lineEnd;
		texts.push(form);
		end += form.length;
		records.push(0, form.length === 1 && twin.next(2) === 0 ? ~(output + end) : output + end);
	}
	const recordsAt = twin.putWords([...records, 0, 0]);
	const [valuesAt, valuesEnd] = twin.put(Buffer.concat(texts));
	const keyTexts = Array.from({ length: count }, () =>
		Buffer.concat([
			someLine(twin, lines)
				.filter((octet) => octet !== LF)
				.subarray(0, 50),
			Uint8Array.of(LF),
		]),
	);
	const keys = twin.put(Buffer.concat(keyTexts));
	twin.run("placeValues", recordsAt, count, output, valuesAt, ends, marks);
	twin.same("placeValues", ends, ends + MARK_SIZE * count);
	twin.sameWords("placeValues, TABLE", DatasetAddress.TABLE, Table.EMPTY, Table.DUPLICATES, Table.UNIQUE);
	return { valuesAt, keys, size: valuesEnd - valuesAt + keys[1] - keys[0] };
}

export const TABLES: readonly Scene[] = [csv, json];
