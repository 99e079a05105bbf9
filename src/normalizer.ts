/** The normalizer: options, checked once, and every function of the package as a method. */

import { type UriError, unwrap } from "./errors";
import { type ValidateOptions, validate } from "./grammar/validate";
import type { Octets } from "./input";
import { type NormalizedColumn, normalizeColumn } from "./lines/column";
import { type NormalizedLines, normalizeLines, resolveLines } from "./lines/lines";
import { dedupeStream, lineStream } from "./lines/stream";
import type { Utf8Column } from "./lines/utf8-column";
import { type NormalizeOptions, resolveOptions } from "./options";
import { recompose, type UriComponents } from "./reference/components";
import { type Explanation, explainReference } from "./reference/explain";
import { ReferenceNormalizer } from "./reference/reference-normalizer";
import { SeenSet } from "./seen/seen-set";
import { shortestReference } from "./uri/relativize";
import { meansSameDocument, type ResolveOptions, resolutionOf, tryResolve } from "./uri/resolve";
import { type ParseOptions, parse, tryParse, type Uri } from "./uri/uri";

/**
 * Normalizes references by one set of options. Made by `createNormalizer`.
 *
 * @example
 * ```ts
 * const strict = createNormalizer({ strict: true });
 * strict.normalize("HTTP://example.com/%7euser"); // "http://example.com/~user"
 * strict.isNormalized("http://example.com/a b"); // false: it is not valid
 * ```
 */
export class Normalizer extends ReferenceNormalizer {
	/** The steps of normalization: see the function `explain`. */
	explain(reference: string): Explanation {
		return explainReference(reference, this.settings, this.workspace);
	}

	/** Every fault of a reference by the grammar of an edition, whatever the options of the normalizer: see the function `validate`. */
	validate(reference: string, options?: ValidateOptions): UriError[] {
		return validate(reference, options);
	}

	/** Splits a reference into its components: see the function `parse`. */
	parse(reference: string, options?: ParseOptions): Uri {
		return parse(reference, options);
	}

	/** The twin of `parse` that answers the error instead of throwing it. */
	tryParse(reference: string, options?: ParseOptions): Uri | UriError {
		return tryParse(reference, options);
	}

	/** Puts components together: see the function `recompose`. */
	recompose(components: UriComponents): string {
		return recompose(components);
	}

	/** The target of a reference against a base: see the function `resolve`. */
	resolve(reference: string, base: string, options?: ResolveOptions): string {
		return unwrap(tryResolve(reference, base, options, this.workspace));
	}

	/** The shortest reference that the base resolves to the target: see the function `relativize`. */
	relativize(target: string, base: string): string {
		return shortestReference(target, base, this.workspace);
	}

	/** Says whether a reference means the document whose base is given: see the function `isSameDocument`. */
	isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean {
		return meansSameDocument(reference, base, options, this.workspace);
	}

	/** Resolves references that stand one a line, as octets, against a base: one line out for each line in, as `normalizeLines`. */
	resolveLines(lines: Octets, base: string, options?: ResolveOptions): NormalizedLines {
		return resolveLines(lines, base, resolutionOf(options), this.settings);
	}

	/**
	 * Normalizes references that stand one a line, as octets. LF ends a line, with one CR before it; a byte order mark at the
	 * start is dropped. Every line in is one line out, ended by LF, unless it is rejected and `invalid` is `"drop"`.
	 */
	normalizeLines(lines: Octets): NormalizedLines {
		return normalizeLines(lines, this.settings);
	}

	/**
	 * Normalizes a column of references in Apache Arrow's Utf8 layout: n + 1 offsets, whose first need not be 0, and the values'
	 * octets one behind the other. Each value is a reference of its own, whatever its octets, LF and NUL included.
	 *
	 * `valid` is Arrow's bitmap, least significant bit first, in the input (where null is meant) and in the result. There a bit is
	 * 1 for a value in normal form. It is 0 for a null, which takes no octets, and for a value that cannot be normalized: with
	 * `invalid: "keep"` its octets are there as they came, behind the null that readers of Arrow see; with `"drop"` and
	 * `"blank"` it takes no octets. So there are as many values as in the input, in every case.
	 *
	 * Throws UriError: `invalid-option` for offsets that descend or point outside the data, or for a bitmap that is too short;
	 * with `invalid: "fail"`, the error of the first value that cannot be normalized, whose message has its index, and whose
	 * `offset` is an octet of the value; `too-long` when the result has more than 2,147,483,647 octets.
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
		return normalizeColumn(column, this.settings);
	}

	/** Lines as a stream, as normalizeLines, whatever the chunking: Web Streams, in constant memory. */
	lineStream(): TransformStream<Octets, Uint8Array> {
		return lineStream(this.settings);
	}

	/**
	 * A stream of lines that lets the first of each equivalence class through, in normal form. `seen` keeps what was seen, here
	 * and by others; it is this normalizer's own, new, unless given.
	 */
	dedupeStream(seen: SeenSet = new SeenSet({ normalizer: this })): TransformStream<Octets, Uint8Array> {
		return dedupeStream(seen.contents());
	}
}

/**
 * Checks options and makes a normalizer of them. Throws UriError `invalid-option`.
 *
 * @example
 * ```ts
 * const syntax = createNormalizer({ level: "syntax" });
 * syntax.normalize("HTTP://Example.com:80"); // "http://example.com:80"
 * const crawler = createNormalizer({ observed: [["http://example.com/", "https://www.example.com/"]] });
 * crawler.compare("http://example.com", "https://www.example.com"); // "protocol"
 * ```
 */
export function createNormalizer(options?: NormalizeOptions): Normalizer {
	return new Normalizer(resolveOptions(options), options?.observed);
}
