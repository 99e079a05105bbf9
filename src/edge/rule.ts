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

/** Reads a field as caches do: what is absent or invalid is the default rule. Throws TypeError for an argument of another type. */
export function readField(field: string | readonly string[] | Headers | null | undefined): Rule {
	const text = textOf(field);
	return (text !== null && text.length <= MAX_FIELD && readRule(text)) || DEFAULT_RULE;
}

/** The rule of a field, or undefined if it is invalid. */
export function readRule(text: string): Rule | undefined {
	const members = parseDictionary(text);
	return members && ruleOf(members);
}

/** Several lines of a field are one, with commas: RFC 9110 §5.3. */
export function textOf(field: string | readonly string[] | Headers | null = null): string | null {
	if (field === null || typeof field === "string") return field;
	if (Array.isArray(field)) return field.join(", ");
	if (typeof (field as Headers).get === "function") return (field as Headers).get("no-vary-search") ?? null;
	throw new TypeError("A field must be a string, an array of strings, or the headers of a response.");
}

/** "Parse a URL variation config". Undefined if it is invalid. */
function ruleOf(members: Dictionary): Rule | undefined {
	const keyOrder = members["key-order"] ?? false;
	if (typeof keyOrder !== "boolean" || isOther(members, "key-order")) return undefined;
	if (isOther(members, "params") || isOther(members, "except")) return undefined;
	const { params, except } = members;
	if (except === undefined) {
		if (typeof params === "boolean") return frozen(params ? { keyOrder, except: [] } : { keyOrder, params: [] });
		return named((names) => ({ keyOrder, params: names }), params ?? []);
	}
	if (typeof except === "boolean" || (params !== undefined && params !== true)) return undefined;
	return named((names) => ({ keyOrder, except: names }), except);
}

/** Whether a member is there with a value that no rule has. */
function isOther(members: Dictionary, key: string): boolean {
	return key in members && members[key] === undefined;
}

/** "Parse a key" for each name. Sorted and unique, so that equal rules are equal as JSON. */
function named(rule: (names: string[]) => Rule, keys: readonly string[]): Rule | undefined {
	return keys.length > MAX_NAMES ? undefined : frozen(rule(sorted(keys.map(decodeForm))));
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
 * octets. `noVarySearch` reads it as the same rule. Throws TypeError for what is no rule or syntax.
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

/** The same, with a member for prefixes, which no field has: equal for equal rules. Throws TypeError for what is no rule. */
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
function isRule(rule: Rule): boolean {
	if (typeof rule !== "object" || rule === null || typeof rule.keyOrder !== "boolean") return false;
	const { params, except, prefixes } = rule as { [member: string]: unknown };
	return (
		Object.keys(rule).every((name) => /^(?:keyOrder|params|except|prefixes)$/.test(name)) &&
		(except === undefined ? isNames(params) && (prefixes === undefined || isNames(prefixes)) : isNames(except)) &&
		(except === undefined || (params === undefined && prefixes === undefined))
	);
}

function isNames(names: unknown): boolean {
	return Array.isArray(names) && names.every((name) => typeof name === "string");
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
