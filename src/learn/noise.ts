/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
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
export function noiseOf({ choices }: Web): Noise {
	const keys = new Map<number | undefined, number>();
	const changed = new Map<number | undefined, number>();
	for (const { column, controls } of choices) {
		keys.set(column, (keys.get(column) ?? 0) + controls.keys);
		changed.set(column, (changed.get(column) ?? 0) + controls.changed);
	}
	const sum = (counts: typeof keys) => [...counts.values()].reduce((total, count) => total + count, 0);
	const bySite = Float64Array.from(choices, ({ column, controls }) => {
		const whole = (changed.get(column) ?? 0) / Math.max(1, keys.get(column) ?? 0);
		return (controls.changed + SHRINKAGE * whole) / (controls.keys + SHRINKAGE);
	});
	return { bySite, keys: sum(keys), changed: sum(changed) };
}

/** The same noise for all sites. */
export function evenNoise({ choices }: Web, share: number): Noise {
	return { bySite: new Float64Array(choices.length).fill(share), keys: 0, changed: 0 };
}
