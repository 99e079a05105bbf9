/** Rules of a list that its exceptions switch off for more URLs than they name. */
import type { FilterGroup, FilterRule, ListPlace, UrlTest } from "../schema/filter";
import { EVERY_HOST, heldUrls } from "./held-urls";
import { wideningOf } from "./widened";

/** An exception, shortened, and the rules that it switches off. `line` and `path` are those of a report. */
export interface SwitchedOff {
	readonly line: number;
	readonly path: string;
	readonly text: string;
	/** Number of rules. */
	readonly rules: number;
	/** For which URLs, without their scheme: `every host`, or hosts and paths in which "*" is anything. */
	readonly where: string;
}

/** Pairs of rules and exceptions whose hosts are compared. With more, a list is hostile, and each exception counts for all rules. */
const MAX_PAIRS = 1_000_000;

/** The exceptions that are widened, and those that are for every URL: first those for every host, then those for all of some hosts. */
export function switchedOffBy(filter: readonly FilterGroup[]): SwitchedOff[] {
	const counts = new Map<UrlTest, number>();
	for (const [exceptions, rules] of rulesByExceptions(filter)) {
		const wider = exceptions.filter(isWider);
		const isCompared = rules.length * wider.length <= MAX_PAIRS;
		for (const test of wider) {
			const count = isCompared ? rules.filter((rule) => mayMeet(test, rule)).length : rules.length;
			if (count > 0) counts.set(test, (counts.get(test) ?? 0) + count);
		}
	}
	return Array.from(counts, ([test, rules]) => ({ rules, where: heldUrls(test), ...placeOf(test) })).sort(
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

/** Whether an exception holds for URLs that it does not name, or names all. */
function isWider(test: UrlTest): boolean {
	const { host, hosts, exceptHosts, pattern } = test;
	const namesAll = host === undefined && hosts === undefined && exceptHosts === undefined && pattern === undefined;
	return namesAll || wideningOf(test) !== undefined;
}

/** Whether an exception and a rule may be about the same host: false only if both name hosts, and none is one of the other's. */
function mayMeet(exception: UrlTest, { url }: FilterRule): boolean {
	const [ofException, ofRule] = [hostsOf(exception), hostsOf(url)];
	if (ofException === undefined || ofRule === undefined) return true;
	return ofException.some((a) => ofRule.some((b) => isBelow(a, b) || isBelow(b, a)));
}

function hostsOf({ host, hosts }: UrlTest): readonly string[] | undefined {
	return hosts ?? (host === undefined ? undefined : [host]);
}

function isBelow(host: string, parent: string): boolean {
	return host === parent || host.endsWith(`.${parent}`);
}

function rank({ where }: SwitchedOff): number {
	if (where === EVERY_HOST) return 0;
	return /^[^/]*(?:\/\*?)?\??$/.test(where) ? 1 : 2;
}
