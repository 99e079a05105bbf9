/** `urlsieve explain`: the steps of normalization of each line. */
import { UriError } from "../../errors";
import { createNormalizer } from "../../normalizer";
import type { NormalizeOptions } from "../../options";
import type { Explanation } from "../../reference/explain";
import { visualize } from "../../text/visualize";
import { checked, parse } from "../arguments";
import { paint } from "../report/paint";
import { faultOf, isSeenInColour, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

export const HELP = `Usage: urlsieve explain [options] [file… | URI…]

Tells how each line comes to its normal form: every rule that changes something, in order, with the section that says so and the text
before and after. Writes a JSON object for each line: line (its number, from 1), input, steps, value; or error, when there is no
normal form.

  urlsieve explain --text "HTTP://Example.com:80/%7efoo/../bar"
  urlsieve explain urls.txt | jq -r .steps[].rule | sort | uniq -c

Options:
  --text             for people: a line a step; so it is by default when standard output is a terminal
  --level LEVEL      string, syntax or scheme (the default)
  --edition YEAR     1994, 1997, 2003 or 2005 (the default): whose unreserved characters are decoded
  --strict           what RFC 3986 does not allow is an error and not percent-encoded
${TEXT_OPTIONS_HELP}

Exit status: 0 done; 2 usage; 3 input or output failed, and no file was replaced.
`;

const OPTIONS = {
	...TEXT_OPTIONS,
	text: { type: "boolean" },
	level: { type: "string" },
	edition: { type: "string" },
	strict: { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("explain", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const options = { level: values.level, edition: values.edition, strict: values.strict } as NormalizeOptions;
	const normalizer = checked("explain", () => createNormalizer(options));
	const isSeen = isSeenInColour(values.output);
	const show = values.text || isSeen ? (explanation: Explanation) => explanationText(explanation, isSeen) : undefined;
	const run = new TextRun("explain", values, positionals);
	let rejects = 0;
	await run.each((reference, line) => {
		try {
			const explanation = normalizer.explain(reference);
			return show?.(explanation) ?? { line, ...explanation };
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			++rejects;
			return show === undefined ? faultOf(line, reference, error) : `${reference}\n  ${error.message}`;
		}
	});
	run.finish({ rejects });
}

/** An explanation in lines for people: the reference, then each rule with what it made of it. */
function explanationText({ input, steps, value }: Explanation, inColour: boolean): string {
	const shown = (text: string) => paint(text, visualize(text), inColour);
	const widths = [0, 1].map((column) => Math.max(...steps.map((step) => [step.rule, step.section][column]?.length ?? 0)));
	const lines = steps.map(({ rule, section, after }) => {
		return `  ${rule.padEnd(widths[0] ?? 0)}  ${section.padEnd(widths[1] ?? 0)}  ${shown(after)}`;
	});
	if (steps.length === 0) lines.push(value === input ? "  in normal form as it stands" : `  ${shown(value)}`);
	return [shown(input), ...lines].join("\n");
}
