/** Rules for servers that send none, by path. */
import { isError } from "../brand";
import type { Parameter, Policy } from "../crawl/policy/policy";
import { faultyField } from "./no-vary-search";
import { ruleOfPolicy } from "./policy-rule";
import { DEFAULT_RULE, frozen, identityOf, type Rule, readRule, sorted } from "./rule";
import { nameFault, strictFault } from "./strict";

/**
 * A rule of one's own: a field, a rule of `noVarySearch` or `ruleOfPolicy`, a policy, or the parameters to ignore, by name or as
 * `{ name: "utm_", match: "prefix" }`.
 */
export type GivenRule = string | Rule | Policy | readonly Parameter[];

/** Finds the rule that is given for a URL without query. Throws TypeError for paths that no URL has, and for rules that say nothing. */
export function givenRules(given: { readonly [path: string]: GivenRule }): (url: string) => Rule {
	const rules = new Map(Object.entries(given).map(([path, rule]) => [checkedPath(path), ruleOfGiven(path, rule)]));
	const prefixes = [...rules.keys()].filter((path) => path.endsWith("*")).map((path) => path.slice(0, -1));
	prefixes.sort((a, b) => b.length - a.length);
	for (const [path, rule] of rules) {
		const isSilent = identityOf(rule) === undefined;
		const isException = prefixes.some(
			(start) => path !== `${start}*` && path.startsWith(start) && isRule(rules.get(`${start}*`)),
		);
		if (isSilent && !isException)
			throw new TypeError(`The rule of ${JSON.stringify(path)} ignores nothing, and no wider path of "given" has one that does.`);
	}
	return (url) => {
		if (rules.size === 0) return DEFAULT_RULE;
		const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
		const prefix = prefixes.find((start) => path.startsWith(start));
		return rules.get(path) ?? rules.get(`${prefix}*`) ?? DEFAULT_RULE;
	};
}

function isRule(rule: Rule | undefined): boolean {
	return rule !== undefined && identityOf(rule) !== undefined;
}

/** A path as URLs have it, or its start with `*`. Throws TypeError for what no URL can match. */
function checkedPath(path: string): string {
	if (!path.startsWith("/")) throw new TypeError(`A path of "given" must begin with "/", not ${JSON.stringify(path)}.`);
	const start = path.replace(/\*$/, "");
	if (start.includes("*")) throw new TypeError(`A path of "given" has a "*" only at its end, unlike ${JSON.stringify(path)}.`);
	const { pathname } = new URL(`https://host.invalid${start}`);
	if (pathname === start) return path;
	const written = JSON.stringify(pathname + path.slice(start.length));
	throw new TypeError(`A path of "given" must be the path of a URL, without query: ${written}, not ${JSON.stringify(path)}.`);
}

/** Throws TypeError with the path for a rule that says nothing. One that ignores nothing may be an exception from a wider one. */
function ruleOfGiven(path: string, given: GivenRule): Rule {
	try {
		if (typeof given === "string") return ruleOfField(given);
		if (Array.isArray(given)) return ruleOfParameters(given);
		if (typeof given !== "object" || given === null) throw new TypeError("A rule must be a field, a rule, a policy or an array.");
		return "keyOrder" in given ? checkedRule(given) : ruleOfPolicy(given as Policy);
	} catch (error) {
		throw isError(error, "TypeError") ? new TypeError(`In "given", ${JSON.stringify(path)}: ${error.message}`) : error;
	}
}

function ruleOfField(text: string): Rule {
	const fault = strictFault(text);
	if (fault !== undefined) throw new TypeError(faultyField(text, fault));
	return readRule(text) as Rule;
}

function ruleOfParameters(remove: readonly Parameter[]): Rule {
	const fault = remove.map((entry) => (typeof entry === "string" ? nameFault(entry) : undefined)).find(Boolean);
	if (fault !== undefined) throw new TypeError(`An array lists names: ${fault}.`);
	return remove.length === 0 ? DEFAULT_RULE : ruleOfPolicy({ key: { query: { remove } } });
}

/** A copy, which nobody changes. */
function checkedRule(rule: Rule): Rule {
	identityOf(rule);
	if ("prefixes" in rule && rule.prefixes?.includes(""))
		throw new TypeError("An empty prefix is that of every name; write except=().");
	const prefixes = "prefixes" in rule && rule.prefixes ? { prefixes: [...rule.prefixes] } : {};
	const names = sorted("params" in rule ? rule.params : rule.except);
	for (const name of [...names, ...(prefixes.prefixes ?? [])]) {
		const fault = name.includes("*") ? nameFault(name) : undefined;
		if (fault !== undefined) throw new TypeError(`A rule has no patterns: ${fault}.`);
	}
	const { keyOrder } = rule;
	return frozen("params" in rule ? { keyOrder, params: names, ...prefixes } : { keyOrder, except: names });
}
