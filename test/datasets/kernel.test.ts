/** Calls of the datasets kernel that a whole table seldom makes: rows that are too long, and what its memory holds before a call. */
import { expect, it } from "vitest";
import { ABSENT, Limit } from "../../assembly/layout/addresses";
import { mark } from "../../assembly/lines/line-record";
import { DatasetAddress, Kind, Row, Table, Write } from "../../assembly/tables/layout";
import { listRows } from "../../src/tables/text/other-column";
import { TableMemory } from "../../src/tables/text/table-memory";
import { describeEngines } from "../support/engines";
import { runsLargest } from "../support/extent";

const [COMMA, JSON_LINES] = [44, 0];

describeEngines("the datasets kernel", (engine) => {
	const memory = new TableMemory(engine);
	memory.kernel.reserve(memory.values + 1024);
	const { octets, words } = memory.kernel;
	memory.set(Table.MAX_ROWS, 10);
	memory.placeNames([Buffer.from("url")], new Uint8Array(0), new Uint8Array(0));

	function put(text: string, inLongRow: number): number {
		memory.set(Table.DELIMITER, COMMA);
		memory.set(Table.IN_LONG_ROW, inLongRow);
		octets.set(Buffer.from(text), memory.input);
		return memory.input + text.length;
	}

	/** The kind and the end of each row of a text, and the lines of their values. */
	function listed(text: string, delimiter: number, inLongRow = 0) {
		listRows(memory, delimiter, memory.input, put(text, inLongRow));
		const rows = Array.from({ length: memory.get(Table.ROWS) / Row.SIZE }, (_, index) => {
			const at = (memory.rows + index * Row.SIZE) >> 2;
			return [words[at + (Row.KIND >> 2)], (words[at + (Row.END >> 2)] as number) - memory.input];
		});
		return [rows, Buffer.from(octets.slice(memory.lines, memory.get(Table.LINES_END))).toString()];
	}

	it.each([
		["CSV", COMMA, 'x,"y,z\n', "HTTP://A,1\n", Kind.PLAIN],
		["JSON lines", JSON_LINES, 'x"}\n', '{"url":"HTTP://A"}\n', Kind.STRING],
	])("goes on after the line end of a row that is too long: %s", (_, delimiter, rest, row, kind) => {
		expect(listed(rest + row, delimiter, 1)).toEqual([
			[
				[Kind.CONTINUED, rest.length],
				[kind, rest.length + row.length],
			],
			"HTTP://A\n",
		]);
		expect(memory.get(Table.IN_LONG_ROW)).toBe(0);
		expect(listed(rest.trimEnd(), delimiter, 1)).toEqual([[[Kind.CONTINUED, rest.length - 1]], ""]);
		expect(memory.get(Table.IN_LONG_ROW)).toBe(1);
		expect(listed("", delimiter, 1)).toEqual([[], ""]);
	});

	it.each([
		["CSV", COMMA, "  ,1\n"],
		["CSV in quotes", COMMA, '" \t",1\n'],
		["JSON lines", JSON_LINES, '{"url":" \\t"}\n'],
	])("has no line for white space: %s", (_, delimiter, row) => {
		expect(listed(row, delimiter)).toEqual([[[Kind.EMPTY, row.length]], ""]);
		expect(memory.get(Table.LINES)).toBe(0);
	});

	it.each(["1,\n", '1,""\n', "1,\r\n"])("has no value of another column without octets: %j", (row) => {
		const record = memory.values + 64;
		words[memory.values >> 2] = 1;
		memory.set(Table.OTHERS, record);
		memory.set(Table.OTHER_COLUMNS, memory.values);
		memory.set(Table.OTHER_COUNT, 1);
		expect(listed(row, COMMA)).toEqual([[[Kind.PLAIN, row.length]], "1\n"]);
		expect(words[(record + Row.KIND) >> 2]).toBe(Kind.EMPTY);
	});

	it("records no other column without a place for its records", () => {
		const name = memory.names;
		words.set([name, name + 3, 0], memory.values >> 2);
		memory.set(Table.OTHERS, 0);
		memory.set(Table.OTHER_COLUMNS, memory.values);
		memory.set(Table.OTHER_COUNT, 1);
		expect(listed('{"url":"a"}\n', JSON_LINES)).toEqual([[[Kind.STRING, 12]], "a\n"]);
		expect(octets.subarray(0, DatasetAddress.TABLE).every((octet) => octet === 0)).toBe(true);
	});

	it("records where each row ends in the output, whether it is kept, replaced or dropped", () => {
		const text = "HTTP://A,1\n,2\n[,3\na,4\n";
		const start = memory.input;
		listRows(memory, COMMA, start, put(text, 0));
		const rowsEnd = memory.rows + memory.get(Table.ROWS);
		const values = ["http://a/", "[", "a"];
		const lines = values.map((value) => `${value}\n`);
		octets.set(Buffer.from(lines.join("")), memory.values);
		const ends = lines.map((_, index) => memory.values + lines.slice(0, index + 1).join("").length);
		words.set([ends[0] as number, mark(ends[1] as number), ends[2] as number], memory.ends >> 2);
		for (const field of [Table.MARKS, Table.KEYS]) memory.set(field, 0);
		for (const [write, written] of [
			[0, ["http://a/,1\n", ",2\n", "[,3\n", "a,4\n"]],
			[Write.DROP_INVALID, ["http://a/,1\n", ",2\n", "", "a,4\n"]],
			[Write.BLANK_INVALID, ["http://a/,1\n", ",2\n", ",3\n", "a,4\n"]],
		] as const) {
			memory.set(Table.WRITE, write);
			const output = memory.outputFor(text.length, written.length, ends[2] as number);
			const end = memory.kernel.call.writeRows(memory.rows, rowsEnd, start, memory.ends, memory.values, output);
			const rowEnds = written.map(
				(_, index) => memory.kernel.words[(memory.rows + index * Row.SIZE + Row.WRITTEN) >> 2] as number,
			);
			const rows = rowEnds.map((rowEnd, index) => Buffer.from(octets.slice(rowEnds[index - 1] ?? output, rowEnd)).toString());
			expect([rows, rowEnds.at(-1)]).toEqual([written, end]);
			listRows(memory, COMMA, start, put(text, 0));
		}
	});

	it("takes no octet before its input into a row", () => {
		octets[memory.input - 1] = 13;
		expect(listed("\n", COMMA)).toEqual([[[Kind.EMPTY, 1]], ""]);
	});

	it("waits for the end of a row with a faulty quote, whatever an earlier row has left among its marks", () => {
		expect(listed('"x","y"\n', COMMA)).toEqual([[[Kind.QUOTED, 8]], "x\n"]);
		expect(listed('"a"b,c', COMMA)).toEqual([[], ""]);
	});

	it("unescapes the value of the first row, whatever precedes its record", () => {
		words[(memory.rows - Row.KIND) >> 2] = Kind.STRING;
		expect(listed('{"url":"a\\/b"}\n', JSON_LINES)).toEqual([[[Kind.ESCAPED_STRING, 15]], "a/b\n"]);
	});

	it("drops duplicates and appends keys also where values are omitted", () => {
		const [text, key] = ["a,1\na,2\n", "k\n"];
		for (const [marks, keys, written] of [
			[[ABSENT, ABSENT], "", text],
			[[ABSENT, 0], "", "a,1\n"],
			[[], key + key, "a,1,k\na,2,k\n"],
		] as const) {
			listRows(memory, COMMA, memory.input, put(text, 0));
			// The marks, the keys and what precedes a key are where no value is.
			const keysAt = memory.values + 8;
			octets.set(Buffer.from(`${keys},`), keysAt);
			words.set([memory.values, memory.values], memory.ends >> 2);
			words.set(marks, memory.marks >> 2);
			memory.set(Table.WRITE, 0);
			memory.set(Table.MARKS, marks.length > 0 ? memory.marks : 0);
			memory.set(Table.KEYS, keys === "" ? 0 : keysAt);
			memory.set(Table.KEYS_END, keysAt + keys.length);
			memory.set(Table.KEY_PREFIX, keysAt + keys.length);
			memory.set(Table.KEY_PREFIX_END, keysAt + keys.length + 1);
			const [to, rowsEnd] = [memory.values + 512, memory.rows + 2 * Row.SIZE];
			const end = memory.kernel.call.writeRows(memory.rows, rowsEnd, memory.input, memory.ends, memory.values, to);
			expect(Buffer.from(octets.slice(to, end)).toString()).toBe(written);
		}
	});

	it("waits for the end of a header, whatever an earlier one has left among its marks", () => {
		const end = put("url\n", 0) - 1;
		words.set([2 ** 31 - 1, end, 2 ** 31 - 1], (memory.structure >> 2) - 1);
		memory.kernel.call.listCsvHeader(memory.input, end, memory.structure, memory.rows, memory.lines);
		expect([memory.get(Table.ROWS), memory.get(Table.CONSUMED)]).toEqual([0, memory.input]);
	});
});

describeEngines("a datasets kernel with room for one row", (engine) => {
	it.runIf(runsLargest(engine))("leaves a row that is too long for the next call", () => {
		const memory = new TableMemory(engine);
		const text = `a\n${"x".repeat(Limit.REFERENCE + 1)}`;
		memory.grow(text.length);
		memory.kernel.octets.set(Buffer.from(text), memory.input);
		memory.set(Table.MAX_ROWS, 1);
		memory.set(Table.DELIMITER, COMMA);
		const rows = (start: number) => {
			listRows(memory, COMMA, start, memory.input + text.length);
			return [memory.get(Table.ROWS) / Row.SIZE, memory.get(Table.FAULTS), memory.get(Table.CONSUMED) - memory.input];
		};
		expect(rows(memory.input)).toEqual([1, 0, 2]);
		expect(rows(memory.input + 2)).toEqual([1, 1, text.length]);
	});
});
