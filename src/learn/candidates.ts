/** Candidates: what a rule would erase. Single features, and bundles of parameters that go together. */
import type { FeatureName } from "./features";
import type { Web } from "./web";

/** Names of a bundle at most. */
const MAX_BUNDLE = 8;
/** Keys that a name of a bundle has at least, and the Jaccard index of any two names. */
const LEAST_KEYS = 20;
const LEAST_JACCARD = 0.9;

export interface Candidate {
	readonly id: number;
	/** In evidence, and for the order. */
	readonly label: string;
	readonly features: readonly number[];
}

/** All candidates: those of single features have the number of the feature, bundles follow. */
export class Candidates {
	readonly list: Candidate[];
	readonly #byFeatures = new Map<string, Candidate>();
	readonly #names: readonly FeatureName[];

	constructor(names: readonly FeatureName[]) {
		this.#names = names;
		this.list = names.map(({ label }, id) => ({ id, label, features: [id] }));
	}

	/** Whether a policy can name the feature. */
	isWritable(feature: number): boolean {
		const name = this.#names[feature]?.name;
		return name !== undefined && name !== "";
	}

	/** The candidate that erases these features, in octet order, together. */
	bundle(features: readonly number[]): Candidate {
		const key = features.join();
		const found = this.#byFeatures.get(key);
		if (found !== undefined) return found;
		const label = `params:${features.map((feature) => this.#names[feature]?.name).join("+")}`;
		const made = { id: this.list.length, label, features };
		this.list.push(made);
		this.#byFeatures.set(key, made);
		return made;
	}

	/** The bundles of a site: parameters, not erased by `mask`, that nearly always stand together. */
	bundlesOf(web: Web, site: number, mask: Uint8Array): Candidate[] {
		const { counts, pairs } = this.#countNames(web, site, mask);
		const free = new Set([...counts].filter(([, count]) => count >= LEAST_KEYS).map(([feature]) => feature));
		const isTogether = (a: number, b: number) => {
			const both = pairs.get(pairOf(a, b)) ?? 0;
			return both >= LEAST_JACCARD * ((counts.get(a) as number) + (counts.get(b) as number) - both);
		};
		const bundles: Candidate[] = [];
		for (const first of [...free].sort((a, b) => a - b)) {
			if (!free.delete(first)) continue;
			const members = [first];
			for (const next of [...free].sort((a, b) => a - b)) {
				if (members.length < MAX_BUNDLE && members.every((member) => isTogether(member, next))) members.push(next);
			}
			if (members.length === 1) continue;
			for (const member of members) free.delete(member);
			bundles.push(this.bundle(members));
		}
		return bundles;
	}

	#countNames(web: Web, site: number, mask: Uint8Array) {
		const counts = new Map<number, number>();
		const pairs = new Map<number, number>();
		const present: number[] = [];
		for (let key = web.siteStarts[site] as number; key < (web.siteStarts[site + 1] as number); ++key) {
			present.length = 0;
			for (let part = web.partStarts[key] as number; part < (web.partStarts[key + 1] as number); ++part) {
				const feature = web.partFeatures[part] as number;
				if (web.partOwners[part] !== 0 || mask[feature] || this.#names[feature]?.kind !== "param") continue;
				if (this.isWritable(feature) && present.length < 64) present.push(feature);
			}
			for (const [index, a] of present.entries()) {
				counts.set(a, (counts.get(a) ?? 0) + 1);
				for (let other = 0; other < index; ++other) {
					const pair = pairOf(a, present[other] as number);
					pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
				}
			}
		}
		return { counts, pairs };
	}
}

function pairOf(a: number, b: number): number {
	return Math.min(a, b) * 0x4000000 + Math.max(a, b);
}
