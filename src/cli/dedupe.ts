/** `urlsieve dedupe`: the first line of each equivalence class, in order. */
import { referenceWorkspace } from "../engine/shared";
import { LineSieve, type Print } from "../line-sieve";
import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, parse, usageFailure } from "./arguments";
import { Audit } from "./audit";
import { LineRun } from "./line-command";
import { Output } from "./output";
import { readSeen, writeSeen } from "./seen-file";

export const HELP = `Usage: urlsieve dedupe [options] [file…]

Writes the first line of each equivalence class, in order. A line that cannot be normalized is in no class: it is written as
--invalid says, and never merged.

  urlsieve dedupe urls.txt.gz > unique.txt
  urlsieve dedupe --print original --audit merges.tsv -o unique.txt urls.txt
  urlsieve dedupe --seen frontier.seen today.txt > new-since-yesterday.txt

Options:
  --print WHICH      normalized (the default): the normal form of the line; original: the line as it came
  --seen FILE        keep the set in FILE: what it has is a duplicate, what is new is added when all is done.
                     FILE has the random key of its fingerprints: whoever reads it can make URLs that collide
  --audit FILE       write each merge to FILE: the line kept, the line dropped, the rung on which they are equal, the
                     numbers of both lines; separated by TAB; "-" for what an earlier run kept
${LINE_OPTIONS_HELP}
`;

const OPTIONS = {
	...LINE_OPTIONS,
	print: { type: "string" },
	seen: { type: "string" },
	audit: { type: "string" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("dedupe", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const lineArgs = lineArguments("dedupe", values, positionals);
	const { settings } = lineArgs;
	const print = printOf(values.print);
	const seen = await readSeen(values.seen, settings, values.audit !== undefined);
	const run = new LineRun("dedupe", lineArgs);
	const auditOutput = values.audit === undefined ? undefined : new Output(values.audit);
	const audit = auditOutput && new Audit(auditOutput, settings, referenceWorkspace(settings.engine), seen.tables.count);
	const sieve = new LineSieve(run.workspace, seen, print, (batch) => {
		run.results.noteRejects(batch);
		audit?.note(batch);
		run.results.output.write(batch.fresh);
	});
	await run.feed(sieve.feed, { key: seen.key, needsInput: audit !== undefined || print === "original" });
	if (values.seen !== undefined) writeSeen(values.seen, seen);
	auditOutput?.finish();
	run.finish({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates });
}

function printOf(value: string | undefined): Print {
	if (value === undefined || value === "normalized") return "normalized";
	if (value === "original") return "original";
	throw usageFailure("dedupe", `The option --print is one of "normalized", "original", not "${value}"`);
}
