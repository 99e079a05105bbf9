/** Trees of regular expressions and their sets of octets: what is known of them before they run. */
import { expect, it } from "vitest";
import {
	ANY_IN_LINE,
	ANY_OCTET,
	complement,
	DIGITS,
	hasOctet,
	inAnyCase,
	NO_OCTET,
	type OctetSet,
	octetsWhere,
	oneOctet,
	union,
	WHITE_SPACE,
	WORD,
} from "../../src/crawl/regex/octet-set";
import { parseRegex } from "../../src/crawl/regex/parse-regex";
import {
	isAnchored,
	isNullable,
	literalOctet,
	looksIntoQuery,
	type Regex,
	stateCount,
	withoutTail,
} from "../../src/crawl/regex/regex";

const membersOf = (set: OctetSet) => Array.from({ length: 256 }, (_, octet) => octet).filter((octet) => hasOctet(set, octet));
const octetsOf = (pattern: RegExp) =>
	Array.from({ length: 256 }, (_, octet) => octet).filter((octet) => pattern.test(String.fromCharCode(octet)));

it.each<[string, OctetSet, RegExp]>([
	["no octet", NO_OCTET, /(?!)/],
	["every octet", ANY_OCTET, /(?:)/],
	["a line", ANY_IN_LINE, /[^\n\r]/],
	["digits", DIGITS, /\d/],
	["words", WORD, /\w/],
	["white space", WHITE_SPACE, /[\t\n\v\f\r ]/],
	["one octet", oneOctet(0x41), /A/],
	["a letter in any case", oneOctet(0x41, true), /[Aa]/],
	["an octet without case", oneOctet(0x40, true), /@/],
	["the last letter in any case", oneOctet(0x7a, true), /[Zz]/],
	["an octet behind the letters", oneOctet(0x7b, true), /\{/],
	["the complement of digits", complement(DIGITS), /\D/],
	["digits and white space", union(DIGITS, WHITE_SPACE), /[\d\t-\r ]/],
	["letters of one case in any case", inAnyCase(octetsWhere((octet) => octet >= 0x61 && octet <= 0x63)), /[a-cA-C]/],
])("the set of %s has its octets", (_what, set, pattern) => {
	expect(membersOf(set)).toEqual(octetsOf(pattern));
});

/** Properties of trees: nullable, anchored, looks into the query, states. */
it.each<[string, boolean, boolean, boolean, number]>([
	["", true, false, false, 0],
	["a", false, false, false, 1],
	["^", false, true, false, 1],
	["$", false, false, false, 1],
	["a*", true, false, false, 3],
	["a+", false, false, false, 2],
	["a?", true, false, false, 3],
	["a{0}", true, false, false, 1],
	["a{3}", false, false, false, 4],
	["a{1,3}", false, false, false, 6],
	["a{2,}", false, false, false, 3],
	["(a|b)", false, false, false, 3],
	["(a|)", true, false, false, 2],
	["(|)", true, false, false, 1],
	["ab*c", false, false, false, 5],
	["a*b*", true, false, false, 6],
	["^a", false, true, false, 2],
	["a*^b", false, true, false, 5],
	["a^", false, false, false, 2],
	["(^a|^b)", false, true, false, 5],
	["(^a|b)", false, false, false, 4],
	["(^a)+", false, true, false, 3],
	["(^a)*", true, false, false, 4],
	["(a*|b)^c", false, true, false, 7],
	["\\?", false, false, false, 1],
	["\\?a", false, false, true, 2],
	["\\?[a-z]", false, false, false, 2],
	["\\?.", false, false, false, 2],
	["\\?.*a", false, false, true, 5],
	["a\\?", false, false, false, 2],
	["(\\?|b)a", false, false, true, 4],
	["(\\?|a)", false, false, false, 3],
	["(\\?a|b)", false, false, true, 4],
	["(a\\?)+", false, false, true, 3],
	["(a\\?){1}", false, false, false, 3],
	["(a\\?)?", true, false, false, 4],
	["(\\?a){0}", true, false, false, 1],
	["\\?$", false, false, false, 2],
	["[?]a", false, false, true, 2],
	["[?&]a", false, false, false, 2],
])(
	"of %s it is known whether it is nullable, anchored, and looks into the query",
	(source, nullable, anchored, looks, states) => {
		const regex = parseRegex(source);
		expect([isNullable(regex), isAnchored(regex), looksIntoQuery(regex), stateCount(regex)]).toEqual([
			nullable,
			anchored,
			looks,
			states,
		]);
	},
);

it.each([
	["ab*", "a"],
	["ab*c?", "a"],
	["ab*c", "ab*c"],
	["a(b|)", "a"],
	["a*b*", ""],
	["a", "a"],
	["a$", "a$"],
])("%s matches where %s does", (source, shorter) => {
	const parts = (regex: Regex): Regex[] => (regex.kind === "sequence" ? regex.parts.flatMap(parts) : [regex]);
	expect(parts(withoutTail(parseRegex(source)))).toEqual(parts(parseRegex(shorter)));
});

it("knows the octet that a set stands for", () => {
	expect(literalOctet(oneOctet(0))).toBe(0);
	expect(literalOctet(oneOctet(0xff))).toBe(0xff);
	expect(literalOctet(oneOctet(0x41))).toBe(0x41);
	expect(literalOctet(oneOctet(0x41, true))).toBe(0x61);
	expect(literalOctet(union(oneOctet(0x41), oneOctet(0x42)))).toBeUndefined();
	expect([NO_OCTET, ANY_OCTET, DIGITS].map(literalOctet)).toEqual([undefined, undefined, undefined]);
});
