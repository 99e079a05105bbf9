/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
import type { Controls } from "./choose-column";
import { HashIndex } from "./hash-index";
import { isErased } from "./trials";
import type { Web } from "./web";

/** Controls of the crawl that a site's are shrunk to. */
const SHRINKAGE = 20;

export interface Noise {
	/** For each site. */
	readonly bySite: Float64Array;
	/** Keys fetched twice or more, and those of them that changed. */
	readonly keys: number;
	readonly changed: number;
}

/** The share of controls that changed, by site, shrunk to that of all sites that use the same column. */
export function noiseOf({ choices }: Web, controls: readonly Controls[] = choices.map((choice) => choice.controls)): Noise {
	const keys = new Map<number | undefined, number>();
	const changed = new Map<number | undefined, number>();
	for (const [site, { column }] of choices.entries()) {
		keys.set(column, (keys.get(column) ?? 0) + (controls[site] as Controls).keys);
		changed.set(column, (changed.get(column) ?? 0) + (controls[site] as Controls).changed);
	}
	const sum = (counts: typeof keys) => [...counts.values()].reduce((total, count) => total + count, 0);
	const bySite = Float64Array.from(choices, ({ column }, site) => {
		const own = controls[site] as Controls;
		const whole = (changed.get(column) ?? 0) / Math.max(1, keys.get(column) ?? 0);
		return (own.changed + SHRINKAGE * whole) / (own.keys + SHRINKAGE);
	});
	return { bySite, keys: sum(keys), changed: sum(changed) };
}

/** The same noise for all sites. */
export function evenNoise({ choices }: Web, share: number): Noise {
	return { bySite: new Float64Array(choices.length).fill(share), keys: 0, changed: 0 };
}

/** The noise of current keys: those that `maskOf` leaves of a site. Fewer keys are fetched more often. */
export function currentNoise(web: Web, maskOf: (site: number) => Uint8Array): Noise {
	return noiseOf(
		web,
		web.choices.map((_, site) => currentControls(web, site, maskOf(site))),
	);
}

function currentControls(web: Web, site: number, mask: Uint8Array): Controls {
	const index = new HashIndex();
	const fetches: number[] = [];
	const digests: (number | undefined)[] = [];
	for (let key = web.siteStarts[site] as number; key < (web.siteStarts[site + 1] as number); ++key) {
		const number = currentKey(web, key, mask, index);
		for (let entry = web.entryStarts[key] as number; entry < (web.entryStarts[key + 1] as number); ++entry) {
			const digest = web.entryLo[entry];
			if (fetches[number] === undefined) digests[number] = digest;
			else if (digests[number] !== digest) digests[number] = undefined;
			fetches[number] = (fetches[number] ?? 0) + (web.entryCounts[entry] as number);
		}
	}
	const controls = fetches.flatMap((count, number) => (count > 1 ? [digests[number]] : []));
	return { keys: controls.length, changed: controls.filter((digest) => digest === undefined).length };
}

function currentKey(web: Web, key: number, mask: Uint8Array, index: HashIndex): number {
	let lo = web.lo[key] as number;
	let hi = web.hi[key] as number;
	for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
		if (!isErased(web, part, mask)) continue;
		lo -= web.partLo[part] as number;
		hi -= web.partHi[part] as number;
	}
	return index.add(lo >>> 0, hi >>> 0);
}
