/** Fields of rows without quotes, and the keys of requests with a body that the indexes of web archives have in them. */
import { Octet } from "../../../assembly/octets/char";
import { textDecoder } from "../../utf8";

/** What the key of a request with a body has in its query. */
const METHOD = "__wb_method";

/** Whether octets have the key of a request with a body. */
export function hasRequest(octets: Uint8Array): boolean {
	return textDecoder.decode(octets).includes(METHOD);
}

/** A field of a row, by its index from 0, without the line end. */
export function fieldIn(row: Uint8Array, index: number, delimiter: number): Uint8Array {
	let from = 0;
	for (let skipped = 0; skipped < index; ++skipped) from = row.indexOf(delimiter, from) + 1 || row.length;
	const stop = row.indexOf(delimiter, from);
	return row.subarray(from, stop < 0 ? lineEndOf(row) : stop);
}

/** Where the line end of a row begins. */
function lineEndOf(row: Uint8Array): number {
	let end = row.length;
	while (end > 0 && (row[end - 1] === Octet.LF || row[end - 1] === Octet.CR)) --end;
	return end;
}
