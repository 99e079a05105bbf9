/** The crawl normalizer: options, checked once, and the functions of `urlsieve/crawl` as methods. */
import { orThrow, type UriError } from "../errors";
import { type CrawlWorkspace, crawlWorkspace } from "./crawl-kernel";
import { type CrawlOptions, type CrawlSettings, resolveCrawlOptions } from "./crawl-options";
import { fetchForm, resolveForm } from "./crawl-reference";

/** Normalizes references by a profile. Made by `createNormalizer`. */
export class CrawlNormalizer {
	/** The options, checked. */
	readonly settings: CrawlSettings;
	readonly #workspace: CrawlWorkspace;

	constructor(settings: CrawlSettings) {
		this.settings = settings;
		this.#workspace = crawlWorkspace(settings.engine);
	}

	/** The URL to be fetched; the same string when it has that form already. Throws UriError if the reference cannot be normalized. */
	normalize(reference: string): string {
		return orThrow(this.tryNormalize(reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return fetchForm(reference, this.settings, this.#workspace);
	}

	/** The target of a reference against a base, normalized. Throws UriError `base-not-absolute`, and those of `normalize`. */
	resolve(reference: string, base: string): string {
		return orThrow(this.tryResolve(reference, base));
	}

	/** Like `resolve`, but returns the error. */
	tryResolve(reference: string, base: string): string | UriError {
		return resolveForm(reference, base, this.settings, this.#workspace);
	}

	/** Whether `normalize` returns the reference as it is. False if it cannot be normalized. */
	isNormalized(reference: string): boolean {
		return this.tryNormalize(reference) === reference;
	}
}

/**
 * Checks options and makes a normalizer. Throws UriError `invalid-option`.
 *
 * @example
 * ```ts
 * const browser = createNormalizer({ profile: "whatwg@1" });
 * browser.normalize("HTTP://0x7f.1/a/%2e%2e/b c"); // "http://127.0.0.1/b%20c"
 * ```
 */
export function createNormalizer(options: CrawlOptions): CrawlNormalizer {
	return new CrawlNormalizer(resolveCrawlOptions(options));
}
