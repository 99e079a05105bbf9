/** Where text is cut off, what is no text, and what `validate` says of it. */

import { type Edition, validate } from "urlsieve";
import { expect, it } from "vitest";
import { Limit } from "../../assembly/layout/addresses";
import { Faults } from "../../src/grammar/faults";
import { noteText } from "../../src/grammar/structure";
import { defaultPort } from "../../src/reference/reference";
import { firstLoneSurrogate, indexOfOctet } from "../../src/reference/transcode";

it.each([
	["aé€😀b", [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 5, 6, 6]],
	["", [0, 0]],
	["\u007f\u0080\u07ff\u0800\uffff\u{10000}", [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 7]],
])("finds the characters of the octets of %j", (text, indices) => {
	expect(indices.map((_, octet) => indexOfOctet(text, octet))).toEqual(indices);
});

it.each([
	["", 0, 0],
	["ab", 0, 2],
	["a\ud800b", 0, 1],
	["a\ud800b", 2, 3],
	["\udc00\ud800", 1, 1],
	["😀\udc00", 0, 2],
	// The half of a pair is alone.
	["😀", 1, 1],
])("finds the first lone surrogate of %j from %i on", (text, start, expected) => {
	expect(firstLoneSurrogate(text, start)).toBe(expected);
});

it.each([
	["of characters that are single octets", "a".repeat(Limit.REFERENCE / 3 + 1), true, []],
	["of three octets each", "€".repeat(Math.ceil(Limit.REFERENCE / 3)), false, [["too-long", Math.floor(Limit.REFERENCE / 3)]]],
])("a text %s is as long as its octets", (_what, text, isShort, expected) => {
	const faults = new Faults(text);
	expect(noteText(faults)).toBe(isShort);
	expect(faults.errors.map(({ code, offset }) => [code, offset])).toEqual(expected);
});

it("notes each lone surrogate of a text", () => {
	const faults = new Faults("\ud800a\udc00😀\ud800");
	expect(noteText(faults)).toBe(true);
	expect(faults.errors.map(({ code, offset, message }) => [code, offset, message])).toEqual(
		[0, 2, 5].map((offset) => ["ill-formed-string", offset, `The string has a lone surrogate (at ${offset}).`]),
	);
});

it.each<[Edition, string, string]>([
	["1997", "x://[::1]", "This edition has no IP literals (at 4)."],
	["1994", "x:///a", "The authority has no host (at 4)."],
	["2003", "http://a./", "A final dot needs at least two labels before it (at 8)."],
	["1997", "x://a.1b", "The last label of a domain name must begin with a letter (at 6)."],
	["1997", "x://a..b", "A label of a domain name must not be empty (at 6)."],
	["1997", "x://-a", "A label of a domain name must begin and end with a letter or digit (at 4)."],
	["1997", "x://a-", "A label of a domain name must begin and end with a letter or digit (at 5)."],
	["2003", `http://${"a".repeat(64)}`, "A label of a domain name must have at most 63 characters (at 70)."],
])("in %s, says of %s: %s", (edition, reference, message) => {
	expect(validate(reference, { edition }).map((error) => error.message)).toEqual([message]);
	expect(validate(reference, { edition })[0]?.input).toBe(reference);
});

it.each([
	["a", "uri", "The reference has no scheme (at 0)."],
	["x:a", "relative-ref", "A relative reference cannot have a scheme (at 0)."],
	["x:a#b", "absolute-uri", "A URI of this kind cannot have a fragment (at 3)."],
] as const)("says why %s is no %s", (reference, as, message) => {
	expect(validate(reference, { as }).map((error) => error.message)).toEqual([message]);
});

it("notes at most a thousand faults, in the order of the reference", () => {
	const one = new Faults("x");
	for (let at = 0; at < 1001; ++at) one.say("invalid-host", "A", { component: "host", offset: at, rule: "r" });
	expect(one.errors.map(({ offset }) => offset)).toEqual(Array.from({ length: 1000 }, (_, at) => at));
	const [few, all] = [new Faults("x"), new Faults("x")];
	few.say("invalid-host", "B", { component: "host", offset: 7, rule: "r" });
	all.append(few);
	all.append(one);
	expect(all.errors).toHaveLength(1000);
	expect([all.errors[0]?.message, all.errors[1]?.message]).toEqual(["B (at 7).", "A (at 0)."]);
});

it.each([
	["http", 80],
	["HTTPS", 443],
	["ws", 80],
	["wss", 443],
	["ftp", 21],
	["telnet", 23],
	["ldap", 389],
	["rlogin", undefined],
	["file", undefined],
	["", undefined],
])("knows the default port of %j: %s", (scheme, port) => {
	expect(defaultPort(scheme)).toBe(port);
});
