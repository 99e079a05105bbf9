/** Hosts as Python's codec `idna` has them, by Python 3. test/emulations/main.ts compares all code points, where Python is. */
import { createNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

const [surt, w3lib] = (["surt@1", "w3lib@1"] as const).map((profile) => createNormalizer({ profile })) as [
	ReturnType<typeof createNormalizer>,
	ReturnType<typeof createNormalizer>,
];
const surtOf = (host: string) => surt.tryKey(`http://${host}/`);
const w3libOf = (host: string) => w3lib.tryKey(`http://${host}/`);

it.each([
	["b\u00fccher.de", "xn--bcher-kva.de"],
	["B\u00dcCHER.De", "xn--bcher-kva.De"],
	["stra\u00dfe.de", "strasse.de"],
	["\u03c2\u03b1", "xn--mxa9a"],
	["a\u3002b", "a.b"],
	["\uff41\uff0eb", "a.b"],
	["\u00e9.", "xn--9ca."],
	["a\u00adb", "ab"],
	["\u1e9e", "ss"],
	["\u00bd", "xn--12-c6t"],
	["e\u0301", "xn--9ca"],
	["\u00fc\u200d\u00fc", "xn--tdaa"],
	["\u4e2d\u56fd", "xn--fiqs8s"],
	["\u05d0.b", "xn--4db.b"],
	["\u05d0\u05d1", "xn--4dbc"],
	["\u05d01\u05d1", "xn--1-zhce"],
	["\u05d0-\u05d1", "xn----zhce"],
	["\u0628\u0661\u0628", "xn--ngba4o"],
	["a\u{10400}b", "xn--ab-w16n"],
	["a\u{1d4b8}b", "acb"],
	["a\u{1d7ff}b", "a9b"],
	["a\u{20000}b", "xn--ab-2x43a"],
	["a\u{2f800}b", "xn--ab-3z2c"],
	["\u00fc".repeat(57), `xn--tda${"a".repeat(56)}`],
])("the host %s is %s", (host, expected) => {
	expect(surtOf(host)).toBe(`${expected.toLowerCase().replace(/\.$/, "").split(".").reverse().join(",")})/`);
	expect(w3libOf(host)).toBe(`http://${expected.toLowerCase()}/`);
});

describe("a host that the codec raises an error for has no key of surt, and stays in lower case for w3lib", () => {
	it.each([
		["letters of both directions", "\u05d0B"],
		["a digit behind right-to-left letters", "\u05d01"],
		["a digit before them", "1\u05d0"],
		["an Arabic digit before them", "\u0661\u0628"],
		["an ideograph behind them", "\u05d0\u4e2d"],
		["a label with more than 63 octets", "\u00dc".repeat(58)],
		["an empty label", "\u00c9..b"],
		["a label that is mapped to nothing", "\u00ad"],
		["a label that begins like an A-label", "xn--\u00dc"],
		["a prohibited code point", "\u06dd\u0628"],
		["a prohibited code point beyond the BMP", "\u{1d173}"],
		["the last code point", "\u{10ffff}"],
	])("%s: %s", (_, host) => {
		expect(surtOf(host)).toMatchObject({ code: "profile-cannot" });
		expect(w3libOf(host)).toBe(`http://${host.toLowerCase()}/`);
	});
});

it.each(["\u20bf", "a.\u20bf.b"])("nothing is said of %s, whose sign is younger than Unicode 3.2", (host) => {
	for (const key of [surtOf(host), w3libOf(host)]) expect(key).toMatchObject({ code: "profile-cannot" });
});
