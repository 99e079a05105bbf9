/**
 * Hosts beyond ASCII as Python's codec `idna` has them: IDNA 2003 (RFC 3490 ToASCII, RFC 3491 nameprep), whose tables are those of
 * Unicode 3.2. The platform's tables are newer, so only code points are answered for that both map alike.
 */
import { MAX_LABEL } from "../../../assembly/profiles/emulation/idna";
import { encodePunycode } from "../../grammar/punycode";
import { RANGES } from "./idna-2003-table";

const FIRST = 0x80;
const ACE_PREFIX = "xn--";
const FULL_STOPS = /[.\u3002\uff0e\uff61]/;
const IS_ROOT = /^[\u3002\uff0e\uff61]$/;
/** Code points of RANGES that are unassigned in Unicode 3.2. Java raises an error for them, Python does not. */
const UNASSIGNED = /[\u1e9e\u{1f300}-\u{1f64f}]/u;
/** RFC 3454 B.1: mapped to nothing. */
const REMOVED = /(?:\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff)/gu;

/** The result for hosts for which the codec raises an error. */
const FAILED = "";

/** The host that `surt` makes of one; "" where the codec raises an error; undefined where it is not known. */
export function idnaOfSurt(host: string): string | undefined {
	return isKnown(host) ? toAscii(host) : undefined;
}

/** The host that `java.net.IDN` makes of one, and its lower case where that raises an error. */
export function idnaOfJava(host: string): string | undefined {
	if (!isKnown(host)) return undefined;
	if (IS_ROOT.test(host)) return ".";
	return UNASSIGNED.test(host) ? host.toLowerCase() : toAscii(host) || host.toLowerCase();
}

/** The host that `w3lib` makes of one: NFKC first, and its lower case where the codec raises an error. */
export function idnaOfW3lib(host: string): string | undefined {
	if (!isKnown(host)) return undefined;
	const answer = toAscii(host.normalize("NFKC"));
	return answer === FAILED ? host.toLowerCase() : answer;
}

/** ToASCII of every label; FAILED if one of them has none. */
function toAscii(host: string): string {
	const labels = host.split(FULL_STOPS);
	const dot = labels.at(-1) === "" ? "." : "";
	if (dot !== "") labels.pop();
	const ascii = labels.map(labelToAscii);
	return ascii.includes(FAILED) ? FAILED : `${ascii.join(".")}${dot}`;
}

function labelToAscii(label: string): string {
	const isAscii = isAsciiText(label);
	const name = isAscii ? label : mapped(label);
	if (!isAscii && !isPermitted(name)) return FAILED;
	const answer = isAsciiText(name) ? name : `${ACE_PREFIX}${encodePunycode(name)}`;
	const isRefused = answer.length > MAX_LABEL || (!isAsciiText(name) && name.startsWith(ACE_PREFIX));
	return isRefused ? FAILED : answer;
}

function isAsciiText(text: string): boolean {
	return !/[^\0-\x7f]/.test(text);
}

/** Nameprep: maps (RFC 3454 B.1, B.2), then NFKC. Right for the code points of RANGES. */
function mapped(label: string): string {
	const folded = Array.from(label.replace(REMOVED, ""), folding).join("");
	return Array.from(folded.normalize("NFKC"), folding).join("").normalize("NFKC");
}

/** Lower case of one code point by casefolding, whatever stands around it. */
function folding(character: string): string {
	return character === "\u00df" ? "ss" : character === "\u03c2" ? "\u03c3" : character.toLowerCase();
}

/** RFC 3454 §6: a label with right-to-left characters has no left-to-right ones, and begins and ends with right-to-left ones. */
function isPermitted(label: string): boolean {
	const classes = Array.from(label, classOf);
	if (classes.includes("F")) return false;
	if (!classes.includes("R")) return true;
	return !classes.includes("L") && classes[0] === "R" && classes.at(-1) === "R";
}

function isKnown(host: string): boolean {
	return Array.from(host).every((character) => classOf(character) !== undefined);
}

/** L, R, N or F; undefined for a code point whose mapping is not known. */
function classOf(character: string): string | undefined {
	const point = character.codePointAt(0) as number;
	if (point < FIRST) return /[a-z]/i.test(character) ? "L" : "N";
	const found = ranges();
	let [low, high] = [0, found.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((found[middle] as Range)[1] < point) low = middle + 1;
		else high = middle;
	}
	const range = found[low];
	return range !== undefined && range[0] <= point ? range[2] : undefined;
}

type Range = readonly [first: number, last: number, directionality: string];
let table: readonly Range[] | undefined;

function ranges(): readonly Range[] {
	let last = FIRST;
	table ??= RANGES.split(" ").map((text): Range => {
		const [gap = "", directionality = "", more = ""] = text.split(/([LRNF])/);
		const first = last + Number.parseInt(gap || "0", 36);
		last = first + Number.parseInt(more || "0", 36);
		return [first, last, directionality];
	});
	return table;
}
