/** Tables as Web Streams. */
import { linesWorkspace } from "../engine/shared";
import { UriError } from "../errors";
import { type Octets, toOctets } from "../input";
import { addBatch } from "../lines/line-sieve";
import { LineFeed, type LineSettings, pushInto } from "../lines/lines";
import { describe } from "../options";
import { SeenSet } from "../seen/seen-set";
import { type BeginLines, omittingPlain, type RowReject, type TableCounts, TableFeed } from "./table-feed";
import { resolveTableOptions, type TableOptions, type TableSettings } from "./table-options";

/** A transform of a table in octets, with counts that can be read while it runs and afterwards. */
export interface TableStream extends TransformStream<Octets, Uint8Array> {
	readonly counts: TableCounts;
}

/**
 * Creates a stream that writes the normal form of the references in a column of a table. Chunks may end anywhere.
 *
 * A row without a reference (an empty field, `null`, a missing key, an empty row) stays as it is and counts as `empty`. The option
 * `invalid` says what becomes of a row whose reference has no normal form, or that cannot be read; `onReject` receives each of them.
 *
 * Throws UriError `invalid-option`. The stream fails with TableError if the table has no such column. Under `invalid: "fail"`, it fails
 * at the first row that cannot be read, with TableError, or normalized, with UriError; its `line` is then the number of the row.
 *
 * @example
 * ```ts
 * const table = new Blob(["id,url\n1,HTTP://Example.com:80/%7Ea\n"]);
 * const stream = normalizeTable({ format: "csv", column: "url", into: "normal" });
 * await new Response(table.stream().pipeThrough(stream)).text(); // "id,url,normal\n1,HTTP://Example.com:80/%7Ea,http://example.com/~a\n"
 * stream.counts.rows; // 1
 * ```
 */
export function normalizeTable(options: TableOptions, onReject?: (reject: RowReject) => void): TableStream {
	const settings = resolveTableOptions(options);
	const forms = omittingPlain(settings.settings);
	return streamOf(settings, (take) => new LineFeed(linesWorkspace(forms.engine), forms, take), onReject);
}

/**
 * Creates a stream that passes the first row of each class of equivalent references, in order, with its reference in normal form.
 *
 * Rows without a reference, and rejected ones, are never duplicates. `seen` is used as it is and updated; it has to have the same
 * options. Errors are those of `normalizeTable`, and UriError `set-full`.
 *
 * @example
 * ```ts
 * const table = new Blob(['{"url":"http://a","n":1}\n{"url":"HTTP://A/","n":2}\n']);
 * const stream = dedupeTable(new SeenSet(), { format: "jsonl", column: "url" });
 * await new Response(table.stream().pipeThrough(stream)).text(); // '{"url":"http://a/","n":1}\n'
 * stream.counts.duplicates; // 1
 * ```
 */
export function dedupeTable(seen: SeenSet, options: TableOptions, onReject?: (reject: RowReject) => void): TableStream {
	const settings = resolveTableOptions(options);
	if (!(seen instanceof SeenSet)) throw new UriError("invalid-option", "The set must be a SeenSet of urlsieve/datasets.");
	const contents = seen.contents();
	if (contents.settings.word !== settings.settings.word) {
		throw new UriError("invalid-option", `The set was made with other options: ${describe(contents.settings)}.`);
	}
	const begin: BeginLines = (take) =>
		new LineFeed(linesWorkspace(settings.settings.engine), settings.settings, (batch) =>
			take(batch, addBatch(contents, batch, batch.workspace)),
		);
	return streamOf(settings, begin, onReject);
}

/** The stream of a table. `begin`: as `TableFeed` takes it. */
export function streamOf(
	settings: TableSettings<LineSettings>,
	begin: BeginLines,
	onReject: ((reject: RowReject) => void) | undefined,
): TableStream {
	let send: (octets: Uint8Array) => void;
	const feed = new TableFeed(settings, begin, (octets) => send(octets.slice()), onReject);
	const stream = new TransformStream<Octets, Uint8Array>({
		start(controller) {
			send = (octets) => controller.enqueue(octets);
		},
		transform(chunk) {
			pushInto(feed, toOctets(chunk, "chunk"));
		},
		flush() {
			feed.end();
		},
	});
	return Object.assign(stream, { counts: feed.counts });
}
