/** A job of `dedupe` in passes: hands its objects to the passes, and copies inputs that can be read only once. */
import type { LineRules } from "../job/line-rules";
import type { DedupeJob } from "./job";
import type { PassRules } from "./passes/kept-lines";
import type { PassesCounts, PassRun } from "./passes/pass-run";
import { threePasses } from "./passes/three-passes";
import { TwoReadings } from "./passes/two-readings";
import type { Plan } from "./plan";

/** The parts of a run that a job adds to its source, rules and sink. */
export interface PassUses extends Pick<PassRun, "set" | "store" | "rows" | "byClass"> {
	/** Takes results in place of the sink of the job. */
	readonly sink?: PassRun["sink"] | undefined;
	/** See `PassSource`. */
	readonly linesBefore?: number | undefined;
}

/** Runs the passes over all inputs, or over those that `LineReader.feedUntil` has left. Throws Failure or UrlsieveError. */
export async function inPasses(
	{ reader, sink }: Pick<DedupeJob, "reader" | "sink">,
	plan: Plan,
	{ linesBefore, ...uses }: PassUses = {},
): Promise<PassesCounts> {
	const { source, pace, rules } = reader;
	if (uses.rows?.isTable) pace.countRows();
	await source.check();
	pace.bound(plan.memory);
	const readings = new TwoReadings(reader, sink, uses.rows, linesBefore);
	const run = {
		...uses,
		sink: uses.sink ?? passSinkOf(sink),
		settings: rules.settings,
		rules: passRulesOf(rules),
		source: readings,
		crew: readings,
	};
	const counts = await reader.readUnchanged(sink.output, () =>
		source.closing(async () => {
			source.copyInputs(plan.folder);
			const done = await threePasses(plan, run);
			readings.refuseChanged();
			return done;
		}),
	);
	reader.lineCounts = readings.lineCounts;
	return { ...counts, tempOctets: source.copiedOctets + counts.tempOctets };
}

/** Takes the results of lines. */
function passSinkOf(sink: DedupeJob["sink"]): PassRun["sink"] {
	return {
		write: (octets) => sink.output.write(octets),
		takeRejects: (batch) => sink.takeRejects(batch),
		takeMerge: sink.log?.write.bind(sink.log),
	};
}

/** Rules with one form need no others: the core writes the forms that it hashes. */
function passRulesOf(lines: LineRules): PassRules | undefined {
	if (lines.haveOneForm) return undefined;
	const { rules, workspace, settings: forms } = lines;
	return { workspace, keys: rules.lines("key"), forms };
}
