/** A run of a command that processes lines as text: inputs, output, progress and summary. */

import { BINARY_HELP, BINARY_OPTION } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP } from "../../arguments/help";
import type { UriError } from "../../errors";
import { EXIT, usageFailure } from "../../failure";
import { referenceFailure } from "../../files/input/references";
import { refuseSharedFiles } from "../../files/output/distinct";
import { JSON_LINES, LINES, TEXTS, type Written } from "../../files/output/named";
import { deliver, Output } from "../../files/output/output";
import { type Note, notesOn, tableNotesOn } from "../../job/input-notes";
import type { RowFault, TakeRow } from "../../job/table-references";
import { TextReader } from "../../job/text-reader";
import type { FileTable } from "../../tables/text/table-options";
import { writeMessage } from "../../terminal/messages";
import { Progress, type Summary, summaryText } from "../../terminal/terminal";
import { isComment } from "../../text/comment";
import { encoder } from "../../utf8";
import { type Operands, operandsOf, singleReference, tableOperands, URI_HELP } from "./operands";

/** Options of every command that processes lines as text. */
export const TEXT_OPTIONS = {
	uri: { type: "string", multiple: true },
	comments: { type: "boolean" },
	...BINARY_OPTION,
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

const TEXT_COMMENTS_HELP = `  --comments         Read blank lines and lines that begin with "#" as comments, and pass over them. By default they are references.
`;

export const TEXT_OPTIONS_HELP = `${URI_HELP}${TEXT_COMMENTS_HELP}${BINARY_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
Lines are UTF-8 and numbered from 1 across all files. Files may be compressed with gzip or Zstandard. Other formats, such as
xz or UTF-16, are refused. The summary notes if most lines are rejects or contain a TAB, or look CR-terminated. Large inputs
are sampled for this.

With no FILE or URI, or when FILE is -, read standard input.`;

export interface TextArguments {
	readonly uri?: readonly string[] | undefined;
	readonly comments?: boolean | undefined;
	readonly binary?: boolean | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
}

/** The counts that only the command knows. */
export type TextCounts = Pick<Summary, "rejects" | "flagged" | "findings" | "unique" | "duplicates">;

/** Returns the result for a line: text, a JSON object, or nothing. An argument has no octets: Node.js has decoded it. */
export type TakeLine = (line: string, number: number, octets?: Uint8Array) => object | string | undefined;

/** UTF-16 units of an invalid line to include in its record. */
const MAX_UNITS = 1024;

/** The number of a line, or of a row of a table. */
export type Place = { readonly line: number } | { readonly row: number };

/** The JSON record of a line that is not a valid reference. */
export function faultOf(place: Place, reference: string, error: UriError | RowFault): object {
	return { ...place, reference: reference.slice(0, MAX_UNITS), error: errorRecord(error) };
}

/** The JSON form of an error. */
export function errorRecord({ code, component, offset, message }: UriError | RowFault): object {
	return { code, component, offset, sentence: message };
}

/** Whether to print for people, in colour: standard output is a terminal and NO_COLOR is not set. */
export function printsInColour(output: string | undefined): boolean {
	return (output ?? "-") === "-" && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** The outputs of commands that write no JSON. */
const WRITTEN: { readonly [command: string]: Written } = { relativize: TEXTS, normalize: LINES, dedupe: LINES };

/** One run of a command. Opens all inputs and the output at once, so that a run fails before it has written anything. */
export class TextRun {
	readonly #command: string;
	readonly #args: TextArguments;
	readonly #references: Operands["references"];
	readonly #reader: TextReader;
	readonly #output: Output;
	readonly #progress: Progress;
	/** The reference of a run over one reference and no file. */
	readonly #single: string | undefined;
	/** Number of comments so far, if they are no references. */
	#comments: number | undefined;
	/** The counts of tables. */
	#table: Pick<Summary, "rows" | "values" | "column" | "empty"> | undefined;

	/** `table`: how to read the files, if they are tables. Throws Failure if a file cannot be opened. */
	constructor(command: string, args: TextArguments, positionals: readonly string[], table?: FileTable) {
		this.#command = command;
		this.#args = args;
		const operands = table === undefined ? operandsOf(command, positionals, args.uri) : tableOperands(positionals);
		if (table !== undefined && args.comments) throw usageFailure(command, "--comments is for lists of lines, not for tables");
		this.#comments = args.comments ? 0 : undefined;
		this.#single = singleReference(operands);
		refuseSharedFiles(command, operands.files, { "--output": args.output ?? "-" }, WRITTEN[command] ?? JSON_LINES);
		this.#references = operands.references;
		this.#reader = new TextReader(operands.files, table?.container !== undefined, {
			format: table?.format,
			isBinary: args.binary,
		});
		this.#output = new Output(args.output);
		this.#progress = new Progress(args.quiet === true, this.#reader.files);
	}

	/** Number of lines so far. */
	get lines(): number {
		return this.#reader.lines;
	}

	/**
	 * Calls `take` for every line, with its number from 1, and writes the results: text as it is and objects as JSON, one line
	 * each. For a comment, it writes the result of `comment`. When a pipe stalls, all results so far are written. Throws Failure, or what `take` throws.
	 */
	each(take: TakeLine, comment: TakeLine = () => undefined): Promise<void> {
		const takeLine: TakeLine = (line, number, octets) => {
			if (this.#comments === undefined || !isComment(line)) return take(line, number, octets);
			++this.#comments;
			return comment(line, number);
		};
		const takeAndWrite = (line: string, number: number, octets?: Uint8Array) => this.#write(takeLine(line, number, octets));
		return this.#reader.each(this.#references, takeAndWrite, this.#progress, () => this.#output.flush());
	}

	/** Throws Failure for the error of a single reference. Texts about others contain it. */
	refuseSingle(error: UriError): void {
		if (this.#single !== undefined) throw referenceFailure(this.#single, error, "offset");
	}

	#write(value: object | string | undefined): void {
		if (value === undefined) return;
		this.#output.writeLater(encoder.encode(`${typeof value === "string" ? value : JSON.stringify(value)}\n`));
	}

	/**
	 * Calls `take` for every row that has a reference, or that cannot be read, and writes the results as `each` does. Requires: the run
	 * was opened with this table. Throws Failure, or what `take` throws.
	 */
	async eachRow(table: FileTable, take: TakeRow): Promise<void> {
		const write = (value: object | undefined) => this.#write(value);
		const counts = await this.#reader.eachRow(table, take, write, this.#output, this.#progress);
		this.#table = { ...counts, column: table.column };
	}

	#notes(rejects: number): Note[] {
		const comments = this.#comments;
		if (this.#table === undefined)
			return notesOn({ command: this.#command, lines: this.lines, rejects, comments }, this.#reader.inputs);
		const { rows = 0, values, column, empty = 0 } = this.#table;
		return tableNotesOn({ rows, values, column, empty, rejects }, this.#reader.inputs);
	}

	/** Delivers the output and prints the summary. Throws Failure. */
	finish(counts: TextCounts): void {
		deliver([this.#output]);
		this.#progress.clear();
		if (this.#single !== undefined && counts.rejects > 0) process.exitCode = EXIT.NO;
		if (this.#args.quiet || (this.#single !== undefined && !this.#args.json)) return;
		const { octets: inputOctets, seconds } = this.#progress;
		const summary = {
			command: this.#command,
			...(this.#table ?? { lines: this.lines, ...(this.#comments !== undefined && { comments: this.#comments }) }),
			...counts,
			inputOctets,
			outputOctets: this.#output.length,
			seconds,
			notes: this.#notes(counts.rejects),
		};
		writeMessage(summaryText(summary, this.#args.json === true));
	}
}
