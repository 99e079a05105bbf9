/**
 * The ABI of the kernel: its only exports besides `memory`. docs/internals/abi.md is its reference.
 *
 * Octets in, octets out, in one linear memory; layout.ts draws what the kernel keeps there. The host places its input anywhere
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
 *   setBase(resolution, start, end) -> status        the base of the references that follow
 *   resolve(start, end, to) -> end                   the target of a reference against that base
 *   fingerprint(key, start, end, to)                 16 octets to `to`
 *   fingerprintLines(key, lines, count, from, to)    16 octets a line
 *   fingerprintSorted(key, lines, count, input, output, to)
 *                                                    the same; a line without output is in the input: Flag.OMIT_PLAIN
 *   seenCreate(base, hasOrdinals) -> status          an empty set of fingerprints
 *   seenAdd(fingerprints, count, marks) -> count     marks: -1 for a new one
 *   seenFind(fingerprint) -> mark
 *   seenCopy(position, to, max) -> position          the fingerprints of the set, in portions
 *   writeFreshLines(...), writeFreshOriginals(...) -> end   the output without its duplicates
 *   hasSimd() -> 1 or 0                              which build this is
 *
 *   Long lists, deduplicated in passes over files (partition/layout.ts):
 *   scatterCreate(base, bits, recordSize) -> end     streams of fingerprints by their leading bits
 *   scatterLines(records, count, fingerprints, input, output, from) -> next record
 *   scatterSet(fingerprints, count, from) -> next    fingerprints of the old set
 *   scatterEnd(from) -> next partition               the rest of the streams
 *   checkBlock(block, partition, number) -> length   verifies a block read back from a file; octets of its records
 *   probeBegin()                                     an empty table
 *   probeBlock(block, length, from) -> next record   marks the first line of each class in the map
 *   probeGrow()                                      doubles the table
 *   countLines(options, start, end) -> count         the lines of a chunk, so that threads know their numbers
 *   writeKeptLines(options, start, end, to, limit)   as normalizeLines, without the lines that the map drops
 *
 *   Duplicates of a list, and sizes of its classes (partition/merges.ts, partition/counted.ts):
 *   collectMerges(start, from, count) -> next record the fresh lines of a batch, and its duplicates
 *   findKept(block, end, ordinal, from) -> next      the kept lines of duplicates, from records of `collectMerges`
 *   compareMerges(from, count) -> equal texts        marks the duplicates whose text is not that of their kept line
 *   writeMerges(reason, from, count, to, limit) -> next
 *                                                    a row for each duplicate
 *   writeMembers(most, from, count, to, limit) -> next
 *                                                    the beginnings of duplicates and their kept lines, for a report
 *   writeCounted(start, end, sizes, count, to) -> end
 *                                                    lines, each after the number of lines that it stands for
 * ```
 */
import { initializeClasses } from "./classes";
import { initializeEditions } from "./editions";
import { ABSENT, Address } from "./layout";
import { store32 } from "./memory";
import { scan } from "./scan";
import { initializeSchemes } from "./schemes";

export { abiVersion } from "./abi-version";
export { gather, spread } from "./column";
export { fingerprint } from "./fingerprint";
export { writeFreshLines, writeFreshOriginals } from "./fresh";
export { hasSimd } from "./guard";
export { normalizeLines } from "./lines";
export { heapBase } from "./memory";
export { normalize } from "./normalize";
export { writeCounted } from "./partition/counted";
export { countLines, writeKeptLines } from "./partition/kept";
export { fingerprintSorted, fingerprintWritten as fingerprintLines } from "./partition/lanes";
export { collectMerges, compareMerges, findKept, writeMembers, writeMerges } from "./partition/merges";
export { probeBegin, probeBlock, probeGrow } from "./partition/probe";
export { checkBlock, scatterCreate, scatterEnd, scatterLines, scatterSet } from "./partition/scatter";
export { resolve, setBase } from "./resolve";
export { seenAdd, seenCopy, seenCreate, seenFind } from "./seen";

/** Fills the tables of the kernel. */
export function initialize(): void {
	initializeClasses();
	initializeEditions();
	initializeSchemes();
	store32(Address.ANSWER_LENGTH, ABSENT);
}

/** Records the components of the reference [start, end), unchanged (App. B). Returns Status.OK or `-Status`. */
export function parse(options: i32, start: i32, end: i32): i32 {
	store32(Address.OPTIONS, options);
	return scan(start, end);
}
