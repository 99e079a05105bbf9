/** `urlsieve policy`: describes a policy, and compiles it to a program for hosts without JavaScript. */
import { BINARY_OPTION, parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { loadCrawl, openPolicyFile, RULE_OPTIONS, refuseSharedStdin, refusing } from "../../arguments/rules";
import type {
	PathDescription,
	ProfileDescription,
	RuleDescription,
	SiteDescription,
} from "../../crawl/explain/profile-description";
import { usageFailure } from "../../failure";
import { refuseSharedFiles } from "../../files/output/distinct";
import { PROGRAM } from "../../files/output/named";
import { printText } from "../../files/output/octet-writer";
import { deliver, Output } from "../../files/output/output";
import { listNotes } from "../../job/list-notes";
import { shownText } from "../../text/shown-text";

export const HELP = `Usage: urlsieve policy check [--json] FILE... [--lists LIST...]
       urlsieve policy show [--json] FILE [--lists LIST...]
       urlsieve policy diff [--json] OLD NEW [LIST-OF-URLS...] [--lists LIST...]
       urlsieve policy compile FILE [--lists LIST...] -o PROGRAM

Check policies, and run the tests that they carry; print what a policy does, in words; count what another policy merges and keeps
apart on a list of URLs, by rule, with samples; or compile a policy, with its lists, to the program that the crawl kernel runs
(docs/internals/crawl-abi.md). All print the faults of a policy with line and column: those of JSON first, then those of members and
values, then those of rewrites, of lists and of hosts; each kind hides the later ones. FILE may be -, standard input.

  urlsieve policy check acme.json other.json
  urlsieve policy check acme.json --lists filters.txt --json | jq .failed
  urlsieve policy diff crawl@1 acme.json urls.txt.gz
  urlsieve policy diff acme.json acme-2.json --lists filters.txt urls.txt
  urlsieve policy show acme.json
  urlsieve profile show --as-policy crawl@1 | urlsieve policy show -
  urlsieve policy show --json acme.json --lists acme-list.json | jq .rules
  urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile acme.json --lists removeparam:filters.txt --lists mine=clearurls:data.min.json -o acme.usp
  urlsieve profile show --as-policy crawl@1 > acme.json && urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile rules/policy.json --lists rules/learned.json -o rules.usp

OLD and NEW are policies, or profiles by their names. "tests" in a policy has groups of URLs that have one key ("same"), groups of
which no two have one ("different"), and the "key" and the "fetch" form of URLs: docs/reference/profiles.md.

Options:
  --lists LIST       A list that a policy names: [NAME=][FORMAT:]FILE. May be repeated. Of several policies, each takes those
                     that it names.
  --json             Print JSON: of check, an object per FILE; of show, what the policy does, as "urlsieve profile show" does; of diff,
                     references, rejects, pages, merged, apart.
  --comments         Of diff: pass over blank lines and lines that begin with "#".
  --quiet            Of diff: print neither progress nor summary.
  --binary           Of diff: read a file even if its first bytes are not those of a list.
  -o, --output FILE  Write the program to FILE.
${HELP_OPTIONS_HELP}
Exit status: 0 success; 1 a test of a policy failed; 2 a policy or list that cannot be used; 3 input or output error.
`;

const OPTIONS = {
	lists: RULE_OPTIONS.lists,
	json: { type: "boolean" },
	comments: { type: "boolean" },
	quiet: { type: "boolean" },
	...BINARY_OPTION,
	output: { type: "string", short: "o" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("policy", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [name = "", ...operands] = positionals;
	const action = ACTIONS.get(name);
	const takes = [...ACTIONS.values()].map((one) => one.takes).join(", or ");
	if (action === undefined || !action.isComplete(operands)) throw usageFailure("policy", `policy takes ${takes}`);
	refuseOthers(name, action.options, values);
	return action.run(operands, values);
}

/** The values of the options. */
interface Values {
	readonly lists?: readonly string[];
	readonly json?: boolean;
	readonly comments?: boolean;
	readonly quiet?: boolean;
	readonly binary?: boolean;
	readonly output?: string;
}

/** An action of the command. */
interface Action {
	/** The action and its operands, as messages name them. */
	readonly takes: string;
	readonly options: readonly (keyof Values)[];
	isComplete(operands: readonly string[]): boolean;
	run(operands: readonly string[], values: Values): Promise<void>;
}

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
	[
		"check",
		{
			takes: "check FILE...",
			options: ["json"],
			isComplete: ({ length }) => length > 0,
			run: async (files, { lists = [], json = false }) => (await import("./policy-check")).check(files, lists, json),
		},
	],
	[
		"show",
		{
			takes: "show FILE",
			options: ["json"],
			isComplete: ({ length }) => length === 1,
			run: ([file = ""], { lists = [], json = false }) => show(file, lists, json),
		},
	],
	[
		"diff",
		{
			takes: "diff OLD NEW [LIST...]",
			options: ["json", "comments", "quiet", "binary"],
			isComplete: ({ length }) => length > 1,
			run: async ([before = "", after = "", ...files], values) =>
				(await import("./policy-diff")).diff([before, after], files, values),
		},
	],
	[
		"compile",
		{
			takes: "compile FILE",
			options: ["output"],
			isComplete: ({ length }) => length === 1,
			run: ([file = ""], { lists = [], output }) => compile(file, lists, output),
		},
	],
]);

/** Throws Failure for an option that is for other actions. */
function refuseOthers(name: string, options: readonly string[], values: object): void {
	const other = Object.keys(values).find((option) => option !== "lists" && !options.includes(option));
	if (other === undefined) return;
	const owners = [...ACTIONS].flatMap(([owner, { options }]) => (options.includes(other as keyof Values) ? [owner] : []));
	throw usageFailure("policy", `policy ${name} takes no --${other}, which is for ${owners.join(", ")}`);
}

async function show(file: string, lists: readonly string[], isJson: boolean): Promise<void> {
	refuseSharedStdin("policy", [file, ...lists]);
	const { describePolicy } = await loadCrawl();
	const { settings } = await refusing("policy", () => openPolicyFile(file, lists));
	const description = describePolicy(settings.policy ?? {}, settings.lists);
	const notes = listNotes(settings.lists).map(({ sentence }) => sentence);
	const lines = [...descriptionText(description), ...notes.flatMap((sentence) => [`note: ${sentence}`, ""])];
	const shown = { ...description, ...(notes.length > 0 && { notes }) };
	printText(isJson ? `${JSON.stringify(shown, undefined, 2)}\n` : lines.map(shownText).join("\n"));
}

async function compile(file: string, lists: readonly string[], path: string | undefined): Promise<void> {
	if (path === undefined && process.stdout.isTTY) {
		throw usageFailure("policy", "a program is not text for a terminal; write it to a file with -o PROGRAM");
	}
	refuseSharedStdin("policy", [file, ...lists]);
	refuseSharedFiles("policy", [file, ...lists], { "--output": path ?? "-" }, PROGRAM);
	const { opened } = await refusing("policy", () => openPolicyFile(file, lists));
	const output = new Output(path);
	output.write(opened.program);
	deliver([output]);
}

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
function siteLines(
	{ rules: own, paths = [], replaced = [], inert = [] }: SiteDescription,
	others: readonly RuleDescription[],
): string[] {
	const known = new Map(others.map((rule) => [rule.id, rule.does]));
	const changed = own.filter(({ id, does }) => known.get(id)?.join() !== does.join());
	const missing = others.filter(({ id }) => own.every((rule) => rule.id !== id)).map(({ id }) => id);
	const lines = changed.flatMap(({ id, does }) => row(`  ${id}`, withoutKnown(does, known.get(id) ?? [])));
	lines.push(...row("  replaced", replaced), ...row("  no effect", inert));
	if (missing.length > 0) lines.push(...row("  without", [missing.join(", ")]));
	return [...(lines.length > 0 ? lines : row("  -", ["as elsewhere"])), ...paths.flatMap(pathLines)];
}

/** The rules of some paths of a site. */
function pathLines({ where, rules, kept = [], inert = [] }: PathDescription): string[] {
	const lines = rules.flatMap(({ id, does }) => row(`  ${id}`, does));
	return [`  ${where}:`, ...lines, ...row("  keep", kept), ...row("  no effect", inert)];
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
