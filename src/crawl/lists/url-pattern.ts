/**
 * URL patterns of filter lists in the syntax of Adblock Plus: `||host^`, `|`, `*`, `^`, substring, and `/expression/`.
 */
import type { ToAscii } from "../../engine/idna";
import { asciiOctets, encoder } from "../../utf8";
import { ANY_OCTET, complement, hasOctet, octetsWhere, oneOctet } from "../regex/octet-set";
import { parseRegex } from "../regex/parse-regex";
import {
	choice,
	END,
	isNullable,
	literal,
	MAX_STATES,
	octets,
	type Regex,
	RegexFault,
	repeat,
	START,
	sequence,
	stateCount,
	withoutTail,
} from "../regex/regex";
import { isPlainHost, type UrlTest } from "../schema/filter";
import { hostTextsOf } from "./host-texts";
import { expressionInAscii, inAscii } from "./pattern-hosts";

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** `^`: one octet other than ALPHA, DIGIT and `_-.%`, or the end. */
const SEPARATOR = choice(octets(octetsWhere((octet) => !/[a-zA-Z0-9_.%-]/.test(String.fromCharCode(octet)))), END);
const ANYTHING = repeat(octets(ANY_OCTET), 0, NO_LIMIT);
const SCHEME_OCTET = octets(octetsWhere((octet) => /[a-zA-Z0-9+.-]/.test(String.fromCharCode(octet))));
const HOST_OCTET = octets(complement(octetsWhere((octet) => "/?#".includes(String.fromCharCode(octet)))));
const LABEL_OCTET = complement(octetsWhere((octet) => "/?#:.".includes(String.fromCharCode(octet))));
const HOST_NAME_OCTET = octetsWhere((octet) => octet === 0x2e || hasOctet(LABEL_OCTET, octet));
/** `||`: where the host begins, or a label of it. */
const HOST_START = sequence(
	START,
	repeat(SCHEME_OCTET, 1, NO_LIMIT),
	literal(asciiOctets("://")),
	repeat(sequence(repeat(HOST_OCTET, 0, NO_LIMIT), octets(oneOctet(0x2e))), 0, 1),
);

/** The test that a pattern stands for. Throws RegexFault and Unsupported. */
export function parseUrlPattern(text: string, toAscii: ToAscii, matchCase = false): UrlTest {
	const isExpression = text.length > 1 && text.startsWith("/") && text.endsWith("/");
	if (isExpression) return expressionTest(text.slice(1, -1), toAscii, matchCase);
	const pattern = inAscii(text, toAscii);
	const compared = matchCase ? pattern : pattern.toLowerCase();
	const [, host, rest = ""] = /^\|\|([^/^*|?:]+)(.*)$/s.exec(compared) ?? [];
	const plain = host?.replace(/^(?:www\.)+(?=.*\.)/, "");
	if (plain === undefined || !isPlainHost(plain) || !/^[/^]/.test(rest)) return regexTest(globRegex(pattern, !matchCase));
	if (plain === host && /^\^\**$/.test(rest)) return { host };
	// The scope says no more than the pattern does: it is there for speed.
	return { ...regexTest(globRegex(pattern, !matchCase)), host: plain };
}

/** The test that an expression over URLs stands for. Throws RegexFault and Unsupported. */
export function expressionTest(source: string, toAscii: ToAscii, matchCase = false): UrlTest {
	return regexTest(parseRegex(expressionInAscii(source, toAscii), matchCase ? "" : "i"));
}

/** The pattern of a host and all below it. A star at the end is one or two labels: `google.*`. */
export function hostRegex(name: string): Regex {
	const label = repeat(octets(LABEL_OCTET), 1, NO_LIMIT);
	const more = repeat(sequence(octets(oneOctet(0x2e)), label), 0, 1);
	const end = choice(octets(complement(HOST_NAME_OCTET)), END);
	const star = name.endsWith("*") ? [label, more] : [];
	return sequence(HOST_START, literal(asciiOctets(name.replace(/\*$/, "")), true), ...star, end);
}

/** The test of an expression. One that matches everywhere is no test. */
function regexTest(regex: Regex): UrlTest {
	if (isNullable(regex)) return {};
	const pattern = withoutTail(regex);
	const hosts = hostTextsOf(pattern);
	return { ...(hosts && { hostTexts: hosts.texts }), ...(!hosts?.isAll && { pattern }) };
}

/** The tree of a pattern with "*", "^" and "|". */
export function globRegex(pattern: string, ignoreCase = true): Regex {
	const [, start, text, end] = /^(\|{0,2})(.*?)(\|?)$/s.exec(pattern) as unknown as [string, string, string, string];
	if (text.length > MAX_STATES) throw new RegexFault("regex-too-large", "The pattern has more than 2,000 states");
	const parts = Array.from(text, (character) => globPart(character, ignoreCase));
	const first = start === "||" ? [HOST_START] : start === "|" ? [START] : [];
	const regex = sequence(...first, ...parts, ...(end === "|" ? [END] : []));
	if (stateCount(regex) > MAX_STATES) throw new RegexFault("regex-too-large", "The pattern has more than 2,000 states");
	return regex;
}

function globPart(character: string, ignoreCase: boolean): Regex {
	if (character === "*") return ANYTHING;
	return character === "^" ? SEPARATOR : literal(encoder.encode(character), ignoreCase);
}
