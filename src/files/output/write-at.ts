/** Writes to files at a position. */
import { writeSync } from "node:fs";
import { hasCode, pause } from "../../failure";

/** Writes all of `octets`, however little the system accepts at a time. Throws the system's error. */
export function writeAt(descriptor: number, octets: Uint8Array, position: number): void {
	for (let at = 0; at < octets.length; ) {
		try {
			at += writeSync(descriptor, octets, at, octets.length - at, position + at);
		} catch (error) {
			if (!hasCode(error, "EAGAIN")) throw error;
			pause();
		}
	}
}
