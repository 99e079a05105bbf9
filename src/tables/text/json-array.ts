/** One array of JSON, whose elements are rows: where it begins and ends, and its commas. */
import { Octet } from "../../../assembly/octets/char";
import { ArrayState, Row, Table } from "../../../assembly/tables/layout";
import { isSpace } from "../../../assembly/tables/white-space";
import { textDecoder } from "../../utf8";
import { TableError } from "./table-error";
import type { TableMemory } from "./table-memory";

/** An element that is no JSON has no end either, unless its brackets are in pairs. */
const UNENDED = "the array does not end, or an element is not JSON";

/** Why an input is no array, by its state at the end. */
const FAULTS: { readonly [state: number]: string } = {
	[ArrayState.START]: UNENDED,
	[ArrayState.ELEMENT]: UNENDED,
	[ArrayState.NO_ELEMENT]: "an element is missing before or after a comma",
	[ArrayState.NO_COMMA]: "a comma is missing between two elements",
	[ArrayState.TEXT_AFTER]: "text follows the array",
	[ArrayState.TOO_LONG]: "an element is longer than 16,777,216 bytes",
};

function fault(clause: string): TableError {
	return new TableError("invalid-json", `The input is not a JSON array: ${clause}.`);
}

/** Reads the "[" at or after `start`. Returns undefined if it is beyond `end`. Throws TableError. */
export function arrayStart(memory: TableMemory, start: number, end: number): { octets: Uint8Array; end: number } | undefined {
	const { octets } = memory.kernel;
	let at = start;
	while (at < end && isSpace(octets[at] as number)) ++at;
	if (at === end && memory.get(Table.IS_END) === 0) return undefined;
	if (at === end) throw fault("it is empty");
	if (octets[at] !== Octet.OPEN_BRACKET) throw fault('it does not begin with "["; objects in lines are the format jsonl');
	memory.set(Table.IS_ARRAY, 1);
	memory.set(Table.ARRAY_STATE, ArrayState.START);
	return { octets: octets.slice(start, at + 1), end: at + 1 };
}

/** Throws TableError for a fault that the kernel has found. `isEnd`: also for an array that does not end. */
export function refuseFaults(memory: TableMemory, isEnd: boolean): void {
	const state = memory.get(Table.ARRAY_STATE);
	if (memory.get(Table.IS_ARRAY) === 0 || state === ArrayState.END || (!isEnd && state < ArrayState.END)) return;
	throw fault(FAULTS[state] as string);
}

/** The rows that are written first, without the comma of a row before them that was dropped. */
export function withoutComma(octets: Uint8Array): Uint8Array {
	let at = 0;
	while (at < octets.length && isSpace(octets[at] as number)) ++at;
	if (octets[at] !== Octet.COMMA) return octets;
	const rows = octets.slice(1);
	rows.set(octets.subarray(0, at));
	return rows;
}

/** The texts of listed rows, the first of which begins at `start`, without the commas of the array. */
export function rowTexts({ kernel, rows }: TableMemory, start: number, rowsEnd: number): readonly string[] {
	const texts: string[] = [];
	let from = start;
	for (let row = rows; row < rowsEnd; row += Row.SIZE) {
		const end = kernel.words[(row + Row.END) >> 2] as number;
		texts.push(textDecoder.decode(kernel.octets.slice(from, end)).replace(/^[\s,]+/, ""));
		from = end;
	}
	return texts;
}
