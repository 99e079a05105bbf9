/** Streams of the lines that a set has not seen. */
import { inputError } from "../input";
import type { LineStream } from "../lines/line-stream";
import { type DedupeCounts, freshStream } from "../lines/stream";
import { type SeenContents, SeenSet } from "./seen-set";

/**
 * Returns a transform stream that passes the first of each group of lines with the same key, as the normalizer of `seen` writes them. `seen`
 * may be shared with other streams, and has the options.
 *
 * `counts` has the numbers of `lines`, `unique`, `duplicates` and `rejects` so far. Errors as in `lineStream`, and `set-full`.
 *
 * @example
 * ```ts
 * const unique = dedupeStream();
 * const body = new Response("HTTP://a\nhttp://a/\n").body.pipeThrough(unique);
 * await new Response(body).text(); // "http://a/\n"
 * unique.counts.duplicates; // 1
 * ```
 */
export function dedupeStream(seen: SeenSet = new SeenSet()): LineStream<DedupeCounts> {
	const contents = contentsOf(seen);
	return freshStream(contents, () => contents.rules.workspace());
}

/** Returns the contents of a set. Throws OptionError `invalid-input` for anything else. */
export function contentsOf(seen: SeenSet): SeenContents {
	if (seen instanceof SeenSet) return seen.contents();
	throw inputError(seen, "seen", "a SeenSet");
}
