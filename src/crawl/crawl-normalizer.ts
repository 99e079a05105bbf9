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
	/** The URLs to fetch and the keys, one per line, each ended by LF. */
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

	/** Returns the URL to fetch, or the same string if it has that form already. Throws UriError if there is no such form. */
	normalize(reference: string): string {
		return unwrap(this.tryNormalize(reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return fetchForm(reference, this.settings, this.#workspace);
	}

	/** Returns the key, which is equal for references to the same page. Compare and store it; never fetch it. Throws UriError. */
	key(reference: string): string {
		return unwrap(this.tryKey(reference));
	}

	/** Like `key`, but returns the error. */
	tryKey(reference: string): string | UriError {
		return keyForm(reference, this.settings, this.#workspace);
	}

	/** Returns the URL to fetch and the key, in one pass. Throws UriError. */
	both(reference: string): Forms {
		return unwrap(bothForms(reference, this.settings, this.#workspace));
	}

	/**
	 * Returns the pieces of the query that the key leaves out, in the order of the query, each with the list and entry that removed
	 * it. Throws UriError.
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

	/** Whether two references have the same key. Throws UriError if either cannot be normalized. */
	equivalent(a: string, b: string): boolean {
		return this.key(a) === this.key(b);
	}

	/**
	 * Returns the URL to fetch for each line. `lines` are octets, one reference per line, ended by LF or CR LF. Each input line gives
	 * one output line, ended by LF, except rejected lines under `invalid: "drop"`. Throws UriError for the first rejected line under
	 * `invalid: "fail"`.
	 */
	normalizeLines(lines: Uint8Array): NormalizedLines {
		return this.#lines(lines, "fetch");
	}

	/** Returns the key of each line. Lines are handled as by `normalizeLines`. */
	keyLines(lines: Uint8Array): NormalizedLines {
		return this.#lines(lines, "key");
	}

	/** Returns both forms of each line, in two buffers with the same number of lines. */
	bothLines(lines: Uint8Array): BothLines {
		const { lines: fetch, count, rejects } = this.#lines(lines, "fetch");
		return { fetch, key: this.#lines(lines, "key").lines, count, rejects };
	}

	#lines(lines: Uint8Array, form: Form): NormalizedLines {
		return writeAllLines(lines, form, this.settings.invalid, this.settings, this.#workspace);
	}

	/** Resolves a reference against a base and normalizes the target. Throws UriError `base-not-absolute`, or as `normalize` does. */
	resolve(reference: string, base: string): string {
		return unwrap(this.tryResolve(reference, base));
	}

	/** Like `resolve`, but returns the error. */
	tryResolve(reference: string, base: string): string | UriError {
		return resolveForm(reference, base, this.settings, this.#workspace);
	}

	/** Whether `normalize` returns the reference unchanged. Returns false if it cannot be normalized. */
	isNormalized(reference: string): boolean {
		return this.tryNormalize(reference) === reference;
	}
}

const profileWorkspaces = new Map<string, PolicyWorkspace>();

/** All normalizers of a profile share a workspace. Each policy has its own. */
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
 * Creates a normalizer with these options. Throws UriError `invalid-option`.
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
