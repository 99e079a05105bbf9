/** Rules of No-Vary-Search (draft-ietf-httpbis-no-vary-search-10): which parameters choose the response, and whether their order does. */
import { type Dictionary, MAX_FIELD, MAX_NAMES, parseDictionary } from "./dictionary";
import { decodeForm, encodeStrictly, wellFormed } from "./form";

/**
 * A rule as JSON. It ignores `params`, or all parameters but those of `except`; with `keyOrder`, their order too. `prefixes` are of rules
 * of one's own: names that begin with one are ignored as well, which no field can say.
 */
export type Rule = { readonly keyOrder: boolean } & (
	| { readonly params: readonly string[]; readonly prefixes?: readonly string[] }
	| { readonly except: readonly string[] }
);

/** Nothing is ignored. */
export const DEFAULT_RULE: Rule = frozen({ keyOrder: false, params: [] });

/** Reads a field as caches do: an absent or invalid one is the default rule. Throws TypeError for an argument of another type. */
export function readField(field: string | readonly string[] | Headers | null | undefined): Rule {
	const text = textOf(field);
	const members = text === null || text.length > MAX_FIELD ? undefined : parseDictionary(text);
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
export function ruleOf(members: Dictionary): Rule | undefined {
	const { "key-order": keyOrder = false, params, except } = members;
	if (["key-order", "params", "except"].some((key) => key in members && members[key] === undefined)) return undefined;
	const names = except ?? (Array.isArray(params) ? params : []);
	if (typeof keyOrder !== "boolean" || !Array.isArray(names) || names.length > MAX_NAMES) return undefined;
	// `except` and a list of `params` exclude each other.
	if (except !== undefined && params !== undefined && params !== true) return undefined;
	// "Parse a key". Sorted and unique, so that equal rules are equal as JSON.
	const decoded = sorted(names.map(decodeForm));
	return frozen(except !== undefined || params === true ? { keyOrder, except: decoded } : { keyOrder, params: decoded });
}

/** Sorted and unique. */
export function sorted(names: readonly string[]): string[] {
	return names
		.slice()
		.sort()
		.filter((name, index, all) => name !== all[index - 1]);
}

/** Freezes a rule with its names. */
export function frozen(rule: Rule): Rule {
	Object.freeze("params" in rule ? rule.params : rule.except);
	if ("prefixes" in rule) Object.freeze(rule.prefixes);
	return Object.freeze(rule);
}

/**
 * Writes the field for a rule, in the syntax of the draft or in that of browsers; undefined for the default rule, for which there is
 * nothing to send, for one with prefixes, which no field can say, and for a rule too long to be read: more than 256 names or 8,192
 * octets. `noVarySearch` reads it as the same rule. Throws TypeError for a wrong rule or syntax.
 *
 * @example
 * ```ts
 * headerOf({ keyOrder: true, except: [] }); // "key-order, except=()"
 * headerOf({ keyOrder: true, except: [] }, "browsers"); // "key-order, params"
 * ```
 */
export function headerOf(rule: Rule, syntax: "draft" | "browsers" = "draft"): string | undefined {
	if (syntax !== "draft" && syntax !== "browsers")
		throw new TypeError(`The syntax must be "draft" or "browsers", not ${JSON.stringify(syntax)}.`);
	const field = identityOf(rule, syntax);
	return "prefixes" in rule && rule.prefixes?.length ? undefined : field;
}

/** The same, with a member for prefixes, which no field has: equal for equal rules. Throws TypeError for anything but a rule. */
export function identityOf(rule: Rule, syntax: "draft" | "browsers" = "draft"): string | undefined {
	if (!isRule(rule))
		throw new TypeError("A rule must be what noVarySearch returns: { keyOrder, params } or { keyOrder, except }.");
	const names = sorted("params" in rule ? rule.params : rule.except);
	const prefixes = sorted(("prefixes" in rule && rule.prefixes) || []);
	const members = (rule.keyOrder ? ["key-order"] : []).concat(namesOf("params" in rule, names, syntax));
	if (prefixes.length > 0) members.push(`prefixes=${listOf(prefixes)}`);
	const field = members.join(", ");
	return names.length + prefixes.length > MAX_NAMES || field.length > MAX_FIELD || field === "" ? undefined : field;
}

/** Whether this is a rule, and has no other member, which would say nothing. */
export function isRule(rule: unknown): rule is Rule {
	if (typeof rule !== "object" || rule === null) return false;
	const { keyOrder, params, except, prefixes = [] } = rule as { [member: string]: unknown };
	return (
		typeof keyOrder === "boolean" &&
		Object.keys(rule).every((name) => /^(?:keyOrder|params|except|prefixes)$/.test(name)) &&
		(except === undefined
			? areStrings(params) && areStrings(prefixes)
			: areStrings(except) && !("params" in rule || "prefixes" in rule))
	);
}

/** Whether this is an array of strings. A hole is none, which methods of arrays skip. */
export function areStrings(names: unknown): boolean {
	return Array.isArray(names) && [...names].every((name) => typeof name === "string");
}

function namesOf(areIgnored: boolean, names: readonly string[], syntax: "draft" | "browsers"): string[] {
	if (areIgnored) return names.length > 0 ? [`params=${listOf(names)}`] : [];
	if (syntax === "draft") return [`except=${listOf(names)}`];
	return names.length > 0 ? ["params", `except=${listOf(names)}`] : ["params"];
}

function listOf(names: readonly string[]): string {
	return `(${names.map((name) => `"${escaped(name)}"`).join(" ")})`;
}

/** Percent-encodes what a string of RFC 9651 or "Parse a key" would read as something else. */
function escaped(name: string): string {
	return wellFormed(name).replace(/[^!#$&-*,-[\]-~]+/g, encodeStrictly);
}
