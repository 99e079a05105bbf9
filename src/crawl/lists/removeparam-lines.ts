/** The lines of a filter list, as their parts. */
import { nearest } from "../../nearest";
import type { ListPlace } from "../schema/filter";
import type { ListReports } from "./list-reports";
import {
	FIRST_PARTY,
	isModifier,
	type Modifier,
	modifiersOf,
	OTHER_TYPES,
	optionsAt,
	PAGE_TYPES,
	REMOVE_PARAM,
	THIRD_PARTY,
} from "./modifiers";

/** A line as its parts, before anything is compiled. */
export interface Line extends ListPlace {
	readonly isException: boolean;
	readonly pattern: string;
	readonly modifiers: readonly Modifier[];
	/** The reason for leaving it out, if a directive requires that. */
	readonly fault?: string;
}

/** A line that begins with `!#`. */
interface Directive {
	readonly text: string;
	readonly line: number;
}

/** Characters of a name in advice. */
export const MAX_ADVICE = 60;
const COSMETIC = /#@?(?:\$\??|[%?])?#|\$@?\$/;

/** The lines that have `removeparam`, and those that include other lists. */
export function linesOf(text: string, reports: ListReports): Line[] {
	const lines: Line[] = [];
	/** The conditions that are open. */
	const conditions: Directive[] = [];
	for (const [index, raw] of text.split("\n").entries()) {
		const rule = raw.trim();
		if (rule === "") continue;
		if (/^!#if\b/.test(rule)) conditions.push({ text: rule.slice(0, MAX_ADVICE), line: index + 1 });
		else if (/^!#endif\b/.test(rule)) conditions.pop();
		const line = /^!#include\b/.test(rule) ? included(rule, index + 1) : lineOf(rule, index + 1);
		if (line === undefined) passOver(rule, index + 1, reports);
		else lines.push(underCondition(line, conditions.at(-1)));
	}
	return lines;
}

/** Counts a line about something else. Reports a modifier that is nearly `removeparam`, as by a typing error. */
function passOver(rule: string, line: number, reports: ListReports): void {
	reports.passedOver += 1;
	const dollar = /^[![]/.test(rule) || COSMETIC.test(rule) ? -1 : rule.lastIndexOf("$");
	if (dollar < 0) return;
	for (const { name } of modifiersOf(rule.slice(dollar + 1))) {
		const meant = isModifier(name) ? undefined : nearest(name.toLowerCase(), REMOVE_PARAM);
		if (meant === undefined) continue;
		reports.doubt(line, `"${name}" is no modifier (did you mean ${meant}?), so the line is passed over`, rule);
		return;
	}
}

function included(text: string, line: number): Line {
	const fault = "Other lists are not included; add their rules, or give them as lists of their own";
	return { line, path: "", text, isException: false, pattern: "", modifiers: [], fault };
}

/** Refuses a line under a condition, unless it keeps parameters. */
function underCondition(line: Line, condition: Directive | undefined): Line {
	if (condition === undefined || line.fault !== undefined || line.isException !== hasBadFilter(line)) return line;
	const { text, line: number } = condition;
	return { ...line, fault: `The condition "${text}" of line ${number} is not read; to have the rule, write it outside` };
}

function lineOf(rule: string, line: number): Line | undefined {
	if (rule.startsWith("!") || rule.startsWith("[")) return undefined;
	const dollar = rule.includes(REMOVE_PARAM[0] as string) || rule.includes(REMOVE_PARAM[1] as string) ? optionsAt(rule) : -1;
	if (dollar < 0) return undefined;
	const isException = rule.startsWith("@@");
	const pattern = rule.slice(isException ? 2 : 0, dollar);
	const modifiers = modifiersOf(rule.slice(dollar + 1));
	const isOurs = modifiers.some(({ name }) => REMOVE_PARAM.includes(name));
	return isOurs && !COSMETIC.test(pattern) ? { line, path: "", text: rule, isException, pattern, modifiers } : undefined;
}

export function hasBadFilter({ modifiers }: Line): boolean {
	return modifiers.some(({ name }) => name === "badfilter");
}

export function textOf({ isException, pattern, modifiers }: Line): string {
	return `${isException ? "@@" : ""}${pattern}$${modifiers.map(({ text }) => text).join()}`;
}

export function withoutBadFilter(line: Line): string {
	return textOf({ ...line, modifiers: line.modifiers.filter(({ name }) => name !== "badfilter") });
}

/** Whether the types of a rule include the load of a page. */
export function isAboutPages({ modifiers }: Line): boolean {
	const has = (names: readonly string[], negated: boolean) =>
		modifiers.some(({ name, isNegated }) => names.includes(name) && isNegated === negated);
	if (has(THIRD_PARTY, false) || has(FIRST_PARTY, true) || has(PAGE_TYPES, true)) return false;
	return has(PAGE_TYPES, false) || !has(OTHER_TYPES, false);
}
