/** `urlsieve relativize`: the shortest reference from a base to each line. */

import { baseFailure, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { type CoreNormalizer, createNormalizer } from "../../core-normalizer";
import { UriError } from "../../errors";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

export const HELP = `Usage: urlsieve relativize --base URI [options] [FILE... | URI...]

Print the shortest reference that resolves to each line against the base URI, in input order. Lines that are not valid
references are kept as they are.

  urlsieve relativize --base http://example.com/a/b/ urls.txt
  urlsieve relativize --base "http://a/b/c/d;p?q" http://a/b/g
  urlsieve relativize --base http://example.com/a/b/ http://example.com/a/c//example.org/
  urlsieve relativize --base http://example.com/ -o links.txt urls.txt.gz
  zcat links.gz | urlsieve relativize --base http://example.com/ --quiet | grep -v '://'

Options:
  --base URI         Print references for use at URI, which must be absolute.
${TEXT_OPTIONS_HELP}

Exit status: 0 success; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = { ...TEXT_OPTIONS, base: { type: "string" } } as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("relativize", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const { base } = values;
	if (base === undefined) throw usageFailure("relativize", "relativize requires --base URI");
	const normalizer = createNormalizer();
	checkBase(normalizer, base);
	const run = new TextRun("relativize", values, positionals);
	let rejects = 0;
	const relativize = (target: string) => {
		try {
			return normalizer.relativize(target, base);
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			run.refuseSingle(error);
			++rejects;
			return target;
		}
	};
	await run.each(relativize, (comment) => comment);
	run.finish({ rejects });
}

/** Throws Failure unless `base` is an absolute URI. */
function checkBase(normalizer: CoreNormalizer, base: string): void {
	try {
		normalizer.resolve("", base);
	} catch (error) {
		if (error instanceof UriError) throw baseFailure("relativize", base, error);
		throw error;
	}
}
