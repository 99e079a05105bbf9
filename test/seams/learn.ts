/**
 * Seam: what `learn` makes of rows on its way through the kernel: keys, tables, shards, trials.
 *
 * The kernel of `learn` is called by this code alone, in an order that no page describes to hosts. A hostile host gives it the memory of
 * either engine, with canaries after each area, so that whatever goes wrong between two calls is seen.
 */
export { BatchMemory } from "../../src/learn/batch-memory";
export type { Candidate } from "../../src/learn/candidates";
export { KeyReader } from "../../src/learn/key-reader";
export { KeyTable } from "../../src/learn/key-table";
export { Ledger } from "../../src/learn/ledger";
export { PARTITIONS, Partitions } from "../../src/learn/partitions";
export { RuleTrials } from "../../src/learn/rule-trials";
export { Rules } from "../../src/learn/rules";
export type { Shard } from "../../src/learn/shard";
export { ShardMaker, ShardMemory } from "../../src/learn/shard-memory";
export { SiteLists } from "../../src/learn/site-lists";
export { TrialMemory, type TrialSettings } from "../../src/learn/trial-memory";
export { Trials } from "../../src/learn/trials";
export { Votes } from "../../src/learn/votes";
export { columnOf } from "../../src/tables/rows/columns";
