/** Values of a row, column by column. */
import { Octet } from "../../../assembly/octets/char";
import { asciiOctets, textDecoder } from "../../utf8";
import type { Column, RowBatch } from "../row-batch";

export const OK = 200;
export const HYPHEN = asciiOctets("-");
const FALSE = asciiOctets("false");
const SCHEMES = ["http://", "https://"].map(asciiOctets);

/** Whether the target of a redirect begins with `http://` or `https://`. */
export function isAbsolute({ bytes, ends }: Column, row: number): boolean {
	const start = row > 0 ? (ends[row - 1] as number) : 0;
	return SCHEMES.some((scheme) => scheme.every((octet, at) => start + at < (ends[row] as number) && bytes[start + at] === octet));
}

export function valueAt({ bytes, ends }: Column, row: number): Uint8Array {
	return bytes.subarray(row > 0 ? ends[row - 1] : 0, ends[row]);
}

export function textOfUrl({ urls, urlEnds }: RowBatch, row: number): string {
	return textDecoder.decode(valueAt({ bytes: urls, ends: urlEnds }, row));
}

export function isAbsent(column: Column | undefined, row: number): boolean {
	return column === undefined || column.ends[row] === (row > 0 ? column.ends[row - 1] : 0);
}

export function isText(column: Column | undefined, row: number, text: Uint8Array): boolean {
	if (column === undefined) return false;
	const start = row > 0 ? (column.ends[row - 1] as number) : 0;
	if ((column.ends[row] as number) - start !== text.length) return false;
	for (let at = 0; at < text.length; ++at) if (column.bytes[start + at] !== text[at]) return false;
	return true;
}

/** The status of a row as a number; 200 if it has none, NaN if it is none. */
export function statusAt(column: Column | undefined, row: number): number {
	if (isAbsent(column, row) || isText(column, row, HYPHEN)) return OK;
	const { bytes, ends } = column as Column;
	const start = row > 0 ? (ends[row - 1] as number) : 0;
	let status = 0;
	for (let at = start; at < (ends[row] as number); ++at) {
		const digit = (bytes[at] as number) - Octet.DIGIT_0;
		if (digit < 0 || digit > 9) return Number(textAt(column, row));
		status = 10 * status + digit;
	}
	return status;
}

export function isTruncated(column: Column | undefined, row: number): boolean {
	return !isAbsent(column, row) && !isText(column, row, HYPHEN) && !isText(column, row, FALSE);
}

/** Whether the method of a row is GET, or it has none. */
export function isGet(column: Column | undefined, row: number): boolean {
	return isAbsent(column, row) || isText(column, row, HYPHEN) || textAt(column, row).toUpperCase() === "GET";
}

export function textAt(column: Column | undefined, row: number): string {
	if (column === undefined) return "";
	const start = row > 0 ? (column.ends[row - 1] as number) : 0;
	const end = column.ends[row] as number;
	return start === end ? "" : String.fromCharCode(...column.bytes.subarray(start, Math.min(end, start + 8192)));
}
