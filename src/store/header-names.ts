/**
 * The fields of a policy in a header besides its identity: m, u8, and m octets of its name; k, u16, and k octets of its meaning; p, u16, and
 * p octets of its parts. All are ASCII, for messages and for policies that mean the same. A writer leaves out fields that are too long, a
 * reader those that it cannot read.
 */
import { encoder } from "../utf8";

/** Octets of the name of a policy. */
export const MAX_NAME = 255;

/** Headers have printable ASCII only. */
export const IS_ASCII = /^[ -~]*$/;

/** Octets of the length of a text. */
const LENGTH_SIZE = 2;

export interface HeaderNames {
	/** The name of the policy when the store was created. */
	readonly name?: string;
	/** The meaning and the parts of the policy when the store was created: those of `Rules`. */
	readonly meaning?: string;
	readonly parts?: string;
}

/** Writes the names that fit into the octets from `at` to their end. */
export function writeNames(octets: Uint8Array, at: number, { name = "", meaning = "", parts = "" }: HeaderNames): void {
	if (at + 1 + MAX_NAME > octets.length) return;
	const known = name.length <= MAX_NAME && IS_ASCII.test(name) ? name : "";
	octets[at] = known.length;
	octets.set(encoder.encode(known), at + 1);
	const end = writeText(octets, at + 1 + known.length, meaning);
	if (end !== undefined) writeText(octets, end, parts);
}

/** Writes the length of a text, then the text. Returns the end, or undefined if the text does not fit or is not ASCII. */
function writeText(octets: Uint8Array, at: number, text: string): number | undefined {
	const end = at + LENGTH_SIZE + text.length;
	if (end > octets.length || !IS_ASCII.test(text)) return undefined;
	viewOf(octets).setUint16(at, text.length, true);
	octets.set(encoder.encode(text), at + LENGTH_SIZE);
	return end;
}

export function namesAt(octets: Uint8Array, at: number): HeaderNames {
	if (at + 1 + MAX_NAME > octets.length) return {};
	const end = at + 1 + (octets[at] as number);
	const name = textAt(octets, at + 1, end);
	const meaning = textAfterLength(octets, end);
	const parts = textAfterLength(octets, end + LENGTH_SIZE + meaning.length);
	return { ...(name && { name }), ...(meaning && { meaning }), ...(parts && { parts }) };
}

/** The text after its length at `at`; "" if there is none. */
function textAfterLength(octets: Uint8Array, at: number): string {
	const start = at + LENGTH_SIZE;
	return start > octets.length ? "" : textAt(octets, start, start + viewOf(octets).getUint16(at, true));
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
	return new DataView(buffer, byteOffset, length);
}

/** ASCII text, or "" for anything else. */
function textAt(octets: Uint8Array, start: number, end: number): string {
	const text = end > octets.length ? "" : new TextDecoder().decode(octets.subarray(start, end));
	return IS_ASCII.test(text) ? text : "";
}
