/** A run of a command that processes lines as text: inputs, output, progress and summary. */
import { setImmediate } from "node:timers/promises";
import type { UriError } from "../../errors";
import { Input, refuseNonLists } from "../input/input";
import { type Operands, operandsOf, URI_HELP } from "../input/operands";
import { textLines } from "../input/text-lines";
import { deliver } from "../output/deliver";
import { refuseSharedFiles } from "../output/distinct";
import { Output } from "../output/output";
import { notesOn } from "../report/notes";
import { Progress, type Summary, summaryText } from "../report/terminal";

/** Options of every command that processes lines as text. */
export const TEXT_OPTIONS = {
	uri: { type: "string", multiple: true },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

export const TEXT_OPTIONS_HELP = `${URI_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
  -h, --help         Print this help.

Lines are UTF-8 and numbered from 1 across all files. Files may be compressed with gzip or Zstandard. Other formats, such as
xz or UTF-16, are refused. The summary notes if most lines are rejects or contain a TAB, or look CR-terminated. Large inputs
are sampled for this.

With no FILE or URI, or when FILE is -, read standard input.`;

export interface TextArguments {
	readonly uri?: readonly string[] | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
}

/** The counts that only the command knows. */
export type TextCounts = Pick<Summary, "rejects" | "flagged" | "findings">;

/** Returns what to write for a line: text, a JSON object, or nothing. */
export type TakeLine = (line: string, number: number) => object | string | undefined;

/** UTF-16 units of an invalid line to include in its record. */
const MAX_UNITS = 1024;

const encoder = new TextEncoder();

/** The JSON record of a line that is not a valid reference. */
export function faultOf(line: number, reference: string, error: UriError): object {
	return { line, reference: reference.slice(0, MAX_UNITS), error: errorRecord(error) };
}

/** The JSON form of an error. */
export function errorRecord({ code, component, offset, message }: UriError): object {
	return { code, component, offset, sentence: message };
}

/** Whether to print for people, in colour: standard output is a terminal and NO_COLOR is not set. */
export function printsInColour(output: string | undefined): boolean {
	return (output ?? "-") === "-" && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** One run of a command. Opens all inputs and the output at once, so that a run fails before it has written anything. */
export class TextRun {
	readonly #command: string;
	readonly #args: TextArguments;
	readonly #references: Operands["references"];
	readonly #inputs: readonly Input[];
	readonly #output: Output;
	readonly #progress: Progress;
	/** Number of lines so far. */
	lines = 0;

	/** Throws Failure if a file cannot be opened. */
	constructor(command: string, args: TextArguments, positionals: readonly string[]) {
		this.#command = command;
		this.#args = args;
		const operands = operandsOf(command, positionals, args.uri);
		refuseSharedFiles(command, operands.files, { "--output": args.output ?? "-" });
		this.#references = operands.references;
		this.#inputs = operands.files.map((path) => new Input(path));
		this.#output = new Output(args.output);
		this.#progress = new Progress(args.quiet === true, this.#inputs);
	}

	/**
	 * Calls `take` for every line, with its number from 1, and writes the results: text as it is and objects as JSON, one line
	 * each. Throws Failure, or what `take` throws.
	 */
	async each(take: TakeLine): Promise<void> {
		await refuseNonLists(this.#inputs);
		for (const reference of this.#references) this.#write(take(reference, ++this.lines));
		try {
			for (const input of this.#inputs) await this.#readOne(input, take);
		} finally {
			for (const input of this.#inputs) input.close();
		}
	}

	async #readOne(input: Input, take: TakeLine): Promise<void> {
		const before = this.#progress.position;
		for await (const { lines, octets } of textLines(input)) {
			for (const line of lines) this.#write(take(line, ++this.lines));
			this.#progress.advance(octets, this.lines, before + input.position);
			// Reading files is synchronous. Let the process handle signals.
			await setImmediate();
		}
	}

	#write(value: object | string | undefined): void {
		if (value === undefined) return;
		this.#output.writeLater(encoder.encode(`${typeof value === "string" ? value : JSON.stringify(value)}\n`));
	}

	/** Delivers the output and prints the summary. Throws Failure. */
	finish(counts: TextCounts): void {
		deliver([this.#output]);
		this.#progress.clear();
		if (this.#args.quiet) return;
		const { octets: inputOctets, seconds } = this.#progress;
		const summary = {
			command: this.#command,
			lines: this.lines,
			...counts,
			inputOctets,
			outputOctets: this.#output.length,
			seconds,
			notes: notesOn({ command: this.#command, lines: this.lines, rejects: counts.rejects }, this.#inputs),
		};
		process.stderr.write(summaryText(summary, this.#args.json === true));
	}
}
