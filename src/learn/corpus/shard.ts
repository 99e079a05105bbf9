/**
 * The keys of some partitions in order: by site, skeleton and hash. All keys that a rule can merge are next to each other.
 *
 * ```
 *   site       a.com ------------------------------- | b.com ---
 *   skeleton   a.com/x ------------- | a.com/y ----- | b.com/ --
 *   key        /x?a=1   /x?a=2   /x  | /y?b    /y/   | /
 *   parts      a        a            | b       slash |
 *   entries    D1 x 2   D1       D2  | D3 D4   D3    | D5          a digest and its number of fetches
 * ```
 *
 * It is in the memory of a kernel: see assembly/learn/shard-layout.ts. Its arrays are views that are valid until memory is taken.
 */
import { ColumnMap, ShardMap, SiteDigests } from "../../../assembly/learn/shard-layout";
import type { LearnMemory } from "./learn-kernel";

/** Digests by key, smallest first. */
export interface KeyEntries {
	/** The first entry of each key. A key without entries is no evidence. */
	readonly entryStarts: Uint32Array;
	readonly entryLo: Uint32Array;
	readonly entryHi: Uint32Array;
	readonly entryCounts: Uint32Array;
}

/** Returns the name of a part: of a feature, or of the value of a parameter, its owner, which `emptyValue` erases, too. */
export function nameOf(feature: number, isOwner = false): number {
	return 2 * feature + (isOwner ? 1 : 0);
}

/** Returns the feature in the name of a part, or -1 if the part has an owner. */
export function featureIn(name: number): number {
	return name & 1 ? -1 : name >>> 1;
}

export class Shard {
	/** The address of its `ShardMap`. */
	readonly address: number;
	readonly #memory: LearnMemory;

	constructor(memory: LearnMemory, address: number) {
		this.#memory = memory;
		this.address = address;
	}

	/** Number of keys. */
	get keys(): number {
		return this.word(ShardMap.KEY_COUNT);
	}

	/** The sites, by rank, and the first key of each. */
	get sites(): Uint32Array {
		return this.#array(ShardMap.SITES, this.word(ShardMap.SITE_COUNT));
	}

	get siteStarts(): Uint32Array {
		return this.#array(ShardMap.SITE_STARTS, this.word(ShardMap.SITE_COUNT) + 1);
	}

	get skeletonLo(): Uint32Array {
		return this.#array(ShardMap.SKELETON_LOW, this.keys);
	}

	get skeletonHi(): Uint32Array {
		return this.#array(ShardMap.SKELETON_HIGH, this.keys);
	}

	/** The hash of each key. */
	get lo(): Uint32Array {
		return this.#array(ShardMap.LOW, this.keys);
	}

	get hi(): Uint32Array {
		return this.#array(ShardMap.HIGH, this.keys);
	}

	/** The first part of each key. */
	get partStarts(): Uint32Array {
		return this.#array(ShardMap.PART_STARTS, this.keys + 1);
	}

	/** By rank: see `nameOf`. */
	get partNames(): Uint32Array {
		return this.#array(ShardMap.PART_NAMES, this.word(ShardMap.PART_COUNT));
	}

	get partLo(): Uint32Array {
		return this.#array(ShardMap.PART_LOW, this.word(ShardMap.PART_COUNT));
	}

	get partHi(): Uint32Array {
		return this.#array(ShardMap.PART_HIGH, this.word(ShardMap.PART_COUNT));
	}

	/** 1 for keys that are held out. */
	get held(): Uint8Array {
		return this.#memory.octets(this.word(ShardMap.HELD), this.keys);
	}

	get columns(): readonly KeyEntries[] {
		return Array.from({ length: this.word(ShardMap.COLUMN_COUNT) }, (_, column) => {
			const map = this.word(ShardMap.COLUMNS) + ColumnMap.SIZE * column;
			const arrayAt = (word: ColumnMap, count: number) => this.#memory.words(this.#memory.word(map + word), count);
			const count = this.#memory.word(map + ColumnMap.COUNT);
			return {
				entryStarts: arrayAt(ColumnMap.ENTRY_STARTS, this.keys + 1),
				entryLo: arrayAt(ColumnMap.ENTRY_LOW, count),
				entryHi: arrayAt(ColumnMap.ENTRY_HIGH, count),
				entryCounts: arrayAt(ColumnMap.ENTRY_COUNTS, count),
			};
		});
	}

	/** `SiteDigests` of each site in a column, in words. Views of the shard are not valid after that. */
	digestsBySite(column: number): Uint32Array {
		const sites = this.word(ShardMap.SITE_COUNT);
		const counts = this.#memory.take(SiteDigests.SIZE * sites);
		this.#memory.kernel.call.countDigestsOf(this.address, column, counts.start);
		const words = this.#memory.words(counts.start, (SiteDigests.SIZE * sites) >> 2).slice();
		this.#memory.give(counts);
		return words;
	}

	/** The number of the fetch whose URL stands for a key. */
	placeOf(key: number): number {
		return this.#memory.word(this.word(ShardMap.PLACE) + 4 * key) >>> 0;
	}

	word(word: ShardMap): number {
		return this.#memory.word(this.address + word);
	}

	words<const Words extends readonly ShardMap[]>(...words: Words): { [index in keyof Words]: number } {
		return words.map((word) => this.word(word)) as { [index in keyof Words]: number };
	}

	#array(word: ShardMap, count: number): Uint32Array {
		return this.#memory.words(this.word(word), count);
	}
}
