/** Chooses the digest of each site: the first, by strictness, that is neither unstable nor blind there. */
import { SiteDigests } from "../../../assembly/learn/shard-layout";
import { BearingCounter, BearingRooms } from "./bearing";
import { type Controls, NO_CONTROLS, SiteControls } from "./controls";
import type { KeyEntries, Shard } from "./shard";

export interface DigestChoice {
	/** The column, or undefined if the site is no evidence. */
	readonly column: number | undefined;
	/** The reason why the first column is not used, if it is not. */
	readonly cause: "absent" | "unstable" | "blind" | "unnamed" | undefined;
	readonly controls: Controls;
	readonly fetches: number;
	/** Whether no page was fetched twice, in whatever variant, so that there is nothing to compare. */
	readonly isOnce: boolean;
}

/** A site with at least this number of controls is unstable if more than half of them changed. */
const LEAST_CONTROLS = 5;
/** The basis of choices, for one column. */
interface ColumnDigests {
	readonly controls: SiteControls;
	readonly rooms: BearingRooms;
	/** By site: those that bear a digest. */
	readonly bearing: (BearingCounter | undefined)[];
	/** By site: 1 if a page was fetched twice. */
	readonly repeats: Uint8Array;
}

/** Gathers the basis of choices, shard by shard. */
export class ColumnChooser {
	readonly #fetches: Float64Array;
	readonly #columns: readonly ColumnDigests[];

	constructor(sites: number, columns: number) {
		this.#fetches = new Float64Array(sites);
		this.#columns = Array.from({ length: columns }, () => ({
			controls: new SiteControls(sites),
			rooms: new BearingRooms(),
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
		for (const [column, digests] of this.#columns.entries()) addShard(digests, shard, column);
	}

	/** Gathers the basis for deciding whether columns are blind, in a second pass over the same shards. */
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

function addShard({ controls, rooms, bearing, repeats }: ColumnDigests, shard: Shard, column: number): void {
	const counts = shard.digestsBySite(column);
	const [views, entries] = [skeletonsOf(shard), shard.columns[column] as KeyEntries];
	let at = 0;
	forEachSite(views, (site, first, end) => {
		controls.addFrom(site, counts, at + (SiteDigests.CONTROLS >> 2));
		if (counts[at + (SiteDigests.IS_REPEATED >> 2)] === 1) repeats[site] = 1;
		at += SiteDigests.SIZE >> 2;
		if (entries.entryStarts[first] === entries.entryStarts[end]) return;
		const counter = bearing[site] ?? new BearingCounter(rooms);
		bearing[site] = counter;
		counter.add(views, entries, first, end);
	});
}

/** Returns the reason why the digests of a column are of no use for a site. */
function faultOf({ keys, changed }: Controls, bearing: BearingCounter | undefined): Exclude<DigestChoice["cause"], "unnamed"> {
	if (keys >= LEAST_CONTROLS && 2 * changed > keys) return "unstable";
	if (bearing === undefined) return "absent";
	return bearing.isBlind ? "blind" : undefined;
}
