/**
 * The ledger: the cells of all shards. Each site is in many shards.
 *
 * ```
 *   trials of a shard              ledger                         partitions of votes
 *   cell 0: site 3, ref  ───────▶  cell 17: rank 208, ref         17 & 63: 17, digest
 *   cell 1: site 4, ref  ──┐                                      │
 *   vote for cell 0: digest ──────────────────────────────────────┘
 * ```
 */
import { clear, load32, store32 } from "../octets/memory";
import { HIGH_SEED, LOW_SEED } from "./hash";
import { numberOf } from "./index-table";
import { add } from "./judge";
import { multiply } from "./lanes";
import { Index, LearnLimit } from "./layout";
import { ShardMap } from "./shard-layout";
import { Cell, Ledger, Trial, Vote, VoteLimit } from "./trial-layout";

/** Octets of a vote without its header. */
const RECORD: i32 = Vote.SIZE - Vote.CELL;

/** Adds the closed cells of `trial` to the ledger, and gives votes their headers and the numbers of cells there. */
export function addCells(ledger: i32, trial: i32, shard: i32): void {
	const cells = load32(trial + Trial.CELLS);
	const cellsEnd = cells + load32(trial + Trial.CELL_COUNT) * Cell.SIZE;
	for (let cell = cells; cell < cellsEnd; cell += Cell.SIZE) store32(cell + Cell.VOTES, addCell(ledger, shard, cell));
	const votes = load32(trial + Trial.VOTES);
	const votesEnd = votes + load32(trial + Trial.VOTE_COUNT) * Vote.SIZE;
	for (let vote = votes; vote < votesEnd; vote += Vote.SIZE) {
		const number = load32(cells + load32(vote + Vote.CELL) * Cell.SIZE + Cell.VOTES);
		const partition = number & ((1 << VoteLimit.PARTITION_BITS) - 1);
		store32(vote + Vote.HEADER, (partition << LearnLimit.LENGTH_BITS) | RECORD);
		store32(vote + Vote.CELL, number);
	}
}

/** Returns the number of the cell in the ledger. */
function addCell(ledger: i32, shard: i32, cell: i32): i32 {
	const index = load32(ledger + Ledger.INDEX);
	const known = load32(index + Index.COUNT);
	const site = load32(load32(shard + ShardMap.SITES) + (load32(cell + Cell.SITE) << 2));
	const candidate = load32(cell + Cell.CANDIDATE);
	// The high seed is odd: no two candidates of a site have the same hash.
	const low = (multiply(candidate + 1, HIGH_SEED) + multiply(site + 1, LOW_SEED)) | 0;
	const number = numberOf(index, low, site);
	const to = load32(ledger + Ledger.CELLS) + number * Cell.SIZE;
	if (number == known) {
		clear(to, to + Cell.SIZE);
		store32(to + Cell.CANDIDATE, candidate);
		store32(to + Cell.SITE, site);
	}
	for (let word = Cell.AGREEMENTS as i32; word <= Cell.SAVED; word += 4) add(to + word, load32(cell + word));
	placePair(shard, cell + Cell.CONTRARY, to + Cell.CONTRARY);
	placePair(shard, cell + Cell.EXAMPLE, to + Cell.EXAMPLE);
	return number;
}

/** Writes the places of a pair of keys to `to`, unless the cell has no pair, or `to` has one already. */
function placePair(shard: i32, pair: i32, to: i32): void {
	if (load32(pair) == 0 || (load32(to) | load32(to + 4)) != 0) return;
	const places = load32(shard + ShardMap.PLACE) - 4;
	store32(to, load32(places + (load32(pair) << 2)));
	store32(to + 4, load32(places + (load32(pair + 4) << 2)));
}
