/** `urlsieve partition`: the lines of a list in several files, so that equivalent lines are in the same file. */

import { readFileSync } from "node:fs";
import { checked, LINE_OPTIONS, LINE_OPTIONS_HELP, type LineArguments, lineArguments, parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import { ioFailure, usageFailure } from "../../failure";
import { refuseInside } from "../../files/output/distinct";
import { printText } from "../../files/output/octet-writer";
import { deliver, Output } from "../../files/output/output";
import { PartFiles } from "../../files/output/part-files";
import { Sink } from "../../files/output/sink";
import { LineRules } from "../../job/line-rules";
import { LineSource } from "../../job/line-source";
import { LineRouter } from "../../lines/line-router";
import { KEY_SIZE, keyOf } from "../../rules/key-option";
import { checkInvalid, checkParts } from "../../rules/partition-lines";
import { ReadingRun } from "./reading-run";

/** The options that are used most. */
const MAIN_OPTIONS = ["into", "parts", "key", "profile", "policy", "invalid", "rejects", "threads"];

/** Some of the shared options are about one output, or about lines that stay where they are. */
const SHARED_HELP = LINE_OPTIONS_HELP.replace(/ {2}-o, --output FILE[\s\S]*?(?= {2}--json)/, "")
	.replace("keep (default), drop, blank (print an empty line), fail (stop).", "keep (default), drop, fail (stop).")
	.replace('With -o FILE, "-" is standard output.', '"-" is standard output.');

export const HELP = `Usage: urlsieve partition --into DIR --parts N [options] [FILE...]

Split a list into N files, part-0000.txt and so on in DIR, so that equivalent lines are in the same file. Removing duplicates
from each file then removes those of the whole list. The lines themselves stay as they are, in order.

  urlsieve partition --into parts --parts 16 urls.txt.gz
  urlsieve partition --into parts --parts 64 --profile crawl@1 crawl-1.gz crawl-2.gz
  urlsieve partition --into parts --parts 8 --key partition.key --invalid drop --rejects bad.tsv urls.txt
  zcat crawl.gz | urlsieve partition --into parts --parts 4
  for part in parts/*.txt; do urlsieve dedupe -o unique-$(basename $part) $part; done

Options:
  --into DIR         Write the parts to DIR, which must be new or empty. It appears with all parts, or not at all.
  --parts N          Make N parts, 1 to 1024. With twice as many, each part is split in two.
  --key FILE         Choose parts by the 16 bytes of FILE, such as "head -c 16 /dev/urandom" writes, so that nobody else can choose URLs
                     that all go to one part. The default is 16 zero bytes. Parts made by the same N, key and rules, on any machine,
                     belong together.
${RULE_OPTIONS_HELP}${SHARED_HELP}

A line that cannot be normalized goes to the part that its text chooses, or under --invalid drop to none; one of more than 16 MiB
goes to part 0.
`;

const { output: _, ...SHARED_OPTIONS } = LINE_OPTIONS;

const OPTIONS = {
	...SHARED_OPTIONS,
	...RULE_OPTIONS,
	into: { type: "string" },
	parts: { type: "string" },
	key: { type: "string" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("partition", args, OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const { into, key: keyFile, parts: number } = values;
	if (into === undefined || into === "") throw usageFailure("partition", "--into DIR is required");
	const count = partsOf(number);
	const lineArgs = lineArguments("partition", values, positionals);
	checked("partition", () => checkInvalid(lineArgs.settings));
	const rules = await openRules("partition", values, lineArgs);
	const key = keyFile === undefined ? new Uint8Array(KEY_SIZE) : readKey(keyFile);
	const reading = new PartitionRun(lineArgs, into, count, new LineRules(rules, "key"));
	await reading.run(key);
}

function partsOf(value: string | undefined): number {
	if (value === undefined) throw usageFailure("partition", "--parts N is required");
	const parts = /^[0-9]+$/.test(value) ? Number(value) : value;
	checked("partition", () => checkParts(parts as number));
	return parts as number;
}

/** The key in a file. Throws Failure. */
function readKey(path: string): Uint8Array {
	let octets: Uint8Array;
	try {
		octets = readFileSync(path);
	} catch (error) {
		throw ioFailure("read", path, error);
	}
	return checked("partition", () => keyOf(octets, `key in ${path}`));
}

class PartitionRun extends ReadingRun {
	readonly #parts: PartFiles;
	readonly #into: string;
	readonly #count: number;
	readonly #rejects: Output | undefined;

	/** Throws Failure if a file cannot be opened. */
	constructor(args: LineArguments, into: string, count: number, rules: LineRules) {
		super("partition", args, { "--into": into, "--rejects": args.rejects }, rules);
		this.#rejects = args.rejects === undefined ? undefined : new Output(args.rejects, undefined, true);
		if (this.#rejects?.folder !== undefined) refuseInside("partition", this.#rejects.folder, into);
		this.#parts = new PartFiles(into, count);
		this.#into = into;
		this.#count = count;
	}

	/** Routes all lines, moves the parts into place and prints the summary. Throws Failure or UrlsieveError. */
	async run(key: Uint8Array): Promise<void> {
		const parts = this.#parts;
		const sink = new Sink(parts, this.#rejects);
		const router = new LineRouter(key, this.#count, (part, lines) => parts.write(part, lines));
		const source = new LineSource(this.reader, sink, router);
		const output = { name: this.#into, length: 0, isInPlace: false };
		await this.reader.run(output, () => source.each({ needs: { key, input: true } }));
		const { lines } = source.counts;
		parts.seal();
		deliver(this.#rejects === undefined ? [] : [this.#rejects]);
		parts.commit();
		this.tellSummary({ lines, parts: this.#count }, sink, parts.length);
	}
}
