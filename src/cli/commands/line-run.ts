/** A run of a command that writes lines or tables: its inputs and its outputs. */

import type { LineArguments } from "../../arguments/arguments";
import type { MergeLog } from "../../dedupe/audit";
import type { DedupeCounts } from "../../dedupe/job";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { deliver } from "../../files/output/deliver";
import type { OutputPaths } from "../../files/output/distinct";
import { Output } from "../../files/output/output";
import { Sink } from "../../files/output/sink";
import { convertedSetNotes, emptySetNotes, requestNotes } from "../../job/input-notes";
import type { LineRules } from "../../job/line-rules";
import { mapReferences } from "../../job/open-source";
import { peakMemory } from "../../job/peak-memory";
import type { FileTable } from "../../tables/text/file-table";
import { say } from "../../terminal/tell";
import { type Counts, ReadingRun } from "./reading-run";

export class LineRun extends ReadingRun {
	readonly sink: Sink<Output, MergeLog>;
	/** Files that are replaced together, or not at all. */
	readonly #files: Output[] = [];

	/** `others` are the output files of options that only this command has. Throws Failure if a file cannot be opened. */
	constructor(command: string, args: LineArguments, rules: LineRules, others: OutputPaths = {}) {
		super(command, args, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others }, rules);
		const output = this.#open(args.output, false);
		this.sink = new Sink(output, args.rejects === undefined ? undefined : this.open(args.rejects));
	}

	/** Opens a log, which is delivered with the output. Throws Failure. */
	open(path: string): Output {
		return this.#open(path, true);
	}

	#open(path: string | undefined, isLog: boolean): Output {
		const output = new Output(path, undefined, isLog);
		this.#files.push(output);
		return output;
	}

	/** Whether all outputs go to regular files. */
	get writesFiles(): boolean {
		return this.#files.every(({ isFile }) => isFile);
	}

	/** Writes each reference in the form of the rules, or its target. Throws Failure or UriError. */
	async map(table?: FileTable): Promise<void> {
		const { lines = 0, rows = 0, empty = 0, notWeb } = await mapReferences({ reader: this.reader, sink: this.sink, table });
		this.finish(table === undefined ? { lines } : { rows, column: table.column, empty, notWeb });
	}

	/** Delivers the outputs and the set (deliver.ts), then prints the summary. Throws Failure. */
	finish({ tempOctets, requests, ...counts }: Counts & Pick<DedupeCounts, "tempOctets" | "requests">, set?: SeenFile): void {
		deliver(this.#files, set);
		const notes = [...emptySetNotes(set?.emptyPath), ...convertedSetNotes(set?.convertedTo)];
		const ofRows = [...requestNotes(requests), ...notes];
		const memory = tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() };
		this.tellSummary(counts, this.sink, this.sink.output.length, { ...memory, notes: ofRows });
		if (this.args.quiet) for (const { sentence } of notes) say(sentence);
	}
}
