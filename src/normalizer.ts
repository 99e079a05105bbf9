/** The normalizer: options that are checked once, and every function of the package as a method. */

import { linesWorkspace } from "./engine/shared";
import { type UriError, unwrap } from "./errors";
import { type ValidateOptions, validate } from "./grammar/validate";
import { type Octets, toStrings } from "./input";
import { CoreKeys } from "./keys/core-keys";
import type { Keys } from "./keys/keys";
import { type NormalizedColumn, normalizeColumn } from "./lines/column";
import { normalizeLines, normalizeLinesInto, resolveLines } from "./lines/core-lines";
import { type LineStream, mappedStream } from "./lines/line-stream";
import type { NormalizedLines } from "./lines/lines";
import type { DedupeCounts } from "./lines/stream";
import { inBatches } from "./lines/strings";
import type { Utf8Column } from "./lines/utf8-column";
import { type NormalizeOptions, resolveOptions } from "./options";
import { recompose, type UriComponents } from "./reference/components";
import { type Explanation, explainReference } from "./reference/explain";
import { ReferenceNormalizer } from "./reference/reference-normalizer";
import { dedupeStream } from "./seen/dedupe-stream";
import { SeenSet } from "./seen/seen-set";
import { shortestReference } from "./uri/relativize";
import { meansSameDocument, type ResolveOptions, resolutionOf, tryResolve } from "./uri/resolve";
import { type ParseOptions, parse, tryParse, type Uri } from "./uri/uri";

/**
 * Normalizes references with one set of options. Made by `createNormalizer`.
 *
 * @example
 * ```ts
 * const strict = createNormalizer({ strict: true });
 * strict.normalize("HTTP://example.com/%7euser"); // "http://example.com/~user"
 * strict.isNormalized("http://example.com/a b"); // false: it is not valid
 * ```
 */
export class Normalizer extends ReferenceNormalizer {
	/** @internal */
	readonly keys: Keys = new CoreKeys(this.settings);

	/**
	 * Returns the normal form of each reference of an array or another iterable, or the error in its place; the very same string where it is
	 * already normal.
	 *
	 * @example
	 * ```ts
	 * const [first, second, third] = createNormalizer().normalizeAll(["HTTP://a", "http://b/", "http://["]);
	 * [first, second]; // ["http://a/", "http://b/"]
	 * third instanceof UriError; // true
	 * ```
	 */
	normalizeAll(references: Iterable<string>): (string | UriError)[] {
		return inBatches(toStrings(references), (reference) => this.tryNormalize(reference), this.settings, linesWorkspace);
	}

	/** Returns the steps of normalization: see the function `explain`. */
	explain(reference: string): Explanation {
		return explainReference(reference, this.settings, this.workspace);
	}

	/** Returns all faults of a reference by an edition's grammar. Ignores the normalizer's options. See the function `validate`. */
	validate(reference: string, options?: ValidateOptions): UriError[] {
		return validate(reference, options);
	}

	/** Splits a reference into its components: see the function `parse`. */
	parse(reference: string, options?: ParseOptions): Uri {
		return parse(reference, options);
	}

	/** Like `parse`, but returns the error. */
	tryParse(reference: string, options?: ParseOptions): Uri | UriError {
		return tryParse(reference, options);
	}

	/** Joins components into a reference: see the function `recompose`. */
	recompose(components: UriComponents): string {
		return recompose(components);
	}

	/** Resolves a reference against a base: see the function `resolve`. */
	resolve(reference: string, base: string, options?: ResolveOptions): string {
		return unwrap(tryResolve(reference, base, options, this.workspace));
	}

	/** Returns the shortest reference that resolves to the target: see the function `relativize`. */
	relativize(target: string, base: string): string {
		return shortestReference(target, base, this.workspace);
	}

	/** Whether a reference identifies the document that has this base: see the function `isSameDocument`. */
	isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean {
		return meansSameDocument(reference, base, options, this.workspace);
	}

	/** Resolves one reference per line against a base, without normalizing the targets. Lines are handled as by `normalizeLines`. */
	resolveLines(lines: Octets, base: string, options?: ResolveOptions): NormalizedLines {
		return resolveLines(lines, base, resolutionOf(options), this.settings);
	}

	/**
	 * Normalizes octets that hold one reference per line. A line ends with LF or CR LF. A byte order mark at the start is
	 * dropped. Each input line gives one output line, ended by LF, except rejected lines under `invalid: "drop"`.
	 *
	 * Throws UriError `invalid-input`, or under `invalid: "fail"` the error of the first invalid line, with its `line`.
	 */
	normalizeLines(lines: Octets): NormalizedLines {
		return normalizeLines(lines, this.settings);
	}

	/**
	 * Like `normalizeLines`, but writes to `output`; the `lines` of the result are a view of it. Memory that is used again costs less
	 * than fresh memory.
	 *
	 * `output` needs five octets for each of `lines` and 1,024 more. Throws UriError `output-too-small`, whose `bound` suffices, if it
	 * is shorter, and `invalid-option` if both overlap; nothing is written then. With an `idna` of yours, which may return A-labels of
	 * any length, all lines are normalized before the first is written. Throws what `normalizeLines` does.
	 *
	 * @example
	 * ```ts
	 * const input = new TextEncoder().encode("HTTP://a\nhttp://b/\n");
	 * const output = new Uint8Array(5 * input.length + 1024);
	 * const { lines } = createNormalizer().normalizeLinesInto(input, output);
	 * new TextDecoder().decode(lines); // "http://a/\nhttp://b/\n"
	 * lines.buffer === output.buffer; // true
	 * ```
	 */
	normalizeLinesInto(lines: Octets, output: Octets): NormalizedLines {
		return normalizeLinesInto(lines, output, this.settings);
	}

	/**
	 * Normalizes a column of references in Apache Arrow's Utf8 layout: n + 1 offsets, the first of which need not be 0, and the
	 * concatenated octets of the values. Each value is one reference, even if it contains LF or NUL.
	 *
	 * `valid` is Arrow's validity bitmap, least significant bit first. In the result, a bit is 1 for a value in normal form and 0
	 * for a null or a value that cannot be normalized. A null takes no octets. An invalid value keeps its octets under
	 * `invalid: "keep"`, although readers of Arrow see a null, and takes none under `"drop"` and `"blank"`. The number of values
	 * never changes.
	 *
	 * Throws UriError `invalid-option` if offsets descend or point outside the data, or if the bitmap is too short; `too-long` if
	 * the result exceeds 2,147,483,647 octets. Under `invalid: "fail"`, throws the error of the first invalid value: `offset`
	 * counts octets of the value, and the message names its index.
	 *
	 * @example
	 * ```ts
	 * const data = new TextEncoder().encode("HTTP://a1:x:b");
	 * const column = createNormalizer().normalizeColumn({ offsets: Int32Array.of(0, 8, 10, 13), data });
	 * [...column.offsets]; // [0, 9, 11, 14]
	 * new TextDecoder().decode(column.data); // "http://a/1:x:b"
	 * column.valid[0]; // 5: the first value and the third
	 * ```
	 */
	normalizeColumn(column: Utf8Column): NormalizedColumn {
		return normalizeColumn(column, this.settings, linesWorkspace(this.settings.engine));
	}

	/**
	 * Returns a transform stream (Web Streams) that normalizes lines as `normalizeLines` does. Lines may span chunks. Memory use
	 * is constant, apart from one unfinished line of at most 16 MiB.
	 *
	 * `counts` has the numbers of `lines` and `rejects` so far. Under `invalid: "fail"`, an invalid line errors the stream with a
	 * UriError that has its `line`.
	 */
	lineStream(): LineStream {
		return mappedStream(linesWorkspace, this.settings);
	}

	/**
	 * Returns a transform stream that passes the first of each group of equivalent lines, in normal form. `seen` holds the lines
	 * seen so far and may be shared with other streams. The default is a new set with this normalizer's options.
	 *
	 * `counts` has the numbers of `lines`, `unique`, `duplicates` and `rejects` so far. Errors as in `lineStream`, and `set-full`.
	 */
	dedupeStream(seen: SeenSet = new SeenSet({ normalizer: this })): LineStream<DedupeCounts> {
		return dedupeStream(seen);
	}
}

/**
 * Creates a normalizer with these options. Throws UriError `invalid-option`.
 *
 * @example
 * ```ts
 * const syntax = createNormalizer({ level: "syntax" });
 * syntax.normalize("HTTP://Example.com:80"); // "http://example.com:80"
 * ```
 */
export function createNormalizer(options?: NormalizeOptions): Normalizer {
	return new Normalizer(resolveOptions(options));
}
