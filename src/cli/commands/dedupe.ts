/** `urlsieve dedupe`: the first line of each equivalence class, in order. */
import { referenceWorkspace } from "../../engine/shared";
import { LineSieve, type Print } from "../../lines/line-sieve";
import { LINE_OPTIONS, LINE_OPTIONS_HELP, lineArguments, parse, usageFailure } from "../arguments";
import { say } from "../failure";
import { Audit } from "../seen/audit";
import { newSeen, SeenFile } from "../seen/seen-file";
import { LineRun } from "./line-command";

export const HELP = `Usage: urlsieve dedupe [options] [file…]

Writes the first line of each equivalence class, in order. A line that cannot be normalized is in no class: it is written as
--invalid says, and never merged.

  urlsieve dedupe urls.txt.gz > unique.txt
  urlsieve dedupe --print original --audit merges.tsv -o unique.txt urls.txt
  urlsieve dedupe --seen frontier.seen -o new-2026-11-21.txt crawl-2026-11-21.txt

Options:
  --print WHICH      normalized (the default): the normal form of the line; original: the line as it came
  --seen FILE        keep the set in FILE across runs: lines that it has are duplicates, new ones are added. One run at a time
                     uses FILE; others wait. FILE contains the secret key of the fingerprints: keep it private (new: mode 0600)
  --no-wait          fail at once (exit status 3, seen-locked) if another run uses the file of --seen
  --audit FILE       write each merge to FILE: the line kept, the line dropped, the rung on which they are equal, the
                     numbers of both lines; separated by TAB; "-" for what an earlier run kept
${LINE_OPTIONS_HELP}

With --seen, outputs are in place on disk before FILE is replaced: a run that is killed delivers its lines again when it is
repeated. Give each run an output of its own with -o. A repeat under the same name may replace lines that FILE has by none, and
what was written to a pipe is gone if its reader fails.
`;

const OPTIONS = {
	...LINE_OPTIONS,
	print: { type: "string" },
	seen: { type: "string" },
	audit: { type: "string" },
	"no-wait": { type: "boolean" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("dedupe", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const lineArgs = lineArguments("dedupe", values, positionals);
	const { settings } = lineArgs;
	const print = printOf(values.print);
	// Only a numbered set can tell which line it kept.
	const numbered = values.audit !== undefined;
	const run = new LineRun("dedupe", lineArgs, { "--audit": values.audit, "--seen": values.seen });
	const auditOutput = values.audit === undefined ? undefined : run.open(values.audit);
	const file = values.seen === undefined ? undefined : await SeenFile.open(values.seen, { waits: !values["no-wait"], say });
	const seen = file === undefined ? newSeen(settings, numbered) : await file.read(settings, numbered);
	const audit = auditOutput && new Audit(auditOutput, settings, referenceWorkspace(settings.engine), seen.tables.count);
	const sieve = new LineSieve(run.workspace, seen, print, (batch) => {
		run.results.noteRejects(batch);
		audit?.note(batch);
		run.results.output.write(batch.fresh);
	});
	await run.feed(sieve.feed, { key: seen.key, needsInput: audit !== undefined || print === "original" });
	file?.stage(seen);
	run.finish({ lines: sieve.feed.lines, unique: sieve.added, duplicates: sieve.duplicates }, file);
}

function printOf(value: string | undefined): Print {
	if (value === undefined || value === "normalized") return "normalized";
	if (value === "original") return "original";
	throw usageFailure("dedupe", `The option --print is one of "normalized", "original", not "${value}"`);
}
