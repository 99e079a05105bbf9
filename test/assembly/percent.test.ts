/** assembly/reference/percent.ts: percent-encoding and -decoding (RFC 3986 §2.1, §2.3, §2.4, §6.2.2.2). */
import { describe, expect, it } from "vitest";
import { ABSENT, Component } from "../../assembly/layout/addresses";
import { Flag, Rule } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { tripletValue, writeOctets } from "../../assembly/reference/percent";
import { failure, INPUT, OUTPUT, put, setOptions, text } from "../support/kernel-memory";

const ALL = Rule.HOST_CASE | Rule.PERCENT_CASE | Rule.PERCENT_UNRESERVED | Rule.PERCENT_ILLEGAL;
const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const SUB_DELIMS = "!$&'()*+,;=";
const EVERY_OCTET = Array.from({ length: 256 }, (_, octet) => octet);

/** The triplet for an octet, as §2.1 writes it, with the upper-case digits of §6.2.2.1. */
function tripletFor(octet: number): string {
	return `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** What `writeOctets` makes of an input. */
function written(input: string | Uint8Array, component: number, options: number = ALL): string {
	setOptions(options);
	return text(OUTPUT, writeOctets(INPUT, put(input), OUTPUT, component));
}

describe("tripletValue (§2.1)", () => {
	it.each([
		["%00", 0x00],
		["%7e", 0x7e],
		["%7E", 0x7e],
		["%Ff", 0xff],
		["%a0b", 0xa0],
	])("reads %s as octet %i", (input, value) => expect(tripletValue(INPUT, put(input))).toBe(value));

	it.each([
		["%", "the end follows"],
		["%4", "one digit before the end"],
		["%g0", "the first is not a hex digit"],
		["%0g", "the second is not a hex digit"],
		["%%4", "another percent sign"],
		["%/0", "the octet before the digits"],
		["%0:", "the octet after the digits"],
		["%@0", "the octet before A"],
	])("finds none in %s: %s", (input) => expect(tripletValue(INPUT, put(input))).toBe(ABSENT));
});

describe("writeOctets: the octets a component allows (Appendix A)", () => {
	it.each([
		["userinfo (§3.2.1)", Component.USERINFO, `${UNRESERVED}${SUB_DELIMS}:`],
		["path (§3.3)", Component.PATH, `${UNRESERVED}${SUB_DELIMS}:@/`],
		["query (§3.4)", Component.QUERY, `${UNRESERVED}${SUB_DELIMS}:@/?`],
		["fragment (§3.5)", Component.FRAGMENT, `${UNRESERVED}${SUB_DELIMS}:@/?`],
		["host (§3.2.2)", Component.HOST, `${UNRESERVED}${SUB_DELIMS}`],
	])("%s: keeps them and encodes all others", (_name, component, allowed) => {
		const expected = EVERY_OCTET.map((octet) => {
			const character = String.fromCharCode(octet);
			return allowed.includes(character) ? character : tripletFor(octet);
		});
		// Without host-case: letters of a host stay as they are.
		const made = EVERY_OCTET.map((octet) => written(Uint8Array.of(octet), component, Rule.PERCENT_ILLEGAL));
		expect(made).toEqual(expected);
	});
});

describe("writeOctets: triplets", () => {
	it.each([
		["decodes an unreserved octet (§2.3)", "%41%7e%2D%2e%5f", "A~-._"],
		["keeps a reserved octet encoded (§2.2)", "%2F%3A%25", "%2F%3A%25"],
		["writes the digits in upper case (§6.2.2.1)", "%2f%c3%a9", "%2F%C3%A9"],
		["decodes once: %2541 stays (§2.4)", "%2541", "%2541"],
		["does not join what it decodes with what follows (§2.4)", "%%34%31", "%2541"],
		["encodes a percent sign at the end (Choice 1)", "a%", "a%25"],
		["encodes a percent sign before one digit (Choice 1)", "a%4", "a%254"],
		["encodes a percent sign before letters that are not hex digits (Choice 1)", "%zz", "%25zz"],
		["encodes each octet of a UTF-8 sequence (§2.5)", "é", "%C3%A9"],
		["writes nothing for nothing", "", ""],
	])("%s", (_rule, input, output) => expect(written(input, Component.PATH)).toBe(output));

	it.each([
		["without percent-case, keeps the digits as they are", ALL & ~Rule.PERCENT_CASE, "%c3%2f", "%c3%2f"],
		["without percent-unreserved, only changes the digits", ALL & ~Rule.PERCENT_UNRESERVED, "%7e%41", "%7E%41"],
		["without percent-illegal, keeps what is not allowed", ALL & ~Rule.PERCENT_ILLEGAL, "a b%é", "a b%é"],
		["without rules, copies", 0, "%7e%c3 |", "%7e%c3 |"],
	])("%s", (_rule, options, input, output) => expect(written(input, Component.PATH, options)).toBe(output));
});

describe("writeOctets: decodes what its edition calls unreserved", () => {
	it.each([
		["2005", 0, "~-._", "%2A%24%21"],
		["2003", 1, "~%2D%2E_", "%2A%24%21"],
		["1997", 2, "~-._", "*$!"],
		["1994", 3, "%7E%2D%2E%5F", "%2A%24%21"],
	])("%s", (_edition, edition, marks, others) => {
		expect(written("%7E%2D%2E%5F%2A%24%21", Component.PATH, ALL | (edition << Flag.EDITION_SHIFT))).toBe(marks + others);
	});
});

describe("writeOctets: a host has no case (§3.2.2, §6.2.2.1)", () => {
	it.each([
		["lowers letters", Component.HOST, ALL, "EXample", "example"],
		["lowers letters that were triplets", Component.HOST, ALL, "%41%5A", "az"],
		["keeps the digits of triplets in upper case", Component.HOST, ALL, "A%c3%a9B", "a%C3%A9b"],
		["keeps letters without host-case", Component.HOST, ALL & ~Rule.HOST_CASE, "A%42", "AB"],
		["keeps the letters of a userinfo", Component.USERINFO, ALL, "A%42", "AB"],
		["keeps the letters of a path", Component.PATH, ALL, "A%42", "AB"],
	])("%s", (_rule, component, options, input, output) => expect(written(input, component, options)).toBe(output));
});

describe("writeOctets: strict", () => {
	it.each([
		["a space in a path", "a b", Component.PATH, Status.INVALID_CHARACTER, 1],
		["a bracket in a query", "ab[", Component.QUERY, Status.INVALID_CHARACTER, 2],
		["a number sign in a fragment", "#", Component.FRAGMENT, Status.INVALID_CHARACTER, 0],
		["an at sign in a userinfo", "a@b", Component.USERINFO, Status.INVALID_USERINFO, 1],
		["a colon in a host", "a:b", Component.HOST, Status.INVALID_HOST, 1],
		["a percent sign without digits", "a%zz", Component.PATH, Status.INVALID_PERCENT_ENCODING, 1],
		["a percent sign at the end of a host", "abc%", Component.HOST, Status.INVALID_PERCENT_ENCODING, 3],
		["an octet beyond ASCII", "aé", Component.PATH, Status.INVALID_CHARACTER, 1],
	])("refuses %s at its place", (_what, input, component, status, offset) => {
		setOptions(ALL | Flag.STRICT);
		expect(writeOctets(INPUT, put(input), OUTPUT, component)).toBe(-status);
		expect(failure()).toEqual({ component, offset });
	});

	it("still decodes and changes the case of what is allowed", () => {
		expect(written("%7e%c3A", Component.PATH, ALL | Flag.STRICT)).toBe("~%C3A");
	});
});
