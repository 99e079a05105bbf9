/** A run of a command that writes lines or tables: its inputs and its outputs. */

import type { LineArguments } from "../../arguments/arguments";
import type { DedupeCounts } from "../../dedupe/job";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import type { OutputPaths } from "../../files/output/distinct";
import { convertedSetNotes, emptySetNotes, requestNotes } from "../../job/input-notes";
import type { LineRules } from "../../job/line-rules";
import { JobOutputs } from "../../job/outputs";
import { peakMemory } from "../../job/peak-memory";
import { say } from "../../terminal/tell";
import { type Counts, ReadingRun } from "./reading-run";

export class LineRun extends ReadingRun {
	readonly outputs: JobOutputs;

	/** `others` are the output files of options that only this command has. Throws Failure if a file cannot be opened. */
	constructor(command: string, args: LineArguments, rules: LineRules, others: OutputPaths = {}) {
		super(command, args, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others }, rules);
		this.outputs = new JobOutputs(args.output, args.rejects);
	}

	/** Delivers the outputs and the set (deliver.ts), then prints the summary. Throws Failure. */
	finish({ tempOctets, requests, ...counts }: Counts & Pick<DedupeCounts, "tempOctets" | "requests">, set?: SeenFile): void {
		const { results } = this.outputs;
		this.outputs.deliver(set);
		const notes = [...emptySetNotes(set?.emptyPath), ...convertedSetNotes(set?.convertedTo)];
		const ofRows = [...requestNotes(requests), ...notes];
		const memory = tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() };
		this.tellSummary(counts, results, results.output.length, { ...memory, notes: ofRows });
		if (this.args.quiet) for (const { sentence } of notes) say(sentence);
	}
}
