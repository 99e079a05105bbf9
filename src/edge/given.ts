/** Rules for servers that send none, by path. */

import { nameOf } from "../crawl/schema/parameter";
import { MAX_FIELD, MAX_NAMES } from "./dictionary";
import { isChecked, nameFault, ownRule } from "./own-rule";
import { decodeUnreserved, TRIPLET } from "./readers/octets";
import { DEFAULT_RULE, frozen, identityOf, isRule, type Rule } from "./rule";

/** The name of a parameter, or what the names of several begin with. In an object, it is taken as it is. */
export type GivenName = string | { readonly name: string; readonly match?: "exact" | "prefix" };

/**
 * A rule of one's own: a field, the parameters to ignore, by name or as `{ name: "utm_", match: "prefix" }`, or a rule, such as that of
 * `ruleOfPolicy`.
 */
export type GivenRule = string | readonly GivenName[] | Rule;

/** Finds the rule that is given for a URL without query. Throws TypeError for paths that no URL has, and for rules that say nothing. */
export function givenRules(given: { readonly [path: string]: GivenRule }): (url: string) => Rule {
	const rules = new Map(Object.entries(given).map(([path, rule]) => [path, ruleOfGiven(path, rule)]));
	const starts = [...rules.keys()].filter((path) => path.endsWith("*")).map((path) => path.slice(0, -1));
	starts.sort((a, b) => b.length - a.length);
	const acts = (path: string) => identityOf(rules.get(path) as Rule) !== undefined;
	for (const path of rules.keys()) {
		const isException = starts.some((start) => path.startsWith(start) && acts(`${start}*`));
		if (!acts(path) && !isException) throw faulty(path, "the rule ignores nothing, and no wider path has one that does");
	}
	return (url) => {
		const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
		return rules.get(path) ?? rules.get(`${starts.find((start) => path.startsWith(start))}*`) ?? DEFAULT_RULE;
	};
}

function faulty(path: string, reason: string): TypeError {
	return new TypeError(`In "given", ${JSON.stringify(path)}: ${reason}.`);
}

/** Throws TypeError for what says nothing. A rule that ignores nothing may be an exception from a wider one. */
function ruleOfGiven(path: string, given: GivenRule): Rule {
	const known = knownPath(path);
	if (/\*[^*]/.test(path))
		throw faulty(path, `a star stands only at the end; write ${JSON.stringify(known)}, which is wider, or each path`);
	if (known !== path) throw faulty(path, `no path of a URL in its usual spelling; write ${JSON.stringify(known)}`);
	const rule = typeof given === "string" ? ownRule(given) : Array.isArray(given) ? ruleOfNames(given) : given;
	if (typeof given === "string" && rule === undefined)
		throw faulty(
			path,
			`'${given.slice(0, 100)}' says nothing, or a part of it; write params=("a" "b"), or see what ruleOfField says of it`,
		);
	if (!isRule(rule))
		throw faulty(path, `write a field, names such as ["id", { name: "utm_", match: "prefix" }], or ruleOfPolicy(policy)`);
	const names = isChecked(rule) ? [] : Array.isArray(given) ? given : Object.values(rule).flat();
	const fault = names.map((name) => (typeof name === "string" ? nameFault(name) : undefined)).find(Boolean);
	if (fault !== undefined) throw faulty(path, fault);
	if (identityOf(rule) === undefined && Object.values(rule).flat().some(Boolean))
		throw faulty(path, `the rule has more than ${MAX_NAMES} names, or ${MAX_FIELD} bytes of them`);
	// A copy, which nobody changes.
	return frozen(JSON.parse(JSON.stringify(rule)));
}

/** The path as browsers send it, or its start with `*`: without host, triplets in capitals, and none that need not be. */
function knownPath(path: string): string {
	const [start = ""] = path.replace(/^[^/]+\/\/[^/]*/, "").split("*");
	const { pathname } = new URL(`https://host.invalid${/^[/\\]/.test(start) ? "" : "/"}${start}`);
	const triplets = decodeUnreserved(pathname.replace(/%(?![\da-f]{2})/gi, "%25"));
	return triplets.replace(TRIPLET, (triplet) => triplet.toUpperCase()) + (path.includes("*") ? "*" : "");
}

/** Undefined if an entry is none. */
function ruleOfNames(entries: readonly GivenName[]): Rule | undefined {
	const [params, prefixes] = ["exact", "prefix"].map((match) => entries.filter((entry) => matchOf(entry) === match).map(nameOf));
	return params && prefixes && params.length + prefixes.length === entries.length
		? { keyOrder: false, params, prefixes }
		: undefined;
}

function matchOf(entry: GivenName): unknown {
	if (typeof entry === "string") return "exact";
	const { name, match = "exact", ...others } = Object(entry);
	return typeof name === "string" && (name !== "" || match === "exact") && Object.keys(others).length === 0 ? match : undefined;
}
