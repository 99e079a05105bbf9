/** The shape of the first lines of the inputs, if they do not look like references with a scheme. */

import { HEAD_SIZE, type Input } from "../files/input/input";
import { beginsWithHost } from "../text/bare-host";

/** Lines to look at. */
const MAX_LINES = 1000;
/** Lines below which a coincidence is likely. */
const MIN_LINES = 3;

/** The octets of U+00A0, U+2000 to U+200D, U+202F, U+205F, U+2060 and U+3000. */
const UNICODE_SPACE = "(?:\\xc2\\xa0|\\xe2\\x80[\\x80-\\x8d\\xaf]|\\xe2\\x81[\\x9f\\xa0]|\\xe3\\x80\\x80)";
const PADDED = new RegExp(`^${UNICODE_SPACE}|${UNICODE_SPACE}\\s*$`);

export interface Shape {
	readonly lines: number;
	readonly commas: Delimiters;
	readonly semicolons: Delimiters;
	/** Lines that look like a JSON object. */
	readonly objects: number;
	/** Lines that were examined, however few, and of these, lines that begin with "# ". */
	readonly examined: number;
	readonly comments: number;
	/** Lines that end in CR CR LF, with no other CR. */
	readonly doubled: number;
	/** Lines with white space of Unicode at their start or end. */
	readonly padded: number;
	/** Lines with a URL, a space and more, and the first of them. */
	readonly spaced: { readonly lines: number; readonly example: string };
	/** Lines in quotation marks or angle brackets. */
	readonly enclosed: number;
	/** Lines that begin with a host. */
	readonly hosts: number;
}

/** The number of one delimiter, not 0, that the most lines have, and how many lines these are. */
interface Delimiters {
	readonly most: number;
	readonly lines: number;
}

/** Characters of a line that are shown. */
const MAX_SHOWN = 60;
const SPACED = /^\s*[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s,;]* +\S/;
const ENCLOSED = /^\s*(?:"[^"]*"|<[^>]*>)\s*$/;

/** A byte order mark. It does not belong to the first line. */
const BOM = /^\xef\xbb\xbf/;

export function shapeOf(inputs: readonly Input[]): Shape {
	const lines = inputs.flatMap(firstLines).slice(0, MAX_LINES);
	const spaced = lines.filter((line) => SPACED.test(line));
	return {
		lines: lines.length < MIN_LINES ? 0 : lines.length,
		commas: delimitersIn(lines, ","),
		semicolons: delimitersIn(lines, ";"),
		objects: lines.filter((line) => /^\s*\{.*\}\s*$/.test(line)).length,
		examined: lines.length,
		comments: lines.filter((line) => /^#(?: |\t|\r?$)/.test(line)).length,
		doubled: lines.filter((line) => /^[^\r]*\r\r$/.test(line)).length,
		padded: lines.filter((line) => PADDED.test(line)).length,
		spaced: { lines: spaced.length, example: shortened(spaced[0] ?? "") },
		enclosed: lines.filter((line) => ENCLOSED.test(line)).length,
		hosts: lines.filter(beginsWithHost).length,
	};
}

function delimitersIn(lines: readonly string[], delimiter: string): Delimiters {
	const counts = new Map<number, number>();
	for (const line of lines) {
		const count = line.split(delimiter).length - 1;
		if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
	}
	const [[most, count] = [0, 0]] = [...counts].sort(([, a], [, b]) => b - a);
	return { most, lines: count };
}

/** A line, whose characters stand for octets, as text. */
function shortened(line: string): string {
	const text = Buffer.from(line, "latin1").toString().trim();
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The first lines of an input, a character for each octet. A line that is cut off is left out. */
function firstLines({ head }: Input): string[] {
	const lines = Buffer.from(head)
		.toString("latin1")
		.replace(BOM, "")
		.split("\n", MAX_LINES + 1);
	if (lines.length <= MAX_LINES && (lines.at(-1) === "" || head.length === HEAD_SIZE)) lines.pop();
	return lines.slice(0, MAX_LINES);
}
