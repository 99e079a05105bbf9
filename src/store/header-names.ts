/**
 * The fields of a policy in a header besides its identity: m, u8, and m octets of its name; k, u16, and k octets of its meaning. Both are
 * ASCII, for messages and for policies that mean the same. A writer leaves out fields that are too long, a reader those that it cannot read.
 */
import { encoder } from "../utf8";

/** Octets of the name of a policy. */
export const MAX_NAME = 255;

/** Headers have printable ASCII only. */
export const IS_ASCII = /^[ -~]*$/;

export interface HeaderNames {
	/** The name of the policy when the store was created. */
	readonly name?: string;
	/** The meaning of the policy when the store was created: Keys.meaning. */
	readonly meaning?: string;
}

/** Writes the names that fit into the octets from `at` to their end. */
export function writeNames(octets: Uint8Array, at: number, { name = "", meaning = "" }: HeaderNames): void {
	if (at + 1 + MAX_NAME > octets.length) return;
	const known = name.length <= MAX_NAME && IS_ASCII.test(name) ? name : "";
	octets[at] = known.length;
	octets.set(encoder.encode(known), at + 1);
	const end = at + 1 + known.length;
	if (end + 2 + meaning.length > octets.length || !IS_ASCII.test(meaning)) return;
	viewOf(octets).setUint16(end, meaning.length, true);
	octets.set(encoder.encode(meaning), end + 2);
}

export function namesAt(octets: Uint8Array, at: number): HeaderNames {
	if (at + 1 + MAX_NAME > octets.length) return {};
	const end = at + 1 + (octets[at] as number);
	const name = textAt(octets, at + 1, end);
	const meaning = end + 2 > octets.length ? "" : textAt(octets, end + 2, end + 2 + viewOf(octets).getUint16(end, true));
	return { ...(name && { name }), ...(meaning && { meaning }) };
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
	return new DataView(buffer, byteOffset, length);
}

/** ASCII text, or "" for anything else. */
function textAt(octets: Uint8Array, start: number, end: number): string {
	const text = end > octets.length ? "" : new TextDecoder().decode(octets.subarray(start, end));
	return IS_ASCII.test(text) ? text : "";
}
