/** Runs of commands that read lines or tables: their inputs, threads, progress, outputs and summaries. */
import type { LineArguments } from "../../arguments/arguments";
import type { MergeLog } from "../../dedupe/audit";
import type { DedupeCounts } from "../../dedupe/job";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { Inputs } from "../../files/input/inputs";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import { deliver, Output } from "../../files/output/output";
import { Sink } from "../../files/output/sink";
import { convertedSetNotes, emptySetNotes, type Note, notesOn, requestNotes, tableNotesOn } from "../../job/input-notes";
import type { LineRules } from "../../job/line-rules";
import { listNotes } from "../../job/list-notes";
import { mapReferences } from "../../job/open-source";
import { peakMemory } from "../../job/peak-memory";
import { Reader } from "../../job/reader";
import { type NamedRuleCounts, namedCounts, numberedCounts, sumOfCounts } from "../../lines/rule-counts";
import type { FileTable } from "../../tables/text/table-options";
import { say, writeMessage } from "../../terminal/messages";
import { RunPace } from "../../terminal/run-pace";
import { Progress, type Summary, summaryText } from "../../terminal/terminal";
import { makeFolderOf } from "./dataset";

/** The counts that only the command knows. */
export type Counts = Pick<
	Summary,
	| "lines"
	| "parts"
	| "rows"
	| "values"
	| "column"
	| "unique"
	| "duplicates"
	| "known"
	| "added"
	| "removed"
	| "empty"
	| "merges"
	| "excluded"
	| "withheld"
	| "by"
	| "distinct"
	| "without"
	| "top"
	| "sites"
	| "single"
	| "positions"
	| "traps"
	| "long"
> & {
	readonly notWeb?: number | undefined;
	readonly unstable?: NamedRuleCounts["unstable"] | undefined;
};

/** The rejects of a run, and other facts for its notes. */
interface Rejects {
	readonly rejects: number;
	readonly notText: number | undefined;
	readonly hosts: number;
	readonly unwanted: number;
	readonly boms: number;
	readonly openQuote: Sink["openQuote"];
	readonly comments: number | undefined;
	/** Whether relative references are written, although --require-scheme could reject them. */
	readonly isRelative: boolean;
}

export class ReadingRun {
	readonly reader: Reader;
	protected readonly args: LineArguments;
	readonly #command: string;
	readonly #pace: RunPace;

	/**
	 * Opens all inputs at once, so that a run fails before it has written anything. `outputs` are the files that the run writes, by
	 * option. Throws Failure if two are one, or an input cannot be opened.
	 */
	constructor(command: string, args: LineArguments, outputs: OutputPaths, rules: LineRules) {
		refuseSharedFiles(command, args.files, outputs, args.written);
		this.#command = command;
		this.args = args;
		const { files, references, scheme, watched, threads, quiet, readAs } = args;
		const inputs = new Inputs({ files: watched === undefined ? files : [], references, scheme, readAs });
		this.#pace = new RunPace(new Progress(quiet, watched ?? inputs.inputs));
		const remedy = `for a file that grows, run: cat FILE | urlsieve ${command}`;
		this.reader = new Reader({ inputs, watched, threads, scheme, remedy }, rules, this.#pace);
	}

	#notes(
		{ lines = 0, rows, values: count, column, empty = 0 }: Counts,
		{ rejects, notText, hosts, unwanted, boms, openQuote, comments, isRelative }: Rejects,
	): Note[] {
		if (this.args.isList === false) return [];
		const { inputs, lineCounts, values } = this.reader;
		const areCompleted = this.args.scheme !== undefined;
		const line = { command: this.#command, lines, rejects, hosts, areCompleted, unwanted, boms, comments, others: lineCounts };
		if (rows === undefined) return notesOn(line, inputs.inputs);
		return tableNotesOn(
			{ rows, values: count, column, empty, rejects, notText, openQuote, text: isRelative ? values : undefined },
			inputs.inputs,
		);
	}

	#rejectsOf(log: Sink<unknown>): Rejects {
		const { schemes, requireScheme, invalid, comments: option } = this.args.options;
		const comments = option === undefined ? undefined : log.comments;
		const keepsUnwanted = (schemes !== undefined || requireScheme) && invalid === undefined;
		return {
			rejects: log.rejected - log.comments,
			notText: log.causes["not-text"],
			hosts: log.hosts,
			unwanted: keepsUnwanted ? log.unwanted : 0,
			boms: log.boms,
			openQuote: log.openQuote,
			comments,
			isRelative: this.#command !== "resolve" && log.causes["relative-reference"] === undefined,
		};
	}

	/** The notes on what was read, as sentences: none if the run is quiet. */
	protected notesOf(counts: Counts, log: Sink<unknown>): string[] {
		return this.args.quiet ? [] : this.#notes(counts, this.#rejectsOf(log)).map(({ sentence }) => `note: ${sentence}`);
	}

	/** Prints the summary, unless the run is quiet. `others` has notes that come before those on the inputs. */
	protected tellSummary(
		{ notWeb = 0, unstable = {}, ...counts }: Counts,
		log: Sink<unknown>,
		outputOctets: number,
		others: Partial<Summary> = {},
	): void {
		const { rules, settings } = this.reader.rules;
		const { progress, inputOctets } = this.#pace;
		progress.clear();
		if (this.args.quiet) return;
		const rejects = this.#rejectsOf(log);
		const summary = {
			command: this.#command,
			...counts,
			...(rejects.comments !== undefined && { comments: rejects.comments }),
			rejects: rejects.rejects,
			...rejectCounts(log, rejects.rejects),
			...(rules.isPolicy && { notWeb: 0 }),
			...namedCounts(sumOfCounts(numberedCounts({ notWeb, unstable }), log.ruleCounts)),
			inputOctets,
			outputOctets,
			seconds: progress.seconds,
			engine: settings.engine,
			...others,
			notes: [...(others.notes ?? []), ...listNotes(rules.lists), ...this.#notes(counts, rejects)],
		};
		writeMessage(summaryText(summary, this.args.json));
	}
}

/** The causes of rejects in a summary. */
function rejectCounts({ causes, otherRejects }: Sink<unknown>, rejects: number): Pick<Summary, "rejectCodes" | "otherRejects"> {
	return { ...(rejects > 0 && { rejectCodes: causes }), ...(otherRejects > 0 && { otherRejects }) };
}

/** A run of a command that writes lines or tables: its inputs and its outputs. */
export class LineRun extends ReadingRun {
	readonly sink: Sink<Output, MergeLog>;
	/** Files that are replaced together, or not at all. */
	readonly #files: Output[] = [];

	/** `others` are the output files of options that only this command has. Throws Failure if a file cannot be opened. */
	constructor(command: string, args: LineArguments, rules: LineRules, others: OutputPaths = {}) {
		super(command, args, { "--output": args.output ?? "-", "--rejects": args.rejects, ...others }, rules);
		if (args.outputs !== undefined) makeFolderOf(args.output as string);
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

	/** The table with the output of each file, if each has one. It is opened when it is written: there may be many. */
	withOutputs<Table extends FileTable | undefined>(table: Table): Table {
		const { outputs } = this.args;
		if (table === undefined || outputs === undefined) return table;
		const open = (file: number) => {
			const path = outputs[file] as string;
			if (file === 0) return this.sink.output;
			makeFolderOf(path);
			return this.#open(path, false);
		};
		return { ...table, outputs: open };
	}

	/** The notes for a failure after all was read, which ends the run without a summary. */
	notes(counts: Counts): string[] {
		return this.notesOf(counts, this.sink);
	}

	/** Writes each reference in the form of the rules, or its target. Throws Failure or UrlsieveError. */
	async map(table?: FileTable): Promise<void> {
		const {
			lines = 0,
			rows = 0,
			values,
			empty = 0,
			notWeb,
			unstable,
		} = await mapReferences({ reader: this.reader, sink: this.sink, table: this.withOutputs(table) });
		this.finish(table === undefined ? { lines } : { rows, column: table.column, values, empty, notWeb, unstable });
	}

	/** Delivers the outputs and the set (`deliver`), then prints the summary. Throws Failure. */
	finish({ tempOctets, requests, ...counts }: Counts & Pick<DedupeCounts, "tempOctets" | "requests">, set?: SeenFile): void {
		deliver(this.#files, set);
		const notes = [...emptySetNotes(set?.emptyPath), ...convertedSetNotes(set?.convertedTo)];
		const ofRows = [...requestNotes(requests), ...notes];
		const memory = tempOctets === undefined ? {} : { tempOctets, peakMemory: peakMemory() };
		this.tellSummary(counts, this.sink, this.sink.output.length, { ...memory, notes: ofRows });
		if (this.args.quiet) for (const { sentence } of notes) say(sentence);
	}
}
