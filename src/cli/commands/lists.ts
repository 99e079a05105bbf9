/** `urlsieve lists check`: which rules of a list are supported, and which are not. */

import { usageFailure } from "../../failure";
import { printText } from "../../files/output/print-text";
import { listNotes } from "../../job/list-notes";
import { parse } from "../arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../help";
import { readListFile, refuseSharedStdin, refusing } from "./rules";

export const HELP = `Usage: urlsieve lists check LIST...

Read lists of parameters as --lists does. Print a JSON object per list: name, identity, rules (number taken), passedOver,
reports, which name each rule that is not taken as it stands, with line, code and text; widened, which names each exception
that keeps parameters of more URLs than it names; and switchedOff, how many rules such exceptions switch off, and where. The note
sums that up in a sentence. "urlsieve explain" says which exception keeps a parameter of a URL.

  urlsieve lists check filters.txt
  urlsieve lists check mine=clearurls:data.min.json | jq .reports
  urlsieve lists check removeparam:filters.txt data.min.json | jq '{name, rules, passedOver}'
  urlsieve lists check filters.txt | jq .note
  urlsieve lists check rules/learned.json

Options:
${HELP_OPTIONS_HELP}
LIST is [NAME=][FORMAT:]FILE, where FORMAT is urlsieve-list, removeparam or clearurls. Without it, the content decides. FILE may be -, standard input.

Exit status: 0 success; 2 a list that cannot be used; 3 input error.
`;

const OPTIONS = HELP_OPTIONS;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("lists", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, ...lists] = positionals;
	if (action !== "check" || lists.length === 0) throw usageFailure("lists", "lists takes check and one LIST or more");
	refuseSharedStdin("lists", lists);
	for (const operand of lists) {
		const list = await refusing("lists", () => readListFile(operand));
		const { name, identity, rules, passedOver, reports, widened, switchedOff } = list;
		const [note] = listNotes([list]);
		const shown = { name, identity, rules, passedOver, ...(note && { note: note.sentence }), switchedOff, reports, widened };
		printText(`${JSON.stringify(shown)}\n`);
	}
}
