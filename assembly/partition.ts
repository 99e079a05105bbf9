/**
 * The ABI of the partition kernel: the core (index.ts) and the functions that deduplicate long lists. A third Wasm file, so that the
 * core stays small. Only the command line and `urlsieve/node` load it.
 *
 * It follows the rules of the core's ABI: octets in, octets out, i32 addresses, `-Status` for errors, no imports, no traps, all
 * state in linear memory.
 *
 * ```
 *   all of index.ts, and:
 *   fingerprintLines(key, lines, count, from, to)    as the core's, but six lines at a time with SIMD
 *   writeFreshLines(lines, count, marks, output, to) as the core's, but overwrites the marks
 *   fingerprintSorted(key, lines, count, input, output, to)
 *                                                    the same; a line without output is in the input: Flag.OMIT_PLAIN
 *   scatterCreate(base, bits, recordSize) -> end     streams of fingerprints by their leading bits; layout: partition/layout.ts
 *   scatterLines(records, count, fingerprints, input, output, from) -> next record
 *   scatterSet(fingerprints, count, from) -> next    fingerprints of the old set
 *   scatterEnd(from) -> next partition               the rest of the streams
 *   checkBlock(block, partition, number) -> length   verifies a block read back from a file; octets of its records
 *   probeBegin()                                     an empty table
 *   probeBlock(block, length, from) -> next record   marks the first line of each class in the map
 *   probeGrow()                                      doubles the table
 *   countLines(options, start, end) -> count         the lines of a chunk, so that threads know their numbers
 *   writeKeptLines(options, start, end, to, limit)   as normalizeLines, without the lines that the map drops
 * ```
 */
export { gather, spread } from "./column";
export { fingerprint } from "./fingerprint";
export { writeFreshOriginals } from "./fresh";
export { hasSimd } from "./guard";
export { initialize, parse } from "./index";
export { normalizeLines } from "./lines";
export { heapBase } from "./memory";
export { normalize } from "./normalize";
export { writeFreshRuns as writeFreshLines } from "./partition/fresh";
export { countLines, writeKeptLines } from "./partition/kept";
export { fingerprintSorted, fingerprintWritten as fingerprintLines } from "./partition/lanes";
export { probeBegin, probeBlock, probeGrow } from "./partition/probe";
export { checkBlock, scatterCreate, scatterEnd, scatterLines, scatterSet } from "./partition/scatter";
export { resolve, setBase } from "./resolve";
export { seenAdd, seenCopy, seenCreate, seenFind } from "./seen";
