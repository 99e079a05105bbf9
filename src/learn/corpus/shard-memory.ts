/** Room for a shard in the memory of a kernel, and the octets that it is stored as: see assembly/learn/shard-layout.ts. */
import { Hash } from "../../../assembly/learn/layout";
import { ColumnMap, Packed, ShardLimit, ShardMap, Sorter } from "../../../assembly/learn/shard-layout";
import type { KeyTable } from "./key-table";
import { type Area, type LearnMemory, NO_AREA } from "./learn-kernel";
import { Shard } from "./shard";

/** Places in octet order, by number. */
export interface Ranks {
	readonly sites: Uint32Array;
	readonly features: Uint32Array;
}

/** The capacity for each kind. */
interface ShardSize {
	readonly sites: number;
	readonly keys: number;
	readonly parts: number;
	/** By column. */
	readonly entries: readonly number[];
}

export class ShardMemory {
	readonly shard: Shard;
	readonly #memory: LearnMemory;
	readonly #hash: number;
	#columns: Area = NO_AREA;
	#arrays: Area = NO_AREA;
	#packed: Area = NO_AREA;

	constructor(memory: LearnMemory) {
		this.#memory = memory;
		this.#hash = memory.take(Hash.SIZE).start;
		this.shard = new Shard(memory, memory.take(ShardMap.SIZE).start);
	}

	/** Makes room for a shard. */
	makeRoom({ sites, keys, parts, entries }: ShardSize): void {
		const all = entries.reduce((sum, count) => sum + keys + 1 + 3 * count, 0);
		this.#columns = this.#memory.resized(this.#columns, ColumnMap.SIZE * entries.length);
		this.#arrays = this.#memory.resized(this.#arrays, 4 * (2 * sites + 1 + 6 * keys + 1 + 3 * parts + all) + keys);
		let { start } = this.#arrays;
		const place = (address: number, count: number) => {
			this.#memory.setWord(address, start);
			start += 4 * count;
		};
		for (const [word, count] of [
			[ShardMap.SITES, sites],
			[ShardMap.SITE_STARTS, sites + 1],
			[ShardMap.SKELETON_LOW, keys],
			[ShardMap.SKELETON_HIGH, keys],
			[ShardMap.LOW, keys],
			[ShardMap.HIGH, keys],
			[ShardMap.PLACE, keys],
			[ShardMap.PART_STARTS, keys + 1],
			[ShardMap.PART_NAMES, parts],
			[ShardMap.PART_LOW, parts],
			[ShardMap.PART_HIGH, parts],
		] as const) {
			place(this.shard.address + word, count);
		}
		for (const [column, count] of entries.entries()) {
			const map = this.#columns.start + ColumnMap.SIZE * column;
			place(map + ColumnMap.ENTRY_STARTS, keys + 1);
			for (const word of [ColumnMap.ENTRY_LOW, ColumnMap.ENTRY_HIGH, ColumnMap.ENTRY_COUNTS] as const) place(map + word, count);
		}
		this.#memory.setWord(this.shard.address + ShardMap.HELD, start);
		this.#memory.setWord(this.shard.address + ShardMap.COLUMNS, this.#columns.start);
	}

	/** The words of the shard on disk. Valid until memory is allocated. */
	pack(): Uint32Array {
		const { shard } = this;
		const [sites, keys, parts, columns] = shard.words(
			ShardMap.SITE_COUNT,
			ShardMap.KEY_COUNT,
			ShardMap.PART_COUNT,
			ShardMap.COLUMN_COUNT,
		);
		const entries = shard.columns.reduce((sum, { entryLo }) => sum + entryLo.length, 0);
		const header = Packed.ENTRIES + 4 * columns;
		const ofKeys = keys * (ShardLimit.SKELETON + ShardLimit.KEY + ShardLimit.COLUMN * columns);
		const rest = sites * ShardLimit.SITE + parts * ShardLimit.PART + entries * ShardLimit.ENTRY;
		this.#packed = this.#memory.resized(this.#packed, header + ofKeys + rest + 4);
		const { start } = this.#packed;
		const end = this.#memory.kernel.call.packShard(shard.address, start, this.#hash);
		return this.#memory.words(start, (end - start) >> 2);
	}

	/** Room for the words of a shard on disk. */
	roomFor(words: number): Uint32Array {
		this.#packed = this.#memory.resized(this.#packed, 4 * words);
		return this.#memory.words(this.#packed.start, words);
	}

	/** Reads a shard of `words` words from that room. Returns false if it is damaged. */
	unpack(words: number): boolean {
		const { start } = this.#packed;
		const wordAt = (at: number) => this.#memory.word(start + at) >>> 0;
		const columns = wordAt(Packed.COLUMNS);
		const entries = Array.from({ length: columns }, (_, column) => wordAt(Packed.ENTRIES + 4 * column));
		this.makeRoom({ sites: wordAt(Packed.SITES), keys: wordAt(Packed.KEYS), parts: wordAt(Packed.PARTS), entries });
		const { octets, call } = this.#memory.kernel;
		const { address } = this.shard;
		octets.copyWithin(address + ShardMap.SITE_COUNT, start, start + Packed.MOST_KEYS);
		octets.copyWithin(address + ShardMap.MOST_KEYS, start + Packed.MOST_KEYS, start + Packed.ENTRIES);
		return call.unpackShard(address, start, start + 4 * words, this.#hash);
	}
}

/** Makes shards of tables. */
export class ShardMaker {
	readonly #memory: LearnMemory;
	readonly #sorter: number;
	#order: Area = NO_AREA;
	#spare: Area = NO_AREA;
	#starts: Area = NO_AREA;
	#fetches: Area = NO_AREA;

	constructor(memory: LearnMemory, { sites, features }: Ranks) {
		this.#memory = memory;
		this.#sorter = memory.take(Sorter.SIZE).start;
		for (const [word, ranks] of [
			[Sorter.SITE_RANKS, sites],
			[Sorter.FEATURE_RANKS, features],
		] as const) {
			const { start } = memory.take(ranks.byteLength);
			memory.words(start, ranks.length).set(ranks);
			memory.setWord(this.#sorter + word, start);
		}
		memory.setWord(this.#sorter + Sorter.COUNTERS, memory.take(ShardLimit.COUNTERS).start);
	}

	/** Makes the shard of a table that is not empty. Returns the number of fetches of each of its sites. */
	make(room: ShardMemory, table: KeyTable): Uint32Array {
		const { size: keys, fetches, columns } = table;
		const [memory, sorter] = [this.#memory, this.#sorter];
		const parts = table.parts;
		room.makeRoom({ sites: keys, keys, parts, entries: Array.from({ length: columns }, () => fetches) });
		this.#order = memory.resized(this.#order, 4 * keys);
		this.#spare = memory.resized(this.#spare, 4 * keys);
		this.#starts = memory.resized(this.#starts, 4 * (keys + 1));
		this.#fetches = memory.resized(this.#fetches, 4 * fetches);
		memory.setWord(sorter + Sorter.ORDER, this.#order.start);
		memory.setWord(sorter + Sorter.SPARE, this.#spare.start);
		memory.setWord(sorter + Sorter.FETCH_STARTS, this.#starts.start);
		memory.setWord(sorter + Sorter.FETCHES, this.#fetches.start);
		memory.kernel.call.makeShard(room.shard.address, sorter, table.address);
		const { siteStarts, sites } = room.shard;
		const starts = memory.words(this.#starts.start, keys + 1);
		const first = (site: number) => starts[siteStarts[site] as number] as number;
		return sites.map((_, site) => first(site + 1) - first(site));
	}
}
