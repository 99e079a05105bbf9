/**
 * The ABI of the kernel: its only exports, beside `memory`.
 *
 * Octets in, octets out, in one linear memory; the map of what the kernel keeps there is drawn in layout.ts. The host puts
 * its input anywhere from `heapBase()` on, names a place for the output, and calls. All parameters and results are i32:
 * addresses, counts, options words (options.ts). `start` is inclusive, `end` exclusive, `to` is written.
 *
 * A result ≥ 0 is an end or a count; a negative result is `-Status` (status.ts). Errors leave component and address of the
 * octet at fault at FAILURE. Nothing here imports anything, throws, traps, or takes memory of its own.
 *
 * ```
 *   initialize()                                     once, before all others
 *   heapBase() → address                             the first address that is the host's
 *   parse(options, start, end) → status              components to RECORD
 *   normalize(options, start, end, to) → end         the normal form; 0: the reference is in normal form already
 *   normalizeLines(options, start, end, to, limit)   the same for lines; CURSOR says how far it came
 *   spread(offsets, last, data, to) → end            values of a column, laid out as lines
 *   gather(lines, linesEnd, start, to, ends, shift)  what came of them as values again → end
 *   setBase(resolution, start, end) → status         the base of what is resolved next
 *   resolve(start, end, to) → end                    the target of a reference against that base
 *   fingerprint(key, start, end, to)                 16 octets to `to`
 *   fingerprintLines(key, lines, count, from, to)    16 octets a line
 *   seenCreate(base, numbered) → status              an empty set of fingerprints
 *   seenAdd(fingerprints, count, marks) → count      marks: −1 for a fresh one
 *   seenFind(fingerprint) → mark
 *   seenCopy(position, to, most) → position          the set's fingerprints, some at a time
 *   writeFreshLines(…), writeFreshOriginals(…) → end the lines that are fresh
 *   hasSimd() → 1 or 0                               which build this is
 * ```
 */
import { initializeClasses } from "./classes";
import { ABSENT, Address } from "./layout";
import { store32 } from "./memory";
import { scan } from "./scan";
import { initializeSchemes } from "./schemes";

export { gather, spread } from "./column";
export { fingerprint, fingerprintLines } from "./fingerprint";
export { writeFreshLines, writeFreshOriginals } from "./fresh";
export { hasSimd } from "./guard";
export { normalizeLines } from "./lines";
export { heapBase } from "./memory";
export { normalize } from "./normalize";
export { resolve, setBase } from "./resolve";
export { seenAdd, seenCopy, seenCreate, seenFind } from "./seen";

/** Lays down the tables of the kernel. */
export function initialize(): void {
	initializeClasses();
	initializeSchemes();
	store32(Address.ANSWER_LENGTH, ABSENT);
}

/** Splits the reference [start, end) into its components, as it stands: App. B. Returns Status.OK or `-Status`. */
export function parse(options: i32, start: i32, end: i32): i32 {
	store32(Address.OPTIONS, options);
	return scan(start, end);
}
