/** Which digest each site uses: the first, by strictness, that is neither unstable nor blind there. */
import { joined } from "./hash";

/** The digests of each key by column: the fetches of key k are from `starts[k]` on. */
export interface FetchedDigests {
	readonly starts: Uint32Array;
	readonly columns: readonly { readonly lo: Uint32Array; readonly hi: Uint32Array }[];
}

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

interface SortedKeys {
	readonly siteStarts: Uint32Array;
	readonly skeletonLo: Uint32Array;
	readonly skeletonHi: Uint32Array;
	readonly fetched: FetchedDigests;
}

/** Controls of which more than half changed make a site unstable, if there are as many. */
const LEAST_CONTROLS = 5;
/** A digest that two pages of a site share by chance, with more than this probability, is blind. */
const MAX_SHARED = 0.3;
const LEAST_SKELETONS = 20;

/** Chooses a column for each site. */
export function chooseColumns(keys: SortedKeys, isOff: (guard: "unstable" | "blind") => boolean): DigestChoice[] {
	const { columns, starts } = keys.fetched;
	return Array.from({ length: keys.siteStarts.length - 1 }, (_, site) => {
		const first = keys.siteStarts[site] as number;
		const end = keys.siteStarts[site + 1] as number;
		const fetches = (starts[end] as number) - (starts[first] as number);
		let cause: DigestChoice["cause"];
		for (const column of columns.keys()) {
			const controls = controlsOf(keys, column, first, end);
			const fault = faultOf(keys, column, controls, first, end);
			if (fault === undefined || (fault !== "absent" && isOff(fault))) return { column, cause, controls, fetches };
			cause ??= fault;
		}
		return { column: undefined, cause, controls: NO_CONTROLS, fetches };
	});
}

/** Why the digests of a column are of no use for a site. */
function faultOf(keys: SortedKeys, column: number, controls: Controls, first: number, end: number): DigestChoice["cause"] {
	if (isUnstable(controls)) return "unstable";
	const skeletons = bearingOf(keys, column, first, end);
	if (skeletons.count === 0) return "absent";
	return isBlind(skeletons) ? "blind" : undefined;
}

function isUnstable({ keys, changed }: Controls): boolean {
	return keys >= LEAST_CONTROLS && 2 * changed > keys;
}

function controlsOf({ fetched }: SortedKeys, column: number, first: number, end: number): Controls {
	const counter = new ControlCounter();
	const { lo, hi } = fetched.columns[column] as FetchedDigests["columns"][number];
	for (let key = first; key < end; ++key) {
		for (let at = fetched.starts[key] as number; at < (fetched.starts[key + 1] as number); ++at) {
			if (lo[at] !== 0 || hi[at] !== 0) counter.add(joined(lo[at] as number, hi[at] as number), 1);
		}
		counter.endKey();
	}
	return counter;
}

/** Counts controls: the digests of one key after the other. */
export class ControlCounter implements Controls {
	keys = 0;
	changed = 0;
	repeated = 0;
	proven = 0;
	readonly #digests = new Map<number, number>();

	/** A digest of the current key, and how often it was fetched. */
	add(digest: number, count: number): void {
		this.#digests.set(digest, (this.#digests.get(digest) ?? 0) + count);
	}

	endKey(): void {
		let fetches = 0;
		let most = 0;
		for (const count of this.#digests.values()) {
			fetches += count;
			most = Math.max(most, count);
		}
		const changed = this.#digests.size > 1 ? 1 : 0;
		if (fetches > 1) ++this.keys;
		this.changed += changed;
		if (fetches > 2 && most > 1) ++this.repeated;
		if (most > 1) this.proven += changed;
		this.#digests.clear();
	}
}

interface Bearing {
	/** Skeletons that bear a digest. */
	readonly count: number;
	/** How many bear each of them. */
	readonly byDigest: ReadonlyMap<number, number>;
}

function bearingOf(keys: SortedKeys, column: number, first: number, end: number): Bearing {
	const { skeletonLo, skeletonHi, fetched } = keys;
	const { lo, hi } = fetched.columns[column] as FetchedDigests["columns"][number];
	const bearing = new Map<number, number>();
	let skeletons = 0;
	for (let key = first; key < end; ) {
		const digests = new Set<number>();
		const start = key;
		for (; key < end && skeletonLo[key] === skeletonLo[start] && skeletonHi[key] === skeletonHi[start]; ++key) {
			for (let at = fetched.starts[key] as number; at < (fetched.starts[key + 1] as number); ++at) {
				if (lo[at] !== 0 || hi[at] !== 0) digests.add(joined(lo[at] as number, hi[at] as number));
			}
		}
		if (digests.size > 0) ++skeletons;
		for (const digest of digests) bearing.set(digest, (bearing.get(digest) ?? 0) + 1);
	}
	return { count: skeletons, byDigest: bearing };
}

/** Whether the sum of s(s - 1) over digests, s being the skeletons that bear one, exceeds its limit. */
function isBlind({ count, byDigest }: Bearing): boolean {
	if (count < LEAST_SKELETONS) return false;
	let pairs = 0;
	for (const bearing of byDigest.values()) pairs += bearing * (bearing - 1);
	return pairs > MAX_SHARED * count * (count - 1);
}
