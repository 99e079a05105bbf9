/** The crawl normalizer: options, checked once, and the functions of `urlsieve/crawl` as methods. */
import { UriError, unwrap } from "../errors";
import type { NormalizedLines, Reject } from "../lines/lines";
import { type Form, writeAllLines } from "./crawl-bulk";
import { type CrawlWorkspace, crawlWorkspace } from "./crawl-kernel";
import { type CrawlOptions, type CrawlSettings, resolveCrawlOptions } from "./crawl-options";
import { bothForms, type Forms, fetchForm, keyForm, resolveForm } from "./crawl-reference";
import { type PolicyWorkspace, policyWorkspace } from "./policy-workspace";
import { type Removal, removalsOf } from "./removals";

/** What `bothLines` returns. */
export interface BothLines {
	/** The URLs to be fetched and the keys, a line each, ended by LF. */
	readonly fetch: Uint8Array;
	readonly key: Uint8Array;
	/** Number of lines of the input. */
	readonly count: number;
	readonly rejects: Reject[];
}

/** Normalizes references by a profile. Made by `createNormalizer`. */
export class CrawlNormalizer {
	/** The options, checked. */
	readonly settings: CrawlSettings;
	readonly #workspace: CrawlWorkspace;
	readonly #origins: PolicyWorkspace["origins"];

	constructor(settings: CrawlSettings) {
		this.settings = settings;
		const { workspace, origins } = workspaceOf(settings);
		this.#workspace = workspace;
		this.#origins = origins;
	}

	/** The URL to be fetched; the same string when it has that form already. Throws UriError if the reference cannot be normalized. */
	normalize(reference: string): string {
		return unwrap(this.tryNormalize(reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return fetchForm(reference, this.settings, this.#workspace);
	}

	/** What counts as the same page as the reference: a URL that is compared and stored, never fetched. Throws UriError. */
	key(reference: string): string {
		return unwrap(this.tryKey(reference));
	}

	/** Like `key`, but returns the error. */
	tryKey(reference: string): string | UriError {
		return keyForm(reference, this.settings, this.#workspace);
	}

	/** The URL to be fetched and the key, in one pass. Throws UriError. */
	both(reference: string): Forms {
		return unwrap(bothForms(reference, this.settings, this.#workspace));
	}

	/**
	 * The pieces of the query that the key leaves out, in the order of the query, each with the list and the entry that is the
	 * reason. Throws UriError.
	 *
	 * @example
	 * ```ts
	 * const crawler = createNormalizer({ profile: "crawl@1" });
	 * crawler.removals("http://h/?gclid=1&a")[0].rule; // "tracking@1:gclid"
	 * ```
	 */
	removals(reference: string): Removal[] {
		const removals = removalsOf(reference, this.settings, this.#workspace, this.#origins);
		if (removals instanceof UriError) throw removals;
		return removals;
	}

	/** Whether two references count as the same page. Throws UriError if one cannot be normalized. */
	equivalent(a: string, b: string): boolean {
		return this.key(a) === this.key(b);
	}

	/**
	 * The URL to be fetched for each line: one reference per line, as octets, each ended by LF or CR LF. One line out for each line
	 * in, ended by LF, unless it is rejected and `invalid` is `"drop"`. Throws UriError if a line is rejected and `invalid` is
	 * `"fail"`.
	 */
	normalizeLines(lines: Uint8Array): NormalizedLines {
		return this.#lines(lines, "fetch");
	}

	/** The key of each line: as `normalizeLines`. */
	keyLines(lines: Uint8Array): NormalizedLines {
		return this.#lines(lines, "key");
	}

	/** Both forms of each line, in two buffers with the same lines. */
	bothLines(lines: Uint8Array): BothLines {
		const { lines: fetch, count, rejects } = this.#lines(lines, "fetch");
		return { fetch, key: this.#lines(lines, "key").lines, count, rejects };
	}

	#lines(lines: Uint8Array, form: Form): NormalizedLines {
		return writeAllLines(lines, form, this.settings.invalid, this.settings, this.#workspace);
	}

	/** The target of a reference against a base, normalized. Throws UriError `base-not-absolute`, and those of `normalize`. */
	resolve(reference: string, base: string): string {
		return unwrap(this.tryResolve(reference, base));
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

const profileWorkspaces = new Map<string, PolicyWorkspace>();

/** The workspace of a profile is shared, that of a policy is the normalizer's own. */
function workspaceOf(settings: CrawlSettings): PolicyWorkspace {
	const { policy, lists, profile, engine } = settings;
	if (policy === undefined) return { workspace: crawlWorkspace(engine), origins: [] };
	if (profile === undefined) return policyWorkspace(policy, lists, settings);
	const id = `${profile} ${settings.word} ${engine}`;
	const workspace = profileWorkspaces.get(id) ?? policyWorkspace(policy, lists, settings);
	profileWorkspaces.set(id, workspace);
	return workspace;
}

/**
 * Checks options and makes a normalizer. Throws UriError `invalid-option`.
 *
 * @example
 * ```ts
 * const browser = createNormalizer({ profile: "whatwg@1" });
 * browser.normalize("HTTP://0x7f.1/a/%2e%2e/b c"); // "http://127.0.0.1/b%20c"
 * const crawler = createNormalizer({ profile: "crawl@1" });
 * crawler.key("http://example.com/?utm_source=feed&b=2&a=1#top"); // "http://example.com/?a=1&b=2"
 * ```
 */
export function createNormalizer(options?: CrawlOptions): CrawlNormalizer {
	return new CrawlNormalizer(resolveCrawlOptions(options));
}
