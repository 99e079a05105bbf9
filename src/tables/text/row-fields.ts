/** Fields of rows without quotes, and the text that distinguishes requests of the same URL in the indexes of web archives. */
import { Octet } from "../../../assembly/octets/char";
import { encoder, textDecoder } from "../../utf8";

/** The fields before the object of CDXJ, by the names that pywb gives them. */
export const PREFIX_FIELDS: readonly string[] = ["urlkey", "timestamp"];

/** The methods of rows whose URL identifies the request. An index has "-" for none. */
const GET = /^(?:|-|get)$/i;

/** Whether rows of CDXJ may have a method. */
export function mayHaveMethod(octets: Uint8Array): boolean {
	return textDecoder.decode(octets).includes('"method"');
}

/** The object of a row, after the key and time of CDXJ. Undefined if it cannot be read. */
export function objectIn(line: string): unknown {
	const start = line.search(/(?<=^|\s)\{/);
	try {
		return start < 0 ? undefined : JSON.parse(line.slice(start));
	} catch {
		return undefined;
	}
}

/** The method and the body in the object of a row of CDXJ; undefined for GET. A body that is no text is represented by the whole row. */
export function requestIn(row: Uint8Array): Uint8Array | undefined {
	if (!mayHaveMethod(row)) return undefined;
	const line = textDecoder.decode(row);
	const { method, requestBody } = Object(objectIn(line));
	if (typeof method !== "string" || GET.test(method)) return undefined;
	const isText = requestBody === undefined || requestBody === null || typeof requestBody === "string";
	return encoder.encode(JSON.stringify([method, isText ? requestBody : line]));
}

/** A field of a row, by its index from 0, without the line end. */
export function fieldIn(row: Uint8Array, index: number, delimiter: number): Uint8Array {
	let from = 0;
	for (let skipped = 0; skipped < index; ++skipped) from = row.indexOf(delimiter, from) + 1 || row.length;
	const stop = row.indexOf(delimiter, from);
	return row.subarray(from, stop < 0 ? lineEndOf(row) : stop);
}

/** The start of the line end of a row. */
function lineEndOf(row: Uint8Array): number {
	let end = row.length;
	while (end > 0 && (row[end - 1] === Octet.LF || row[end - 1] === Octet.CR)) --end;
	return end;
}
