/** Describes a policy as text: each rule and its effect; then the sites, each with its differences. */
import type { ProfileDescription, RuleDescription, SiteDescription } from "../../crawl/explain/profile-description";

/** Columns of the names of rules. */
const WIDTH = 17;

/** The lines of a description. */
export function descriptionText({ id, base, fetch, rules, inert = [], sites, lists, idna }: ProfileDescription): string[] {
	return [
		...row("policy", id === undefined ? [] : [id]),
		...row("base", [base]),
		...row("fetch", fetch.length > 0 ? fetch : ["the URL by the base, unchanged"]),
		...row("hosts", [`beyond ASCII: ${idna}`]),
		...lists.flatMap(({ name, version, sha256 }) => row("list", [[name, version, sha256].filter(Boolean).join(" ")])),
		"",
		"key",
		...ruleLines(rules),
		...row("  no effect", inert),
		...sites.flatMap((site) => ["", headOf(site), ...siteLines(site, rules)]),
		"",
	];
}

function ruleLines(rules: readonly RuleDescription[]): string[] {
	if (rules.length === 0) return row("  -", ["no rule: the key is the URL by the base, in the normal form of RFC 3986"]);
	return rules.flatMap(({ id, does }) => row(`  ${id}`, does));
}

function headOf({ hosts, by }: SiteDescription): string {
	return `key on ${hosts.join(", ")}${by.length > 1 ? `, by ${by.join(" and then ")}` : ""}`;
}

/** The rules of a site that others do not have, the rules that it does not have, and those that it replaces. */
function siteLines({ rules: own, replaced = [], inert = [] }: SiteDescription, others: readonly RuleDescription[]): string[] {
	const known = new Map(others.map((rule) => [rule.id, rule.does]));
	const changed = own.filter(({ id, does }) => known.get(id)?.join() !== does.join());
	const missing = others.filter(({ id }) => own.every((rule) => rule.id !== id)).map(({ id }) => id);
	const lines = changed.flatMap(({ id, does }) => row(`  ${id}`, withoutKnown(does, known.get(id) ?? [])));
	lines.push(...row("  replaced", replaced), ...row("  no effect", inert));
	if (missing.length > 0) lines.push(...row("  without", [missing.join(", ")]));
	return lines.length > 0 ? lines : row("  -", ["as elsewhere"]);
}

/** Sentences without those at their end that other hosts have, too. */
function withoutKnown(does: readonly string[], known: readonly string[]): readonly string[] {
	const own = does.findLastIndex((sentence) => !known.includes(sentence)) + 1;
	return own < does.length && own > 0 ? [...does.slice(0, own), "the rest as on all hosts"] : does;
}

/** A name, and sentences under each other. */
function row(name: string, sentences: readonly string[]): string[] {
	return sentences.map((sentence, index) => `${(index === 0 ? name : "").padEnd(WIDTH)} ${sentence}`);
}
