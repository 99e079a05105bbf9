/** Puts the keys of a partition in an order that does not depend on the order of rows. */
import { KeyColumn, Part } from "../../assembly/learn/layout";
import { EntryWriter } from "./key-entries";
import type { KeyTable } from "./key-table";
import { sortByWord } from "./radix-sort";
import { nameOf, Shard } from "./shard";

const PART_WORDS = Part.SIZE >> 2;

/** Places in octet order, by number. */
export interface Ranks {
	readonly sites: Uint32Array;
	readonly features: Uint32Array;
}

/** The shard of a table that is not empty, and the number of fetches of each site in it. */
export function shardOf(table: KeyTable, ranks: Ranks): { shard: Shard; fetches: Uint32Array } {
	const sites = table.column(KeyColumn.SITE).slice();
	for (let key = 0; key < sites.length; ++key) sites[key] = ranks.sites[sites[key] as number] as number;
	const order = keyOrder(table, sites);
	const fetched = fetchesOf(table, order);
	const entries = Array.from({ length: table.columns }, (_, column) => entriesOf(fetched, table, column));
	const size = {
		sites: changesIn(sites, order),
		keys: order.length,
		parts: table.parts.length / PART_WORDS,
		entries: entries.map(({ length }) => length),
	};
	const shard = Shard.ofSize(size);
	fillSites(shard, sites, order);
	for (const [to, column] of [
		[shard.skeletonLo, KeyColumn.SKELETON_LOW],
		[shard.skeletonHi, KeyColumn.SKELETON_HIGH],
		[shard.place, KeyColumn.PLACE],
	] as const) {
		moveTo(to, table.column(column), order);
	}
	fillHashes(shard, table.hashes, order);
	fillParts(shard, table, order, ranks.features);
	for (const [column, written] of entries.entries()) fillEntries(shard, column, written);
	const { siteStarts } = shard;
	const first = (site: number) => fetched.starts[siteStarts[site] as number] as number;
	return { shard, fetches: shard.sites.map((_, site) => first(site + 1) - first(site)) };
}

function keyOrder(table: KeyTable, sites: Uint32Array): Uint32Array {
	let order: Uint32Array = new Uint32Array(table.size);
	for (let key = 0; key < order.length; ++key) order[key] = key;
	const { hashes } = table;
	const half = new Uint32Array(table.size);
	for (const lane of [0, 1]) {
		for (let key = 0; key < half.length; ++key) half[key] = hashes[2 * key + lane] as number;
		order = sortByWord(order, half);
	}
	for (const words of [table.column(KeyColumn.SKELETON_LOW), table.column(KeyColumn.SKELETON_HIGH), sites])
		order = sortByWord(order, words);
	return order;
}

function changesIn(sites: Uint32Array, order: Uint32Array): number {
	let count = 0;
	for (let place = 0; place < order.length; ++place) {
		if (place === 0 || sites[order[place] as number] !== sites[order[place - 1] as number]) ++count;
	}
	return count;
}

function fillSites(shard: Shard, sites: Uint32Array, order: Uint32Array): void {
	let count = 0;
	for (let place = 0; place < order.length; ++place) {
		const site = sites[order[place] as number] as number;
		if (place > 0 && site === shard.sites[count - 1]) continue;
		shard.siteStarts[count] = place;
		shard.sites[count++] = site;
	}
	shard.siteStarts[count] = order.length;
}

function moveTo(to: Uint32Array, from: Uint32Array, order: Uint32Array): void {
	for (let place = 0; place < order.length; ++place) to[place] = from[order[place] as number] as number;
}

function fillHashes({ lo, hi }: Shard, hashes: Uint32Array, order: Uint32Array): void {
	for (let place = 0; place < order.length; ++place) {
		const word = 2 * (order[place] as number);
		lo[place] = hashes[word] as number;
		hi[place] = hashes[word + 1] as number;
	}
}

function fillParts(shard: Shard, table: KeyTable, order: Uint32Array, ranks: Uint32Array): void {
	const ends = table.column(KeyColumn.PART_END);
	const { parts } = table;
	const { partStarts, partNames, partLo, partHi } = shard;
	let to = 0;
	for (let place = 0; place < order.length; ++place) {
		const key = order[place] as number;
		for (let part = key > 0 ? (ends[key - 1] as number) : 0; part < (ends[key] as number); ++part, ++to) {
			const at = PART_WORDS * part;
			const owner = parts[at + 1] as number;
			partNames[to] = owner > 0 ? nameOf(ranks[owner - 1] as number, true) : nameOf(ranks[parts[at] as number] as number);
			partLo[to] = parts[at + 2] as number;
			partHi[to] = parts[at + 3] as number;
		}
		partStarts[place + 1] = to;
	}
}

/** Fetches by key, in the order of keys: those of a key from `starts` on. */
interface Fetched {
	readonly starts: Uint32Array;
	readonly fetches: Uint32Array;
}

function fetchesOf({ fetchKeys }: KeyTable, order: Uint32Array): Fetched {
	const places = new Uint32Array(order.length);
	for (let place = 0; place < order.length; ++place) places[order[place] as number] = place;
	const starts = new Uint32Array(order.length + 1);
	const placeOf = (fetch: number) => places[fetchKeys[fetch] as number] as number;
	for (let fetch = 0; fetch < fetchKeys.length; ++fetch) starts[placeOf(fetch) + 1] = (starts[placeOf(fetch) + 1] as number) + 1;
	for (let key = 0; key < order.length; ++key) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
	const next = starts.slice();
	const fetches = new Uint32Array(fetchKeys.length);
	for (let fetch = 0; fetch < fetchKeys.length; ++fetch) {
		const place = placeOf(fetch);
		const to = next[place] as number;
		fetches[to] = fetch;
		next[place] = to + 1;
	}
	return { starts, fetches };
}

function entriesOf({ starts, fetches }: Fetched, { digests, columns }: KeyTable, column: number): EntryWriter {
	const writer = new EntryWriter(starts.length - 1, fetches.length);
	for (let key = 0; key + 1 < starts.length; ++key) {
		for (let at = starts[key] as number; at < (starts[key + 1] as number); ++at) {
			const word = 2 * (columns * (fetches[at] as number) + column);
			writer.add(digests[word] as number, digests[word + 1] as number);
		}
		writer.endKey(key);
	}
	return writer;
}

function fillEntries(shard: Shard, column: number, written: EntryWriter): void {
	const { entryStarts, entryLo, entryHi, entryCounts } = shard.columns[column] as Shard["columns"][number];
	entryStarts.set(written.entryStarts);
	entryLo.set(written.entryLo.subarray(0, written.length));
	entryHi.set(written.entryHi.subarray(0, written.length));
	entryCounts.set(written.entryCounts.subarray(0, written.length));
}
