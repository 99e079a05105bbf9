/** The fields that urlsieve/tables finds in CSV under every engine, against csv-parse. */
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { normalizeTable } from "urlsieve/tables";
import { expect, it } from "vitest";
import { parseCsv } from "../support/csv-parse.mjs";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";

/** Every field begins with this, and so has no normal form: `onReject` receives its octets. */
const REJECTED = "http://[";
const PIECES = ["a", "é", ",", ";", "\t", '"', '""', "\n", "\r\n", "\r", " ", "\n\n"];

const field = fc.oneof(
	{ weight: 1, arbitrary: fc.constant("") },
	{
		weight: 5,
		arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => `${REJECTED}${pieces.join("")}x`),
	},
);
const row = (width: number) =>
	fc.record({
		fields: fc.oneof(
			{ weight: 4, arbitrary: fc.array(field, { minLength: width, maxLength: width }) },
			{ weight: 1, arbitrary: fc.array(field, { minLength: 1, maxLength: 5 }) },
		),
		areQuoted: fc.boolean(),
		lineEnd: fc.constantFrom("\n", "\r\n"),
	});
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
	fc.record({
		width: fc.constant(width),
		column: fc.nat(width - 1),
		delimiter: fc.constantFrom(",", ";", "\t"),
		rows: fc.array(row(width), { maxLength: 12 }),
		hasMark: fc.boolean(),
		isOpen: fc.boolean(),
		size: fc.integer({ min: 1, max: 90 }),
	}),
);
type Table = typeof table extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes a table. `isOpen`: its last line has no line end. */
function textOf({ width, delimiter, rows, hasMark, isOpen }: Table): string {
	const header = Array.from({ length: width }, (_, index) => `n${index}`).join(delimiter);
	const lines = rows.map(({ fields, areQuoted, lineEnd }) => {
		// An empty line and a line of "" are one empty field for csv-parse, so only the former is written.
		const write = (text: string) => {
			const needsQuotes = [delimiter, '"', "\r", "\n"].some((character) => text.includes(character));
			return needsQuotes || (areQuoted && fields.length > 1) ? `"${text.replaceAll('"', '""')}"` : text;
		};
		return fields.map(write).join(delimiter) + lineEnd;
	});
	const text = `${header}\n${lines.join("")}`;
	return (hasMark ? "\ufeff" : "") + (isOpen ? text.replace(/\r?\n$/, "") : text);
}

/** "row value" of each row with a value, and "row ragged-row" of each row of another width than the header. */
function wanted(text: string, { width, column, delimiter }: Table): string[] {
	const [, ...records] = parseCsv(text, delimiter);
	return records.flatMap((fields, index) => {
		const isBlank = fields.length === 1 && fields[0] === "";
		if (fields.length !== width && !isBlank) return [`${index + 1} ragged-row`];
		const value = fields[column] ?? "";
		return value === "" ? [] : [`${index + 1} ${value.replaceAll("\n", "\t")}`];
	});
}

/** Whether a row of another width has a second line with that of the header: it is then read as the next row, which csv-parse does not. */
function hidesRow(text: string, { width, delimiter }: Table): boolean {
	const rows = parseCsv(text, delimiter).filter((fields) => fields.length !== width);
	const seconds = text.split("\n").filter((line) => line.split(delimiter).length === width);
	return rows.some((fields) => fields.some((field) => field.includes("\n"))) && seconds.length > 0;
}

async function found(text: string, { column, delimiter, size }: Table, engine: Engine): Promise<string[]> {
	const rejects: string[] = [];
	const stream = normalizeTable({ format: "csv", column: `n${column}`, delimiter, engine }, ({ row, code, reference }) =>
		rejects.push(`${row} ${code === "ragged-row" ? code : new TextDecoder().decode(reference)}`),
	);
	const octets = new TextEncoder().encode(text);
	const chunks = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let at = 0; at < octets.length; at += size) controller.enqueue(octets.subarray(at, at + size));
			controller.close();
		},
	});
	const written = Buffer.from(await new Response(chunks.pipeThrough(stream)).arrayBuffer()).toString();
	expect(written).toBe(text.endsWith("\n") ? text : `${text}\n`);
	return rejects;
}

describeEngines("CSV", (engine) => {
	it("has the fields that csv-parse finds, with quotes, line ends, delimiters, a byte order mark and ragged rows", async () => {
		await fc.assert(
			fc.asyncProperty(table, async (each) => {
				const text = textOf(each);
				fc.pre(!hidesRow(text, each));
				expect(await found(text, each, engine)).toEqual(wanted(text, each));
			}),
			{ numRuns: runs(2000) },
		);
	});
});
