/** A shard in the memory of the kernel, with room for trials of its sites. */
import { ColumnMap, ShardMap } from "../../../assembly/learn/shard-layout";
import { Cell, Current, Group, Member, Share as ShareNumber, Task, Trial, Vote } from "../../../assembly/learn/trial-layout";
import { type Area, KernelIndex, type LearnMemory, NO_AREA } from "../corpus/learn-kernel";
import type { Shard } from "../corpus/shard";
import type { Share } from "../corpus/skeletons";
import type { SiteLists } from "../rules/site-lists";

/** Cells and votes that are taken out at once, unless a site has more. */
const LEAST_CELLS = 1 << 14;
const SHARES = { learned: ShareNumber.LEARNED, held: ShareNumber.HELD, all: ShareNumber.ALL } as const;

/** The kinds of areas, by their words of `Trial`. */
type AreaWord =
	| Trial.CURRENT_KEYS
	| Trial.NEXT_KEYS
	| Trial.GROUPS
	| Trial.MEMBERS
	| Trial.COUNTS
	| Trial.CELL_OF
	| Trial.CELLS
	| Trial.VOTES
	| Trial.MASK
	| Trial.SINGLE
	| Trial.BUNDLE_OF
	| Trial.BUNDLES
	| Trial.RULES
	| Trial.RULES_OF
	| Trial.RULE_LINKS;

/** The settings of trials. */
export interface TrialSettings {
	/** Number of candidates. */
	readonly candidates: number;
	readonly share: Share;
	/** Whether groups of contrary pages have a weight. */
	readonly weighs: boolean;
	readonly memory: LearnMemory;
}

/** The column that each site uses; -1 for those left out. */
export type SiteColumns = Int8Array;

/** The start and end of tasks. */
export interface TaskSpan {
	readonly start: number;
	readonly end: number;
}

export class TrialMemory {
	readonly memory: LearnMemory;
	/** The address of `Trial`. */
	readonly address: number;
	readonly #features: number;
	readonly #candidates: number;
	readonly #current: KernelIndex;
	readonly #forms: KernelIndex;
	readonly #digests: KernelIndex;
	readonly #areas = new Map<AreaWord, Area>();
	#tasks: Area = NO_AREA;

	/** `features`: their number. */
	constructor(features: number, { candidates, share, weighs, memory }: TrialSettings) {
		this.memory = memory;
		this.address = memory.take(Trial.SIZE).start;
		memory.octets(this.address, Trial.SIZE).fill(0);
		this.#current = new KernelIndex(this.memory);
		this.#forms = new KernelIndex(this.memory);
		this.#digests = new KernelIndex(this.memory);
		this.#features = features;
		for (const [word, index] of [
			[Trial.CURRENT, this.#current],
			[Trial.FORMS, this.#forms],
			[Trial.DIGESTS, this.#digests],
		] as const) {
			this.set(word, index.address);
		}
		this.set(Trial.SHARE, SHARES[share]);
		this.set(Trial.WEIGHS, weighs ? 1 : 0);
		this.#candidates = candidates;
		this.zeros(Trial.CELL_OF, 4 * candidates);
		for (const word of [Trial.MASK, Trial.SINGLE, Trial.BUNDLE_OF] as const) this.octets(word).fill(0);
	}

	/** An octet for each feature. Valid until the next call of `load`. */
	octets(word: Trial.MASK | Trial.SINGLE | Trial.BUNDLE_OF): Uint8Array {
		return this.memory.octets(this.area(word, this.#features), this.#features);
	}

	/** Takes up a shard of the same memory, and makes room for its trials. */
	load(shard: Shard): void {
		this.#makeRoom(shard);
		for (const [word, array] of [
			[Trial.SKELETON_LOW, ShardMap.SKELETON_LOW],
			[Trial.SKELETON_HIGH, ShardMap.SKELETON_HIGH],
			[Trial.LOW, ShardMap.LOW],
			[Trial.HIGH, ShardMap.HIGH],
			[Trial.PART_STARTS, ShardMap.PART_STARTS],
			[Trial.PART_NAMES, ShardMap.PART_NAMES],
			[Trial.PART_LOW, ShardMap.PART_LOW],
			[Trial.PART_HIGH, ShardMap.PART_HIGH],
			[Trial.HELD, ShardMap.HELD],
		] as const) {
			this.set(word, shard.word(array));
		}
	}

	/** Writes a task for each site of the shard that uses a column. Returns their start and end. */
	writeTasks(shard: Shard, lists: SiteLists, columns: SiteColumns): TaskSpan {
		this.#tasks = this.memory.resized(this.#tasks, Task.SIZE * shard.word(ShardMap.SITE_COUNT));
		const { sites, siteStarts } = shard;
		const { words } = this.memory.kernel;
		const maps = shard.word(ShardMap.COLUMNS);
		let task = this.#tasks.start >> 2;
		for (let index = 0; index < sites.length; ++index) {
			const site = sites[index] as number;
			const column = columns[site] as number;
			if (column < 0) continue;
			words[task + (Task.SITE >> 2)] = index;
			words[task + (Task.FIRST >> 2)] = siteStarts[index] as number;
			words[task + (Task.END >> 2)] = siteStarts[index + 1] as number;
			words[task + (Task.COLUMN >> 2)] = maps + ColumnMap.SIZE * column;
			lists.write(words, task, site);
			task += Task.SIZE >> 2;
		}
		return { start: this.#tasks.start, end: 4 * task };
	}

	/** The address of an area with room for `octets`. Its content is lost if it is moved. */
	area(word: AreaWord, octets: number): number {
		const area = this.memory.resized(this.#areas.get(word) ?? NO_AREA, octets);
		this.#areas.set(word, area);
		this.set(word, area.start);
		return area.start;
	}

	/** Makes an area of zeros. */
	zeros(word: AreaWord, octets: number): void {
		this.memory.octets(this.area(word, octets), octets).fill(0);
	}

	word(word: Trial): number {
		return this.memory.word(this.address + word);
	}

	set(word: Trial, value: number): void {
		this.memory.setWord(this.address + word, value);
	}

	#makeRoom(shard: Shard): void {
		const [keys, parts, entries, siteParts] = shard.words(
			ShardMap.MOST_KEYS,
			ShardMap.MOST_PARTS,
			ShardMap.MOST_ENTRIES,
			ShardMap.MOST_SITE_PARTS,
		);
		this.#current.makeRoom(keys);
		this.#forms.makeRoom(2 * parts);
		this.#digests.makeRoom(entries);
		this.area(Trial.CURRENT_KEYS, Current.SIZE * keys);
		this.area(Trial.NEXT_KEYS, 4 * keys);
		this.area(Trial.GROUPS, Group.SIZE * 2 * parts);
		this.area(Trial.MEMBERS, Member.SIZE * 4 * parts);
		this.area(Trial.COUNTS, 4 * entries);
		const cells = Math.max(LEAST_CELLS, Math.min(this.#candidates, 2 * siteParts));
		const votes = Math.max(LEAST_CELLS, 2 * siteParts);
		this.area(Trial.CELLS, Cell.SIZE * cells);
		this.area(Trial.VOTES, Vote.SIZE * votes);
		this.set(Trial.CELL_ROOM, cells);
		this.set(Trial.VOTE_ROOM, votes);
	}
}

/** A second `Trial` with room of its own for current keys, for full keys. */
export class FullKeys {
	readonly #room: TrialMemory;
	readonly #address: number;
	readonly #index: KernelIndex;
	#keys: Area = NO_AREA;
	#next: Area = NO_AREA;

	constructor(room: TrialMemory) {
		this.#room = room;
		this.#address = room.memory.take(Trial.SIZE).start;
		this.#index = new KernelIndex(room.memory);
	}

	/** Makes it like that of the room, in which a shard is loaded. Returns its address. */
	make(shard: Shard): number {
		const { memory, address } = this.#room;
		const keys = shard.word(ShardMap.MOST_KEYS);
		this.#index.makeRoom(keys);
		this.#keys = memory.resized(this.#keys, Current.SIZE * keys);
		this.#next = memory.resized(this.#next, 4 * keys);
		memory.kernel.octets.copyWithin(this.#address, address, address + Trial.SIZE);
		memory.setWord(this.#address + Trial.CURRENT, this.#index.address);
		memory.setWord(this.#address + Trial.CURRENT_KEYS, this.#keys.start);
		memory.setWord(this.#address + Trial.NEXT_KEYS, this.#next.start);
		return this.#address;
	}
}
