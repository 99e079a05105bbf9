/** `urlsieve normalize`: one line out for each line in, in order. */
import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, parse } from "./arguments";
import { LineRun } from "./line-command";

export const HELP = `Usage: urlsieve normalize [options] [file…]

Writes the normal form of each line, in order: one line out for each line in.

  urlsieve normalize urls.txt > normal.txt
  zcat crawl.gz | urlsieve normalize --level syntax | sort -u
  urlsieve normalize --strict --invalid drop --rejects bad.tsv -o good.txt urls.txt.gz

Options:
${LINE_OPTIONS_HELP}
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("normalize", args, LINE_OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const run = new LineRun("normalize", lineArguments("normalize", values, positionals));
	run.finish({ lines: await run.map() });
}
