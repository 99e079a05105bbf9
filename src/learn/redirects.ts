/** Redirects as evidence: a page that redirects to another form of its URL says that both are the same. */
import type { CrawlNormalizer } from "../crawl/index";
import { Feature } from "./features";
import { joined } from "./hash";
import type { KeyParts } from "./key-parts";
import { Votes } from "./votes";

const encoder = new TextEncoder();

/** Votes for rules of the structure, by feature and site: the skeletons that redirect. */
export class Redirects {
	/** For each feature, for each site, the skeletons. */
	readonly votes = new Map<number, Map<number, Votes>>();
	readonly #normalizer: CrawlNormalizer;
	readonly #target: KeyParts;

	constructor(normalizer: CrawlNormalizer, target: KeyParts) {
		this.#normalizer = normalizer;
		this.#target = target;
	}

	/** Adds a redirect from `url`, whose parts are `source`. Returns whether it is evidence. */
	add(source: KeyParts, site: number, url: string, reference: string): boolean {
		const resolved = this.#normalizer.tryResolve(reference, url);
		const key = typeof resolved === "string" ? this.#normalizer.tryKey(resolved) : resolved;
		if (typeof key !== "string") return false;
		const octets = encoder.encode(key);
		return this.addKey(source, site, octets, 0, octets.length);
	}

	/** Adds a redirect to the URL whose key is from `start` to `end`. */
	addKey(source: KeyParts, site: number, key: Uint8Array, start: number, end: number): boolean {
		const target = this.#target;
		if (!target.read(key, start, end)) return false;
		if (source.skeletonLo !== target.skeletonLo || source.skeletonHi !== target.skeletonHi) return false;
		const features = differing(source, target);
		const skeleton = joined(source.skeletonLo, source.skeletonHi);
		for (const feature of features) this.#add(feature, site, skeleton);
		return features.length > 0;
	}

	#add(feature: number, site: number, skeleton: number): void {
		const sites = this.votes.get(feature) ?? new Map<number, Votes>();
		const skeletons = sites.get(site) ?? new Votes();
		skeletons.add(skeleton);
		this.votes.set(feature, sites.set(site, skeletons));
	}
}

/** The features of the structure in which two keys differ; none if they also differ in something else. */
function differing(a: KeyParts, b: KeyParts): number[] {
	const features: number[] = [];
	let lo = a.lo - b.lo;
	let hi = a.hi - b.hi;
	for (const feature of new Set([...structureOf(a), ...structureOf(b)])) {
		const [aLo, aHi] = partOf(a, feature);
		const [bLo, bHi] = partOf(b, feature);
		if (aLo === bLo && aHi === bHi) continue;
		features.push(feature);
		lo -= aLo - bLo;
		hi -= aHi - bHi;
	}
	return lo % 2 ** 32 === 0 && hi % 2 ** 32 === 0 ? features : [];
}

function structureOf({ features, count, isIndex }: KeyParts): number[] {
	return features.slice(0, count).filter((feature) => feature < Feature.EMPTY_VALUE || isIndex(feature));
}

function partOf(parts: KeyParts, feature: number): [lo: number, hi: number] {
	const part = parts.find(feature);
	return part < 0 ? [0, 0] : [parts.lows[part] as number, parts.highs[part] as number];
}
