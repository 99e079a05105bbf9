/** Rules of No-Vary-Search (draft-ietf-httpbis-no-vary-search-10): which parameters choose the response, and whether their order does. */
import { type Member, parseDictionary } from "./dictionary";
import { decodeForm, encodeStrictly, wellFormed } from "./form";

/** A rule as JSON. It ignores `params`, or all parameters but those of `except`; with `keyOrder`, their order too. */
export type Rule = { readonly keyOrder: boolean } & (
	| { readonly params: readonly string[] }
	| { readonly except: readonly string[] }
);

/** Longer fields are not read. Octets. */
const MAX_FIELD = 8192;
/** More names are not read. */
const MAX_NAMES = 256;

/** Nothing is ignored. */
export const DEFAULT_RULE: Rule = frozen({ keyOrder: false, params: [] });

/**
 * Reads a field `No-Vary-Search`: its value, several lines of it, or the headers of a response. What is absent or invalid is the
 * default rule `{ keyOrder: false, params: [] }`, by which only equal queries are equivalent. Only an argument of another
 * type is an error, TypeError.
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
export function noVarySearch(field: string | readonly string[] | Headers | null | undefined): Rule {
	const text = textOf(field);
	if (text === null || text.length > MAX_FIELD) return DEFAULT_RULE;
	const members = parseDictionary(text);
	return (members && ruleOf(members)) ?? DEFAULT_RULE;
}

/** Several lines of a field are one, with commas: RFC 9110 §5.3. */
function textOf(field: string | readonly string[] | Headers | null = null): string | null {
	if (field === null || typeof field === "string") return field;
	if (Array.isArray(field)) return field.join(", ");
	if (typeof (field as Headers).get === "function") return (field as Headers).get("no-vary-search") ?? null;
	throw new TypeError("A field must be a string, an array of strings, or the headers of a response.");
}

/** "Parse a URL variation config". Undefined if it is invalid. */
function ruleOf(members: ReadonlyMap<string, Member>): Rule | undefined {
	const keyOrder = members.get("key-order") ?? false;
	if (typeof keyOrder !== "boolean" || isOther(members, "key-order")) return undefined;
	if (isOther(members, "params") || isOther(members, "except")) return undefined;
	const [params, except] = [members.get("params"), members.get("except")];
	if (except === undefined) {
		if (typeof params === "boolean") return frozen(params ? { keyOrder, except: [] } : { keyOrder, params: [] });
		return named((names) => ({ keyOrder, params: names }), params ?? []);
	}
	if (typeof except === "boolean" || (params !== undefined && params !== true)) return undefined;
	return named((names) => ({ keyOrder, except: names }), except);
}

/** Whether a member is there with a value that no rule has. */
function isOther(members: ReadonlyMap<string, Member>, key: string): boolean {
	return members.has(key) && members.get(key) === undefined;
}

/** "Parse a key" for each name. Sorted and unique, so that equal rules are equal as JSON. */
function named(rule: (names: string[]) => Rule, keys: readonly string[]): Rule | undefined {
	return keys.length > MAX_NAMES ? undefined : frozen(rule([...new Set(keys.map(decodeForm))].sort()));
}

function frozen(rule: Rule): Rule {
	Object.freeze("params" in rule ? rule.params : rule.except);
	return Object.freeze(rule);
}

/**
 * Writes the field for a rule, in the syntax of the draft or in that of browsers; undefined for the default rule, for which there is
 * nothing to send, and for a rule too long to be read: more than 256 names or 8,192 octets. `noVarySearch` reads it as the same rule.
 * Throws TypeError for what is no rule.
 *
 * @example
 * ```ts
 * headerOf({ keyOrder: true, except: [] }); // "key-order, except=()"
 * headerOf({ keyOrder: true, except: [] }, "browsers"); // "key-order, params"
 * ```
 */
export function headerOf(rule: Rule, syntax: "draft" | "browsers" = "draft"): string | undefined {
	if (!isRule(rule))
		throw new TypeError("A rule must be what noVarySearch returns: { keyOrder, params } or { keyOrder, except }.");
	const names = [...new Set("params" in rule ? rule.params : rule.except)].sort();
	const members = [...(rule.keyOrder ? ["key-order"] : []), ...namesOf("params" in rule, names, syntax)];
	const field = members.join(", ");
	return names.length > MAX_NAMES || field.length > MAX_FIELD || field === "" ? undefined : field;
}

function isRule(rule: { readonly params?: unknown; readonly except?: unknown } | null | undefined): boolean {
	const names = rule?.params ?? rule?.except;
	return Array.isArray(names) && names.every((name) => typeof name === "string");
}

function namesOf(areIgnored: boolean, names: readonly string[], syntax: "draft" | "browsers"): string[] {
	const list = `(${names.map((name) => `"${escaped(name)}"`).join(" ")})`;
	if (areIgnored) return names.length > 0 ? [`params=${list}`] : [];
	if (syntax === "draft") return [`except=${list}`];
	return names.length > 0 ? ["params", `except=${list}`] : ["params"];
}

/** Percent-encodes what a string of RFC 9651 or "Parse a key" would read as something else. */
function escaped(name: string): string {
	return wellFormed(name).replace(/[^!#$&-*,-[\]-~]+/g, encodeStrictly);
}
