/** What a policy does, as text: each rule and what it does; then the sites, each with what is different there. */
import type { ProfileDescription, RuleDescription } from "../../crawl/explain/profile-description";

/** Columns of the names of rules. */
const WIDTH = 17;

/** The lines of a description. */
export function descriptionText({ id, base, fetch, rules, sites, lists, idna }: ProfileDescription): string[] {
	return [
		...row("policy", id === undefined ? [] : [id]),
		...row("base", [base]),
		...row("fetch", fetch.length > 0 ? fetch : ["the URL by the base, unchanged"]),
		...row("hosts", [`beyond ASCII: ${idna}`]),
		...lists.flatMap(({ name, version, sha256 }) => row("list", [[name, version, sha256].filter(Boolean).join(" ")])),
		"",
		"key",
		...ruleLines(rules),
		...sites.flatMap(({ hosts, rules: own }) => ["", `key on ${hosts.join(", ")}`, ...siteLines(own, rules)]),
		"",
	];
}

function ruleLines(rules: readonly RuleDescription[]): string[] {
	if (rules.length === 0) return row("  -", ["no rule: the key is the URL by the base, in the normal form of RFC 3986"]);
	return rules.flatMap(({ id, does }) => row(`  ${id}`, does));
}

/** The rules of a site that others do not have, and the rules that it does not have. */
function siteLines(own: readonly RuleDescription[], others: readonly RuleDescription[]): string[] {
	const known = new Set(others.map((rule) => JSON.stringify(rule)));
	const changed = own.filter((rule) => !known.has(JSON.stringify(rule)));
	const missing = others.filter(({ id }) => own.every((rule) => rule.id !== id)).map(({ id }) => id);
	const lines = changed.flatMap(({ id, does }) => row(`  ${id}`, does));
	if (missing.length > 0) lines.push(...row("  without", [missing.join(", ")]));
	return lines.length > 0 ? lines : row("  -", ["as elsewhere"]);
}

/** A name, and sentences under each other. */
function row(name: string, sentences: readonly string[]): string[] {
	return sentences.map((sentence, index) => `${(index === 0 ? name : "").padEnd(WIDTH)} ${sentence}`);
}
