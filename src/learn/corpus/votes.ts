/**
 * Votes: different hashes of each cell, counted exactly up to 256, and estimated from the 256 smallest beyond. The order in which they
 * come does not matter.
 *
 * ```
 *   partition 5 of 64     cell 5, hash | cell 69, hash | cell 5, hash | …     in memory or on disk, in any order
 *   sorted                cell 5: hash hash | cell 69: hash | …               one partition after the other, at the end
 * ```
 */
import { LearnLimit } from "../../../assembly/learn/layout";
import { Vote, VoteLimit } from "../../../assembly/learn/trial-layout";
import { joined } from "./hash";
import type { LearnMemory } from "./learn-kernel";
import { type PartitionRoom, Partitions } from "./partitions";
import { keepDifferent, sortNumbers } from "./sort-numbers";
import { Words } from "./words";

/** Hashes that are counted exactly. */
const EXACT = 256;
/** Hashes are below the first, words below the second. */
const RANGE = 2 ** 53;
const WORD = 2 ** 32;
const PARTITIONS = 1 << VoteLimit.PARTITION_BITS;
/** Words of a vote, without its header. */
const WORDS = (Vote.SIZE - Vote.CELL) >> 2;
/** Words of all votes after which those that count no more are dropped, if they have doubled since the last time. */
const MOST_WORDS = 1 << 24;

export class Votes {
	readonly #memory: LearnMemory;
	readonly #partitions: Partitions;
	#length = 0;
	#most: number;

	/** `most`: words after which votes are thinned. */
	constructor(room: PartitionRoom, most = MOST_WORDS) {
		this.#memory = room.memory;
		this.#partitions = new Partitions(PARTITIONS, room);
		this.#most = most;
	}

	/** Adds votes that are in the memory of the kernel, with their headers: see `Vote`. Throws Failure. */
	add(address: number, count: number): void {
		this.#partitions.add(address, Vote.SIZE * count);
		this.#count(count);
	}

	/** Adds one vote. Throws Failure. */
	addOne(cell: number, low: number, high: number): void {
		const { start } = this.#partitions.space(Vote.SIZE);
		const header = ((cell % PARTITIONS) << LearnLimit.LENGTH_BITS) | (4 * WORDS);
		this.#memory.words(start, Vote.SIZE >> 2).set([header, cell, low, high]);
		this.#partitions.advance(start + Vote.SIZE);
		this.#count(1);
	}

	#count(votes: number): void {
		this.#length += WORDS * votes;
		if (this.#length > this.#most) this.#thin();
	}

	/** Returns the number of different hashes of each cell. Above 256, it is estimated from the 256th smallest hash. */
	counts(cells: number): Uint32Array {
		const counts = new Uint32Array(cells);
		for (let partition = 0; partition < PARTITIONS; ++partition) {
			this.#forEachCell(partition, (cell, hashes, first, end) => {
				const estimate = () => Math.round(((EXACT - 1) / (hashes[first + EXACT - 1] as number)) * RANGE);
				counts[cell] = end - first > EXACT ? estimate() : end - first;
			});
		}
		return counts;
	}

	/** Frees the space on disk. */
	close(): void {
		this.#partitions.close();
	}

	/** Drops hashes that no longer count: repeated ones, and those of which 257 are smaller. */
	#thin(): void {
		this.#length = 0;
		for (let partition = 0; partition < PARTITIONS; ++partition) {
			const kept = new Words();
			this.#forEachCell(partition, (cell, hashes, first, end) => {
				for (let at = first; at < Math.min(end, first + EXACT + 1); ++at) {
					const hash = hashes[at] as number;
					kept.push(cell);
					kept.push(hash % WORD);
					kept.push(Math.floor(hash / WORD));
				}
			});
			this.#partitions.put(partition, kept.words());
			this.#length += kept.length;
		}
		this.#most = Math.max(this.#most, 2 * this.#length);
	}

	/** Calls `run` with each cell of a partition: its different hashes are [first, end), in order. */
	#forEachCell(partition: number, run: (cell: number, hashes: Float64Array, first: number, end: number) => void): void {
		const length = this.#partitions.sizeOf(partition);
		if (length > room.votes.length) room.votes = new Uint32Array(length + (length >> 2));
		const words = room.votes.subarray(0, length);
		this.#partitions.copyTo(partition, words);
		const { hashes, ends } = groupsOf(words);
		let first = 0;
		for (const [group, end] of ends.entries()) {
			sortNumbers(hashes, first, end);
			run((group << VoteLimit.PARTITION_BITS) | partition, hashes, first, keepDifferent(hashes, first, end));
			first = end;
		}
	}
}

/** Room for the votes of a partition: new arrays for each would be garbage. */
const room = { votes: new Uint32Array(0), hashes: new Float64Array(0) };

/** The hashes of votes by cell, and where those of each cell of a partition end. */
function groupsOf(votes: Uint32Array): { hashes: Float64Array; ends: Uint32Array } {
	let groups = 0;
	for (let at = 0; at < votes.length; at += WORDS) groups = Math.max(groups, groupAt(votes, at) + 1);
	const ends = new Uint32Array(groups);
	for (let at = 0; at < votes.length; at += WORDS) ends[groupAt(votes, at)] = (ends[groupAt(votes, at)] as number) + 1;
	for (let group = 1; group < groups; ++group) ends[group] = (ends[group] as number) + (ends[group - 1] as number);
	const count = votes.length / WORDS;
	if (count > room.hashes.length) room.hashes = new Float64Array(count + (count >> 2));
	const { hashes } = room;
	// Fills each group from its end down. After that, `ends` has the start of each group: the end of a group is the start of the next.
	for (let at = 0; at < votes.length; at += WORDS) {
		const place = (ends[groupAt(votes, at)] as number) - 1;
		ends[groupAt(votes, at)] = place;
		hashes[place] = joined(votes[at + 1] as number, votes[at + 2] as number);
	}
	for (let group = 0; group < groups; ++group) ends[group] = ends[group + 1] ?? count;
	return { hashes, ends };
}

/** The place of a vote's cell among those of its partition. */
function groupAt(votes: Uint32Array, at: number): number {
	return (votes[at] as number) >>> VoteLimit.PARTITION_BITS;
}
