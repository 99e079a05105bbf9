/** `w3lib@1`, hosts without brackets. */
import { hasBeyondAscii } from "../emulation/ascii";
import { writeIdna2003 } from "../emulation/idna";
import { copyLower } from "../memory";

/** Writes the host [start, end) in lower case, or as Python's codec `idna` has it. Returns the new end, or `-Status`. */
export function writeHost(start: i32, end: i32, to: i32): i32 {
	return hasBeyondAscii(start, end) ? writeIdna2003(start, end, to) : copyLower(start, end, to);
}
