/** `urlsieve relativize`: the shortest reference from a base to each line. */
import { UriError } from "../../errors";
import { createNormalizer } from "../../normalizer";
import { checked, parse, usageFailure } from "../arguments";
import { TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

export const HELP = `Usage: urlsieve relativize --base URI [options] [file… | URI…]

Writes the shortest reference that the base resolves to each line: one line out for each line in. A line that is no reference stays
as it is.

  urlsieve relativize --base http://example.com/a/b/ urls.txt
  urlsieve relativize --base "http://a/b/c/d;p?q" http://a/b/g

Options:
  --base URI         where the references are to be used: an absolute URI
${TEXT_OPTIONS_HELP}

Exit status: 0 done; 2 usage; 3 input or output failed, and no file was replaced.
`;

const OPTIONS = { ...TEXT_OPTIONS, base: { type: "string" } } as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("relativize", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const { base } = values;
	if (base === undefined) throw usageFailure("relativize", "The option --base is missing");
	const normalizer = createNormalizer();
	checked("relativize", () => normalizer.resolve("", base));
	const run = new TextRun("relativize", values, positionals);
	let rejects = 0;
	await run.each((target) => {
		try {
			return normalizer.relativize(target, base);
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			++rejects;
			return target;
		}
	});
	run.finish({ rejects });
}
