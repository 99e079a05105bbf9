/** Commands that write a JSON array for each line: `urlsieve expressions` and `urlsieve hashes`. */

import { BINARY_HELP, BINARY_OPTION, checked } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP } from "../../arguments/help";
import type { ExpressionOptions, PublicSuffix } from "../../crawl/expressions";
import { usageFailure } from "../../failure";
import { takeReference } from "../../files/input/references";
import { Source } from "../../files/input/source";
import { deliver } from "../../files/output/deliver";
import { refuseSharedFiles } from "../../files/output/distinct";
import { JSON_LINES } from "../../files/output/named";
import { Output } from "../../files/output/output";
import { notesOn } from "../../job/input-notes";
import { ListSink } from "../../job/list-sink";
import { installedSuffixes } from "../../job/suffixes";
import type { NormalizedLines } from "../../lines/lines";
import { RunPace } from "../../terminal/run-pace";
import { tell } from "../../terminal/tell";
import { Progress, summaryText } from "../../terminal/terminal";
import { checkSingleLines, type Operands, operandsOf, singleReference, URI_HELP } from "./operands";

/** The options of these commands. */
export const LIST_OPTIONS = {
	hosts: { type: "string" },
	invalid: { type: "string" },
	engine: { type: "string" },
	comments: { type: "boolean" },
	uri: { type: "string", multiple: true },
	...BINARY_OPTION,
	output: { type: "string", short: "o" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

export const LIST_OPTIONS_HELP = `  --hosts VERSION    Take hosts as Safe Browsing v4 does (default: the last 5 to 2 labels), or as v5 does: from the registrable
                     domain up. v5 needs the package tldts, installed beside urlsieve or in the current directory.
  --engine ENGINE    Run auto (default), wasm or js. The output is always the same.
  --invalid ACTION   Handle lines that have no expressions: keep (default), drop, blank (print an empty line), fail (stop).
  --comments         Read blank lines and lines that begin with "#" as comments, which stay as they are. By default they are references.
${URI_HELP}${BINARY_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
Files may be compressed with gzip or Zstandard. With no FILE or URI, or when FILE is -, read standard input.

Exit status: 0 success; 1 invalid line under --invalid fail; 2 usage error; 3 input or output error, and no file was replaced.`;

export interface ListArguments {
	readonly hosts?: string | undefined;
	readonly invalid?: string | undefined;
	readonly engine?: string | undefined;
	readonly comments?: boolean | undefined;
	readonly uri?: string[] | undefined;
	readonly binary?: boolean | undefined;
	readonly output?: string | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
}

/** Writes a JSON array for each line of a buffer. Throws UriError. */
export type ListLines = (lines: Uint8Array, options: ExpressionOptions) => NormalizedLines;

/** Runs such a command. Throws Failure, or UriError for a line under `--invalid fail`. */
export async function runLists(command: string, args: ListArguments, positionals: string[], listLines: ListLines): Promise<void> {
	const publicSuffix = args.hosts === "v5" ? await neededSuffixes(command) : undefined;
	const operands = operandsOf(command, positionals, args.uri);
	const { references, files } = operands;
	const isSingle = singleReference(operands) !== undefined && args.invalid === undefined;
	const invalid = isSingle ? "fail" : args.invalid;
	const comments = args.comments ? "keep" : undefined;
	const options = { hosts: args.hosts, invalid, engine: args.engine, comments, publicSuffix } as ExpressionOptions;
	checked(command, () => listLines(new Uint8Array(0), options));
	checkSingleLines(command, references);
	refuseSharedFiles(command, files, { "--output": args.output ?? "-" }, JSON_LINES);
	const own = { ...args, quiet: args.quiet || (isSingle && !args.json) };
	const run = new ListRun(command, own, operands, (lines) => listLines(lines, options));
	await run.all();
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
	readonly #references: Operands["references"];
	readonly #source: Source;
	readonly #output: Output;
	readonly #sink: ListSink;
	readonly #pace: RunPace;

	constructor(
		command: string,
		args: ListArguments,
		{ references, files }: Operands,
		listLines: (lines: Uint8Array) => NormalizedLines,
	) {
		this.#command = command;
		this.#args = args;
		this.#source = new Source({ files, readAs: { isBinary: args.binary } });
		this.#references = references;
		this.#output = new Output(args.output);
		this.#sink = new ListSink(listLines, this.#output);
		this.#pace = new RunPace(new Progress(args.quiet === true, this.#source.inputs));
	}

	async all(): Promise<void> {
		await this.#source.check();
		for (const reference of this.#references) takeReference(this.#sink, reference);
		await this.#source.closing(() => this.#source.feed(this.#sink, this.#pace));
	}

	/** Delivers the output and prints the summary. Throws Failure. */
	finish(): void {
		deliver([this.#output]);
		const { progress, inputOctets } = this.#pace;
		progress.clear();
		if (this.#args.quiet) return;
		const { lines, rejects } = this.#sink;
		const comments = this.#args.comments ? this.#sink.comments : undefined;
		const summary = {
			command: this.#command,
			lines,
			...(comments !== undefined && { comments }),
			rejects,
			inputOctets,
			outputOctets: this.#output.length,
			seconds: progress.seconds,
			notes: notesOn({ command: this.#command, lines, rejects, comments }, this.#source.inputs),
		};
		tell(summaryText(summary, this.#args.json === true));
	}
}
