/** Fields of rows without quotes, and the keys of requests with a body that the indexes of web archives have in them. */
import { Octet } from "../../../assembly/octets/char";
import { encoder, textDecoder } from "../../utf8";

/** What the key of a request with a body has in its query. */
const REQUEST = /__wb_(?:method|post_data)/;
/** The methods of rows whose URL tells the request. An index has "-" for none. */
const GET = /^(?:|-|get)$/i;

/** Whether octets have the key of a request with a body. */
export function hasRequest(octets: Uint8Array): boolean {
	return REQUEST.test(textDecoder.decode(octets));
}

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

/** The method and the body in the object of a row of CDXJ; undefined for GET. */
export function requestIn(row: Uint8Array): Uint8Array | undefined {
	if (!mayHaveMethod(row)) return undefined;
	const { method, requestBody } = Object(objectIn(textDecoder.decode(row)));
	return GET.test(String(method ?? "")) ? undefined : encoder.encode(JSON.stringify([method, requestBody]));
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
