/** Rules of a list that exceptions switch off on all URLs. */
import type { FilterGroup, FilterRule, ListPlace, UrlTest } from "../schema/filter";

/** An exception, shortened, and the rules that it switches off. `line` and `path` are those of a report. */
export interface SwitchedOff {
	readonly line: number;
	readonly path: string;
	readonly text: string;
	/** Number of rules. */
	readonly rules: number;
	/** For which URLs: `every host`, or the host of the rules. */
	readonly where: string;
}

const EVERY_HOST = "every host";

/** The exceptions that hold for every URL that their rules are about: first those for every host. */
export function switchedOffBy(filter: readonly FilterGroup[]): SwitchedOff[] {
	const rulesBy = new Map<UrlTest, FilterRule[]>();
	for (const [exceptions, rules] of rulesByExceptions(filter)) {
		for (const test of rules.length > 0 ? exceptions.filter(holdsForAll) : []) {
			const known = rulesBy.get(test);
			if (known === undefined) rulesBy.set(test, [...rules]);
			else known.push(...rules);
		}
	}
	return Array.from(rulesBy, ([test, rules]) => ({ rules: rules.length, where: whereOf(rules), ...placeOf(test) })).sort(
		(a, b) => rank(a) - rank(b) || b.rules - a.rules,
	);
}

/** The rules that each array of exceptions is for: those of its group, or those that share it. */
function rulesByExceptions(filter: readonly FilterGroup[]): Map<readonly UrlTest[], readonly FilterRule[]> {
	const rulesBy = new Map<readonly UrlTest[], FilterRule[]>();
	for (const { rules, exceptions } of filter) {
		rulesBy.set(exceptions, [...rules]);
		for (const rule of rules) {
			const known = rulesBy.get(rule.exceptions);
			if (known === undefined) rulesBy.set(rule.exceptions, [rule]);
			else if (rule.exceptions !== exceptions) known.push(rule);
		}
	}
	return rulesBy;
}

function placeOf({ source }: UrlTest): ListPlace {
	return source ?? { line: 1, path: "", text: "" };
}

/** Whether an exception has no test. */
function holdsForAll({ source, isReported, ...tests }: UrlTest): boolean {
	return Object.keys(tests).length === 0;
}

/** The host that all rules are about, or every host. */
function whereOf(rules: readonly FilterRule[]): string {
	const [host, ...others] = new Set(rules.map(({ url }) => hostsOf(url) ?? url.host));
	return host !== undefined && others.length === 0 ? host : EVERY_HOST;
}

function hostsOf({ hostTexts }: UrlTest): string | undefined {
	return hostTexts?.map((text) => text.replace(/\/.*/, "")).join(", ");
}

function rank({ where }: SwitchedOff): number {
	return where === EVERY_HOST ? 0 : 1;
}
