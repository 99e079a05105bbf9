/** A line ends with LF. One CR before the LF, or before the end of the last line, belongs to the line end. */
import { Octet } from "../octets/char";
import { load8 } from "../octets/memory";

/** The end of the text of the line [start, end), whose LF is not included: without one CR. */
export function withoutReturn(start: i32, end: i32): i32 {
	return end > start && load8(end - 1) == Octet.CR ? end - 1 : end;
}
