/** `urlsieve resolve`: the target of each line against a base, octets in, octets out. */

import type { Workspace } from "../../engine/workspace";
import { UriError } from "../../errors";
import { putBase } from "../../reference/reference";
import { RESOLUTIONS, type ResolveOptions, resolutionOf } from "../../uri/resolve";
import {
	baseFailure,
	checked,
	editionsIn,
	LINE_OPTIONS,
	lineArguments,
	parse,
	RESULT_OPTIONS_HELP,
	THREADS_HELP,
	usageFailure,
} from "../arguments";
import { checkSingleLines, operandsOf, URI_HELP } from "../input/operands";
import { LineRun } from "./line-command";

export const HELP = `Usage: urlsieve resolve --base URI [options] [FILE... | URI...]

Print the target of each line, resolved against the base URI (RFC 3986 §5.2), in input order. Targets are not normalized.
White space around a line is dropped.

  urlsieve resolve --base http://example.com/a/b links.txt
  urlsieve resolve --base http://example.com/a/b links.txt | urlsieve dedupe > urls.txt
  urlsieve resolve --base "http://a/b/c/d;p?q" --uri ../g

Options:
  --base URI         Resolve against URI, which must be absolute.
  --edition YEAR     Follow the edition ${editionsIn(RESOLUTIONS)}. See docs/editions.md.
  --lenient          Treat a reference with the scheme of the base as relative, as before RFC 3986.
  --excess-dots WHAT Handle excess ".." segments under edition 2003: keep, remove (default) or error.
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
	if (base === undefined) throw usageFailure("resolve", "resolve requires --base URI");
	const resolution = checked("resolve", () => resolutionOf({ edition, excessDots, strict: !lenient } as ResolveOptions));
	const lineArgs = lineArguments("resolve", others, positionals);
	const operands = operandsOf("resolve", positionals, uri);
	checkSingleLines("resolve", operands.references);
	const run = new LineRun("resolve", { ...lineArgs, ...operands });
	const error = putBase(base, resolution, run.core as Workspace);
	if (error instanceof UriError) throw baseFailure("resolve", base, error);
	run.finish({ lines: await run.map({ text: base, resolution }) });
}
