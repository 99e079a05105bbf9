/** Texts of tables: rows of CSV and JSON lines, most of them valid, each fault of its own. */

import { texts } from "../texts";
import type { KernelPair } from "./kernel-pair";
import { type Lines, someLine } from "./lines";

const FIELDS = texts('∅ \t· \r ·\r \x0b \x10 ! ` 7 "a·""b""" "x"y a"b " "open - · "," "\n" é a\r "a\r\nb" ""');
const SCALARS = texts(
	'null null true false tru nulx falsy 12 0 90 -0.5e+7 -9E-0 0.9 1e5 01 - -a 1. 1.e1 1e 1e+ 1: 1/ .5 +1 nul "x" "·" ' +
		'"\t·\r" "·\\t\\n\\r" "\\u0020\\u0008" "\\u0001" "!" "" "\\u0041\\n" "\\ud800" "\\ud83d\\ude00" "\\u00 "a\tb" ' +
		'{} [1,[2,{}]] [ {"a":1 ]',
);
/** The ones that are JSON. */
const VALID = SCALARS.filter((text) => {
	try {
		return JSON.parse(text) !== undefined;
	} catch {
		return false;
	}
});
/** Text before the object in CDXJ. */
const HEADS = texts(
	"com,example)/·20261122000000· com,h)/· !OpenWayback-CDXJ-1.0· · \t 1·2· #x· ~· @x· @x·2· !·2· x·2· com)/·· a··b· ∅",
);
/** About the limits of UTF-8 and of surrogates. */
const POINTS = [0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10008, 0x10ffff];
const NAMES = ["url", "url", "page", "page", "id", "\\u0075rl", "a.b", "page.url", "a", "b", ""];
const SPACES = ["", "", "", "", "", " ", "\t", "  ", "\r", " \t\r "];
/** Octets that are no white space in JSON, and end a row. Few, so that most rows are read to their ends. */
const OTHER_SPACES = ["\x1a", "\0", "\x0b", "\x0c", "\x09\x10", "!", "\x60"];

/** Rows of CSV: fields in and without quotes, ragged and faulty ones. */
export function csvText(pair: KernelPair, lines: Lines, delimiter: string): Buffer {
	const rows = Array.from({ length: 1 + pair.next(30) }, () => {
		const width = pair.next(8) === 0 ? pair.next(5) : 3;
		const fields = Array.from({ length: width }, () => {
			if (pair.next(2) === 0) return pair.of(FIELDS);
			const line = Buffer.from(someLine(pair, lines)).toString("latin1");
			return pair.next(2) === 0 ? line : `"${line.replaceAll('"', '""')}"`;
		});
		return fields.join(delimiter) + pair.of(["\n", "\n", "\n", "\r\n"]);
	});
	return Buffer.from(rows.join(""), "latin1");
}

/** JSON lines, with a key and a time before the object for CDXJ. */
export function jsonText(pair: KernelPair, lines: Lines, isCdx: boolean): Buffer {
	const rows = Array.from({ length: 1 + pair.next(20) }, () => {
		const head = isCdx ? pair.of(HEADS) : space(pair);
		return (
			head +
			(pair.next(12) === 0 ? jsonValue(pair, lines, 1) : jsonObject(pair, lines, 2)) +
			space(pair) +
			(pair.next(12) === 0 ? pair.of([",", "x", "}", "]", "{}", '"']) : "")
		);
	});
	return Buffer.from(`${rows.join("\n")}\n`, "latin1");
}

function space(pair: KernelPair): string {
	return pair.next(150) === 0 ? pair.of(OTHER_SPACES) : pair.of(SPACES);
}

function jsonObject(pair: KernelPair, lines: Lines, depth: number): string {
	const members = Array.from(
		{ length: pair.next(5) },
		() => `${space(pair)}"${nameOf(pair)}"${space(pair)}:${space(pair)}${jsonValue(pair, lines, depth - 1)}`,
	);
	const text = `{${members.join(`${space(pair)},`)}${space(pair)}}`;
	return pair.next(20) === 0 ? text.slice(0, pair.next(text.length)) : text;
}

/** A key, often one of a column, sometimes one with another octet. */
function nameOf(pair: KernelPair): string {
	const name = pair.of(NAMES);
	return pair.next(20) === 0 ? `${name}${pair.of(["x", "\\", "\\u0000", "é", "\\/"])}` : name;
}

function jsonValue(pair: KernelPair, lines: Lines, depth: number): string {
	if (depth > 0 && pair.next(4) === 0) return jsonObject(pair, lines, depth);
	if (pair.next(60) === 0) return "[".repeat(511 + pair.next(3)) + "]".repeat(511 + pair.next(3));
	if (depth > 0 && pair.next(6) === 0)
		return `[${Array.from({ length: pair.next(4) }, () => space(pair) + jsonValue(pair, lines, depth - 1)).join(`${space(pair)},`)}]`;
	if (pair.next(8) === 0) return pair.of(SCALARS);
	if (pair.next(2) === 0) return pair.of(VALID);
	if (pair.next(4) === 0) return `"${Array.from({ length: pair.next(6) }, () => escaped(pair)).join("")}"`;
	const line = Buffer.from(someLine(pair, lines)).toString("latin1");
	return pair.next(3) === 0 ? `"${line}"` : JSON.stringify(line).replaceAll("/", pair.of(["/", "\\/", "\\u002F"]));
}

/** An escape of JSON: of a character about the limits of UTF-8, of any, or none. */
function escaped(pair: KernelPair): string {
	const point = pair.of([...POINTS, pair.next(0x110000), pair.next(256)]);
	const units = [...String.fromCodePoint(point)].flatMap((character) =>
		Array.from({ length: character.length }, (_, at) => character.charCodeAt(at)),
	);
	const hex = units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
	return pair.of([
		hex,
		hex.toUpperCase().replaceAll("U", "u"),
		hex.slice(0, -1),
		"\\b\\f\\r\\t\\/\\\\",
		'\\"',
		`\\${String.fromCharCode(pair.next(128))}`,
	]);
}
