/**
 * The ABI of the store kernel, a Wasm file of its own: it sorts keys, and searches, reads, merges and writes the sorted runs of a file of
 * known references. It knows no URL; its keys are the first 96 bits of fingerprints that another kernel has made.
 *
 * It follows the rules of the core's ABI (index.ts): octets in, octets out, i32 addresses, no imports, no traps, all state in linear
 * memory. The layout of memory is in store/layout.ts, and the file is drawn in src/store/format.ts.
 *
 * ```
 *   initialize()                                    once, before all others
 *   heapBase() -> address                           the first address that belongs to the host
 *   hasSimd() -> bool                               whether this is the SIMD build
 *   checksum(start, end, seed) -> word              the check of a page, a root or a record of the log
 *   sortKeys(records, count, spare, counts)         sorts records of 16 octets by their keys
 *   orderMarks(records, count, marks, to)           the marks in the order before
 *   markRepeats(records, count, marks)              marks the second and later records of each key
 *   listKeys(records, count, marks, to) -> end      the keys of the records without a mark
 *   planRead(run, records, count, marks, from) -> n the pages that the next records need, and the record after those
 *   searchPages(run, records, marks, from, to)      marks the records whose key is in the pages
 *   findKey(list, from) -> n                        looks for one key in runs whose pages stay in memory
 *   keepPage(list, run, page, spare)                notes a page that is in memory and checked
 *   readPages(run, to) -> end                       the keys of pages, in order
 *   mergeKeys(sources, count, to, limit) -> end     the keys of several sorted sources, in order, each once
 *   writePages(writer, from, end) -> next           appends keys, in order, to the pages of a new run
 *   endPages(writer) -> bool                        completes the run
 *   addKeys(table, records, count, stride, marks)   adds keys to a hash table, and marks those that it had
 *   findKeys(table, records, count, marks)          marks the records whose key is in the hash table
 *   addHostLines(names, from, end) -> next          adds lines of plain hosts to names
 *   addHost(names, start, end, cover)               adds a host to names
 *   markHosts(names, from, end, marks)              marks the hosts, a line each, that names cover
 * ```
 */

export { heapBase } from "../octets/memory";
export { hasSimd } from "../reference/guard";
export { checksum } from "./checksum";
export { addHost, addHostLines, markHosts } from "./hosts";
export { mergeKeys } from "./merge";
export { planRead, readPages, searchPages } from "./pages";
export { findKey, keepPage } from "./single";
export { listKeys, markRepeats, orderMarks, sortKeys } from "./sort";
export { addKeys, findKeys } from "./table";
export { endPages, writePages } from "./writer";

/** All its memory belongs to the host: there is nothing to prepare. */
export function initialize(): void {}
