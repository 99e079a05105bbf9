/** A run of a command that reads lines or tables: its inputs, threads, progress and summary. */

import type { LineArguments } from "../../arguments/arguments";
import { Inputs } from "../../files/input/inputs";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import type { Sink } from "../../files/output/sink";
import { type Note, notesOn, tableNotesOn } from "../../job/input-notes";
import type { LineRules } from "../../job/line-rules";
import { listNotes } from "../../job/list-notes";
import { Reader } from "../../job/reader";
import { RunPace } from "../../terminal/run-pace";
import { tell } from "../../terminal/tell";
import { Progress, type Summary, summaryText } from "../../terminal/terminal";

/** The counts that only the command knows. */
export type Counts = Pick<Summary, "lines" | "parts" | "rows" | "column" | "unique" | "duplicates" | "empty" | "merges"> & {
	readonly notWeb?: number | undefined;
};

/** The rejects of a run, and other facts for its notes. */
interface Rejects {
	readonly rejects: number;
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
		{ lines = 0, rows, column, empty = 0 }: Counts,
		{ rejects, hosts, unwanted, boms, openQuote, comments, isRelative }: Rejects,
	): Note[] {
		const { inputs, lineCounts, values } = this.reader;
		const line = { command: this.#command, lines, rejects, hosts, unwanted, boms, comments, others: lineCounts };
		if (rows === undefined) return notesOn(line, inputs.inputs);
		return tableNotesOn({ rows, column, empty, rejects, openQuote, text: isRelative ? values : undefined }, inputs.inputs);
	}

	/** Prints the summary, unless the run is quiet. `others` has notes that come before those on the inputs. */
	protected tellSummary(
		{ notWeb = 0, ...counts }: Counts,
		log: Sink<unknown>,
		outputOctets: number,
		others: Partial<Summary> = {},
	): void {
		const { rules, settings } = this.reader.rules;
		const { progress, inputOctets } = this.#pace;
		progress.clear();
		if (this.args.quiet) return;
		const { schemes, requireScheme, invalid, comments: option } = this.args.options;
		const comments = option === undefined ? undefined : log.comments;
		const keepsUnwanted = (schemes !== undefined || requireScheme) && invalid === undefined;
		const unwanted = keepsUnwanted ? log.unwanted : 0;
		const rejects = {
			rejects: log.rejected - log.comments,
			hosts: log.hosts,
			unwanted,
			boms: log.boms,
			openQuote: log.openQuote,
			comments,
			isRelative: this.#command !== "resolve" && log.causes["relative-reference"] === undefined,
		};
		const summary = {
			command: this.#command,
			...counts,
			...(rejects.comments !== undefined && { comments: rejects.comments }),
			rejects: rejects.rejects,
			...(rejects.rejects > 0 && { rejectCodes: log.causes }),
			...(rules.isPolicy && { notWeb: notWeb + log.notWeb }),
			inputOctets,
			outputOctets,
			seconds: progress.seconds,
			engine: settings.engine,
			...others,
			notes: [...(others.notes ?? []), ...listNotes(rules.lists), ...this.#notes(counts, rejects)],
		};
		tell(summaryText(summary, this.args.json));
	}
}
