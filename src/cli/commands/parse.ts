/** `urlsieve parse`: the components of each line. */

import { checked, editionsIn, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { type Edition, editions } from "../../editions/editions";
import { UriError } from "../../errors";
import { printText } from "../../files/output/octet-writer";
import { tryParse } from "../../uri/uri";
import { faultOf, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

export const HELP = `Usage: urlsieve parse [options] [FILE... | URI...]

Split each line into its components, without changing them. Print a JSON object per line: line (number), reference, components,
or error if the line is not a valid reference. Absent components are left out.

  urlsieve normalize urls.txt.gz | urlsieve parse | jq -r .components.host | sort | uniq -c
  urlsieve parse "foo://user@example.com:8042/over/there?name=ferret#nose"
  urlsieve parse --edition 1994 -o components.jsonl urls.txt
  urlsieve parse urls.txt | jq -r 'select(.error) | [.line, .reference] | @tsv'
  cut -f 2 log.tsv | urlsieve normalize | urlsieve parse --quiet | jq -r .components.scheme | sort | uniq -c

Options:
  --edition YEAR     Follow the edition ${editionsIn(editions())}. See docs/reference/editions.md.
${TEXT_OPTIONS_HELP}

Exit status: 0 success; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = { ...TEXT_OPTIONS, edition: { type: "string" } } as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("parse", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const options = { edition: values.edition as Edition | undefined };
	checked("parse", () => tryParse("x:", options));
	const run = new TextRun("parse", values, positionals);
	let rejects = 0;
	await run.each((reference, line) => {
		const components = tryParse(reference, options);
		if (!(components instanceof UriError)) return { line, reference, components };
		++rejects;
		return faultOf({ line }, reference, components);
	});
	run.finish({ rejects });
}
