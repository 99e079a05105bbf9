/** The references of tables, as text. Loaded when they are asked for: tables have a kernel of their own. */
import { Octet } from "../../assembly/octets/char";
import { withoutLineEnd } from "../lines/line-end";
import { type RowFaultCode, sentenceOf } from "../tables/text/table-error";
import type { FileTable } from "../tables/text/table-options";
import type { RowReject } from "../tables/text/table-sink";
import { type RowTaker, Tables } from "../tables/text/tables";
import { decoder } from "../utf8";

/** Why a row cannot be read. */
export interface RowFault {
	readonly code: RowFaultCode;
	readonly component?: undefined;
	readonly rule?: undefined;
	readonly offset: number;
	readonly message: string;
}

/** Returns the JSON object to write for the reference of a row, if any. `fault` says why a row cannot be read. */
export type TakeRow = (reference: string, row: number, fault: RowFault | undefined) => object | undefined;

/** The references of tables, as text, in the order of their rows. */
export class TableText {
	readonly sink: Tables;
	readonly #take: TakeRow;
	/** Results since the last call of `drain`, with the numbers of their rows. */
	#results: { readonly row: number; readonly value: object | undefined }[] = [];

	/** `take` is called for each row with a reference, and for each that cannot be read. */
	constructor(table: FileTable, take: TakeRow) {
		this.#take = take;
		const reject = ({ row, code }: RowReject) => this.#add("", row, faultFor(code as RowFaultCode));
		const takeLines: RowTaker["takeLines"] = (lines, rowOf) => this.#takeLines(lines, rowOf);
		this.sink = new Tables(table, undefined, { reject, takeLines });
	}

	/** The results for the rows that have been read since the last call. */
	drain(): readonly (object | undefined)[] {
		const results = this.#results.sort((a, b) => a.row - b.row);
		this.#results = [];
		return results.map(({ value }) => value);
	}

	#takeLines(lines: Uint8Array, rowOf: (line: number) => number): void {
		let number = 0;
		takeReferences(lines, (reference) => this.#add(reference, rowOf(++number), undefined));
	}

	#add(reference: string, row: number, fault: RowFault | undefined): void {
		this.#results.push({ row, value: this.#take(reference, row, fault) });
	}
}

/** Calls `take` for the reference of each line. */
export function takeReferences(lines: Uint8Array, take: (reference: string) => void): void {
	for (let start = 0; start < lines.length; ) {
		const end = lines.indexOf(Octet.LF, start) + 1;
		take(decoder.decode(withoutLineEnd(lines.subarray(start, end))));
		start = end;
	}
}

function faultFor(code: RowFaultCode): RowFault {
	return { code, offset: 0, message: sentenceOf(code) };
}
