/** `urlsieve extract`: the references in running text, one per line. */

import { isError } from "../../brand";
import { editions } from "../../editions/editions";
import { EXIT, Failure } from "../../failure";
import { Input, refuseNonLists } from "../../files/input/input";
import { READ_SIZE } from "../../files/open-file";
import { deliver } from "../../files/output/deliver";
import { refuseSharedFiles } from "../../files/output/distinct";
import { Output } from "../../files/output/output";
import { printText } from "../../files/output/print-text";
import { trailingNotes } from "../../job/input-notes";
import { withUnseenShown } from "../../text/columns";
import { type ExtractOptions, extract } from "../../text/extract";
import type { ExtractedReference } from "../../text/extracted";
import { shownText } from "../../text/shown-text";
import { visualize } from "../../text/visualize";
import { encoder } from "../../utf8";
import { checked, editionsIn, parse } from "../arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../help";
import { paint } from "../terminal/paint";
import { tell } from "../terminal/tell";
import { printsInColour } from "./text-command";

export const HELP = `Usage: urlsieve extract [options] [FILE...]

Find the references in running text (UTF-8): inside <...>, inside "...", or bare. Print a JSON object per reference: text, start,
end, delimiter, doubtful. Indices count UTF-16 units from the start of each file, after a byte order mark.

  urlsieve extract mail.txt
  urlsieve extract --text notes.txt pages.txt.gz | urlsieve dedupe > urls.txt
  urlsieve extract --edition 1994 rfc1738.txt
  urlsieve extract -o references.jsonl pages/*.txt
  pdftotext paper.pdf - | urlsieve extract --text

Options:
  --text             Print only the references, one per line. On a terminal, in colour unless NO_COLOR is set.
  --edition EDITION  Follow the edition ${editionsIn(editions())}. 1994 finds the prefix "URL:" in bare text, too.
  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
${HELP_OPTIONS_HELP}
Every argument is a file, even one that looks like a URI. Files may be compressed with gzip or Zstandard. Other formats, such
as xz or UTF-16, are refused. Each file is held in memory as a whole.

With no FILE, or when FILE is -, read standard input.

Exit status: 0 success; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = {
	text: { type: "boolean" },
	edition: { type: "string" },
	output: { type: "string", short: "o" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("extract", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const options = { edition: values.edition as ExtractOptions["edition"] };
	checked("extract", () => extract("", options));
	const paths = positionals.length > 0 ? positionals : [undefined];
	refuseSharedFiles("extract", paths, { "--output": values.output ?? "-" });
	const inputs = paths.map((path) => new Input(path));
	const output = new Output(values.output);
	const inColour = printsInColour(values.output);
	const show = values.text
		? ({ text }: ExtractedReference) => paint(text, withUnseenShown(visualize(text)), inColour)
		: JSON.stringify;
	await refuseNonLists(inputs);
	for (const input of inputs) {
		for (const reference of extract(await readText(input), options)) output.writeLater(encoder.encode(`${show(reference)}\n`));
		input.close();
	}
	deliver([output]);
	for (const { sentence } of trailingNotes(inputs)) tell(`urlsieve extract: note: ${shownText(sentence)}\n`);
}

/** Reads an input as a whole. Throws Failure. */
async function readText(input: Input): Promise<string> {
	await input.begin();
	const decoder = new TextDecoder();
	const octets = new Uint8Array(READ_SIZE);
	let text = "";
	try {
		for (let count = await input.read(octets); count > 0; count = await input.read(octets)) {
			text += decoder.decode(octets.subarray(0, count), { stream: true });
		}
		return text + decoder.decode();
	} catch (error) {
		if (isError(error, "RangeError"))
			throw new Failure(EXIT.IO, `cannot read ${input.name}: too long to hold in memory; split it`);
		throw error;
	}
}
