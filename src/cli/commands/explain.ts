/** `urlsieve explain`: the steps of normalization of each line. */

import { checked, editionsIn, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import type { CrawlExplanation } from "../../crawl/explain/explain";
import { UriError } from "../../errors";
import { printText } from "../../files/output/octet-writer";
import { EDITIONS, type NormalizeOptions, resolveOptions } from "../../options";
import type { Explanation } from "../../reference/explain";
import { paint } from "../../terminal/paint";
import { withUnseenShown } from "../../text/columns";
import { shownText } from "../../text/shown-text";
import { visualize } from "../../text/visualize";
import { faultOf, printsInColour, TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

/** The options that are used most. */
const MAIN_OPTIONS = ["profile", "policy", "lists", "text", "level", "edition", "strict", "uri", "output", "json"];

export const HELP = `Usage: urlsieve explain [options] [FILE... | URI...]

Show how each line gets its normal form: each rule that changes it, in order, with its section and the text before and after.
Print a JSON object per line: line (number), input, steps, value, or error if the line has no normal form.

  urlsieve explain --text "HTTP://Example.com:80/%7efoo/../bar"
  urlsieve explain urls.txt | jq -r .steps[].rule | sort | uniq -c
  urlsieve explain --text --profile crawl@1 "http://example.com/?gclid=1&b&a#top"
  urlsieve explain --text --policy acme.json --lists filters.txt "http://example.com/?a&utm_source=x"
  urlsieve explain --level syntax -o steps.jsonl urls.txt.gz

With --policy, "unstable" says which rules have no end for a line: its key is made without them. With lists of filters, "kept" names the parameters that an exception of a list keeps, and the exception.

Options:
${RULE_OPTIONS_HELP}  --text             Print text for people, one step per line (default if standard output is a terminal). Characters that are
                     not seen, such as controls, are shown as <U+202E>.
  --level LEVEL      Normalize up to LEVEL: string, syntax or scheme (default).
  --edition YEAR     Decode what this edition calls unreserved: ${editionsIn(EDITIONS)}.
  --strict           Reject what RFC 3986 does not allow instead of percent-encoding it.
${TEXT_OPTIONS_HELP}

Exit status: 0 success; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = {
	...RULE_OPTIONS,
	...TEXT_OPTIONS,
	text: { type: "boolean" },
	level: { type: "string" },
	edition: { type: "string" },
	strict: { type: "boolean" },
} as const;

/** An explanation by RFC 3986, or by a profile or a policy. */
type Explained = Explanation | CrawlExplanation;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("explain", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const options = { level: values.level, edition: values.edition, strict: values.strict } as NormalizeOptions;
	const settings = checked("explain", () => resolveOptions(options));
	const rules = await openRules("explain", values, { settings, options });
	const inColour = printsInColour(values.output);
	const show = values.text || inColour ? (explanation: Explained) => explanationText(explanation, inColour) : undefined;
	const run = new TextRun("explain", values, positionals);
	let rejects = 0;
	await run.each((reference, line) => {
		try {
			const explanation = rules.explain(reference);
			return show?.(explanation) ?? { line, ...explanation };
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			if (show !== undefined) run.refuseSingle(error);
			++rejects;
			return show === undefined ? faultOf({ line }, reference, error) : `${shownText(reference)}\n  ${shownText(error.message)}`;
		}
	});
	run.finish({ rejects });
}

const UNSTABLE = {
	"host-unstable": "the aliases of the host have no end after 8, and none counts",
	"list-unstable": "the lists have no end after 8 rounds, and remove nothing",
} as const;

/** An explanation as text: the reference, then each rule with its result. */
function explanationText(explanation: Explained, inColour: boolean): string {
	const { input, steps, value } = explanation;
	const shown = (text: string) => paint(shownText(text), withUnseenShown(visualize(text)), inColour);
	const widths = [0, 1].map((column) => Math.max(...steps.map((step) => [step.rule, step.section][column]?.length ?? 0)));
	const lines = steps.map(({ rule, section, after }) => {
		return `  ${rule.padEnd(widths[0] ?? 0)}  ${section.padEnd(widths[1] ?? 0)}  ${shown(after)}`;
	});
	if (steps.length === 0) lines.push(value === input ? "  already in normal form" : `  ${shown(value)}`);
	for (const word of ("unstable" in explanation ? explanation.unstable : undefined) ?? [])
		lines.push(`  ${word}: ${UNSTABLE[word]}`);
	const kept = "kept" in explanation ? (explanation.kept ?? []) : [];
	for (const { rule, pieces, exception, isWidened } of kept) {
		const place = exception.path === "" ? `line ${exception.line}` : exception.path;
		const reason = isWidened ? ", which cannot be read and holds everywhere" : "";
		lines.push(
			`  kept from ${shown(rule)}: ${shown(pieces.join("&"))}, by the exception ${shown(exception.text)} (${place})${reason}`,
		);
	}
	return [shown(input), ...lines].join("\n");
}
