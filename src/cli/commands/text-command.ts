/** What the commands that look at lines as text have in common: inputs, output, progress, summary. */
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

/** Options of every command that takes lines as text. */
export const TEXT_OPTIONS = {
	uri: { type: "string", multiple: true },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

export const TEXT_OPTIONS_HELP = `${URI_HELP}  -o, --output FILE  write to FILE, which is replaced when all is done, instead of standard output
  --json             the summary as JSON
  --quiet            no progress, no summary
  -h, --help         this text

Lines are UTF-8. Files may be compressed with gzip or Zstandard; checksums are verified. Other formats, such as xz or
UTF-16, are refused. The summary notes if most lines are rejects or contain a TAB, or look CR-terminated. Without a file or
URI, or for "-", standard input is read. The lines of all files are counted through.`;

export interface TextArguments {
	readonly uri?: readonly string[] | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
}

/** What a command counts beside its lines. */
export type TextCounts = Pick<Summary, "rejects" | "flagged" | "findings">;

/** What is to be written for a line. */
export type TakeLine = (line: string, number: number) => object | string | undefined;

/** UTF-16 units that are shown of a line with an error. */
const MOST_SHOWN = 1024;

const encoder = new TextEncoder();

/** What is told of a line that is no reference. */
export function faultOf(line: number, reference: string, error: UriError): object {
	return { line, reference: reference.slice(0, MOST_SHOWN), error: errorRecord(error) };
}

/** An error as it is written in JSON. */
export function errorRecord({ code, component, offset, message }: UriError): object {
	return { code, component, offset, sentence: message };
}

/** Says whether what is written is seen by people, in colour: standard output is a terminal, and NO_COLOR is not set. */
export function isSeenInColour(output: string | undefined): boolean {
	return (output ?? "-") === "-" && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** One run of a command: its inputs and output are open from the start, so that what cannot be opened fails at once. */
export class TextRun {
	readonly #command: string;
	readonly #args: TextArguments;
	readonly #references: Operands["references"];
	readonly #inputs: readonly Input[];
	readonly #output: Output;
	readonly #progress: Progress;
	/** Number of lines so far. */
	lines = 0;

	/** Throws Failure when an input or output cannot be opened. */
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
	 * Hands over every line with its number, from 1, and writes what comes back: text as it is, with a line end, anything else as
	 * a line of JSON, unless undefined.
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
			// Reading files is synchronous: here the process listens to signals.
			await setImmediate();
		}
	}

	#write(value: object | string | undefined): void {
		if (value === undefined) return;
		this.#output.writeLater(encoder.encode(`${typeof value === "string" ? value : JSON.stringify(value)}\n`));
	}

	/** Puts the output in its place and says what the run came to. */
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
			notes: notesOn(this.lines, counts.rejects, this.#inputs),
		};
		process.stderr.write(summaryText(summary, this.#args.json === true));
	}
}
