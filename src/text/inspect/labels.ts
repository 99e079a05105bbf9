/** Findings in the labels of a host name. */
import { TRIPLET } from "../../grammar/patterns";
import { decodePunycode } from "../../grammar/punycode";
import { decoded, type Finding, quoted } from "./finding";
import type { Subject } from "./subject";

/** Scripts in wide use today: UAX #31, Table 5. All others count as one script. */
const SCRIPT_NAMES = (
	"Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana " +
	"Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan"
).split(" ");
const OTHER = "other";

const TRIPLETS = new RegExp(TRIPLET, "g");

type Script = readonly [name: string, character: RegExp];

const properties = (names: readonly string[]) => names.map((name) => `\\p{Script=${name}}`).join("");
const SCRIPTS: readonly Script[] = [
	...SCRIPT_NAMES.map((name): Script => [name, new RegExp(properties([name]), "u")]),
	[OTHER, new RegExp(`[^${properties([...SCRIPT_NAMES, "Common", "Inherited"])}]`, "u")],
];

/** Scripts that are commonly mixed: UTS #39 §5.2, "Highly Restrictive". */
const USUAL_MIXTURES = [
	["Latin", "Han", "Hiragana", "Katakana"],
	["Latin", "Han", "Bopomofo"],
	["Latin", "Han", "Hangul"],
];

interface Label {
	/** The label as people see it. */
	readonly text: string;
	/** UTF-16 index of the label in the reference. */
	readonly offset: number;
}

/** Longer hosts are not inspected: a DNS name has at most 255 octets (RFC 1035 §2.3.4), or 765 characters as triplets. */
const MAX_UNITS = 765;

/** Finds labels that mix scripts (RFC 3986 §7.6, UTS #39 §5.2) or writing directions (RFC 5893 §2). */
export function findInLabels({ uri: { host }, offsets }: Subject): Finding[] {
	if (!host || host.startsWith("[") || host.length > MAX_UNITS) return [];
	const labels = labelsOf(host, offsets.host).filter(({ text }) => /[^\0-\x7f]/.test(text));
	const all = labels.map(({ text }) => text).join(".");
	const scripts = scriptsOf(all, SCRIPTS);
	return labels.flatMap((label) => [...mixture(label, scripts), ...directions(label)]);
}

/** Splits a host at the dots of IDNA (RFC 3490 §3.1). */
function labelsOf(host: string, start: number): Label[] {
	let offset = start;
	return host.split(/[.\u3002\uff0e\uff61]/).map((text) => {
		const label = { text: shown(text), offset };
		offset += text.length + 1;
		return label;
	});
}

/** A label as people see it: the U-label of an A-label, if there is one (RFC 5890 §2.3.2.1). Octets that are not UTF-8 become U+FFFD. */
function shown(label: string): string {
	const text = decoded(label).replace(TRIPLETS, "\ufffd");
	return /^xn--/i.test(text) ? (decodePunycode(text.slice(4)) ?? text) : text;
}

function scriptsOf(text: string, candidates: readonly Script[]): Script[] {
	return candidates.filter(([, character]) => character.test(text));
}

function mixture({ text, offset }: Label, candidates: readonly Script[]): Finding[] {
	if (candidates.length < 2) return [];
	const scripts = scriptsOf(text, candidates).map(([name]) => name);
	if (scripts.length < 2 || USUAL_MIXTURES.some((mixture) => scripts.every((name) => mixture.includes(name)))) return [];
	const sentence = `The label ${quoted(text)} of the host mixes the scripts ${scripts.join(", ")}.`;
	return [{ code: "mixed-script-label", component: "host", offset, sentence, label: text, scripts }];
}

/** Blocks of right-to-left scripts: the defaults of Bidi_Class R and AL, UAX #9 §3.2. */
const RTL = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const RTL_LETTER = new RegExp(`(?=[${RTL}])\\p{L}`, "u");
const LTR_LETTER = new RegExp(`(?![${RTL}])\\p{L}`, "u");
const ARABIC_DIGIT = /[\u0660-\u0669]/;
const EUROPEAN_DIGIT = /[0-9\u06f0-\u06f9]/;
/** Invisible marks that set the writing direction: UAX #9 §2. */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Finds labels that display in misleading order: violations of conditions 1, 2 and 4 of the Bidi Rule (RFC 5893 §2), and marks. */
function directions({ text, offset }: Label): Finding[] {
	const fault = DIRECTION_MARK.test(text) ? "has an invisible mark that sets the writing direction" : bidiFault(text);
	if (fault === undefined) return [];
	const label = text.replace(new RegExp(DIRECTION_MARK, "g"), "\ufffd");
	const sentence = `The label ${quoted(label)} of the host ${fault}.`;
	return [{ code: "bidirectional-label", component: "host", offset, sentence, label: text }];
}

function bidiFault(text: string): string | undefined {
	if (!RTL_LETTER.test(text)) return undefined;
	if (LTR_LETTER.test(text)) return "mixes right-to-left letters with others";
	if (text.search(RTL_LETTER) > 0) return "is written right to left, but does not begin with a letter";
	return ARABIC_DIGIT.test(text) && EUROPEAN_DIGIT.test(text) ? "mixes Arabic with European digits" : undefined;
}
