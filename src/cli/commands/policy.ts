/** `urlsieve policy`: describes a policy, and compiles it to a program for hosts without JavaScript. */

import { parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { loadCrawl, openPolicyFile, RULE_OPTIONS, refuseSharedStdin, refusing } from "../../arguments/rules";
import { usageFailure } from "../../failure";
import { deliver } from "../../files/output/deliver";
import { refuseSharedFiles } from "../../files/output/distinct";
import { PROGRAM } from "../../files/output/named";
import { Output } from "../../files/output/output";
import { printText } from "../../files/output/print-text";
import { listNotes } from "../../job/list-notes";
import { shownText } from "../../text/shown-text";
import { descriptionText } from "./description-text";

export const HELP = `Usage: urlsieve policy show [--json] FILE [--lists LIST...]
       urlsieve policy compile FILE [--lists LIST...] -o PROGRAM

Print what a policy does, in words, so that it can be checked; or compile it, with its lists, to the program that the crawl kernel
runs (docs/internals/crawl-abi.md). Both print all faults of the policy, each with its line and column. FILE may be -, standard input.

  urlsieve policy show acme.json
  urlsieve profile show --as-policy crawl@1 | urlsieve policy show -
  urlsieve policy show --json acme.json --lists acme-list.json | jq .rules
  urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile acme.json --lists removeparam:filters.txt --lists mine=clearurls:data.min.json -o acme.usp
  urlsieve profile show --as-policy crawl@1 > acme.json && urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile rules/policy.json --lists rules/learned.json -o rules.usp

Options:
  --lists LIST       A list that the policy names: [NAME=][FORMAT:]FILE. May be repeated.
  --json             Print what the policy does as JSON, as "urlsieve profile show" does.
  -o, --output FILE  Write the program to FILE.
${HELP_OPTIONS_HELP}
Exit status: 0 success; 2 a policy or list that cannot be used; 3 input or output error.
`;

const OPTIONS = {
	lists: RULE_OPTIONS.lists,
	json: { type: "boolean" },
	output: { type: "string", short: "o" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("policy", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, file, ...more] = positionals;
	const isShow = action === "show";
	if ((!isShow && action !== "compile") || file === undefined || more.length > 0) {
		throw usageFailure("policy", "policy takes show FILE, or compile FILE");
	}
	const { lists = [], json, output } = values;
	if (isShow && output !== undefined) throw usageFailure("policy", "policy show prints to standard output; -o is for compile");
	if (!isShow && json) throw usageFailure("policy", "policy compile writes a program; --json is for show");
	refuseSharedStdin("policy", [file, ...lists]);
	return isShow ? show(file, lists, json === true) : compile(file, lists, output);
}

async function show(file: string, lists: readonly string[], isJson: boolean): Promise<void> {
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
	refuseSharedFiles("policy", [file, ...lists], { "--output": path ?? "-" }, PROGRAM);
	const { opened } = await refusing("policy", () => openPolicyFile(file, lists));
	const output = new Output(path);
	output.write(opened.program);
	deliver([output]);
}
