/** Which digest each site uses: the first, by strictness, that is neither unstable nor blind there. */
import { joined } from "./hash";
import type { KeyEntries, Shard } from "./shard";

/** Keys fetched twice or more, and those of them whose digest changed. */
export interface Controls {
	readonly keys: number;
	readonly changed: number;
	/** Keys fetched three times or more, a digest of which came twice, and those of them that changed nevertheless. */
	readonly repeated: number;
	readonly proven: number;
}

export const NO_CONTROLS: Controls = { keys: 0, changed: 0, repeated: 0, proven: 0 };

export interface DigestChoice {
	/** The column, or undefined if the site is no evidence. */
	readonly column: number | undefined;
	/** Why the first column is not used, if it is not. */
	readonly cause: "absent" | "unstable" | "blind" | undefined;
	readonly controls: Controls;
	readonly fetches: number;
}

/** Controls of which more than half changed make a site unstable, if there are as many. */
const LEAST_CONTROLS = 5;
/** A digest that two pages of a site share by chance, with more than this probability, is blind. */
const MAX_SHARED = 0.3;
const LEAST_SKELETONS = 20;
/** Skeletons of a site that are asked whether a digest is blind: those with the smallest hashes. */
const MAX_SKELETONS = 4096;

/** What choices are made by, of one site. */
interface SiteDigests {
	fetches: number;
	/** By column. */
	readonly controls: readonly ControlCounter[];
	readonly bearing: readonly BearingCounter[];
}

/** Gathers what choices are made by, shard by shard. */
export class ColumnChooser {
	readonly #sites: SiteDigests[];

	constructor(sites: number, columns: number) {
		const each = <T>(make: () => T) => Array.from({ length: columns }, make);
		this.#sites = Array.from({ length: sites }, () => ({
			fetches: 0,
			controls: each(() => new ControlCounter()),
			bearing: each(() => new BearingCounter()),
		}));
	}

	/** `fetches`: those of each site of the shard. Requires: shards in order of skeletons. */
	add(shard: Shard, fetches: Uint32Array): void {
		const { sites, siteStarts, columns, skeletonLo, skeletonHi } = shard;
		for (const [index, rank] of sites.entries()) {
			const site = this.#sites[rank] as SiteDigests;
			site.fetches += fetches[index] as number;
			const first = siteStarts[index] as number;
			const end = siteStarts[index + 1] as number;
			for (const [column, entries] of columns.entries()) {
				const controls = site.controls[column] as ControlCounter;
				for (let key = first; key < end; ++key) controls.addKey(entries, key);
				(site.bearing[column] as BearingCounter).add({ skeletonLo, skeletonHi }, entries, first, end);
			}
		}
	}

	/** Chooses a column for each site. */
	choices(isOff: (guard: "unstable" | "blind") => boolean): DigestChoice[] {
		return this.#sites.map(({ fetches, controls, bearing }) => {
			let cause: DigestChoice["cause"];
			for (const [column, counter] of controls.entries()) {
				const fault = faultOf(counter, bearing[column] as BearingCounter);
				if (fault === undefined || (fault !== "absent" && isOff(fault))) return { column, cause, controls: counter, fetches };
				cause ??= fault;
			}
			return { column: undefined, cause, controls: NO_CONTROLS, fetches };
		});
	}
}

/** Why the digests of a column are of no use for a site. */
function faultOf({ keys, changed }: Controls, bearing: BearingCounter): DigestChoice["cause"] {
	if (keys >= LEAST_CONTROLS && 2 * changed > keys) return "unstable";
	if (bearing.skeletons === 0) return "absent";
	return bearing.isBlind ? "blind" : undefined;
}

/** Counts controls, one key after the other. */
class ControlCounter implements Controls {
	keys = 0;
	changed = 0;
	repeated = 0;
	proven = 0;

	/** Adds a key with its entries. */
	addKey({ entryStarts, entryCounts }: KeyEntries, key: number): void {
		const first = entryStarts[key] as number;
		const end = entryStarts[key + 1] as number;
		if (first === end) return;
		let fetches = 0;
		let most = 0;
		for (let entry = first; entry < end; ++entry) {
			const count = entryCounts[entry] as number;
			fetches += count;
			if (count > most) most = count;
		}
		this.#count(fetches, most, end - first);
	}

	#count(fetches: number, most: number, digests: number): void {
		const changed = digests > 1 ? 1 : 0;
		if (fetches > 1) ++this.keys;
		this.changed += changed;
		if (fetches > 2 && most > 1) ++this.repeated;
		if (most > 1) this.proven += changed;
	}
}

/** Digests, none of them yet: shared by all sites that have a single skeleton. */
const NO_DIGESTS = new Float64Array(0);

type Skeletons = Pick<Shard, "skeletonLo" | "skeletonHi">;

/** Counts the skeletons that bear a digest, and each of them. */
class BearingCounter {
	skeletons = 0;
	/** A digest for each skeleton that bears it. */
	#digests = NO_DIGESTS;
	#length = 0;

	/** Adds the keys of a site in a shard. */
	add({ skeletonLo, skeletonHi }: Skeletons, entries: KeyEntries, first: number, end: number): void {
		for (let key = first; key < end && this.skeletons < MAX_SKELETONS; ) {
			const start = key;
			while (key < end && skeletonLo[key] === skeletonLo[start] && skeletonHi[key] === skeletonHi[start]) ++key;
			this.#addEntries(entries, entries.entryStarts[start] as number, entries.entryStarts[key] as number);
		}
	}

	/** Adds the different digests of a skeleton. */
	#addEntries({ entryLo, entryHi }: KeyEntries, first: number, end: number): void {
		if (first === end) return;
		++this.skeletons;
		this.#makeRoom(end - first);
		const start = this.#length;
		const digests = this.#digests;
		let length = start;
		for (let entry = first; entry < end; ++entry) digests[length++] = joined(entryLo[entry] as number, entryHi[entry] as number);
		if (length - start > 1) digests.subarray(start, length).sort();
		let to = start + 1;
		for (let at = to; at < length; ++at) if (digests[at] !== digests[to - 1]) digests[to++] = digests[at] as number;
		this.#length = to;
	}

	#makeRoom(count: number): void {
		const needed = this.#length + count;
		if (needed <= this.#digests.length) return;
		const grown = new Float64Array(Math.max(needed, this.#length + (this.#length >> 1)));
		grown.set(this.#digests.subarray(0, this.#length));
		this.#digests = grown;
	}

	/** Whether the sum of s(s - 1) over digests, s being the skeletons that bear one, exceeds its limit. */
	get isBlind(): boolean {
		if (this.skeletons < LEAST_SKELETONS) return false;
		const digests = this.#digests.slice(0, this.#length).sort();
		let pairs = 0;
		for (let first = 0, at = 1; at <= digests.length; ++at) {
			if (at < digests.length && digests[at] === digests[first]) continue;
			pairs += (at - first) * (at - first - 1);
			first = at;
		}
		return pairs > MAX_SHARED * this.skeletons * (this.skeletons - 1);
	}
}
