/** Several columns of JSON lines in one pass: what `learn` reads. */
import { expect, it } from "vitest";
import type { Engine } from "../../src/engine/kernel";
import { TextRows } from "../../src/tables/rows/text-rows";
import { describeEngines } from "../support/engines";

const COLUMNS = ["url", "id", "a.b"];

/** The values of each row, in the columns. */
function valuesOf(engine: Engine, lines: readonly string[]): string[][] {
	const rows: string[][] = [];
	const settings = { format: "jsonl", delimiter: 0, hasHeader: false, choose: () => COLUMNS, engine } as const;
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
	// What is no object has no key, whatever strings are in it.
	['["id","1","url","u"]', ["", "", ""]],
	['"id"', ["", "", ""]],
	["7", ["", "", ""]],
	["", ["", "", ""]],
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
});
