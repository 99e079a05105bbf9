/**
 * The ABI of the learn kernel, a Wasm file of its own: the inner loops of `learn`. It takes keys apart, makes records of
 * fetches, and tries rules that would merge their keys.
 *
 * It follows the rules of the core's ABI (index.ts): octets in, octets out, i32 addresses, no imports, no traps, all state in linear
 * memory. The layout of memory is in learn/layout.ts, learn/shard-layout.ts and learn/trial-layout.ts.
 *
 * ```
 *   initialize()                                    once, before all others
 *   heapBase() -> address                           the first address that belongs to the host
 *   hasSimd() -> bool                               whether this is the SIMD build
 *   readKey(reader, start, end) -> bool             takes a key apart
 *   hashRows(reader, batch)                         makes the hashes of rows, once before they are read
 *   readRows(reader, batch) -> bool                 makes records of rows; false: the host must make room
 *   groupRecords(start, end, to, ends)              puts records of one partition next to each other
 *   countRecords(table, start, end)                 counts the records of a partition
 *   addRecords(table, start, end)                   makes keys and fetches of them
 *   scanRecords(scan, start, end) -> next           finds the records of a page
 *   thinRecords(scan, start, end, to) -> end        takes a sample of them
 *   makeShard(shard, sorter, table)                 puts the keys of a table in order
 *   nameParts(shard, ranks)                         puts names in octet order, and drops those that are no candidates
 *   packShard(shard, to, hash) -> end               writes a shard as it is on disk
 *   unpackShard(shard, start, end, hash) -> bool    reads it
 *   tryTasks(trial, task, end) -> next              makes trials of all candidates of sites
 *   tryRuleTasks(trial, full, task, end) -> next    makes trials of their rules
 *   countTasks(trial, task, end, to)                counts their controls
 *   countDigestsOf(shard, column, to)               counts the controls of the base keys of all sites
 *   addCells(ledger, trial, shard)                  adds the cells of trials to those of all shards
 *   siteOf(reader, start, end) -> number            the number of a site
 *   featureOf(reader, kind, start, end) -> number   the number of a parameter or an index name
 *   hashOf(start, end, seed, to)                    the hash of octets
 *   hashFolded(reader, start, end, to)              the hash of a digest in any case
 *   fillIndex(index)                                fills the slots of an index that has grown
 *   clearIndex(index)                               empties an index
 *   packBlock(start, end, to, table) -> end         compresses a block of URLs
 *   unpackBlock(start, end, to, limit) -> end       decompresses it
 * ```
 */

import { initializeClasses } from "../octets/classes";

export { heapBase } from "../octets/memory";
export { hasSimd } from "../reference/guard";
export { packBlock, unpackBlock } from "./blocks";
export { countDigestsOf } from "./controls";
export { hashFolded } from "./digest";
export { groupRecords } from "./groups";
export { hashOf } from "./hash";
export { clearIndex, fillIndex } from "./index-table";
export { readKey } from "./key";
export { addCells } from "./ledger";
export { featureOf, siteOf } from "./names";
export { addRecords, countRecords } from "./records";
export { hashRows } from "./row-hashes";
export { readRows } from "./rows";
export { nameParts } from "./shard-names";
export { packShard, unpackShard } from "./shard-pack";
export { makeShard } from "./shards";
export { countTasks, tryRuleTasks, tryTasks } from "./tasks";
export { scanRecords, thinRecords } from "./thin";

/** Fills the table of hex digits, by which names are decoded. */
export function initialize(): void {
	initializeClasses();
}
