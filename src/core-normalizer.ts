/** The normalizer of `urlsieve`: by the rules of RFC 3986, and with the functions of the entry that need no rules. */
import { referenceWorkspace } from "./engine/shared";
import type { UriError } from "./errors";
import { type ValidateOptions, validate } from "./grammar/validate";
import type { LineStream } from "./lines/line-stream";
import type { DedupeCounts } from "./lines/stream";
import { Normalizer } from "./normalizer";
import { type NormalizeOptions, resolveOptions } from "./options";
import { recompose, type UriComponents } from "./reference/components";
import { meansSameDocument, type ResolveOptions } from "./reference/resolve";
import { CoreRules, type CoreTypes } from "./rules/core-rules";
import { dedupeStream } from "./seen/dedupe-stream";
import { SeenSet } from "./seen/seen-set";
import { shortestReference } from "./uri/relativize";
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
export class CoreNormalizer extends Normalizer<CoreTypes> {
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

	/** Returns the shortest reference that resolves to the target: see the function `relativize`. */
	relativize(target: string, base: string): string {
		return shortestReference(target, base, referenceWorkspace(this.settings.engine));
	}

	/** Whether a reference identifies the document that has this base: see the function `isSameDocument`. */
	isSameDocument(reference: string, base: string, options?: ResolveOptions): boolean {
		return meansSameDocument(reference, base, options, referenceWorkspace(this.settings.engine));
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
 * Creates a normalizer with these options. Throws OptionError `invalid-option`.
 *
 * @example
 * ```ts
 * const syntax = createNormalizer({ level: "syntax" });
 * syntax.normalize("HTTP://Example.com:80"); // "http://example.com:80"
 * ```
 */
export function createNormalizer(options?: NormalizeOptions): CoreNormalizer {
	return new CoreNormalizer(new CoreRules(resolveOptions(options)));
}
