/** `urlsieve policy compile`: a policy as a program, for hosts without JavaScript. */

import { usageFailure } from "../../failure";
import { deliver } from "../../files/output/deliver";
import { refuseSharedFiles } from "../../files/output/distinct";
import { Output } from "../../files/output/output";
import { printText } from "../../files/output/print-text";
import { parse } from "../arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../help";
import { openRules, RULE_OPTIONS } from "./rules";

export const HELP = `Usage: urlsieve policy compile FILE [--lists LIST...] -o PROGRAM

Check a policy and compile it, with its lists, to the program that the crawl kernel runs (docs/internals/crawl-abi.md).

  urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile acme.json --lists acme-list.json -o acme.usp
  urlsieve policy compile acme.json --lists removeparam:filters.txt --lists mine=clearurls:data.min.json -o acme.usp
  urlsieve profile show crawl@1 --as-policy > acme.json && urlsieve policy compile acme.json -o acme.usp
  urlsieve policy compile rules/policy.json --lists rules/learned.json -o rules.usp

Options:
  --lists LIST       A list that the policy names: [NAME=][FORMAT:]FILE. May be repeated.
  -o, --output FILE  Write to FILE.
${HELP_OPTIONS_HELP}
Exit status: 0 success; 2 a policy or list that cannot be used; 3 input or output error.
`;

const OPTIONS = {
	lists: RULE_OPTIONS.lists,
	output: { type: "string", short: "o" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("policy", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, file, ...more] = positionals;
	if (action !== "compile" || file === undefined || more.length > 0) throw usageFailure("policy", "policy takes compile FILE");
	refuseSharedFiles("policy", [file, ...(values.lists ?? [])], { "--output": values.output ?? "-" });
	const normalizer = await openRules("policy", { policy: file, lists: values.lists }, {});
	const output = new Output(values.output);
	output.write(normalizer?.opened.program ?? new Uint8Array(0));
	deliver([output]);
}
