/** Fingerprints of lines that the driver leaves in the input if they are plain, under Flag.OMIT_PLAIN. */

import { LineRecord } from "../layout/addresses";
import { isMarked, unmark } from "../lines/line-record";
import { clear, load32 } from "../octets/memory";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { sipHash } from "../seen/wide";

/**
 * Like the core's `fingerprintLines`, but the text of a line without output, not even an LF, is in the input. The first line starts at
 * `input` and `output`.
 */
export function fingerprintEach(key: i32, lines: i32, count: i32, input: i32, output: i32, to: i32): void {
	let start = input;
	let written = output;
	for (let index = 0; index < count; ++index) {
		const inputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(lines + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		const at = to + index * FINGERPRINT_SIZE;
		if (isMarked(outputEnd)) clear(at, at + FINGERPRINT_SIZE);
		else if (outputEnd == written) sipHash(key, start, inputEnd - 1, at);
		else sipHash(key, written, outputEnd - 1, at);
		start = unmark(inputEnd);
		written = unmark(outputEnd);
	}
}

/** Start in the input of the line of a record. Requires: not the first record. */
export function inputStart(record: i32): i32 {
	return unmark(load32(record - LineRecord.SIZE + LineRecord.INPUT_END));
}

/** Start of the output of the line of a record. Requires: not the first record. */
export function outputStart(record: i32): i32 {
	return unmark(load32(record - LineRecord.SIZE + LineRecord.OUTPUT_END));
}
