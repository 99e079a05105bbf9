/** Line ends: LF, and one CR before it, as in assembly/lines/line-end.ts. */
import { Octet } from "../../assembly/octets/char";

/** A line without its LF, if it has one, and without the one CR before that or before the end of the input. */
export function withoutLineEnd(line: Uint8Array): Uint8Array {
	const text = line.at(-1) === Octet.LF ? line.subarray(0, -1) : line;
	return text.at(-1) === Octet.CR ? text.subarray(0, -1) : text;
}
