/**
 * What a field says in vain. A server's field may: caches ignore what is invalid. A field that one writes for a cache of one's own may
 * not, since it would silently merge nothing.
 */
import { type Dictionary, MAX_FIELD, MAX_NAMES, parseDictionary, type Trace, trimmed } from "./dictionary";
import { decodeForm, isUtf8 } from "./form";

const KEYS = ["key-order", "params", "except"];

/** Why a field, or a part of it, says nothing. Undefined if all of it does. */
export function strictFault(text: string): string | undefined {
	if (text.length > MAX_FIELD) return `it is longer than ${MAX_FIELD} bytes`;
	const beyond = /[^ -~\t]+/.exec(text)?.[0];
	if (beyond !== undefined) return `percent-encode what is beyond ASCII: ${encoded(beyond)}`;
	const trace: Trace = { keys: [], hasParameters: false, end: 0 };
	const members = parseDictionary(text, trace);
	if (members === undefined) return syntaxFault(trimmed(text), trace.end);
	return memberFault(members, trace) ?? listFault(members.params) ?? listFault(members.except);
}

function encoded(text: string): string {
	return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, "\ufffd"));
}

function syntaxFault(text: string, at: number): string {
	const rest = text.slice(at);
	if (rest === "") return "it ends too early";
	if (rest[0] === "," && text.lastIndexOf("(", at) > text.lastIndexOf(")", at))
		return "spaces separate the names of a list, not commas";
	if (/^,[ \t]*$/.test(rest)) return "it ends in a comma";
	return `it is malformed from ${JSON.stringify(rest.slice(0, 20))} on`;
}

function memberFault(members: Dictionary, { keys, hasParameters }: Trace): string | undefined {
	const unknown = keys.filter((key) => !KEYS.includes(key))[0];
	if (unknown !== undefined) return `it has ${unknown}, but the only members are ${KEYS.join(", ")}`;
	const twice = keys.filter((key, index) => keys.indexOf(key) < index)[0];
	if (twice !== undefined) return `${twice} is given twice, and only the last would count`;
	if (hasParameters) return "it has parameters, which begin with ; and mean nothing";
	if ("key-order" in members && typeof members["key-order"] !== "boolean") return "key-order has no value but ?1 and ?0";
	for (const key of ["params", "except"])
		if (key in members && members[key] === undefined) return `${key} must list names in quotes, such as ${key}=("a" "b")`;
	if (typeof members.except === "boolean") return "except must list names";
	if (members.except !== undefined && members.params !== undefined && members.params !== true)
		return "params and except exclude each other";
	return undefined;
}

function listFault(names: Dictionary[string]): string | undefined {
	if (!Array.isArray(names)) return undefined;
	if (names.length > MAX_NAMES) return `it lists more than ${MAX_NAMES} names`;
	for (const name of names) {
		const fault = nameFault(name);
		if (fault !== undefined) return fault;
		if (!isUtf8(name)) return `a % in the name ${JSON.stringify(name)} must begin a triplet of UTF-8; %25 is a % itself`;
	}
	const decoded = names.map(decodeForm);
	const twice = decoded.filter((name, index) => decoded.indexOf(name) < index)[0];
	return twice === undefined ? undefined : `the name ${JSON.stringify(twice)} is listed twice`;
}

/** Why a text cannot be the name of a parameter, and how to spell the name that was probably meant. */
export function nameFault(name: string): string | undefined {
	if (name.includes("*"))
		return `the * of ${JSON.stringify(name)} would be a character of the name; a prefix is { name: ${JSON.stringify(name.replace(/\*.*/, ""))}, match: "prefix" } of a policy, and %2A is a * itself`;
	const mark = /[=&#]/.exec(name)?.[0];
	return mark === undefined
		? undefined
		: `no name has a ${mark}, as ${JSON.stringify(name)} does; percent-encoded, ${encodeURIComponent(mark)} would be one`;
}
