/** `w3lib@1`, hosts without brackets. */

import { copyLower } from "../../octets/memory";
import { hasBeyondAscii, lowerInPlace } from "../emulation/ascii";
import { writeIdna2003 } from "../emulation/idna";

/** Writes the host [start, end) in lower case, or as Python's codec `idna` has it. Returns the new end, or `-Status`. */
export function writeHost(start: i32, end: i32, to: i32): i32 {
	if (!hasBeyondAscii(start, end)) return copyLower(start, end, to);
	const written = writeIdna2003(start, end, start, to);
	if (written > to) lowerInPlace(to, written);
	return written;
}
