/** The results of an earlier run, read from its evidence: rules, their evidence, and the hosts that they name. */
import { OptionError } from "../../errors";
import { type Evidence, REACHES, type Reach, type RuleEvidence } from "../row-batch";
import { NAMED_KINDS, STRUCTURE } from "./features";
import type { Intake } from "./intake";
import type { KeyReader } from "./key-reader";
import { writingOf } from "./pair-writing";
import { isPlace } from "./web";

const FORMAT = "urlsieve-evidence@1";

/** The parts of URLs that a rule erases, by their labels: `param:NAME`, `pathParam:NAME`, `index:NAME`, or one of the structure. */
export function labelsOf({ rule, names }: RuleEvidence): string[] {
	return rule.startsWith("params:") ? (names ?? []).map((name) => `param:${name}`) : [rule];
}

/** Checks the evidence of an earlier run. Throws OptionError `invalid-option`, if it is none, or that of another base policy. */
export function checkPrevious(previous: unknown, base: string): Evidence {
	const evidence = previous as Partial<Evidence> | null | undefined;
	if (typeof evidence !== "object" || evidence?.format !== FORMAT)
		throw refusal(`The previous evidence is not in the format ${FORMAT}.`);
	if (evidence.base !== base) {
		throw refusal(
			`The previous run started from another policy, ${String(evidence.base)} instead of ${base}: give the policy and the lists that it started from.`,
		);
	}
	if (!Array.isArray(evidence.rules)) throw refusal("The previous evidence has no rules.");
	const fault = evidence.rules.findIndex((rule) => !isRule(rule));
	if (fault >= 0) throw refusal(`Rule ${fault + 1} of the previous evidence cannot be read.`);
	return evidence as Evidence;
}

function refusal(message: string): OptionError {
	return new OptionError("invalid-option", message);
}

function isRule(value: unknown): value is RuleEvidence {
	if (typeof value !== "object" || value === null) return false;
	const rule = value as { readonly [member in keyof RuleEvidence]: unknown };
	const numbers = [
		rule.age,
		rule.votes,
		rule.disagree,
		rule.proven,
		rule.hostsFor,
		rule.savedPer1000,
		rule.expected,
		rule.redirects,
	];
	if (!numbers.every((number) => typeof number === "number" && number >= 0)) return false;
	if (!["everywhere", "domain", "host"].includes(rule.scope as string)) return false;
	if (!["everywhere", "crawl", "host"].includes(rule.reach as string)) return false;
	if ((rule.reach === "everywhere") !== (rule.hosts === undefined)) return false;
	if (![rule.hosts ?? [], rule.exceptHosts ?? [], rule.names ?? []].every(isTexts)) return false;
	if (![...((rule.hosts ?? []) as string[]), ...((rule.exceptHosts ?? []) as string[])].every(isPlace)) return false;
	if (![rule.against, rule.examples].every(Array.isArray)) return false;
	if (typeof rule.rule !== "string" || !isText(rule.rule)) return false;
	return writingOf(value as RuleEvidence) !== undefined || labelsOf(value as RuleEvidence).every(isLabel);
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((text) => isText(text));
}

/** A string without lone surrogates. */
function isText(value: unknown): value is string {
	return typeof value === "string" && !/\p{Surrogate}/u.test(value);
}

function isLabel(label: string): boolean {
	if ((STRUCTURE as readonly string[]).includes(label)) return true;
	return (
		isText(label) && (/^(?:param|pathParam):./su.test(label) || /^index:(?:index|default|home|main)\.[a-z]{2,5}$/i.test(label))
	);
}

/** The rules of an earlier run that reach no farther. */
export function within({ rules }: Evidence, reach: Reach): RuleEvidence[] {
	return rules.filter((rule) => REACHES.indexOf(rule.reach) <= REACHES.indexOf(reach));
}

/** Makes the names and hosts of earlier rules known, whether this crawl has them or not. */
export function registerPrevious({ reader }: Intake, rules: readonly RuleEvidence[]): void {
	for (const rule of rules) {
		const writing = writingOf(rule);
		const hosts = [...(rule.hosts ?? []), ...(rule.exceptHosts ?? [])];
		if (writing === undefined) for (const label of labelsOf(rule)) registerLabel(reader, label);
		if (writing?.kind === "value") reader.addName("param", writing.piece.split("=", 1)[0] as string);
		if (writing?.kind === "hostAlias") hosts.push(writing.target);
		// A site is a host without "www."; only aliases name hosts.
		for (const host of hosts) reader.addSite(writing?.kind === "hostAlias" ? host.replace(/^www\.(?=.*\.)/, "") : host);
	}
}

function registerLabel(reader: KeyReader, label: string): void {
	const kind = NAMED_KINDS.find((each) => label.startsWith(`${each}:`));
	if (kind === undefined) return;
	const name = label.slice(kind.length + 1);
	reader.addName(kind, kind === "index" ? name : encodeURIComponent(name));
}
