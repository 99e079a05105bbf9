/** `urlsieve expressions`: the Safe Browsing expressions of each line. */

import { parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { printText } from "../../files/output/print-text";
import { loadExpressions } from "../../job/suffixes";
import { LIST_OPTIONS, LIST_OPTIONS_HELP, runLists } from "./list-command";

export const HELP = `Usage: urlsieve expressions [options] [FILE... | URL...]

Print the host-suffix and path-prefix expressions of Safe Browsing for each line, as a JSON array a line.

  urlsieve expressions http://a.b.c/1/2.html?param=1
  urlsieve expressions --hosts v5 --invalid drop urls.txt.gz | jq -r '.[]' | sort -u
  urlsieve expressions --invalid blank urls.txt > expressions.jsonl
  urlsieve expressions --engine js -o expressions.jsonl urls.txt
  zcat urls.txt.gz | urlsieve expressions --quiet --invalid drop | jq length

Options:
${LIST_OPTIONS_HELP}
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("expressions", args, LIST_OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const { expressionLines } = await loadExpressions();
	await runLists("expressions", values, positionals, expressionLines);
}
