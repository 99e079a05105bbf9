/** `urlsieve hashes`: the SHA-256 of the Safe Browsing expressions of each line. */

import { parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { printText } from "../../files/output/print-text";
import { loadExpressions } from "../../job/suffixes";
import { LIST_OPTIONS, LIST_OPTIONS_HELP, runLists } from "./list-command";

/** The options that are used most. */
const MOST = ["bits", "hosts", "engine", "invalid", "uri", "output", "json", "quiet"];

export const HELP = `Usage: urlsieve hashes [options] [FILE... | URL...]

Print the SHA-256 of each Safe Browsing expression of each line, in hexadecimal, as a JSON array a line.

  urlsieve hashes http://a.b.c/1/2.html?param=1
  urlsieve hashes --bits 32 --invalid blank urls.txt > prefixes.jsonl
  urlsieve hashes --hosts v5 --bits 32 --invalid drop urls.txt.gz | jq -r '.[]' | sort -u
  urlsieve hashes --invalid drop -o hashes.jsonl urls.txt
  zcat urls.txt.gz | urlsieve hashes --quiet --invalid drop | jq length

Options:
  --bits N           Print the first N bits of each: a multiple of 8 from 32 to 256 (default).
${LIST_OPTIONS_HELP}
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("hashes", args, { ...LIST_OPTIONS, bits: { type: "string" } });
	const help = helpOf(values, HELP, MOST);
	if (help !== undefined) return printText(help);
	const { hashLines } = await loadExpressions();
	const { bits, ...others } = values;
	const options = bits === undefined ? {} : { bits: Number(bits) };
	await runLists("hashes", others, positionals, (lines, shared) => hashLines(lines, { ...shared, ...options }));
}
