/** `urlsieve validate`: checks each line by the grammar of an edition, and prints invalid ones as JSON. */

import { checked, editionsIn, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { type Edition, editions } from "../../editions/editions";
import { EXIT } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { type ValidateAs, type ValidateOptions, validate } from "../../grammar/validate";
import type { RowFault } from "../../job/table-references";
import { pathsOf } from "./dataset";
import { TEXT_TABLE_HELP, TEXT_TABLE_OPTIONS, textTableOf } from "./table";
import { type Place, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

const OPTIONS = {
	...TEXT_OPTIONS,
	...TEXT_TABLE_OPTIONS,
	as: { type: "string" },
	edition: { type: "string" },
	all: { type: "boolean" },
} as const;

/** The options that are used most. */
const MAIN_OPTIONS = ["column", "format", "delimiter", "as", "edition", "all", "uri", "output", "json", "quiet"];

export const HELP = `Usage: urlsieve validate [options] [FILE... | URI...]

Check each line by the grammar of RFC 3986 or of an earlier edition. Print a JSON object per invalid line: line (number),
reference, valid (false), errors. Each error has code, component, offset (in UTF-16 units), rule (of the grammar), message. The
objects of tables have row instead of line; rows without a reference have none.

  urlsieve validate urls.txt
  urlsieve validate --as absolute-uri --quiet urls.txt.gz && echo all valid
  urlsieve validate --column page.url crawl.jsonl.gz
  urlsieve validate --column url crawl.parquet
  urlsieve validate --edition 1994 --all urls.txt | jq -r 'select(.valid) | .reference'

Options:
${TEXT_TABLE_HELP}  --as RULE          Check against RULE: uri, uri-reference (default), absolute-uri or relative-ref.
  --edition YEAR     Follow the edition ${editionsIn(editions())}. See docs/reference/editions.md.
  --all              Print an object per valid line, too.
${TEXT_OPTIONS_HELP}

Exit status: 0 all lines are valid; 1 invalid lines; 2 usage error; 3 input or output error, and no file was replaced.
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals: operands } = parse("validate", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const options: ValidateOptions = { as: values.as as ValidateAs | undefined, edition: values.edition as Edition | undefined };
	checked("validate", () => validate("", options));
	const positionals = pathsOf(values, operands);
	const table = await textTableOf("validate", values, positionals);
	const run = new TextRun("validate", values, positionals, table);
	let rejects = 0;
	const take = (reference: string, place: Place, fault?: RowFault) => {
		const faults = fault === undefined ? validate(reference, options) : [fault];
		const valid = faults.length === 0;
		if (!valid) ++rejects;
		const errors = faults.map(({ code, component, offset, rule, message }) => ({ code, component, offset, rule, message }));
		return valid && !values.all ? undefined : { ...place, reference, valid, errors };
	};
	if (table === undefined) await run.each((reference, line) => take(reference, { line }));
	else await run.eachRow(table, (reference, row, fault) => take(reference, { row }, fault));
	run.finish({ rejects });
	if (rejects > 0) process.exitCode = EXIT.NO;
}
