/** Candidates: the parts that a rule would erase. Single features, and bundles of parameters that go together. */
import type { FeatureName } from "../corpus/features";
import { pairOf, type SiteNames } from "../corpus/site-names";

/** Max names in a bundle. */
const MAX_BUNDLE = 8;
/** Min Jaccard index of any two names in a bundle. */
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
	bundlesOf({ counts, pairs }: SiteNames, mask: Uint8Array): Candidate[] {
		const free = new Set([...counts.keys()].filter((feature) => mask[feature] === 0));
		const isTogether = (a: number, b: number) => {
			const both = pairs.get(pairOf(a, b)) ?? 0;
			return both >= LEAST_JACCARD * ((counts.get(a) as number) + (counts.get(b) as number) - both);
		};
		const bundles: Candidate[] = [];
		for (const first of [...free]) {
			if (!free.delete(first)) continue;
			const members = [first];
			for (const next of free) {
				if (members.length < MAX_BUNDLE && members.every((member) => isTogether(member, next))) members.push(next);
			}
			if (members.length === 1) continue;
			for (const member of members) free.delete(member);
			bundles.push(this.bundle(members));
		}
		return bundles;
	}
}
