/** `urlsieve lists check`: which rules of a list are supported, and which are not. */

import { BINARY_OPTION, parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { loadCrawl, openPolicyFile, RULE_OPTIONS, readListFile, refuseSharedStdin, refusing } from "../../arguments/rules";
import { agreeing, counted, grouped } from "../../counted";
import type { ListEffect } from "../../crawl/list-effect";
import type { ReadList } from "../../crawl/lists/read-list";
import type { PolicyRules } from "../../crawl/policy-rules";
import { UriError } from "../../errors";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { listNotes } from "../../job/list-notes";
import { TextRun } from "./text-command";

export const HELP = `Usage: urlsieve lists check [--policy FILE] [--sample FILE] LIST...

Read lists of parameters as --lists does. Print a JSON object per list: name, identity, rules (number taken), passedOver,
reports, which name each rule that is not taken as it stands, with line, code and text; and switchedOff, how many rules are
switched off by exceptions that cannot be taken or hold for every URL. doubts, if there are any, name lines that hardly mean what they
say: a mistyped removeparam, which is passed over, or one that takes the whole query of every URL. The note sums that up in a sentence. "urlsieve explain" says which exception keeps a parameter of a URL.

  urlsieve lists check filters.txt
  urlsieve lists check mine=clearurls:data.min.json | jq .reports
  urlsieve lists check removeparam:filters.txt data.min.json | jq '{name, rules, passedOver}'
  urlsieve lists check filters.txt | jq .note
  urlsieve lists check rules/learned.json
  urlsieve lists check --policy acme.json filters.txt | jq .underPolicy

With --policy, which names these lists, each rule is tried on a URL made for it. underPolicy has the numbers of rules that act and of
those that no URL could be made for; switchedOff, each exception that kept parameters, and of how many rules; and inert, the rules that
do nothing under the policy, each with its URL and what removes the parameter instead, if anything does.

With --sample, onSample has the numbers of references, of rejects and of rules that fired, and for each such rule the number of parameters
that it removed.

Options:
  --policy FILE      Say what the lists do under this policy.
  --sample FILE      Say which rules fire on a list of references, one a line. Without --policy, each list is tried by itself.
  --binary           Read FILE even if its first bytes are not those of a list.
${HELP_OPTIONS_HELP}
LIST is [NAME=][FORMAT:]FILE, where FORMAT is urlsieve-list, removeparam, clearurls or clean-param. Without it, the content decides. FILE may be -, standard input.

Exit status: 0 success; 2 a list that cannot be used; 3 input error.
`;

const OPTIONS = { policy: RULE_OPTIONS.policy, sample: { type: "string" }, ...BINARY_OPTION, ...HELP_OPTIONS } as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("lists", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, ...lists] = positionals;
	if (action !== "check" || lists.length === 0) throw usageFailure("lists", "lists takes check and one LIST or more");
	const { policy, sample, binary } = values;
	if (binary && sample === undefined) throw usageFailure("lists", "--binary is for --sample FILE");
	refuseSharedStdin("lists", [...lists, policy ?? "", sample ?? ""]);
	const used = policy === undefined ? await openAlone(lists) : await openUnder(policy, lists);
	const counts = sample === undefined ? [] : await countOn(sample, binary, used);
	for (const [index, { list, more }] of used.entries()) {
		const onSample = counts[index];
		print(list, { ...more, ...(onSample && { onSample }) });
	}
}

/** A list, the rules that ask it, and what is printed of it besides. */
interface UsedList {
	readonly list: ReadList;
	readonly rules: PolicyRules;
	readonly more: object;
}

async function openAlone(operands: readonly string[]): Promise<UsedList[]> {
	const used: UsedList[] = [];
	for (const operand of operands) {
		const list = await refusing("lists", () => readListFile(operand));
		used.push({ list, rules: await rulesOf(list), more: {} });
	}
	return used;
}

/** Opens lists under the policy that names them. */
async function openUnder(policy: string, operands: readonly string[]): Promise<UsedList[]> {
	const { listEffect } = await loadCrawl();
	const rules = await refusing("lists", () => openPolicyFile(policy, operands, {}, ""));
	return rules.lists.map((plain) => {
		const list = plain as ReadList;
		const effect = listEffect(rules, plain);
		return { list, rules, more: { underPolicy: { note: effectNote(list, effect), ...effect } } };
	});
}

/** A list by itself. */
async function rulesOf(list: ReadList): Promise<PolicyRules> {
	const { createRules } = await loadCrawl();
	return createRules({ policy: { base: "whatwg", key: { query: { lists: [list.name] } } }, lists: [list] });
}

/** The effect of a list on a sample: `fired` has the rules that fired, those that removed most first. */
interface OnSample {
	readonly references: number;
	readonly rejects: number;
	readonly rules: number;
	readonly fired: { readonly [rule: string]: number };
}

/** Reads a sample once, and counts for each list the rules that fire. */
async function countOn(sample: string, binary: boolean | undefined, used: readonly UsedList[]): Promise<OnSample[]> {
	const counters = used.map(({ list, rules }) => new FiredRules(list, rules));
	const run = new TextRun("lists", { quiet: true, binary }, [sample]);
	await run.each((reference) => {
		for (const counter of counters) counter.ask(reference);
	});
	run.finish({ rejects: Math.max(0, ...counters.map(({ result }) => result.rejects)) });
	return counters.map(({ result }) => result);
}

class FiredRules {
	readonly #list: ReadList;
	readonly #rules: PolicyRules;
	readonly #counts = new Map<string, number>();
	#references = 0;
	#rejects = 0;

	constructor(list: ReadList, rules: PolicyRules) {
		this.#list = list;
		this.#rules = rules;
	}

	ask(reference: string): void {
		const removed = this.#rules.tryRemovals(reference);
		if (removed instanceof UriError) return void ++this.#rejects;
		++this.#references;
		for (const { list, entry = "" } of removed) {
			if (list === this.#list.name) this.#counts.set(entry, (this.#counts.get(entry) ?? 0) + 1);
		}
	}

	get result(): OnSample {
		const fired = Object.fromEntries([...this.#counts].sort(([, a], [, b]) => b - a));
		return { references: this.#references, rejects: this.#rejects, rules: this.#counts.size, fired };
	}
}

function print(list: ReadList, more: object): void {
	const { name, identity, rules, passedOver, reports, doubts, switchedOff } = list;
	const [note] = listNotes([list]);
	const shown = {
		name,
		identity,
		rules,
		passedOver,
		...(note && { note: note.sentence }),
		...more,
		switchedOff,
		...(doubts.length > 0 && { doubts }),
		reports,
	};
	printText(`${JSON.stringify(shown)}\n`);
}

function effectNote({ name, rules }: ReadList, { acts, untried, switchedOff, inert }: ListEffect): string {
	const off = switchedOff.reduce((sum, each) => sum + each.rules, 0);
	const parts = [
		...(off > 0 ? [`${grouped(off)} switched off by ${counted(switchedOff.length, "exception")}`] : []),
		...(inert.length > 0 ? [`${grouped(inert.length)} inert`] : []),
		...(untried > 0 ? [`${grouped(untried)} not tried`] : []),
	];
	return `of ${counted(rules, "rule")} of the list ${name}, ${[`${grouped(acts)} ${agreeing(acts, "act")}`, ...parts].join(", ")}`;
}
