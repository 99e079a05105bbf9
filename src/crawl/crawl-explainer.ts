/** A crawl normalizer that explains which rules apply. Only the command line has it: the entry has no room. */
import { encoder } from "../engine/idna";
import type { Level } from "../options";
import { CrawlNormalizer } from "./crawl-normalizer";
import { type CrawlOptions, resolveCrawlOptions } from "./crawl-options";
import { type CrawlExplanation, mergingRules, rungOf, stepsOf } from "./explain";
import { Probe } from "./probe";

export class CrawlExplainer extends CrawlNormalizer {
	/**
	 * Why two references count as the same page. `undefined`: they do not. A string: the lowest rung of the comparison ladder
	 * (RFC 3986 §6.2) on which they are equal. An array: the decisive rules, by the names that `explain` gives them; without any one
	 * of them the keys would differ. Throws UriError if either has no key.
	 */
	compare(a: string, b: string): Level | string[] | undefined {
		return this.key(a) === this.key(b) ? this.compareOctets(encoder.encode(a), encoder.encode(b)) : undefined;
	}

	/** @internal Like `compare`, for octets that have the same key. */
	compareOctets(a: Uint8Array, b: Uint8Array): Level | string[] {
		const { settings } = this;
		return rungOf([a, b], settings) ?? mergingRules([a, b], settings, this.#probe);
	}

	/**
	 * How a reference gets its key: each rule that changes it, in order, with its source and the text before and after. Throws
	 * UriError if it has none.
	 */
	explain(reference: string): CrawlExplanation {
		const { fetch, key } = this.both(reference);
		return { input: reference, steps: stepsOf(reference, this.settings, this.#probe), value: key, fetch };
	}

	get #probe(): Probe {
		return new Probe(this.settings, this.opened.workspace, this.opened.origins);
	}
}

/** Like `createNormalizer`. */
export function createExplainer(options?: CrawlOptions): CrawlExplainer {
	return new CrawlExplainer(resolveCrawlOptions(options));
}
