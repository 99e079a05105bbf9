/** The normalizer of `urlsieve`: by the rules of RFC 3986. Beside the methods, it has the functions of the entry that need no rules. */
import { validate } from "./grammar/validate";
import type { LineStream } from "./lines/line-stream";
import type { DedupeCounts } from "./lines/stream";
import { Normalizer } from "./normalizer";
import { type NormalizeOptions, resolveOptions } from "./options";
import { recompose } from "./reference/components";
import { meansSameDocument, type ResolveOptions } from "./reference/resolve";
import { CoreRules, type CoreTypes } from "./rules/core-rules";
import { dedupeStream } from "./seen/dedupe-stream";
import { SeenSet } from "./seen/seen-set";
import { shortestReference } from "./uri/relativize";
import { parse, tryParse } from "./uri/uri";

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
export interface CoreNormalizer extends Normalizer<CoreTypes> {
	/** Returns all faults of a reference by an edition's grammar. Ignores the normalizer's options. See the function `validate`. */
	readonly validate: typeof validate;
	/** Splits a reference into its components: see the function `parse`. */
	readonly parse: typeof parse;
	/** Like `parse`, but returns the error. */
	readonly tryParse: typeof tryParse;
	/** Joins components into a reference: see the function `recompose`. */
	readonly recompose: typeof recompose;
	/** Returns the shortest reference that resolves to the target: see the function `relativize`. */
	relativize(target: string, base: string): string;
	/** Whether a reference identifies the document that has this base: see the function `isSameDocument`. */
	isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean;
	/**
	 * Returns a transform stream that passes the first of each group of equivalent lines, in normal form. `seen` holds the lines
	 * seen so far and may be shared with other streams. The default is a new set with this normalizer's options.
	 *
	 * `counts` has the numbers of `lines`, `unique`, `duplicates` and `rejects` so far. Errors as in `lineStream`, and `set-full`.
	 */
	dedupeStream(seen?: SeenSet): LineStream<DedupeCounts>;
}

/**
 * Creates a normalizer with these options. Throws OptionError `invalid-option`.
 *
 * @example
 * ```ts
 * const syntax = createNormalizer({ level: "syntax" });
 * syntax.normalize("HTTP://Example.com:80"); // "http://example.com:80"
 * ```
 */
export function createNormalizer(options?: NormalizeOptions): CoreNormalizer {
	const rules = new CoreRules(resolveOptions(options));
	const normalizer = new Normalizer<CoreTypes>(rules);
	const functions: Omit<CoreNormalizer, keyof Normalizer> = {
		...{ validate, parse, tryParse, recompose },
		relativize: (target, base) => shortestReference(target, base, rules.single),
		isSameDocument: (reference, base, resolution) => meansSameDocument(reference, base, resolution, rules.single),
		dedupeStream: (seen = new SeenSet({ normalizer })) => dedupeStream(seen),
	};
	return Object.assign(normalizer, functions);
}
