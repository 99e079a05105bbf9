/** Commands that write a JSON array for each line: `urlsieve expressions` and `urlsieve hashes`. */
import { setImmediate } from "node:timers/promises";
import { Octet } from "../../../assembly/octets/char";
import type { ExpressionOptions, PublicSuffix } from "../../crawl/expressions";
import { UriError } from "../../errors";
import { usageFailure } from "../../failure";
import { Input, refuseNonLists } from "../../files/input/input";
import { referenceFailure } from "../../files/input/references";
import { deliver } from "../../files/output/deliver";
import { refuseSharedFiles } from "../../files/output/distinct";
import { Output } from "../../files/output/output";
import type { NormalizedLines } from "../../lines/lines";
import { checked } from "../arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP } from "../help";
import { notesOn } from "../terminal/notes";
import { tell } from "../terminal/tell";
import { Progress, summaryText } from "../terminal/terminal";
import { checkSingleLines, operandsOf, singleReference, URI_HELP } from "./operands";
import { installedSuffixes } from "./suffixes";

/** The options of these commands. */
export const LIST_OPTIONS = {
	hosts: { type: "string" },
	invalid: { type: "string" },
	engine: { type: "string" },
	uri: { type: "string", multiple: true },
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

export const LIST_OPTIONS_HELP = `  --hosts VERSION    Take hosts as Safe Browsing v4 does (default: the last 5 to 2 labels), or as v5 does: from the registrable
                     domain up. v5 needs the package tldts, installed beside urlsieve or in the current directory.
  --engine ENGINE    Run auto (default), wasm or js. The output is always the same.
  --invalid ACTION   Handle lines that have no expressions: keep (default), drop, blank (print an empty line), fail (stop).
${URI_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
Files may be compressed with gzip or Zstandard. With no FILE or URI, or when FILE is -, read standard input.

Exit status: 0 success; 1 invalid line under --invalid fail; 2 usage error; 3 input or output error, and no file was replaced.`;

export interface ListArguments {
	readonly hosts?: string | undefined;
	readonly invalid?: string | undefined;
	readonly engine?: string | undefined;
	readonly uri?: string[] | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
}

/** Writes a JSON array for each line of a buffer. Throws UriError. */
export type ListLines = (lines: Uint8Array, options: ExpressionOptions) => NormalizedLines;

const CHUNK_SIZE = 1 << 20;

/** Runs such a command. Throws Failure, or UriError for a line under `--invalid fail`. */
export async function runLists(command: string, args: ListArguments, positionals: string[], listLines: ListLines): Promise<void> {
	const publicSuffix = args.hosts === "v5" ? await neededSuffixes(command) : undefined;
	const operands = operandsOf(command, positionals, args.uri);
	const { references, files } = operands;
	const isSingle = singleReference(operands) !== undefined && args.invalid === undefined;
	const invalid = isSingle ? "fail" : args.invalid;
	const options = { hosts: args.hosts, invalid, engine: args.engine, publicSuffix } as ExpressionOptions;
	checked(command, () => listLines(new Uint8Array(0), options));
	checkSingleLines(command, references);
	refuseSharedFiles(command, files, { "--output": args.output ?? "-" });
	const own = { ...args, quiet: args.quiet || (isSingle && !args.json) };
	const run = new ListRun(command, own, files, (lines) => listLines(lines, options));
	await run.all(references);
	run.finish();
}

/** The Public Suffix List. Throws Failure if tldts is not installed. */
async function neededSuffixes(command: string): Promise<PublicSuffix> {
	const suffixes = await installedSuffixes();
	if (suffixes !== undefined) return suffixes;
	throw usageFailure(command, "--hosts v5 needs the package tldts, which is not installed here; run npm install tldts");
}

class ListRun {
	readonly #command: string;
	readonly #args: ListArguments;
	readonly #listLines: (lines: Uint8Array) => NormalizedLines;
	readonly #inputs: readonly Input[];
	readonly #output: Output;
	readonly #progress: Progress;
	#lines = 0;
	#rejects = 0;

	constructor(
		command: string,
		args: ListArguments,
		files: readonly (string | undefined)[],
		listLines: (lines: Uint8Array) => NormalizedLines,
	) {
		this.#command = command;
		this.#args = args;
		this.#listLines = listLines;
		this.#inputs = files.map((path) => new Input(path));
		this.#output = new Output(args.output);
		this.#progress = new Progress(args.quiet === true, this.#inputs);
	}

	async all(references: readonly string[]): Promise<void> {
		await refuseNonLists(this.#inputs);
		for (const reference of references) this.#writeReference(reference);
		try {
			for (const input of this.#inputs) await this.#one(input);
		} finally {
			for (const input of this.#inputs) input.close();
		}
	}

	/** Reads an input in chunks; a line that a chunk cuts off stays in the buffer, which grows with it. */
	async #one(input: Input): Promise<void> {
		await input.begin();
		const before = this.#progress.position;
		let buffer = new Uint8Array(CHUNK_SIZE);
		let filled = 0;
		for (let count = await input.read(buffer); count > 0; count = await input.read(buffer.subarray(filled))) {
			filled += count;
			const end = buffer.lastIndexOf(Octet.LF, filled - 1) + 1;
			this.#write(buffer.subarray(0, end));
			buffer.copyWithin(0, end, filled);
			filled -= end;
			if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
			this.#progress.advance(count, this.#lines, before + input.position);
			// Reading files is synchronous. Let the process handle signals.
			await setImmediate();
		}
		this.#write(buffer.subarray(0, filled));
	}

	#writeReference(reference: string): void {
		try {
			this.#write(new TextEncoder().encode(`${reference}\n`));
		} catch (error) {
			throw error instanceof UriError ? referenceFailure(reference, error, "byte") : error;
		}
	}

	#write(octets: Uint8Array): void {
		try {
			const { lines, count, rejects } = this.#listLines(octets);
			this.#output.writeLater(lines);
			this.#lines += count;
			this.#rejects += rejects.length;
		} catch (error) {
			if (!(error instanceof UriError)) throw error;
			const message = error.message.replace(/^Line (\d+)/, (_, line) => `Line ${this.#lines + Number(line)}`);
			throw new UriError(error.code, message, { component: error.component, offset: error.offset });
		}
	}

	/** Delivers the output and prints the summary. Throws Failure. */
	finish(): void {
		deliver([this.#output]);
		this.#progress.clear();
		if (this.#args.quiet) return;
		const summary = {
			command: this.#command,
			lines: this.#lines,
			rejects: this.#rejects,
			inputOctets: this.#progress.octets,
			outputOctets: this.#output.length,
			seconds: this.#progress.seconds,
			notes: notesOn({ command: this.#command, lines: this.#lines, rejects: this.#rejects }, this.#inputs),
		};
		tell(summaryText(summary, this.#args.json === true));
	}
}
