/**
 * The ABI of the kernel: its exports except `memory` and those of partition.ts. docs/internals/abi.md is its reference.
 *
 * Octets in, octets out, in one linear memory; layout/addresses.ts draws what the kernel keeps there. The host places its input anywhere
 * from `heapBase()` on, reserves an area for the output, and calls. All parameters and results are i32: addresses, counts,
 * options words (options.ts). `start` is inclusive, `end` exclusive, `to` is where the function writes.
 *
 * A result >= 0 is an end or a count. A negative result is `-Status` (status.ts); for errors, FAILURE has the component and
 * the address of the invalid octet. Nothing here imports, throws, traps or allocates.
 *
 * ```
 *   initialize()                                     once, before all others
 *   abiVersion() -> version                          of this ABI
 *   heapBase() -> address                            the first address that belongs to the host
 *   parse(options, start, end) -> status             components to RECORD
 *   normalize(options, start, end, to) -> end        the normal form; 0: already in normal form
 *   normalizeLines(options, start, end, to, limit)   one reference a line; CURSOR has the progress
 *   spread(offsets, last, data, to) -> end           values of a column, converted to lines
 *   gather(lines, linesEnd, start, to, ends, shift)  normalized lines, converted to a column -> end
 *   writeParts(lines, count, from, parts, to) -> end  hosts, paths and other parts of normalized lines
 *   fingerprintParts(key, parts, partsEnd, count, to, ends)   16 octets a part
 *   writePartColumns(offsets, last, data, parts, to, ends)   the same of a column, a column each
 *   shape(start, end, to) -> end                     the shape of a key, shape@1; 0: the key itself
 *   setBase(resolution, start, end) -> status        the base of the references that follow
 *   resolve(start, end, to) -> end                   the target of a reference against that base
 *   fingerprint(key, start, end, to)                 16 octets to `to`
 *   fingerprintLines(key, lines, count, from, to)    16 octets a line
 *   seenCreate(base, hasOrdinals) -> status          an empty set of fingerprints
 *   seenAdd(fingerprints, count, marks) -> count     marks: -1 for a new one
 *   seenFind(fingerprint) -> mark
 *   seenCopy(position, to, max) -> position          the fingerprints of the set, in portions
 *   writeFreshLines(...), writeFreshOriginals(...) -> end   the output without its duplicates
 *   routeLines(lines, count, fingerprints, input, output, routing)   the lines, sorted into parts by their fingerprints
 *   hasSimd() -> 1 or 0                              which build this is
 * ```
 *
 * The Wasm builds also export the functions of partition.ts. In JavaScript, only programs that call those load them.
 */

import { ABSENT, Address } from "./layout/addresses";
import { initializeClasses } from "./octets/classes";
import { store32 } from "./octets/memory";
import { initializeEditions } from "./reference/editions";
import { scan } from "./reference/scan";
import { initializeSchemes } from "./reference/schemes";
import { initializeShapes } from "./shape/kinds";

export { abiVersion } from "./layout/abi-version";
export { gather, spread } from "./lines/column";
export { writeFreshLines, writeFreshOriginals } from "./lines/fresh";
export { normalizeLines } from "./lines/lines";
export { writePartColumns } from "./lines/part-columns";
export { fingerprintParts, writeParts } from "./lines/parts";
export { routeLines } from "./lines/route";
export { heapBase } from "./octets/memory";
export { fingerprintWritten as fingerprintLines } from "./partition/lanes";
export { hasSimd } from "./reference/guard";
export { normalize } from "./reference/normalize";
export { resolve, setBase } from "./reference/resolve";
export { fingerprint } from "./seen/fingerprint";
export { seenAdd, seenCopy, seenCreate, seenFind } from "./seen/seen";
export { shape } from "./shape/shape";

/** Fills the tables of the kernel. */
export function initialize(): void {
	initializeClasses();
	initializeEditions();
	initializeSchemes();
	initializeShapes();
	store32(Address.ANSWER_LENGTH, ABSENT);
}

/** Records the components of the reference [start, end), unchanged (App. B). Returns Status.OK or `-Status`. */
export function parse(options: i32, start: i32, end: i32): i32 {
	store32(Address.OPTIONS, options);
	return scan(start, end);
}
