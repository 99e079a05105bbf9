/** Fields that servers send. */
import { type Rule, readField } from "./rule";

/**
 * Reads a field `No-Vary-Search`: its value, several lines of it, or the headers of a response. An absent or invalid field is the
 * default rule `{ keyOrder: false, params: [] }`, by which only equal queries are equivalent. Only an argument of another
 * type is an error, TypeError. For a field of your own, `ruleOfField` refuses parts that say nothing, such as `params=utm_source`.
 *
 * Two syntaxes are in use, and both are read. In the draft, `except=("id")` stands by itself; in browsers, `params, except=("id")`.
 *
 * @example
 * ```ts
 * noVarySearch('key-order, params=("utm_source")'); // { keyOrder: true, params: ["utm_source"] }
 * noVarySearch('except=("id")'); // { keyOrder: false, except: ["id"] }
 * noVarySearch("params=utm_source"); // { keyOrder: false, params: [] }
 * ```
 */
export function noVarySearch(field: string | readonly string[] | Headers | null | undefined): Rule;
export function noVarySearch(field: string | readonly string[] | Headers | null | undefined, other?: unknown): Rule {
	// As a callback of map, it is given an index.
	if (other !== undefined && typeof other !== "number")
		throw new TypeError(
			"noVarySearch has no options: it reads what servers send; for a field of your own, call ruleOfField(field).",
		);
	return readField(field);
}
