/** Which digest each site uses: the first, by strictness, that is neither unstable nor blind there. */
import { BearingCounter } from "./bearing";
import { type Controls, NO_CONTROLS, SiteControls } from "./controls";
import type { KeyEntries, Shard } from "./shard";

export interface DigestChoice {
	/** The column, or undefined if the site is no evidence. */
	readonly column: number | undefined;
	/** Why the first column is not used, if it is not. */
	readonly cause: "absent" | "unstable" | "blind" | undefined;
	readonly controls: Controls;
	readonly fetches: number;
	/** Whether no page was fetched twice, in whatever variant, so that there is nothing to compare. */
	readonly isOnce: boolean;
}

/** Controls of which more than half changed make a site unstable, if there are as many. */
const LEAST_CONTROLS = 5;
/** What choices are made by, of one column. */
interface ColumnDigests {
	readonly controls: SiteControls;
	/** By site: those that bear a digest. */
	readonly bearing: (BearingCounter | undefined)[];
	/** By site: 1 if a page was fetched twice. */
	readonly repeats: Uint8Array;
}

/** Gathers what choices are made by, shard by shard. */
export class ColumnChooser {
	readonly #fetches: Float64Array;
	readonly #columns: readonly ColumnDigests[];

	constructor(sites: number, columns: number) {
		this.#fetches = new Float64Array(sites);
		this.#columns = Array.from({ length: columns }, () => ({
			controls: new SiteControls(sites),
			bearing: new Array<BearingCounter | undefined>(sites).fill(undefined),
			repeats: new Uint8Array(sites),
		}));
	}

	/** `fetches`: those of each site of the shard. Requires: shards in order of skeletons. */
	add(shard: Shard, fetches: Uint32Array): void {
		const { sites } = shard;
		for (let index = 0; index < sites.length; ++index) {
			const site = sites[index] as number;
			this.#fetches[site] = (this.#fetches[site] as number) + (fetches[index] as number);
		}
		for (const [column, entries] of shard.columns.entries()) addShard(this.#columns[column] as ColumnDigests, shard, entries);
	}

	/** Takes up what is needed to decide whether columns are blind, in a second pass over the same shards. */
	addAgain(shard: Shard): void {
		const views = skeletonsOf(shard);
		for (const [column, entries] of shard.columns.entries()) {
			const { bearing } = this.#columns[column] as ColumnDigests;
			forEachSite(views, (site, first, end) => {
				const counter = bearing[site];
				if (counter?.isUndecided) counter.addAgain(views, entries, first, end);
			});
		}
	}

	/** Chooses a column for each site. */
	choices(isOff: (guard: "unstable" | "blind") => boolean): DigestChoice[] {
		return Array.from(this.#fetches, (fetches, site) => {
			let cause: DigestChoice["cause"];
			for (const [column, { controls, bearing, repeats }] of this.#columns.entries()) {
				const own = controls.at(site);
				const fault = faultOf(own, bearing[site]);
				if (fault === undefined || (fault !== "absent" && isOff(fault)))
					return { column, cause, controls: own, fetches, isOnce: repeats[site] === 0 };
				cause ??= fault;
			}
			return { column: undefined, cause, controls: NO_CONTROLS, fetches, isOnce: false };
		});
	}
}

type Skeletons = Pick<Shard, "sites" | "siteStarts" | "skeletonLo" | "skeletonHi">;

function skeletonsOf({ sites, siteStarts, skeletonLo, skeletonHi }: Shard): Skeletons {
	return { sites, siteStarts, skeletonLo, skeletonHi };
}

/** Calls `run` with each site, its first key and their end. */
function forEachSite({ sites, siteStarts }: Skeletons, run: (site: number, first: number, end: number) => void): void {
	for (let index = 0; index < sites.length; ++index)
		run(sites[index] as number, siteStarts[index] as number, siteStarts[index + 1] as number);
}

function addShard({ controls, bearing, repeats }: ColumnDigests, shard: Shard, entries: KeyEntries): void {
	const views = skeletonsOf(shard);
	forEachSite(views, (site, first, end) => {
		for (let key = first; key < end; ++key) controls.addKey(site, entries, key);
		if (entries.entryStarts[first] === entries.entryStarts[end]) return;
		if (repeats[site] === 0 && hasRepeated(views, entries, first, end)) repeats[site] = 1;
		const counter = bearing[site] ?? new BearingCounter();
		bearing[site] = counter;
		counter.add(views, entries, first, end);
	});
}

/** Whether a page of keys [first, end) was fetched twice: a key of it, or two of its variants. */
function hasRepeated({ skeletonLo, skeletonHi }: Skeletons, entries: KeyEntries, first: number, end: number): boolean {
	const { entryStarts, entryCounts } = entries;
	let last = -1;
	for (let key = first; key < end; ++key) {
		const entry = entryStarts[key] as number;
		const count = (entryStarts[key + 1] as number) - entry;
		if (count === 0) continue;
		if (count > 1 || (entryCounts[entry] as number) > 1) return true;
		if (last >= 0 && skeletonLo[last] === skeletonLo[key] && skeletonHi[last] === skeletonHi[key]) return true;
		last = key;
	}
	return false;
}

/** Why the digests of a column are of no use for a site. */
function faultOf({ keys, changed }: Controls, bearing: BearingCounter | undefined): DigestChoice["cause"] {
	if (keys >= LEAST_CONTROLS && 2 * changed > keys) return "unstable";
	if (bearing === undefined) return "absent";
	return bearing.isBlind ? "blind" : undefined;
}
