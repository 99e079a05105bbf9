/**
 * Seam: what `learn` makes of rows on its way through the kernel: keys, tables, shards, trials.
 *
 * Only this code calls the kernel of `learn`, in an order that no page describes to hosts. A hostile host gives it the memory of
 * either engine, with canaries after each area, so that any fault between two calls is seen.
 */
export { BatchMemory } from "../../src/learn/corpus/batch-memory";
export { KeyReader } from "../../src/learn/corpus/key-reader";
export { KeyTable } from "../../src/learn/corpus/key-table";
export { PARTITIONS, Partitions } from "../../src/learn/corpus/partitions";
export type { Shard } from "../../src/learn/corpus/shard";
export { ShardMaker, ShardMemory } from "../../src/learn/corpus/shard-memory";
export { Votes } from "../../src/learn/corpus/votes";
export type { Candidate } from "../../src/learn/rules/candidates";
export { Rules } from "../../src/learn/rules/rules";
export { SiteLists } from "../../src/learn/rules/site-lists";
export { Ledger } from "../../src/learn/trials/ledger";
export { RuleTrials } from "../../src/learn/trials/rule-trials";
export { TrialMemory, type TrialSettings } from "../../src/learn/trials/trial-memory";
export { Trials } from "../../src/learn/trials/trials";
export { columnOf } from "../../src/tables/column-batch";
