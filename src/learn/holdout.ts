/** Which keys are held out: rules are tested on them, and not learned from them. */
import { Hash } from "./hash";
import type { Web } from "./web";

/** A skeleton with more keys, and with more than this share of its site's, is split by the values of a parameter. */
const LARGE = 200;
const LARGE_SHARE = 0.05;
const SEED = 41;

/** 1 for keys that are held out. */
export function heldOut(web: Web, share: number): Uint8Array {
	const held = new Uint8Array(web.lo.length);
	const hash = new Hash();
	const word = new Uint8Array(16);
	const words = new Uint32Array(word.buffer);
	const limit = share * 2 ** 32;
	const isHeld = (lo: number, hi: number, valueLo: number, valueHi: number) => {
		words.set([lo, hi, valueLo, valueHi]);
		return hash.of(word, 0, 16, SEED).lo < limit;
	};
	for (let site = 0; site < web.siteNames.length; ++site) {
		const end = web.siteStarts[site + 1] as number;
		const keys = end - (web.siteStarts[site] as number);
		for (let key = web.siteStarts[site] as number; key < end; ) {
			const first = key;
			const [lo, hi] = [web.skeletonLo[first] as number, web.skeletonHi[first] as number];
			while (key < end && web.skeletonLo[key] === lo && web.skeletonHi[key] === hi) ++key;
			const isLarge = key - first > LARGE && key - first > LARGE_SHARE * keys;
			const feature = isLarge ? mostVaried(web, first, key) : -1;
			for (let at = first; at < key; ++at) {
				const part = feature < 0 ? -1 : partOf(web, at, feature);
				const value = part < 0 ? [0, 0] : [web.partLo[part], web.partHi[part]];
				held[at] = isHeld(lo, hi, value[0] as number, value[1] as number) ? 1 : 0;
			}
		}
	}
	return held;
}

/** The parameter with most values in these keys; the first in octet order, if there are several. -1 without parameters. */
function mostVaried(web: Web, first: number, end: number): number {
	const values = new Map<number, Set<number>>();
	for (let part = web.partStarts[first] as number; part < (web.partStarts[end] as number); ++part) {
		const feature = web.partFeatures[part] as number;
		if (web.features[feature]?.kind !== "param" || web.partOwners[part] !== 0) continue;
		const seen = values.get(feature) ?? new Set();
		values.set(feature, seen.add(web.partLo[part] as number));
	}
	let most = -1;
	for (const [feature, { size }] of values) {
		const best = values.get(most)?.size ?? 0;
		if (size > best || (size === best && feature < most)) most = feature;
	}
	return most;
}

function partOf(web: Web, key: number, feature: number): number {
	for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
		if (web.partFeatures[part] === feature) return part;
	}
	return -1;
}
