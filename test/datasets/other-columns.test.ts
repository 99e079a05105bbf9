/** Several columns of JSON lines in one pass: what `learn` reads. */

import type { Engine } from "urlsieve";
import { expect, it } from "vitest";
import { type ChosenColumn, TextRows, TIME } from "../../src/tables/rows/text-rows";
import { describeEngines } from "../support/engines";

const COLUMNS = ["url", "id", "a.b"];

/** The values of each row, in the columns. */
function valuesOf(
	engine: Engine,
	lines: readonly string[],
	format: "jsonl" | "cdxj" = "jsonl",
	chosen: readonly ChosenColumn[] = COLUMNS,
): string[][] {
	const rows: string[][] = [];
	const settings = { format, delimiter: 0, hasHeader: false, choose: () => chosen, engine } as const;
	const reader = new TextRows(settings, ({ rows: count, columns }) => {
		for (let row = 0; row < count; ++row) {
			rows.push(
				columns.map((column) => {
					if (column === undefined) return "";
					const { bytes, ends } = column;
					return Buffer.from(bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row])).toString();
				}),
			);
		}
	});
	const octets = Buffer.from(lines.map((line) => `${line}\n`).join(""));
	reader.space().set(octets);
	reader.advance(octets.length);
	reader.end();
	return rows;
}

/** A line, and its values. */
const ROWS: readonly (readonly [line: string, values: readonly string[]])[] = [
	['{"url":"u","id":"1","a":{"b":"2"}}', ["u", "1", "2"]],
	['{ "id" : "1" , "url" : "u" }', ["u", "1", ""]],
	['{"id":"1","id":"2","url":"u"}', ["u", "2", ""]],
	['{"a.b":"3","a":{"b":"2"},"url":"u"}', ["u", "", "3"]],
	['{"x":{"id":"9"},"id":"1","url":"u"}', ["u", "1", ""]],
	['{"x":[{"y":[]},{"id":"9"}],"z":{"z":{}},"id":"1","url":"u"}', ["u", "1", ""]],
	// What is no object has no key, whatever strings are in it.
	['["id","1","url","u"]', ["", "", ""]],
	['"id"', ["", "", ""]],
	["7", ["", "", ""]],
	["", ["", "", ""]],
	// A line that is not valid has no value, whatever it has before its fault.
	['{"id":"1","url":"u"', ["", "", ""]],
	['{"id":"4","url":"v"}', ["v", "4", ""]],
];

describeEngines("other columns", (engine) => {
	it("have the values of their keys, of the outermost object alone", () => {
		expect(
			valuesOf(
				engine,
				ROWS.map(([line]) => line),
			),
		).toEqual(ROWS.map(([, values]) => values));
	});

	it("have the time of CDXJ, which stands between two spaces before the object", () => {
		const times: readonly (readonly [line: string, url: string, time: string])[] = [
			['h)/ 2020 {"url":"u"}', "u", "2020"],
			['h)/   2021   {"url":"u"}', "u", "2021"],
			['h)/ {"url":"u"}', "u", ""],
			['h)/ {"url": "u", "x": 1}', "u", ""],
			["h)/ 2022", "", ""],
			["h)/", "", ""],
			['!meta 2023 {"url":"u"}', "", ""],
		];
		const lines = times.map(([line]) => line);
		expect(valuesOf(engine, lines, "cdxj", ["url", TIME])).toEqual(times.map(([, url, time]) => [url, time]));
	});
});

it("refuses the name of a column with too many keys, or too long", () => {
	for (const name of ["a.".repeat(100), "a".repeat(100_000)]) {
		const refused = expect.objectContaining({
			code: "invalid-option",
			message: expect.stringMatching(/^The name of a column must have at most \d/),
		});
		expect(() => valuesOf("js", ['{"url":"u"}'], "jsonl", ["url", name])).toThrow(refused);
	}
});
