/** `urlsieve extract`: the references in running text, one per line. */

import { BINARY_HELP, BINARY_OPTION, checked, editionsIn, parse, schemesOf } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { isError } from "../../brand";
import { counted } from "../../counted";
import { editions } from "../../editions/editions";
import { EXIT, Failure, usageFailure } from "../../failure";
import { Input, refuseNonLists } from "../../files/input/input";
import { READ_SIZE } from "../../files/open-file";
import { refuseSharedFiles } from "../../files/output/distinct";
import { JSON_LINES, TEXTS } from "../../files/output/named";
import { printText } from "../../files/output/octet-writer";
import { deliver, Output } from "../../files/output/output";
import { trailingNotes } from "../../job/input-notes";
import { suggestion } from "../../nearest";
import { say, writeMessage } from "../../terminal/messages";
import { paint } from "../../terminal/paint";
import { withUnseenShown } from "../../text/columns";
import { type ExtractOptions, extract } from "../../text/extract";
import { extractMarkup, isSitemap, type MarkupOptions } from "../../text/extract-markup";
import type { ExtractedReference } from "../../text/extracted";
import { shownText } from "../../text/shown-text";
import { visualize } from "../../text/visualize";
import { encoder } from "../../utf8";
import { printsInColour } from "./text-command";

export const HELP = `Usage: urlsieve extract [options] [FILE...]

Find the references in running text (UTF-8): inside <...>, inside "...", or bare. In HTML and XML, find them in attributes and text,
and decode character references such as &amp;. Print a JSON object per reference: text, start, end, delimiter, doubtful. Indices
count UTF-16 units from the start of each file, after a byte order mark.

  urlsieve extract mail.txt
  urlsieve extract --text notes.txt pages.txt.gz | urlsieve dedupe > urls.txt
  urlsieve extract --text --schemes http,https page.html
  urlsieve extract --text --format sitemap sitemap.xml.gz > pages.txt
  urlsieve extract --edition 1994 rfc1738.txt
  urlsieve extract -o references.jsonl pages/*.txt
  pdftotext paper.pdf - | urlsieve extract --text

Options:
  --text             Print only the references, one per line. On a terminal, in colour unless NO_COLOR is set.
  --format FORMAT    Read text, html, xml (feeds, OPML), or sitemap, of which only <loc> counts. By default, files that begin as HTML or
                     XML are read so, and others as text.
  --schemes LIST     Print only references with these schemes, such as http,https.
  --edition EDITION  Follow the edition ${editionsIn(editions())}. 1994 finds the prefix "URL:" in bare text, too.
${BINARY_HELP}  -o, --output FILE  Write to FILE, which is replaced only once the output is complete.
${HELP_OPTIONS_HELP}
Every argument is a file, even one that looks like a URI. Files may be compressed with gzip or Zstandard. Other formats, such
as xz or UTF-16, are refused. So are XML that is not UTF-8 and, with --format sitemap, other files. References of HTML that are
not UTF-8 are left out, and counted. Each file is held in memory as a whole.

With no FILE, or when FILE is -, read standard input.

Exit status: 0 success; 2 usage error; 3 input or output error, and no file was replaced.
`;

const OPTIONS = {
	text: { type: "boolean" },
	edition: { type: "string" },
	format: { type: "string" },
	schemes: { type: "string" },
	...BINARY_OPTION,
	output: { type: "string", short: "o" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("extract", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const options = { edition: values.edition as ExtractOptions["edition"] };
	checked("extract", () => extract("", options));
	const format = formatOf(values.format);
	if (format !== undefined && format !== "text" && values.edition !== undefined)
		throw usageFailure("extract", "--edition is for --format text");
	const isWanted = schemeFilter(values.schemes);
	const paths = positionals.length > 0 ? positionals : [undefined];
	refuseSharedFiles("extract", paths, { "--output": values.output ?? "-" }, values.text ? TEXTS : JSON_LINES);
	const inputs = paths.map((path) => new Input(path, { isText: true, isBinary: values.binary }));
	const output = new Output(values.output);
	const inColour = printsInColour(values.output);
	const show = values.text
		? ({ text }: ExtractedReference) => paint(text, withUnseenShown(visualize(text)), inColour)
		: JSON.stringify;
	await refuseNonLists(inputs);
	for (const input of inputs) {
		const { text, isUtf8 } = await readText(input);
		const read = format ?? markupOf(text);
		if (!isUtf8 && (read === "xml" || read === "sitemap")) throw new Failure(EXIT.IO, otherEncoding(input.name, text));
		if (read === "sitemap" && !isSitemap(text)) throw noSitemap(input.name, text);
		const found = read === "text" ? extract(text, options) : extractMarkup(text, { format: read });
		const wanted = found.filter(isWanted);
		const whole = read === "html" && !isUtf8 ? wanted.filter((reference) => !hasLost(reference)) : wanted;
		const lost = wanted.length - whole.length;
		if (lost > 0) say(`${otherEncoding(input.name, text)}; left out: ${counted(lost, "reference")}`);
		for (const reference of whole) output.writeLater(encoder.encode(`${show(reference)}\n`));
		input.close();
	}
	deliver([output]);
	for (const { sentence } of trailingNotes(inputs)) writeMessage(`urlsieve extract: note: ${shownText(sentence)}\n`);
}

type Format = "text" | NonNullable<MarkupOptions["format"]>;

const FORMATS: readonly string[] = ["text", "html", "xml", "sitemap"] satisfies Format[];

/** The start of documents after white space and comments: HTML, which may have an XML declaration, or other XML. */
const LEADING = "^(?:\\s|<!--(?:(?!-->)[\\s\\S])*-->|<\\?[^>]*>)*";
const HTML_START = new RegExp(`${LEADING}<(?:!doctype\\s+(?:html|netscape-bookmark-file-1)|html|head|body)[\\s>]`, "i");
const XML_START = /^\s*<(?:\?xml\s|!doctype\s|(?:rss|feed|opml|urlset|sitemapindex|rdf:rdf|svg)[\s>])/i;
/** Characters of a document that are enough to see how it begins. */
const HEAD_LENGTH = 4096;

/** Returns the format in which a document is read without --format. */
function markupOf(text: string): Format {
	const head = text.slice(0, HEAD_LENGTH);
	if (HTML_START.test(head)) return "html";
	return XML_START.test(head) ? "xml" : "text";
}

/** The failure of a file without <urlset> and <sitemapindex>: a saved error page, say, has no pages to print. */
function noSitemap(name: string, text: string): Failure {
	const remedy = text.trim() === "" ? "it is empty" : `pass --format ${markupOf(text)} to read what it is`;
	return new Failure(EXIT.IO, `${name} is not a sitemap, which begins with <urlset> or <sitemapindex>; ${remedy}`);
}

/** The declaration of an encoding in XML and HTML. */
const ENCODING = /<(?:\?xml\s[^>]*?encoding|meta\s[^>]*?charset)\s*=\s*["']?([\w.:-]+)/i;

/** Whether a reference has octets that are not UTF-8. */
const hasLost = ({ text }: ExtractedReference) => text.includes("\ufffd");

/** Returns the message for markup that is not UTF-8. XML is refused (XML 1.0 §4.3.3); pages lose only the references that it breaks. */
function otherEncoding(name: string, text: string): string {
	const declared = ENCODING.exec(text.slice(0, HEAD_LENGTH))?.[1];
	const encoding = declared === undefined || /^utf-?8$/i.test(declared) ? undefined : declared;
	const remedy = encoding === undefined ? ", if it is in ISO-8859-1" : "";
	return `${name} is not UTF-8; convert it with iconv -f ${encoding ?? "ISO-8859-1"} -t UTF-8${remedy}`;
}

/** Throws Failure. */
function formatOf(value: string | undefined): Format | undefined {
	if (value === undefined || FORMATS.includes(value)) return value as Format | undefined;
	throw usageFailure("extract", `--format must be text, html, xml or sitemap, not "${value}"${suggestion(value, FORMATS)}`);
}

/** Whether a reference has one of these schemes. Throws Failure. */
function schemeFilter(value: string | undefined): (reference: ExtractedReference) => boolean {
	if (value === undefined) return () => true;
	const schemes = schemesOf("extract", value).map((scheme) => scheme.toLowerCase());
	return ({ text }) => schemes.includes((text.split(":")[0] as string).toLowerCase());
}

/** Reads an input as a whole, with U+FFFD for octets that are not UTF-8. Throws Failure. */
async function readText(input: Input): Promise<{ text: string; isUtf8: boolean }> {
	await input.begin();
	const decoder = new TextDecoder();
	const strict = new TextDecoder(undefined, { fatal: true });
	const octets = new Uint8Array(READ_SIZE);
	let text = "";
	let isUtf8 = true;
	try {
		for (let count = await input.read(octets); count > 0; count = await input.read(octets)) {
			const piece = octets.subarray(0, count);
			text += decoder.decode(piece, { stream: true });
			isUtf8 &&= decodes(strict, piece, true);
		}
		isUtf8 &&= decodes(strict, new Uint8Array(0), false);
		return { text: text + decoder.decode(), isUtf8 };
	} catch (error) {
		if (isError(error, "RangeError"))
			throw new Failure(EXIT.IO, `cannot read ${input.name}: too long to hold in memory; split it`);
		throw error;
	}
}

/** Whether octets go on as UTF-8. */
function decodes(strict: TextDecoder, octets: Uint8Array, stream: boolean): boolean {
	try {
		strict.decode(octets, { stream });
		return true;
	} catch {
		return false;
	}
}
