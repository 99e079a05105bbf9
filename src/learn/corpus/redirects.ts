/** Redirects as evidence: a page that redirects to another form of its URL says that both are the same. */
import type { CrawlNormalizer } from "../../crawl/index";
import { encoder } from "../../utf8";
import { Feature, type Features } from "./features";
import type { KeyParts, KeyReader } from "./key-reader";
import type { PartitionRoom } from "./partitions";
import { Votes } from "./votes";

/** Votes for rules of the structure, by feature and site: the skeletons that redirect. */
export class Redirects {
	/** For each feature and each site, the number of its votes, which are skeletons. */
	readonly #cells = new Map<number, Map<number, number>>();
	#count = 0;
	readonly #votes: Votes;
	readonly #normalizer: CrawlNormalizer;
	readonly #reader: KeyReader;

	constructor(normalizer: CrawlNormalizer, reader: KeyReader, room: PartitionRoom) {
		this.#votes = new Votes(room);
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
		for (const feature of features) this.#votes.addOne(this.#cellOf(feature, site), source.skeletonLo, source.skeletonHi);
		return features.length > 0;
	}

	/** Returns the number of skeletons that redirect, by feature and site. */
	counts(): Map<number, Map<number, number>> {
		const counts = this.#votes.counts(this.#count);
		return new Map(
			Array.from(this.#cells, ([feature, sites]) => [
				feature,
				new Map(Array.from(sites, ([site, cell]) => [site, counts[cell] as number])),
			]),
		);
	}

	/** Frees the space on disk. */
	close(): void {
		this.#votes.close();
	}

	#cellOf(feature: number, site: number): number {
		const sites = this.#cells.get(feature) ?? new Map<number, number>();
		const cell = sites.get(site) ?? this.#count++;
		this.#cells.set(feature, sites.set(site, cell));
		return cell;
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
