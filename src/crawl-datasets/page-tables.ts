/** Tables by a profile or policy, as Web Streams. */

import type { CrawlWorkspace } from "../crawl/crawl-kernel";
import { keysOf, splitForms, toForm } from "../crawl/crawl-lines";
import { CrawlNormalizer } from "../crawl/crawl-normalizer";
import type { CrawlSettings } from "../crawl/crawl-options";
import { SeenSet } from "../crawl-set/seen-set";
import { type BeginLines, outputEndOf, type RowReject } from "../datasets/table-feed";
import { INVALID_VALUES, resolveTableOptions, type TableOptions, type TableSettings } from "../datasets/table-options";
import { streamOf, type TableStream } from "../datasets/table-stream";
import { LINES_CAPACITY } from "../engine/workspace";
import { UriError } from "../errors";
import { checkNames, inputError } from "../input";
import { addBatch } from "../lines/line-sieve";
import { type Batch, LineFeed } from "../lines/lines";
import { INVALID } from "../options";

/** How to read and write a table. The members are those of `TableOptions` of `urlsieve/datasets`, and `keyInto`. */
export interface PageTableOptions
	extends Pick<TableOptions, "format" | "column" | "into" | "delimiter" | "header" | "print" | "invalid"> {
	/** Adds the keys as a new, last column of this name. */
	readonly keyInto?: string | undefined;
}

/** The same, and by which rules. */
export interface NormalizePagesOptions extends PageTableOptions {
	/** What `createNormalizer` of this entry returns for a profile or a policy. */
	readonly normalizer: CrawlNormalizer;
}

const NAMES = ["format", "column", "into", "keyInto", "delimiter", "header", "print", "invalid"] as const;

/**
 * Creates a stream that writes the URLs to fetch into a column of a table. All else is as for `normalizeTable` of `urlsieve/datasets`.
 *
 * Throws UriError `invalid-option` or `invalid-input`. The stream fails as described there.
 *
 * @example
 * ```ts
 * const normalizer = createNormalizer({ profile: "crawl@1" });
 * const stream = normalizeTable({ normalizer, format: "csv", column: "url", keyInto: "page" });
 * const table = new Blob(["id,url\n1,http://h/?b&a#top\n"]);
 * await new Response(table.stream().pipeThrough(stream)).text(); // "id,url,page\n1,http://h/?b&a,http://h/?a&b\n"
 * ```
 */
export function normalizeTable(options: NormalizePagesOptions, onReject?: (reject: RowReject) => void): TableStream {
	checkNames(options, "normalizer", ...NAMES);
	const { normalizer, ...others } = options;
	if (!(normalizer instanceof CrawlNormalizer))
		throw inputError(normalizer, "normalizer", "what createNormalizer of this entry returns");
	if (normalizer.settings.profile === "rfc3986@1") {
		throw new UriError("invalid-option", 'Tables by rfc3986@1 are those of the entry "urlsieve/datasets".');
	}
	const form = others.keyInto === undefined ? "fetch" : "both";
	const table = tableOf(toForm(normalizer.settings, form), others);
	const { workspace } = normalizer.opened;
	const begin: BeginLines = (take) =>
		feedOf(workspace, table.settings, (batch) => {
			if (form === "fetch") return take(batch);
			const { fetchEnd, keyEnd } = splitForms(batch, workspace);
			take({ ...batch, outputEnd: fetchEnd }, undefined, workspace.kernel.octets.subarray(workspace.result, keyEnd));
		});
	return streamOf(table, begin, onReject);
}

/**
 * Creates a stream that passes the first row of each page, in order, with its URL to fetch. `seen` is used as it is and updated; its
 * normalizer decides what counts as the same page. All else is as for `dedupeTable` of `urlsieve/datasets`.
 *
 * Throws UriError `invalid-option` or `invalid-input`. The stream fails as described there.
 *
 * @example
 * ```ts
 * const seen = new SeenSet({ normalizer: createNormalizer({ profile: "crawl@1" }) });
 * const stream = dedupeTable(seen, { format: "jsonl", column: "url" });
 * const table = new Blob(['{"url":"http://h/?b&a"}\n{"url":"http://h/?a&b#top"}\n']);
 * await new Response(table.stream().pipeThrough(stream)).text(); // '{"url":"http://h/?b&a"}\n'
 * stream.counts.duplicates; // 1
 * ```
 */
export function dedupeTable(seen: SeenSet, options: PageTableOptions, onReject?: (reject: RowReject) => void): TableStream {
	if (!(seen instanceof SeenSet)) throw inputError(seen, "set", "a SeenSet of this entry");
	checkNames(options, ...NAMES);
	const { pages, workspace } = seen.contents();
	const table = tableOf(pages.settings, options);
	const begin: BeginLines = (take) =>
		feedOf(workspace, table.settings, (batch) => {
			const keys = table.keys === undefined ? undefined : keysOf(batch, workspace);
			const marks = addBatch(pages, batch, workspace);
			take({ ...batch, outputEnd: outputEndOf(batch) }, marks, keys);
		});
	return streamOf(table, begin, onReject);
}

/** Checks the options. Throws UriError `invalid-option`. `settings`: of the forms that are written. */
function tableOf(settings: CrawlSettings, { keyInto, ...options }: PageTableOptions): TableSettings<CrawlSettings> {
	const table = resolveTableOptions(options);
	if (keyInto !== undefined && (typeof keyInto !== "string" || keyInto === "" || options.format === "cdx")) {
		throw new UriError("invalid-option", 'The option "keyInto" must be the name of a new column, which "cdx" cannot have.');
	}
	if (keyInto !== undefined && (keyInto === table.column || keyInto === table.into)) {
		throw new UriError("invalid-option", 'The option "keyInto" must be the name of another column than "column" and "into".');
	}
	const invalid = INVALID_VALUES[options.invalid ?? "keep"];
	return { ...table, settings: { ...settings, invalid, linesWord: settings.word | INVALID[invalid] }, keys: keyInto };
}

/** A feed of values. The workspace is shared: between two calls, it may have lost the room for lines. */
function feedOf(workspace: CrawlWorkspace, settings: CrawlSettings, take: (batch: Batch) => void): ReturnType<BeginLines> {
	const feed = new LineFeed(workspace, settings, take);
	return {
		push(lines) {
			workspace.reserve(LINES_CAPACITY);
			feed.push(lines);
		},
		goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
	};
}
