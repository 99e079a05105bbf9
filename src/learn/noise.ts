/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
import { ControlCounter, type Controls, NO_CONTROLS } from "./choose-column";
import { joined } from "./hash";
import { HashIndex } from "./hash-index";
import type { Shard } from "./shard";
import { currentOf, forEachSkeleton } from "./skeletons";
import { forEachJudged, type Web } from "./web";

/** Controls of the crawl that a site's are shrunk to. */
const SHRINKAGE = 20;

export interface Noise {
	/** For each site, the share of controls that change; and of those that repeat a digest. */
	readonly bySite: Float64Array;
	readonly provenBySite: Float64Array;
	/** Keys fetched twice or more, and those of them that changed. */
	readonly keys: number;
	readonly changed: number;
}

/** The share of controls that changed, by site, shrunk to that of all sites that use the same column. */
export function noiseOf({ choices }: Web, controls: readonly Controls[] = choices.map((choice) => choice.controls)): Noise {
	const byColumn = new Map<number | undefined, Controls>();
	for (const [site, { column }] of choices.entries()) {
		byColumn.set(column, sumOf([byColumn.get(column) ?? NO_CONTROLS, controls[site] as Controls]));
	}
	const wholeOf = (site: number) => byColumn.get(choices[site]?.column) as Controls;
	const { keys, changed } = sumOf([...byColumn.values()]);
	return {
		bySite: Float64Array.from(controls, (own, site) => {
			const whole = wholeOf(site);
			return shrunk(own.changed, own.keys, whole.changed, whole.keys);
		}),
		provenBySite: Float64Array.from(controls, (own, site) => {
			const whole = wholeOf(site);
			return shrunk(own.proven, own.repeated, whole.proven, whole.repeated);
		}),
		keys,
		changed,
	};
}

function sumOf(all: readonly Controls[]): Controls {
	const sum = (member: keyof Controls) => all.reduce((total, controls) => total + controls[member], 0);
	return { keys: sum("keys"), changed: sum("changed"), repeated: sum("repeated"), proven: sum("proven") };
}

function shrunk(own: number, of: number, whole: number, ofWhole: number): number {
	return (own + (SHRINKAGE * whole) / Math.max(1, ofWhole)) / (of + SHRINKAGE);
}

/** The same noise for all sites. */
export function evenNoise({ choices }: Web, share: number): Noise {
	const bySite = new Float64Array(choices.length).fill(share);
	return { bySite, provenBySite: new Float64Array(choices.length), keys: 0, changed: 0 };
}

/** The noise of current keys: those that `maskOf` leaves of a site. Fewer keys are fetched more often. */
export function currentNoise(web: Web, maskOf: (site: number) => Uint8Array): Noise {
	const counters = web.choices.map(() => new ControlCounter());
	forEachJudged(web, (shard, index, site) => {
		const mask = maskOf(site);
		const counter = counters[site] as ControlCounter;
		forEachSkeleton(shard, index, 1, (first, end) => addControls(shard, first, end, mask, counter));
	});
	return noiseOf(web, counters);
}

/** Adds the current keys of a skeleton. */
function addControls(shard: Shard, first: number, end: number, mask: Uint8Array, counter: ControlCounter): void {
	const index = new HashIndex();
	const keysOf: number[][] = [];
	for (let key = first; key < end; ++key) {
		const number = currentOf(shard, key, mask, index);
		keysOf[number] ??= [];
		keysOf[number].push(key);
	}
	for (const keys of keysOf) {
		for (const key of keys) {
			for (let entry = shard.entryStarts[key] as number; entry < (shard.entryStarts[key + 1] as number); ++entry) {
				counter.add(joined(shard.entryLo[entry] as number, shard.entryHi[entry] as number), shard.entryCounts[entry] as number);
			}
		}
		counter.endKey();
	}
}
