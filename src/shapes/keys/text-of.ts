/** Octets as text. */
import { isAscii } from "node:buffer";

/** The text of [start, end). Keys are nearly always US-ASCII. */
export function textOf(octets: Uint8Array, start: number, end: number): string {
	const text = Buffer.from(octets.buffer, octets.byteOffset + start, end - start);
	return text.toString(isAscii(text) ? "latin1" : "utf8");
}
