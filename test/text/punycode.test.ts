/** Punycode: the sample strings of RFC 3492 §7.1, by letter. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePunycode, encodePunycode } from "../../src/grammar/punycode";
import { runs } from "../support/extent";

describe("RFC 3492 §7.1", () => {
	it.each([
		["A", "egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
		["B", "ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"],
		["C", "ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"],
		["D", "Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"],
		["E", "4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"],
		["F", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"],
		["G", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"],
		[
			"H",
			"989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c",
			"세계의모든사람들이한국어를이해한다면얼마나좋을까",
		],
		["I", "b1abfaaepdrnnbgefbaDotcwatmq2g4l", "почемужеонинеговорятпорусски"],
		["J", "PorqunopuedensimplementehablarenEspaol-fmd56a", "PorquénopuedensimplementehablarenEspañol"],
		["K", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"],
		["L", "3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"],
		["M", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-SUPER-MONKEYS"],
		["N", "Hello-Another-Way--fc4qua05auwb3674vfr0b", "Hello-Another-Way-それぞれの場所"],
		["O", "2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"],
		["P", "MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"],
		["Q", "de-jg4avhby1noc0d", "パフィーdeルンバ"],
		["R", "d9juau41awczczp", "そのスピードで"],
		["S", "-> $1.00 <--", "-> $1.00 <-"],
	])("decodes (%s)", (_letter, text, expected) => {
		expect(decodePunycode(text)).toBe(expected.normalize("NFC"));
		// The samples mark letters in upper case with digits in upper case.
		expect(encodePunycode(expected.normalize("NFC")).toLowerCase()).toBe(text.toLowerCase());
	});
});

it.each([
	["a character beyond the basic plane", "e28h", "😀"],
	["digits in upper case", "BCHER-KVA", "BüCHER"],
	["the empty string", "", ""],
	["basic characters alone", "abc-", "abc"],
])("decodes %s", (_what, text, expected) => expect(decodePunycode(text)).toBe(expected));

it.each([
	["the empty string", "", ""],
	["basic characters alone", "abc", "abc-"],
	["one of several equal characters", "üü", "tdaa"],
	["the first character beyond US-ASCII", "\x7f\x80", "\x7f-ba"],
	["the last code point", "\u{10ffff}", "dn32g"],
])("encodes %s", (_what, text, expected) => {
	expect(encodePunycode(text)).toBe(expected);
	expect(decodePunycode(expected)).toBe(text);
});

it("encodes what it decodes", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
			expect(decodePunycode(encodePunycode(text))).toBe(text);
		}),
	);
});

it.each(["z", "b-!", "-a", "ü", "üa", "aü", "99999999", "a-9999999999999", "-", "b1abfaaepdrnnbge fba"])(
	"returns undefined for %j, which is not Punycode",
	(text) => expect(decodePunycode(text)).toBeUndefined(),
);

it("decodes the code points beside the surrogates, and none of these", () => {
	expect(["hb9b", "0y0c"].map(decodePunycode)).toEqual(["\ud7ff", "\ue000"]);
	expect(["ib9b", "zy0c"].map(decodePunycode)).toEqual([undefined, undefined]);
});

it("decodes no more than 254 characters", () => {
	expect(decodePunycode(`${"a".repeat(254)}-`)).toBe("a".repeat(254));
	expect(decodePunycode(`${"a".repeat(255)}-`)).toBeUndefined();
});

it("never throws or returns lone surrogates", () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(..."abcxyzABZ0189-!"), maxLength: 70 }), (text) => {
			expect(decodePunycode(text) ?? "").not.toMatch(/\p{Cs}/u);
		}),
		{ numRuns: runs(20_000) },
	);
});
