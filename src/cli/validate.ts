/** `urlsieve validate`: checks each line by the grammar of an edition; one JSON line out for each that is not valid. */
import { setImmediate } from "node:timers/promises";
import type { Edition } from "../editions";
import { engine } from "../engine/select";
import { UriError } from "../errors";
import { type ValidateAs, type ValidateOptions, validate } from "../validate";
import { parse, usageFailure } from "./arguments";
import { EXIT } from "./failure";
import { Input } from "./input";
import { Output } from "./output";
import { Progress, summaryText } from "./terminal";
import { textLines } from "./text-lines";

const OPTIONS = {
	as: { type: "string" },
	edition: { type: "string" },
	all: { type: "boolean" },
	output: { type: "string", short: "o" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

export const HELP = `Usage: urlsieve validate [options] [file…]

Checks each line by the letter of RFC 3986, or of an edition of the standard before it. Writes a line of JSON for each that
is not valid: its number, the reference, and every fault with code, component, offset (in UTF-16 units), grammar rule, sentence.

  urlsieve validate urls.txt
  urlsieve validate --as absolute-uri --quiet urls.txt.gz && echo all valid
  urlsieve validate --edition 1994 --all urls.txt | jq -r 'select(.valid) | .reference'

Options:
  --as RULE          uri, uri-reference (the default), absolute-uri or relative-ref
  --edition YEAR     1994, 1997, 2003 or 2005 (the default): see docs/editions.md
  --all              write a line for each that is valid, too
  -o, --output FILE  write to FILE, which is replaced when all is done, instead of standard output
  --quiet            no progress, no summary
  -h, --help         this text

Files may be packed by gzip or Zstandard. Without a file, or for "-", standard input is read.

Exit status: 0 all lines are valid; 1 a line is not; 2 usage; 3 input or output failed, and no file was replaced.
`;

const encoder = new TextEncoder();

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("validate", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const check = new Check(checkOptions(values), values.all === true, new Output(values.output));
	const inputs = (positionals.length > 0 ? positionals : [undefined]).map((path) => new Input(path));
	const progress = new Progress(values.quiet === true, inputs);
	try {
		await check.readAll(inputs, progress);
	} finally {
		for (const input of inputs) input.close();
	}
	check.finish(progress, values.quiet === true);
}

/** Checks the values of the options. Throws Failure. */
function checkOptions(values: { readonly as?: string; readonly edition?: string }): ValidateOptions {
	const options = { as: values.as as ValidateAs | undefined, edition: values.edition as Edition | undefined };
	try {
		validate("", options);
		return options;
	} catch (error) {
		if (error instanceof UriError) throw usageFailure("validate", error.message.replace(/option "(\w+)"/, "option --$1"));
		throw error;
	}
}

/** One run of the command. */
class Check {
	readonly #options: ValidateOptions;
	readonly #writesAll: boolean;
	readonly #output: Output;
	#lines = 0;
	#invalid = 0;

	constructor(options: ValidateOptions, writesAll: boolean, output: Output) {
		this.#options = options;
		this.#writesAll = writesAll;
		this.#output = output;
	}

	async readAll(inputs: readonly Input[], progress: Progress): Promise<void> {
		let before = 0;
		for (const input of inputs) {
			for await (const { lines, octets } of textLines(input)) {
				const found = lines.map((line) => this.#checkLine(line)).join("");
				if (found !== "") this.#output.write(encoder.encode(found));
				progress.advance(octets, this.#lines, before + input.position);
				// Reading files is synchronous: here the process listens to signals.
				await setImmediate();
			}
			before += input.position;
		}
	}

	/** What is written for a line: JSON, or nothing. */
	#checkLine(reference: string): string {
		const faults = validate(reference, this.#options);
		const valid = faults.length === 0;
		const line = ++this.#lines;
		if (!valid) ++this.#invalid;
		if (valid && !this.#writesAll) return "";
		const errors = faults.map(({ code, component, offset, rule, message }) => ({ code, component, offset, rule, message }));
		return `${JSON.stringify({ line, reference, valid, errors })}\n`;
	}

	/** Puts the output in its place, says what the run came to, and answers no by the exit status when a line is not valid. */
	finish(progress: Progress, isQuiet: boolean): void {
		this.#output.finish();
		progress.clear();
		if (this.#invalid > 0) process.exitCode = EXIT.NO;
		if (isQuiet) return;
		const summary = {
			command: "validate",
			lines: this.#lines,
			rejects: this.#invalid,
			inputOctets: progress.octets,
			outputOctets: this.#output.length,
			seconds: progress.seconds,
			engine,
		};
		process.stderr.write(summaryText(summary, false));
	}
}
