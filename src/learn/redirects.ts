/** Redirects as evidence: a page that redirects to another form of its URL says that both are the same. */
import type { CrawlNormalizer } from "../crawl/index";
import { Feature, type Features } from "./features";
import { joined } from "./hash";
import type { KeyParts, KeyReader } from "./key-reader";
import { Votes } from "./votes";

const encoder = new TextEncoder();

/** Votes for rules of the structure, by feature and site: the skeletons that redirect. */
export class Redirects {
	/** For each feature, for each site, the skeletons. */
	readonly votes = new Map<number, Map<number, Votes>>();
	readonly #normalizer: CrawlNormalizer;
	readonly #reader: KeyReader;

	constructor(normalizer: CrawlNormalizer, reader: KeyReader) {
		this.#normalizer = normalizer;
		this.#reader = reader;
	}

	/** Adds a redirect from `url`, whose parts are `source`. Returns whether it is evidence. */
	add(source: KeyParts, site: number, url: string, reference: string): boolean {
		const resolved = this.#normalizer.tryResolve(reference, url);
		const key = typeof resolved === "string" ? this.#normalizer.tryKey(resolved) : resolved;
		if (typeof key !== "string") return false;
		return this.addKey(source, site, encoder.encode(key));
	}

	/** Adds a redirect to the URL that has a key. */
	addKey(source: KeyParts, site: number, key: Uint8Array): boolean {
		const target = this.#reader.read(key);
		if (target === undefined) return false;
		if (source.skeletonLo !== target.skeletonLo || source.skeletonHi !== target.skeletonHi) return false;
		const features = differing(source, target, this.#reader.features);
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

const NO_PART = [0, 0] as const;

/** The features of the structure in which two keys differ; none if they also differ in something else. */
function differing(a: KeyParts, b: KeyParts, names: Features): number[] {
	const features: number[] = [];
	let lo = a.lo - b.lo;
	let hi = a.hi - b.hi;
	for (const feature of new Set([...a.parts.keys(), ...b.parts.keys()])) {
		if (feature >= Feature.EMPTY_VALUE && !names.isIndex(feature)) continue;
		const [aLo, aHi] = a.parts.get(feature) ?? NO_PART;
		const [bLo, bHi] = b.parts.get(feature) ?? NO_PART;
		if (aLo === bLo && aHi === bHi) continue;
		features.push(feature);
		lo -= aLo - bLo;
		hi -= aHi - bHi;
	}
	return lo % 2 ** 32 === 0 && hi % 2 ** 32 === 0 ? features : [];
}
