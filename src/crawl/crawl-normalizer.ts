/** The crawl normalizer: options, checked once, and the functions of `urlsieve/crawl` as methods. */
import { type UriError, unwrap } from "../errors";
import { type Octets, requireString, toStrings } from "../input";
import type { NormalizedColumn } from "../lines/column";
import type { LineStream } from "../lines/line-stream";
import type { NormalizedLines } from "../lines/lines";
import type { Utf8Column } from "../lines/utf8-column";
import type { Level } from "../options";
import { encoder } from "../utf8";
import { type BothColumns, joinColumns } from "./crawl-column";
import { CrawlKeys } from "./crawl-keys";
import { type BothLines, CrawlLines } from "./crawl-lines";
import { type CrawlOptions, type CrawlSettings, resolveCrawlOptions } from "./crawl-options";
import { bothForms, type Forms, fetchForm, keyForm, resolveForm } from "./crawl-reference";
import { type CrawlExplanation, levelOf, mergingRules, stepsOf } from "./explain/explain";
import { hasExceptions, type KeptPieces, KeptPiecesProbe } from "./explain/kept-pieces";
import { Probe } from "./explain/probe";
import { type Removal, removalsOf } from "./explain/removals";
import { type OpenedCrawl, openCrawl } from "./open-crawl";

/** Normalizes references by a profile or a policy. Made by `createNormalizer`. */
export class CrawlNormalizer {
	/** The options, checked. */
	readonly settings: CrawlSettings;
	/** @internal */
	readonly opened: OpenedCrawl;
	/** @internal */
	readonly keys: CrawlKeys;
	readonly #many: CrawlLines;
	/** Made by the first explanation that needs it. */
	#keptPieces: KeptPiecesProbe | undefined;

	constructor(settings: CrawlSettings) {
		this.settings = settings;
		this.opened = openCrawl(settings);
		this.keys = new CrawlKeys(settings, this.opened.workspace);
		this.#many = new CrawlLines(settings, this.opened.workspace);
	}

	/** Returns the URL to fetch, or the same string if it has that form already. Throws UriError if there is no such form. */
	normalize(reference: string): string {
		return unwrap(this.tryNormalize(reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return fetchForm(reference, this.settings, this.opened.workspace);
	}

	/** Returns the key, which is equal for references to the same page. Compare and store it; never fetch it. Throws UriError. */
	key(reference: string): string {
		return unwrap(this.tryKey(reference));
	}

	/** Like `key`, but returns the error. */
	tryKey(reference: string): string | UriError {
		return keyForm(reference, this.settings, this.opened.workspace);
	}

	/** Returns the URL to fetch and the key, in one pass. Throws UriError. */
	both(reference: string): Forms {
		return unwrap(bothForms(reference, this.settings, this.opened.workspace));
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
		return unwrap(removalsOf(reference, this.settings, this.opened.workspace, this.opened.origins));
	}

	/** Returns the URL to fetch for each reference, or the error in its place. */
	normalizeAll(references: Iterable<string>): (string | UriError)[] {
		return this.#many.strings(toStrings(references), "fetch");
	}

	/** Returns the key of each reference, or the error in its place. */
	keyAll(references: Iterable<string>): (string | UriError)[] {
		return this.#many.strings(toStrings(references), "key");
	}

	/** Whether `normalize` returns the reference unchanged. Returns false if it cannot be normalized. */
	isNormalized(reference: string): boolean {
		requireString(reference, "reference");
		return this.tryNormalize(reference) === reference;
	}

	/** Whether two references have the same key. Throws UriError if either has none. */
	equivalent(a: string, b: string): boolean {
		return this.key(a) === this.key(b);
	}

	/**
	 * Why two references count as the same page. `undefined`: they do not. A string: the lowest level of the comparison ladder
	 * (RFC 3986 §6.2) on which they are equal. An array: the decisive rules, by the names that `explain` gives them; without any one
	 * of them the keys would differ. Throws UriError if either has no key.
	 *
	 * @example
	 * ```ts
	 * const crawler = createNormalizer({ profile: "crawl@1" });
	 * crawler.compare("http://h/?gclid=1", "http://h/#top"); // ["tracking@1:gclid", "fragment"]
	 * crawler.compare("http://h", "HTTP://h/"); // "scheme"
	 * crawler.compare("http://h/a", "http://h/b"); // undefined
	 * ```
	 */
	compare(a: string, b: string): Level | string[] | undefined {
		return this.key(a) === this.key(b) ? this.compareOctets(encoder.encode(a), encoder.encode(b)) : undefined;
	}

	/** @internal Like `compare`, for octets that have the same key. */
	compareOctets(a: Uint8Array, b: Uint8Array): Level | string[] {
		const { settings } = this;
		return levelOf([a, b], rfcProbe(settings)) ?? mergingRules([a, b], settings, this.#probe);
	}

	/**
	 * Returns how a reference gets its key: each rule that changes it, in order, with its source and the text before and after. All
	 * pieces of the query that one entry removes are one step; see `removals` for each of them. `kept` names the pieces that an
	 * exception of a list keeps. Throws UriError if it has no key.
	 *
	 * @example
	 * ```ts
	 * const { steps, value } = createNormalizer({ profile: "crawl@1" }).explain("http://h/?utm_source=a&b#top");
	 * steps.map(({ rule }) => rule); // ["tracking@1:utm_source", "fragment"]
	 * value; // "http://h/?b"
	 * ```
	 */
	explain(reference: string): CrawlExplanation {
		const { fetch, key } = this.both(reference);
		const kept = this.#keptIn(reference, fetch);
		const steps = stepsOf(reference, this.settings, this.#probe);
		return { input: reference, steps, value: key, fetch, ...(kept.length > 0 && { kept }) };
	}

	#keptIn(reference: string, fetch: string): KeptPieces[] {
		if (!this.settings.lists.some(hasExceptions)) return [];
		this.#keptPieces ??= new KeptPiecesProbe(this.settings);
		return this.#keptPieces.keptIn(fetch, this.removals(reference));
	}

	get #probe(): Probe {
		return new Probe(this.settings, this.opened.workspace, this.opened.origins);
	}

	/**
	 * Resolves a reference against a base. Under `whatwg@1`, `crawl@1` and policies on `whatwg`, it returns what `normalize` returns
	 * for the target; under `rfc3986@1` and policies on it, the target as RFC 3986 §5.2 has it. The key of what it returns is that of
	 * the target. Throws UriError `base-not-absolute`, `profile-cannot` if the profile resolves nothing, or as `normalize` does.
	 */
	resolve(reference: string, base: string): string {
		return unwrap(this.tryResolve(reference, base));
	}

	/** Like `resolve`, but returns the error. */
	tryResolve(reference: string, base: string): string | UriError {
		return resolveForm(reference, base, this.settings, this.opened.workspace);
	}

	/**
	 * Returns the URL to fetch for each line. `lines` are octets, one reference per line, ended by LF or CR LF. Each input line gives
	 * one output line, ended by LF, except rejected lines under `invalid: "drop"`. Throws UriError for the first rejected line under
	 * `invalid: "fail"`, with its `line`.
	 */
	normalizeLines(lines: Octets): NormalizedLines {
		return this.#many.lines(lines, "fetch");
	}

	/** The key of each line: as `normalizeLines`. */
	keyLines(lines: Octets): NormalizedLines {
		return this.#many.lines(lines, "key");
	}

	/** Both forms of each line, in two buffers with the same lines, in one pass. A line without key is rejected in both. */
	bothLines(lines: Octets): BothLines {
		return this.#many.both(lines);
	}

	/**
	 * Returns the URL to fetch for each reference of a column in Apache Arrow's Utf8 layout. Columns, errors and `invalid` are as
	 * those of `normalizeColumn` of the entry `urlsieve`.
	 */
	normalizeColumn(column: Utf8Column): NormalizedColumn {
		return this.#many.column(column, "fetch");
	}

	/**
	 * The key of each reference of a column: as `normalizeColumn`.
	 *
	 * @example
	 * ```ts
	 * const data = new TextEncoder().encode("HTTP://h?b&ahttp://h/#top");
	 * const column = createNormalizer({ profile: "crawl@1" }).keyColumn({ offsets: Int32Array.of(0, 12, 25), data });
	 * [...column.offsets]; // [0, 13, 22]
	 * new TextDecoder().decode(column.data); // "http://h/?a&bhttp://h/"
	 * ```
	 */
	keyColumn(column: Utf8Column): NormalizedColumn {
		return this.#many.column(column, "key");
	}

	/** Both forms of a column, one after the other. A reference without key is rejected in both. */
	bothColumn(column: Utf8Column): BothColumns {
		return joinColumns(this.normalizeColumn(column), this.keyColumn(column));
	}

	/**
	 * Returns a transform stream (Web Streams) of the URLs to fetch, a line each, as `normalizeLines` returns them. Lines may span
	 * chunks. `counts` has the numbers of `lines` and `rejects` so far. Under `invalid: "fail"`, an invalid line errors the stream
	 * with a UriError that has its `line`.
	 */
	lineStream(): LineStream {
		return this.#many.stream("fetch");
	}

	/** The key of each line: as `lineStream`. */
	keyStream(): LineStream {
		return this.#many.stream("key");
	}

	/**
	 * Both forms of each line, with a TAB between them: as `lineStream`. A rejected line that is kept is written twice, with `%09`
	 * for its TABs.
	 *
	 * @example
	 * ```ts
	 * const lines = new Blob(["HTTP://example.com?b&a#top\n"]).stream();
	 * const crawler = createNormalizer({ profile: "crawl@1" });
	 * const forms = lines.pipeThrough(crawler.bothStream());
	 * await new Response(forms).text(); // "http://example.com/?b&a\thttp://example.com/?a&b\n"
	 * ```
	 */
	bothStream(): LineStream {
		return this.#many.stream("both");
	}
}

/**
 * Creates a normalizer with these options, which must have a `profile` or a `policy`. Throws UriError `invalid-option`, PolicyError,
 * or ListError.
 *
 * @example
 * ```ts
 * const browser = createNormalizer({ profile: "whatwg@1" });
 * browser.normalize("HTTP://0x7f.1/a/%2e%2e/b c"); // "http://127.0.0.1/b%20c"
 * const crawler = createNormalizer({ profile: "crawl@1" });
 * crawler.key("http://example.com/?utm_source=feed&b=2&a=1#top"); // "http://example.com/?a=1&b=2"
 * ```
 */
export function createNormalizer(options: CrawlOptions): CrawlNormalizer {
	return new CrawlNormalizer(resolveCrawlOptions(options));
}

/** Runs the rules of RFC 3986 on the same engine. */
function rfcProbe({ engine }: CrawlSettings): Probe {
	const settings = resolveCrawlOptions({ profile: "rfc3986@1", engine });
	return new Probe(settings, openCrawl(settings).workspace, []);
}
