/**
 * The functions of the kernel for long lists, which are deduplicated in passes over files (partition/layout.ts): a part of the ABI
 * that index.ts describes. Each Wasm build has both files' exports.
 *
 * ```
 *   fingerprintSorted(key, lines, count, input, output, to)
 *                                                    16 octets a line; one without output is in the input: Flag.OMIT_PLAIN
 *   scatterCreate(base, bits) -> end                 streams of fingerprints by their leading bits
 *   scatterLines(records, count, fingerprints, input, output, from) -> next record
 *   scatterSet(fingerprints, count, from) -> next    fingerprints of the old set
 *   scatterEnd(from) -> next partition               the rest of the streams
 *   checkBlock(block, partition, number) -> length   verifies a block read back from a file; octets of its records
 *   probeBegin()                                     an empty table
 *   probeBlock(block, length, from) -> next record   marks the first line of each class in the map
 *   probeGrow()                                      doubles the table
 *   probeKnown(keys, count, stride)                  drops the lines of known fingerprints
 *   listSlots(isKnown, from, limit) -> next slot     the fingerprints of the table that are known, or all others
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
 *   findHosts(most, from, count, to, room)           the hosts for which duplicates count
 *   writeCounted(start, end, sizes, count, to) -> end
 *                                                    lines, each after the number of lines that it stands for
 * ```
 */
export { writeCounted } from "./counted";
export { findHosts } from "./hosts";
export { countLines, writeKeptLines } from "./kept";
export { fingerprintSorted } from "./lanes";
export { collectMerges, compareMerges, findKept, writeMembers, writeMerges } from "./merges";
export { listSlots, probeBegin, probeBlock, probeGrow, probeKnown } from "./probe";
export { checkBlock, scatterCreate, scatterEnd, scatterLines, scatterSet } from "./scatter";
