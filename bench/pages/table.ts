/** Plain-text tables for the terminal. */
import { type Results, type Row, shown } from "../measure/results";

const HEAD = ["suite", "input", "Node.js", "", "best", "median", "ratio", "CPU", "memory", ""];

/** All results as one table, with a legend of the suites. */
export function tableOf(all: readonly Results[]): string {
	const lines = all.flatMap(({ suite, rows }) => rows.map((row) => cells(suite, row)));
	const legend = all.map(({ suite, title, unit, against }) => {
		return `${suite.padEnd(10)} ${title}, ${unit}${against === "" ? "" : `; ratio against ${against}`}`;
	});
	return `${legend.join("\n")}\n\n${aligned([HEAD, ...lines], isNumber)}`;
}

function cells(suite: string, row: Row): string[] {
	const ratio = row.ratio === undefined ? "" : `${shown(row.ratio)} ×`;
	const cpu = row.cpu === undefined ? "" : `${shown(row.cpu)} s`;
	const memory = row.memory === undefined ? "" : `${shown(row.memory)} MB`;
	const input = row.at === undefined ? row.input : `${row.at.toLocaleString("en-US")} ${row.input}`;
	return [suite, input, row.node, row.name, shown(row.best), shown(row.median), ratio, cpu, memory, row.note ?? ""];
}

/** Whether a column contains numbers. */
function isNumber(column: number): boolean {
	return column >= 4 && column <= 8;
}

/** Aligns the columns of a table: numbers to the right, text to the left. */
export function aligned(rows: readonly (readonly string[])[], isNumber: (column: number) => boolean): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
	const pad = (cell: string, column: number) =>
		isNumber(column) ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number);
	return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
