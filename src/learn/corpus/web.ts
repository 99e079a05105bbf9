/**
 * The data of all rows, in an order that does not depend on that of rows: sites and features by octets, and keys in shards.
 *
 * ```
 *   rows ──▶ records, by partition of the skeleton ──▶ a shard for each partition: keys by site, skeleton and hash
 *                                                        └──▶ rounds, exceptions, pages kept apart: one shard after the other
 * ```
 *
 * Every group of keys that a rule can merge is in one skeleton, and thus in one shard. The counts of shards for a site add up.
 */
import { HOST } from "../../crawl/schema/policy-schema";
import { ColumnChooser, type DigestChoice } from "./choose-column";
import { Feature, type FeatureName } from "./features";
import { HoldOut } from "./holdout";
import type { Intake } from "./intake";
import type { KeyReader } from "./key-reader";
import { KeyTable } from "./key-table";
import type { LearnMemory } from "./learn-kernel";
import { type NameChoice, NO_RANK } from "./name-choice";
import type { PartitionRoom, Partitions } from "./partitions";
import { type Sampled, Sampler } from "./sampling";
import type { Shard } from "./shard";
import { type Ranks, ShardMaker, ShardMemory } from "./shard-memory";
import { NameCounter, type SiteNames } from "./site-names";

export interface Web {
	/** The kernel that tries its keys. */
	readonly memory: LearnMemory;
	readonly siteNames: readonly string[];
	/** The features that can be candidates, and the number of names that cannot: see `NameChoice`. */
	readonly features: readonly FeatureName[];
	readonly namesLeftOut: number;
	/** Pages with too many fetches, which were sampled. */
	readonly sampled: readonly Sampled[];
	readonly choices: readonly DigestChoice[];
	/** Room for votes. */
	readonly votes: PartitionRoom;
	/** Number of base keys. */
	readonly keys: number;
	/** Votes of redirects: feature, then site, then the number of skeletons. */
	readonly redirects: ReadonlyMap<number, ReadonlyMap<number, number>>;
	/** The parameters of a site. */
	namesOf(site: number): SiteNames;
	/** Calls `run` with each shard, in order of skeletons. A shard is valid during the call. */
	forEach(run: (shard: Shard) => void): void;
}

/** Settings for ordering the data. */
export interface WebSettings {
	/** The share of skeletons that is held out. */
	readonly holdout: number;
	/** Guards that are off. */
	readonly isOff: (guard: "unstable" | "blind") => boolean;
	/** Called after each partition of a pass, with the number of partitions so far, and that of all. */
	readonly onPartition: (done: number, of: number) => void;
}

/** Words of records that make a shard, at most, and octets of memory for each of them. */
const MAX_SHARD = 1 << 18;
const MEMORY_PER_SHARD = 64;

/** Puts the data in order. */
export function sortWeb(intake: Intake, settings: WebSettings): Web {
	const siteRanks = ranksOf(intake.siteNames);
	const { memory, votes } = intake;
	const redirects = intake.redirects.counts();
	// Passes need the memory of its log.
	intake.partitions.settle();
	const shards = new Shards(intake, settings.onPartition);
	const { names, choice, sampled, keys, choices } = countShards(shards, intake, siteRanks, redirects, settings);
	const siteNames = inRank(intake.siteNames, siteRanks);
	const isNamed = siteNames.map(isPlace);
	return {
		memory,
		siteNames,
		features: choice.features,
		namesLeftOut: choice.leftOut,
		sampled,
		choices: choices.map((choice, rank) =>
			isNamed[rank] ? choice : { ...choice, column: undefined, cause: "unnamed", isOnce: false },
		),
		votes,
		keys,
		redirects: redirectsOf(redirects, { sites: siteRanks, features: choice.ranks }),
		namesOf: (site) => names.of(site),
		forEach: (run) => shards.forEach(run),
	};
}

/** Whether a host, as the place of a rule, names itself and what is below it. In URLs, hosts may have stars and empty labels. */
export function isPlace(host: string): boolean {
	return PLACE.test(host) && !/^[=*]/.test(host);
}

const PLACE = new RegExp(HOST.pattern as string, "u");

/** The counts of the whole web for its sites. */
interface Counted extends Pick<Web, "keys" | "choices"> {
	readonly names: NameCounter;
	readonly choice: NameChoice;
	readonly sampled: readonly Sampled[];
}

/** Makes the shards, and counts what they have. A function of its own: what it counts by is freed when it returns. */
function countShards(
	shards: Shards,
	intake: Intake,
	siteRanks: Uint32Array,
	redirects: Web["redirects"],
	{ holdout, isOff }: WebSettings,
): Counted {
	const { memory, reader, features } = intake;
	const sites = intake.siteNames.length;
	const chooser = new ColumnChooser(sites, intake.columns);
	const names = new NameCounter(sites, { features, required: reader.required, hashOf: (name) => reader.hashOf(name) });
	for (const [feature, counts] of redirects) {
		if (feature >= Feature.NAMED) for (const [site, count] of counts) names.add(siteRanks[site] as number, feature, count);
	}
	const siteKeys = new Float64Array(sites);
	const numbers = Uint32Array.from({ length: features.length }, (_, number) => number);
	const sampled = shards.fill(intake.columns, { sites: siteRanks, features: numbers }, (shard, table, fetches) => {
		intake.counts.repeated += table.repeated;
		intake.counts.fetches += table.fetches;
		chooser.add(shard, fetches);
		names.addNames(shard);
		countKeys(shard, siteKeys);
	});
	for (const { rows, kept } of sampled) intake.counts.notSampled += rows - kept;
	const choice = names.endNames();
	const holdOut = new HoldOut(holdout, choice.features, siteKeys, memory);
	const ranks = memory.take(choice.ranks.byteLength);
	memory.words(ranks.start, choice.ranks.length).set(choice.ranks);
	shards.change((shard) => {
		memory.kernel.call.nameParts(shard.address, ranks.start);
		holdOut.mark(shard);
		chooser.addAgain(shard);
		names.addPairs(shard);
	});
	memory.give(ranks);
	return { names, choice, sampled, keys: siteKeys.reduce((sum, keys) => sum + keys, 0), choices: chooser.choices(isOff) };
}

/** The shards of all partitions, in memory or on disk. */
class Shards {
	readonly #partitions: Partitions;
	readonly #memory: LearnMemory;
	readonly #reader: KeyReader;
	readonly #onPartition: WebSettings["onPartition"];
	/** Min words of records in a shard. */
	readonly #size: number;

	constructor({ partitions, memory, reader }: Intake, onPartition: WebSettings["onPartition"]) {
		this.#partitions = partitions;
		this.#memory = memory;
		this.#reader = reader;
		this.#onPartition = onPartition;
		this.#size = Math.min(MAX_SHARD, partitions.limit / MEMORY_PER_SHARD);
	}

	/**
	 * Replaces the records of partitions by shards: small partitions, one after the other, make one shard. Returns the pages of which only
	 * a sample is in them.
	 */
	fill(columns: number, ranks: Ranks, run: (shard: Shard, table: KeyTable, fetches: Uint32Array) => void): Sampled[] {
		return this.#memory.during(() => {
			const sampler = new Sampler(this.#partitions, this.#memory, this.#reader);
			const sampled: Sampled[] = [];
			const table = new KeyTable(columns, this.#memory);
			const room = new ShardMemory(this.#memory);
			const maker = new ShardMaker(this.#memory, ranks);
			let first = 0;
			this.#forEach((partition) => {
				sampled.push(...sampler.thin(partition));
				const length = this.#wordsOf(first, partition + 1);
				const isLast = partition + 1 === this.#partitions.count;
				if (length === 0 || (length < this.#size && !isLast)) return;
				this.#readRecords(table, first, partition + 1, length);
				first = partition + 1;
				run(room.shard, table, maker.make(room, table));
				this.#partitions.put(partition, room.pack());
			});
			return sampled;
		});
	}

	#wordsOf(first: number, end: number): number {
		let words = 0;
		for (let partition = first; partition < end; ++partition) words += this.#partitions.sizeOf(partition);
		return words;
	}

	/** Moves the records of some partitions to a table. */
	#readRecords(table: KeyTable, first: number, end: number, all: number): void {
		const words = table.roomFor(all);
		const lengths: number[] = [];
		for (let partition = first, at = 0; partition < end; ++partition) {
			const length = this.#partitions.sizeOf(partition);
			this.#partitions.copyTo(partition, words.subarray(at, at + length));
			this.#partitions.put(partition, NO_WORDS);
			lengths.push(length);
			at += length;
		}
		table.fill(lengths);
	}

	/** Calls `run`, which changes words of the shard. */
	change(run: (shard: Shard) => void): void {
		this.#forEachShard((room, partition) => {
			run(room.shard);
			this.#partitions.put(partition, room.pack());
		});
	}

	forEach(run: (shard: Shard) => void): void {
		this.#forEachShard(({ shard }) => run(shard));
	}

	#forEachShard(run: (room: ShardMemory, partition: number) => void): void {
		this.#memory.during(() => {
			const room = new ShardMemory(this.#memory);
			this.#forEach((partition) => {
				const length = this.#partitions.sizeOf(partition);
				if (length === 0) return;
				this.#partitions.copyTo(partition, room.roomFor(length));
				if (!room.unpack(length)) throw this.#partitions.damaged();
				run(room, partition);
			});
		});
	}

	#forEach(run: (partition: number) => void): void {
		const { count } = this.#partitions;
		for (let partition = 0; partition < count; ++partition) {
			run(partition);
			this.#onPartition(partition + 1, count);
		}
	}
}

const NO_WORDS = new Uint32Array(0);

function countKeys({ sites, siteStarts }: Shard, siteKeys: Float64Array): void {
	for (let index = 0; index < sites.length; ++index) {
		const site = sites[index] as number;
		const keys = (siteStarts[index + 1] as number) - (siteStarts[index] as number);
		siteKeys[site] = (siteKeys[site] as number) + keys;
	}
}

/** The place of each text in octet order. */
function ranksOf(texts: readonly string[]): Uint32Array {
	const octets = texts.map((text) => Buffer.from(text));
	const sorted = Uint32Array.from(texts.keys()).sort((a, b) => Buffer.compare(octets[a] as Buffer, octets[b] as Buffer));
	const ranks = new Uint32Array(texts.length);
	for (const [rank, number] of sorted.entries()) ranks[number] = rank;
	return ranks;
}

function inRank<T>(values: readonly T[], ranks: Uint32Array): T[] {
	const sorted = [...values];
	for (const [number, rank] of ranks.entries()) sorted[rank] = values[number] as T;
	return sorted;
}

/** The same by ranks, without names that are no candidates. */
function redirectsOf(redirects: Web["redirects"], { sites, features }: Ranks): Web["redirects"] {
	return new Map(
		Array.from(
			redirects,
			([feature, counts]) =>
				[features[feature] as number, new Map(Array.from(counts, ([site, count]) => [sites[site] as number, count]))] as const,
		).filter(([feature]) => feature !== NO_RANK),
	);
}
