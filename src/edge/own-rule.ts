/**
 * Rules that a program writes itself. Caches ignore invalid parts of a server's field. In a program's own rule such a part is an error,
 * since it would silently merge nothing.
 */
import { MAX_FIELD, parseDictionary, QUOTED } from "./dictionary";
import { decodeForm, encodeForm, isUtf8, wellFormed } from "./form";
import { type Rule, ruleOf } from "./rule";

/** Signs of a mistake in a name: patterns, values, several names, the start of a query. */
const SUSPICIOUS = /[*=&#?,\s]/;

/** Rules whose names were checked where they were written, and are meant as they are. */
const checked = /* @__PURE__ */ new WeakSet<Rule>();

export function markChecked(rule: Rule): Rule {
	checked.add(rule);
	return rule;
}

export function isChecked(rule: Rule): boolean {
	return checked.has(rule);
}

/** Returns the rule of a field if each of its parts says something, even if that is to ignore nothing. Else `ruleOfField` finds the reason. */
export function ownRule(text: string): Rule | undefined {
	const members = text.length > MAX_FIELD ? undefined : parseDictionary(text);
	const rule = members && ruleOf(members);
	const names = [members?.params, members?.except].flatMap((list) => (Array.isArray(list) ? (list as string[]) : []));
	const keys = keysOf(text);
	const areNames = names.every(isOwnName);
	const areUnique = [keys, names.map(decodeForm)].every((all) => new Set(all).size === all.length);
	return areNames && areUnique && !keys.includes("") ? rule && markChecked(rule) : undefined;
}

/** Whether a name of a field is one that people mean. */
export function isOwnName(name: string): boolean {
	return name !== "" && !SUSPICIOUS.test(name) && isUtf8(name);
}

/** The keys of a dictionary; "" for one that says nothing, or has parameters. */
export function keysOf(text: string): string[] {
	if (text.trim() === "") return [];
	const members = text.replace(QUOTED, "").split(",");
	return members.map((member) => /^\s*(key-order|params|except)(?![^;]*;)/.exec(member)?.[1] ?? "");
}

/** Why a name, decoded, is hardly one that URLs have, and what to write. Undefined if it may be one. */
export function nameFault(name: string): string | undefined {
	const known = wellFormed(name);
	if (name !== "" && known === name && !SUSPICIOUS.test(name) && !/[%+]/.test(name)) return undefined;
	const names = decodeForm(name.replace(/=[^&,\s]*/g, "")).match(/[^*&#?,\s\ud800-\udfff]+/g) ?? ["gclid"];
	const instead = names.map((part) => JSON.stringify(part)).join(", ");
	const written = name.includes("*") ? `{ name: ${instead}, match: "prefix" }` : instead;
	return `${JSON.stringify(name)} would be ${encodeForm(known)}= in a URL; write ${written}`;
}
