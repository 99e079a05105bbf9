/** Noise: how often a page differs from itself. A rule is judged by what exceeds it. */
import { Trial } from "../../assembly/learn/trial-layout";
import { type Controls, NO_CONTROLS } from "./choose-column";
import { controlsIn, TrialMemory } from "./trial-memory";
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
	const room = new TrialMemory(web.features.length, "all", web.engine);
	const controls = web.choices.map(() => NO_CONTROLS);
	forEachJudged(web, (shard, index, site) => {
		room.load(shard);
		room.octets(Trial.MASK).set(maskOf(site));
		const [first, end] = [shard.siteStarts[index] as number, shard.siteStarts[index + 1] as number];
		room.memory.kernel.call.countControls(room.address, first, end);
		controls[site] = sumOf([controls[site] as Controls, controlsIn(room)]);
	});
	return noiseOf(web, controls);
}
