/** `urlsieve validate`: checks each line by the grammar of an edition; one JSON line out for each that is not valid. */
import type { Edition } from "../../editions/editions";
import { type ValidateAs, type ValidateOptions, validate } from "../../grammar/validate";
import { checked, parse } from "../arguments";
import { EXIT } from "../failure";
import { TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

const OPTIONS = {
	...TEXT_OPTIONS,
	as: { type: "string" },
	edition: { type: "string" },
	all: { type: "boolean" },
} as const;

export const HELP = `Usage: urlsieve validate [options] [file… | URI…]

Checks each line by the letter of RFC 3986, or of an edition of the standard before it. Writes a line of JSON for each that
is not valid: its number, the reference, and every fault with code, component, offset (in UTF-16 units), grammar rule, sentence.

  urlsieve validate urls.txt
  urlsieve validate --as absolute-uri --quiet urls.txt.gz && echo all valid
  urlsieve validate --edition 1994 --all urls.txt | jq -r 'select(.valid) | .reference'

Options:
  --as RULE          uri, uri-reference (the default), absolute-uri or relative-ref
  --edition YEAR     1994, 1997, 2003 or 2005 (the default): see docs/editions.md
  --all              write a line for each that is valid, too
${TEXT_OPTIONS_HELP}

Exit status: 0 all lines are valid; 1 a line is not; 2 usage; 3 input or output failed, and no file was replaced.
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("validate", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const options: ValidateOptions = { as: values.as as ValidateAs | undefined, edition: values.edition as Edition | undefined };
	checked("validate", () => validate("", options));
	const run = new TextRun("validate", values, positionals);
	let rejects = 0;
	await run.each((reference, line) => {
		const faults = validate(reference, options);
		const valid = faults.length === 0;
		if (!valid) ++rejects;
		const errors = faults.map(({ code, component, offset, rule, message }) => ({ code, component, offset, rule, message }));
		return valid && !values.all ? undefined : { line, reference, valid, errors };
	});
	run.finish({ rejects });
	if (rejects > 0) process.exitCode = EXIT.NO;
}
