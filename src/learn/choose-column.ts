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
}

export interface DigestChoice {
	/** The column, or undefined if the site is no evidence. */
	readonly column: number | undefined;
	/** Why the first column is not used, if it is not. */
	readonly cause: "unstable" | "blind" | undefined;
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
			const fault =
				isUnstable(controls) && !isOff("unstable")
					? "unstable"
					: isBlind(keys, column, first, end) && !isOff("blind")
						? "blind"
						: undefined;
			if (fault === undefined) return { column, cause, controls, fetches };
			cause ??= fault;
		}
		return { column: undefined, cause, controls: { keys: 0, changed: 0 }, fetches };
	});
}

function isUnstable({ keys, changed }: Controls): boolean {
	return keys >= LEAST_CONTROLS && 2 * changed > keys;
}

function controlsOf({ fetched }: SortedKeys, column: number, first: number, end: number): Controls {
	let keys = 0;
	let changed = 0;
	const { lo, hi } = fetched.columns[column] as FetchedDigests["columns"][number];
	for (let key = first; key < end; ++key) {
		let count = 0;
		let differs = false;
		let kept = 0;
		for (let at = fetched.starts[key] as number; at < (fetched.starts[key + 1] as number); ++at) {
			if (lo[at] === 0 && hi[at] === 0) continue;
			if (count++ === 0) kept = at;
			else differs ||= lo[at] !== lo[kept] || hi[at] !== hi[kept];
		}
		if (count < 2) continue;
		++keys;
		if (differs) ++changed;
	}
	return { keys, changed };
}

/** Whether the sum of s(s - 1) over digests, s being the skeletons that bear one, exceeds its limit. */
function isBlind(keys: SortedKeys, column: number, first: number, end: number): boolean {
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
	if (skeletons < LEAST_SKELETONS) return false;
	let pairs = 0;
	for (const count of bearing.values()) pairs += count * (count - 1);
	return pairs > MAX_SHARED * skeletons * (skeletons - 1);
}
