/** Fields of servers, and those that one writes. */
import { checkOptions } from "./checked-options";
import { headerOf, type Rule, readField, textOf } from "./rule";
import { strictFault } from "./strict";

/** Options of `noVarySearch`. */
export interface FieldOptions {
	/** Throws TypeError for a field that is absent, invalid, ignores nothing, or has a member that does: for fields that one writes. */
	readonly strict?: boolean | undefined;
}

/**
 * Reads a field `No-Vary-Search`: its value, several lines of it, or the headers of a response. What is absent or invalid is the
 * default rule `{ keyOrder: false, params: [] }`, by which only equal queries are equivalent. Only an argument of another
 * type is an error, TypeError. With `strict`, so is a field that says nothing, such as `params=utm_source`: a rule of one's own is no header.
 *
 * Two syntaxes are in use, and both are read. In the draft, `except=("id")` stands alone; in browsers, `params, except=("id")`.
 *
 * @example
 * ```ts
 * noVarySearch('key-order, params=("utm_source")'); // { keyOrder: true, params: ["utm_source"] }
 * noVarySearch('except=("id")'); // { keyOrder: false, except: ["id"] }
 * noVarySearch("params=utm_source"); // { keyOrder: false, params: [] }
 * ```
 */
export function noVarySearch(field: string | readonly string[] | Headers | null | undefined, options: FieldOptions = {}): Rule {
	// As a callback of map, it is given an index.
	if (typeof options === "object") checkOptions(options, ["strict"]);
	const rule = readField(field);
	if (!options.strict) return rule;
	const text = textOf(field) ?? "";
	const fault = strictFault(text) ?? (headerOf(rule) === undefined ? "it ignores nothing" : undefined);
	if (fault !== undefined) throw new TypeError(faultyField(text, fault));
	return rule;
}

/** The sentence for a field that says nothing. */
export function faultyField(text: string, fault: string): string {
	const shown = (text.length > 100 ? `${text.slice(0, 100)}…` : text).replace(/\p{Cc}/gu, "?");
	return `The field '${shown}' is no rule: ${fault}. Write one such as params=("utm_source" "gclid") or except=("id").`;
}
