/** Fields that one writes, and what they say in vain. */
import { type Dictionary, MAX_FIELD, MAX_NAMES, type Member, parseDictionary, QUOTED } from "./dictionary";
import { decodeForm } from "./form";
import { isOwnName, keysOf, ownRule } from "./own-rule";
import { identityOf, type Rule } from "./rule";

const KEYS = ["key-order", "params", "except"];

/**
 * Reads a field `No-Vary-Search` of one's own. Throws TypeError, with the reason, for a field that is invalid or ignores nothing, and for
 * one with a part that says nothing, such as `params=("a"), max-age=3` or `params=("utm_*")`.
 *
 * @example
 * ```ts
 * ruleOfField('key-order, params=("utm_source")'); // { keyOrder: true, params: ["utm_source"] }
 * ```
 */
export function ruleOfField(field: string): Rule;
export function ruleOfField(field: string, other?: unknown): Rule {
	// As a callback of map, it is given an index.
	if (other !== undefined && typeof other !== "number") throw new TypeError("ruleOfField has no options: it is always strict.");
	if (typeof field !== "string") throw new TypeError('A field of your own must be a string, such as params=("utm_source").');
	const rule = ownRule(field);
	if (rule !== undefined && identityOf(rule) !== undefined) return rule;
	const shown = (field.length > 100 ? `${field.slice(0, 100)}…` : field).replace(/\p{Cc}/gu, "?");
	const fault = rule === undefined ? faultOf(field) : "it ignores nothing";
	throw new TypeError(
		`The field '${shown}' is no rule: ${fault}. Write one such as params=("utm_source" "gclid") or except=("id").`,
	);
}

/** Why a field, or a part of it, says nothing. */
function faultOf(text: string): string {
	if (text.length > MAX_FIELD) return `it is longer than ${MAX_FIELD} bytes`;
	const beyond = /[^ -~\t]+/.exec(text)?.[0];
	if (beyond !== undefined)
		return `percent-encode what is beyond ASCII: ${encodeURIComponent(beyond.replace(/[\ud800-\udfff]/g, "\ufffd"))}`;
	const members = parseDictionary(text);
	if (members === undefined) return syntaxFault(text);
	return memberFault(text) ?? valueFault(members) ?? listFault(members.params) ?? listFault(members.except) ?? "it is invalid";
}

function syntaxFault(text: string): string {
	const parts = text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
	const at = parts.findIndex((part) => parseDictionary(part.trim()) === undefined);
	if (at < 0) return "it has a comma too many";
	const part = (parts[at] as string).trim();
	const isOpen = part.lastIndexOf("(") > part.lastIndexOf(")");
	if (isOpen && at + 1 < parts.length) return "spaces separate the names of a list, not commas";
	if (isOpen || part.endsWith("=")) return "it ends too early";
	return `it is malformed from ${JSON.stringify(part.slice(0, 20))} on`;
}

function memberFault(text: string): string | undefined {
	const keys = text
		.replace(QUOTED, "")
		.split(",")
		.map((part) => part.trim().replace(/[=;].*/, ""));
	const known = keysOf(text);
	const unknown = keys.find((key) => !KEYS.includes(key));
	if (unknown !== undefined) return `it has ${unknown}, but the only members are ${KEYS.join(", ")}`;
	const twice = keys.find((key, at) => keys.indexOf(key) < at);
	if (twice !== undefined) return `${twice} is given twice, and only the last would count`;
	return known.includes("") ? "it has parameters, which begin with ; and mean nothing" : undefined;
}

function valueFault(members: Dictionary): string | undefined {
	if ("key-order" in members && typeof members["key-order"] !== "boolean") return "key-order has no value but ?1 and ?0";
	for (const key of ["params", "except"])
		if (key in members && members[key] === undefined) return `${key} must list names in quotes, such as ${key}=("a" "b")`;
	if (typeof members.except === "boolean") return "except must list names";
	return members.except !== undefined && members.params !== undefined && members.params !== true
		? "params and except exclude each other"
		: undefined;
}

function listFault(names: Member): string | undefined {
	if (!Array.isArray(names)) return undefined;
	if (names.length > MAX_NAMES) return `it lists more than ${MAX_NAMES} names`;
	const wrong = names.find((name) => !isOwnName(name));
	if (wrong !== undefined) return nameFault(wrong);
	const decoded = names.map(decodeForm);
	const twice = decoded.find((name, at) => decoded.indexOf(name) < at);
	return twice === undefined ? undefined : `the name ${JSON.stringify(twice)} is listed twice`;
}

function nameFault(name: string): string {
	const shown = JSON.stringify(name);
	if (name === "") return "a name is empty";
	if (name.includes("*"))
		return `the * of ${shown} would be a character of the name; a prefix is { name: ${JSON.stringify(name.replace(/\*.*/, ""))}, match: "prefix" } in "given", and %2A is a * itself`;
	const mark = /[=&#?, ]/.exec(name)?.[0];
	if (mark === undefined) return `a % in the name ${shown} must begin a triplet of UTF-8; %25 is a % itself`;
	const several = /[, ]/.test(mark) ? `; each name has quotes of its own` : "";
	return `no name has a ${mark === " " ? "space" : mark}, as ${shown} does; percent-encoded, ${encodeURIComponent(mark)} would be one${several}`;
}
