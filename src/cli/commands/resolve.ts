/** `urlsieve resolve`: the target of each line against a base, octets in, octets out. */
import { UriError } from "../../errors";
import { putBase } from "../../reference/reference";
import { type ResolveOptions, resolutionOf } from "../../uri/resolve";
import { checked, LINE_OPTIONS, lineArguments, parse, RESULT_OPTIONS_HELP, THREADS_HELP, usageFailure } from "../arguments";
import { checkSingleLines, operandsOf, URI_HELP } from "../input/operands";
import { LineRun } from "./line-command";

export const HELP = `Usage: urlsieve resolve --base URI [options] [file… | URI…]

Writes the target of each line against the base (RFC 3986 §5.2), in order: one line out for each line in. It is not normalized. White
space around a line is dropped.

  urlsieve resolve --base http://example.com/a/b links.txt
  urlsieve resolve --base http://example.com/a/b links.txt | urlsieve dedupe > urls.txt
  urlsieve resolve --base "http://a/b/c/d;p?q" --uri ../g

Options:
  --base URI         what the references stand against: an absolute URI
  --edition YEAR     1997, 2003 or 2005 (the default): see docs/editions.md
  --lenient          a reference with the scheme of the base is relative, as before RFC 3986
  --excess-dots WHAT for edition 2003: keep, remove (the default) or error
${URI_HELP}${THREADS_HELP}${RESULT_OPTIONS_HELP}
`;

const { engine, threads, invalid, rejects, output, json, quiet, help } = LINE_OPTIONS;
const OPTIONS = {
	base: { type: "string" },
	uri: { type: "string", multiple: true },
	edition: { type: "string" },
	lenient: { type: "boolean" },
	"excess-dots": { type: "string" },
	...{ engine, threads, invalid, rejects, output, json, quiet, help },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("resolve", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const { base, uri, edition, lenient, "excess-dots": excessDots, ...others } = values;
	if (base === undefined) throw usageFailure("resolve", "The option --base is missing");
	const resolution = checked("resolve", () => resolutionOf({ edition, excessDots, strict: !lenient } as ResolveOptions));
	const lineArgs = lineArguments("resolve", others, positionals);
	const operands = operandsOf("resolve", positionals, uri);
	checkSingleLines("resolve", operands.references);
	const run = new LineRun("resolve", { ...lineArgs, ...operands });
	const error = putBase(base, resolution, run.workspace);
	if (error instanceof UriError) throw usageFailure("resolve", `The option --base cannot be "${base}": ${error.message}`);
	run.finish({ lines: await run.map({ text: base, resolution }) });
}
