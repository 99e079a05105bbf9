/** The way of records: a table, a shard, the shard as it is on disk, and trials of its keys. */

import { Feature } from "../../../../assembly/learn/layout";
import { ShardLimit } from "../../../../assembly/learn/shard-layout";
import { KeyTable, type Shard, ShardMaker, ShardMemory } from "../../../seams/learn";
import type { GuardedMemory, Next } from "./learn-memory";
import { makeTrials } from "./learn-trials";

/** Records of some partitions, one partition after the other. */
export interface Records {
	readonly words: readonly number[];
	/** The words of each partition. */
	readonly lengths: readonly number[];
	/** The columns of digests, and the numbers of sites and features. */
	readonly columns: number;
	readonly sites: number;
	readonly features: number;
}

/** Numbers from 0 to `count` - 1 in any order. */
function ranks(next: Next, count: number): Uint32Array {
	const numbers = Uint32Array.from({ length: count }, (_, number) => number);
	for (let at = count - 1; at > 0; --at) {
		const other = next(at + 1);
		[numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number];
	}
	return numbers;
}

/** The kernel knows the features of the structure by their places, which are their numbers. */
function featureRanks(next: Next, count: number): Uint32Array {
	const named = ranks(next, count - Feature.NAMED);
	return Uint32Array.from({ length: count }, (_, feature) =>
		feature < Feature.NAMED ? feature : Feature.NAMED + (named[feature - Feature.NAMED] as number),
	);
}

/** The contents of a shard. */
function shardText(shard: Shard): string {
	const { sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, columns, held } = shard;
	const places = Array.from({ length: shard.keys }, (_, key) => shard.placeOf(key));
	const ofKeys = [sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, held, places];
	const entries = columns.flatMap(({ entryStarts, entryLo, entryHi, entryCounts }) => [
		entryStarts,
		entryLo,
		entryHi,
		entryCounts,
	]);
	return [...ofKeys, ...entries].map((numbers) => numbers.join()).join("\n");
}

/** All stages of records. The tables of a process are filled more than once. */
export function makeTables(memory: GuardedMemory, next: Next, records: Records): unknown[] {
	const table = new KeyTable(records.columns, memory);
	const room = new ShardMemory(memory);
	const sites = ranks(next, records.sites);
	const features = featureRanks(next, records.features);
	const maker = new ShardMaker(memory, { sites, features });
	const made: unknown[] = [];
	if (next(3) === 0) made.push(...shardOf(room, maker, table, { ...records, lengths: records.lengths.slice(0, 1) }));
	made.push(...shardOf(room, maker, table, records));
	if (table.size === 0) return made;
	const { shard } = room;
	for (let key = 0; key < shard.keys; ++key) if (next(3) === 0) shard.held[key] = 1;
	made.push(shardText(shard));
	made.push(...packed(room, next));
	if (next(2) === 0) made.push(rename(memory, next, room, records.features));
	return [...made, makeTrials(memory, shard, next, records.sites, records.features)];
}

/** Fills a table, and makes its shard, unless it has no keys. */
function shardOf(room: ShardMemory, maker: ShardMaker, table: KeyTable, { words, lengths }: Records): unknown[] {
	table.roomFor(words.length).set(words);
	table.fill(lengths);
	const made = [table.size, table.parts, table.fetches, table.repeated];
	return table.size === 0 ? [made] : [made, [...maker.make(room, table)], shardText(room.shard)];
}

/** Gives the parts of a shard names in another order. Some features are no candidates. */
function rename(memory: GuardedMemory, next: Next, room: ShardMemory, count: number): unknown[] {
	const { start } = memory.take(4 * count);
	const share = 1 + next(20);
	const places = featureRanks(next, count).map((rank) => (next(share) === 0 ? ShardLimit.NO_RANK : rank));
	memory.words(start, count).set(places);
	memory.kernel.call.nameParts(room.shard.address, start);
	return [shardText(room.shard), [...room.pack()]];
}

/** A shard as it is on disk, back from there, and damaged. */
function packed(room: ShardMemory, next: Next): unknown[] {
	const words = room.pack().slice();
	const before = shardText(room.shard);
	const damaged = words.slice();
	const header = 9 + room.shard.columns.length;
	for (let count = 1 + next(3); count > 0 && words.length > header; --count)
		damaged[header + next(words.length - header)]! ^= 1 << next(32);
	room.roomFor(damaged.length).set(damaged);
	const isRead = Boolean(room.unpack(damaged.length));
	const made = [[...words], isRead, isRead ? shardText(room.shard) : ""];
	const short = words.length - next(Math.min(4, words.length - header + 1));
	room.roomFor(words.length).set(words);
	made.push(Boolean(room.unpack(short)) && shardText(room.shard));
	room.roomFor(words.length).set(words);
	made.push(Boolean(room.unpack(words.length)) && shardText(room.shard) === before);
	return made;
}
