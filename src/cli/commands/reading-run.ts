/** A run of a command that reads lines or tables: its inputs, threads, progress and summary. */
import { Source } from "../../files/input/source";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import type { RejectLog } from "../../files/output/line-results";
import { type Note, notesOn, tableNotesOn } from "../../job/input-notes";
import { LineReader } from "../../job/line-reader";
import { type CrawlForms, LineRules } from "../../job/line-rules";
import { listNotes } from "../../job/list-notes";
import type { LineArguments } from "../arguments";
import { RunPace } from "../terminal/run-pace";
import { tell } from "../terminal/tell";
import { Progress, type Summary, summaryText } from "../terminal/terminal";

/** The counts that only the command knows. */
export type Counts = Pick<Summary, "lines" | "parts" | "rows" | "column" | "unique" | "duplicates" | "empty" | "merges">;

export class ReadingRun {
	readonly reader: LineReader;
	protected readonly args: LineArguments;
	readonly #command: string;
	readonly #pace: RunPace;

	/**
	 * Opens all inputs at once, so that a run fails before it has written anything. `outputs` are the files that the run writes, by
	 * option. Throws Failure if two are one, or an input cannot be opened.
	 */
	constructor(command: string, args: LineArguments, outputs: OutputPaths, crawl?: CrawlForms) {
		refuseSharedFiles(command, args.files, outputs);
		this.#command = command;
		this.args = args;
		const { files, references, scheme, watched, threads, quiet } = args;
		const source = new Source({ files: watched === undefined ? files : [], references, scheme });
		this.#pace = new RunPace(new Progress(quiet, watched ?? source.inputs));
		const remedy = `for a file that grows, run: cat FILE | urlsieve ${command}`;
		this.reader = new LineReader({ source, watched, threads, scheme, remedy }, new LineRules(args, crawl), this.#pace);
	}

	#notes({ lines = 0, rows, column, empty = 0 }: Counts, rejects: number): Note[] {
		const { source, lineCounts } = this.reader;
		if (rows === undefined) return notesOn({ command: this.#command, lines, rejects, others: lineCounts }, source.inputs);
		return tableNotesOn({ rows, column, empty, rejects }, source.inputs);
	}

	/** Prints the summary, unless the run is quiet. `others` has notes that come before those on the inputs. */
	protected tellSummary(counts: Counts, log: RejectLog, outputOctets: number, others: Partial<Summary> = {}): void {
		const rejects = log.rejected;
		const { rules } = this.reader;
		const { progress, inputOctets } = this.#pace;
		progress.clear();
		if (this.args.quiet) return;
		const summary = {
			command: this.#command,
			...counts,
			rejects,
			...(rules.isPolicy && counts.rows === undefined && { notWeb: log.notWeb }),
			inputOctets,
			outputOctets,
			seconds: progress.seconds,
			engine: rules.settings.engine,
			...others,
			notes: [...(others.notes ?? []), ...listNotes(this.reader.rules.crawl?.lists ?? []), ...this.#notes(counts, rejects)],
		};
		tell(summaryText(summary, this.args.json));
	}
}
