/** What reports of lists say, how much of lists and expressions is taken, and what of expressions is not. */

import { gzipSync } from "node:zlib";
import { createNormalizer, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";

const SEES_QUERY = "The pattern looks for something in the query, which no list sees";

it.each([
	["$removeparam=a,removeparam=b", "A rule has removeparam once"],
	["$~removeparam=a", "~removeparam has no meaning"],
	["$removeparam=a,method=get", 'The modifier "method=get" is not supported'],
	["$removeparam=a,~domain=b.c", 'The modifier "~domain=b.c" is not supported'],
	["$removeparam=a,document=1", 'The modifier "document=1" is not supported'],
	["$removeparam=a,domain=a.b,to=c.d", "A rule has one of domain, from and to, once"],
	["$removeparam=a,domain=", '"" is not a host name'],
	["$removeparam=a,domain=a|b c", '"b c" is not a host name'],
	["$removeparam=a,domain=~~a", '"~~a" is not a host name'],
	["$removeparam=a,domain=.sub.example", '".sub.example" is not a host name'],
	["$removeparam=a,domain=a..b", '"a..b" is not a host name'],
	["||.bar.example^$removeparam=a", '".bar.example" has an empty label, as no host has'],
	["|http://a..b/$removeparam=a", '"a..b" has an empty label, as no host has'],
	["||e.com/?a=$removeparam=a", SEES_QUERY],
	["$removeparam=/a)/", 'A ")" closes no group'],
	["$removeparam=/(a/", 'A "(" is not closed'],
	["$removeparam=/a**/", "There is nothing to repeat"],
	["$removeparam=/(?a)/", '"(?" begins no group'],
	["$removeparam=/(?=a)/", "Lookahead and lookbehind are not supported"],
	["$removeparam=/(?<a>b)/", "Named groups and modifiers in groups are not supported"],
	["$removeparam=/(a)\\1/", "Back-references are not supported"],
	["$removeparam=/\\b/", "The escape \\b is not supported"],
	["$removeparam=/[b-a]/", "A range of a class is out of order"],
	["$removeparam=/a/g", 'The flags "g" are not supported; i alone is'],
	["$removeparam=/a{2000}/", "The expression has more than 2,000 states"],
	[`${"a".repeat(2001)}$removeparam=a`, "The pattern has more than 2,000 states"],
])("says what of the rule %s is not supported", (rule, message) => {
	const list = readList("removeparam", new TextEncoder().encode(`!\n${rule}`), { name: "mine" });
	const shown = rule.length > 120 ? `${rule.slice(0, 120)}…` : rule;
	expect(list.reports).toEqual([expect.objectContaining({ message: `Line 2: ${message}.`, line: 2, path: "", text: shown })]);
	expect(() => readList("removeparam", new TextEncoder().encode(`!\n${rule}`), { name: "mine", strict: true })).toThrow(
		expect.objectContaining({ message: `Line 2: ${message}: ${shown}`, line: 2, path: "", text: shown }),
	);
});

const listOf = (octets: Uint8Array | string) =>
	readList("removeparam", typeof octets === "string" ? new TextEncoder().encode(octets) : octets, { name: "mine" });

it.each<[string, Uint8Array | string, string]>([
	["a compressed list", gzipSync("$removeparam=a"), "gunzip -c"],
	["a page", "<!DOCTYPE html>\n<html>\n! x\n</html>", "a page of HTML"],
	["a JSON array", '["utm_source"]', "The list is JSON"],
	["a JSON array of several lines", '[\n  "utm_source"\n]', "The list is JSON"],
	["another JSON object", '{"names":["a"]}', "The list is JSON"],
	["plain names", "utm_source\nutm_medium\n", "write $removeparam=utm_source for each name"],
	["CSV", "name,kind\nutm_source,tracking\n", "write $removeparam=utm_source for each name"],
	["rules that block, alone", "||ads.example^\n", "No line of the list is a rule with removeparam"],
])("refuses as a filter list %s", (_, octets, message) => {
	expect(() => listOf(octets)).toThrow(
		expect.objectContaining({ code: "list-syntax", message: expect.stringContaining(message) as string }),
	);
});

it("takes of what stands under a condition only what keeps parameters, and includes no list", () => {
	const text = `!#if env_firefox
$removeparam=a
@@||e.com^$removeparam=d
||ads.example^
!#if ext_ublock
$removeparam=b
!#endif
!#else
$removeparam=c
$removeparam=e,badfilter
@@||f.com^$removeparam=d,badfilter
!#endif
$removeparam=d
$removeparam=e
!#include other.txt
@@||f.com^$removeparam=d`;
	const list = listOf(text);
	expect(list.reports.map(({ code, line }) => [code, line])).toEqual(
		[2, 6, 9, 11, 15].map((line) => ["unsupported-directive", line]),
	);
	expect(list.reports[1]?.message).toBe(
		'Line 6: The condition "!#if ext_ublock" of line 5 is not read; to have the rule, write it outside.',
	);
	expect(list.reports[4]?.message).toContain("Line 15: Other lists are not included");
	const crawler = createNormalizer({ policy: { key: { query: { lists: ["mine"] } } }, lists: [list] });
	const keys = ["e.com", "f.com", "g.com"].map((host) => crawler.key(`http://${host}/?a=1&b=2&c=3&d=4&e=5`));
	expect(keys).toEqual(
		["e.com", "f.com", "g.com"].map((host) => `http://${host}/?a=1&b=2&c=3${host === "g.com" ? "" : "&d=4"}&e=5`),
	);
	expect(listOf("!#if a\n$removeparam=a\n").rules).toBe(0);
});

it.each(["", "\n", "! none yet\n", "[Adblock Plus 2.0]\n||ads.example^", "$removeparam=a,image"])(
	"takes a filter list without rules for pages: %j",
	(text) => {
		expect(listOf(text).rules).toBe(0);
	},
);

const clearUrls = (providers: object, options = {}) =>
	readList("clearurls", new TextEncoder().encode(JSON.stringify({ providers })), { name: "mine", ...options });

it("says what of ClearURLs is not supported", () => {
	const list = clearUrls({
		a: { urlPattern: "", rawRules: ["x"], redirections: ["y"], rules: ["(", "z"] },
		b: { urlPattern: "\\?q", rules: ["z"] },
		c: { urlPattern: "", completeProvider: true, rules: ["("] },
	});
	expect(list.reports.map(({ message, text }) => [message, text])).toEqual(
		[
			["/providers/a/rawRules/0: A raw rule edits the URL as text.", "x"],
			["/providers/a/redirections/0: A redirection leads to another URL.", "y"],
			['/providers/a/rules/0: A "(" is not closed.', "("],
			["/providers/b/urlPattern: The pattern looks for something in the query.", "\\?q"],
		].map((row) => row),
	);
	expect([list.rules, list.passedOver, list.identity.split(" ").slice(0, 2)]).toEqual([1, 1, ["clearurls", "mine"]]);
});

it.each([
	["hosts", "||e.com^$removeparam=a", 65, undefined],
	["64 of one name", "$removeparam=a", 64, undefined],
	["65 of one name", "$removeparam=a", 65, "Line 65: The list has more than 64 rules of one name outside a scope."],
	["4,096 patterns", "$removeparam=/a/", 4096, undefined],
	[
		"4,097 patterns",
		"$removeparam=/a/",
		4097,
		"Line 4097: The list has more than 4,096 patterns that are neither a name nor a host.",
	],
	[
		"negated names",
		"$removeparam=~a",
		4097,
		"Line 4097: The list has more than 4,096 patterns that are neither a name nor a host.",
	],
	["all parameters of hosts", "||e.com^$removeparam", 4097, undefined],
	[
		"all parameters",
		"$removeparam",
		4097,
		"Line 4097: The list has more than 4,096 patterns that are neither a name nor a host.",
	],
	[
		"hosts with exceptions",
		"$removeparam=a,domain=a.b|~c.a.b",
		4097,
		"Line 4097: The list has more than 4,096 patterns that are neither a name nor a host.",
	],
	["65,536 states", `$removeparam=/${"a".repeat(1024)}/`, 64, undefined],
	["more states", `$removeparam=/${"a".repeat(1024)}/`, 65, "Line 65: The patterns of the list have more than 65,536 states."],
])("limits what a list has: %s", (_what, rule, count, message) => {
	const read = () => readList("removeparam", new TextEncoder().encode(`${rule}\n`.repeat(count)), { name: "mine" });
	if (message === undefined) expect(read().rules).toBe(count);
	else
		expect(read).toThrow(expect.objectContaining({ name: "ListError", code: "list-too-large", message, line: count, path: "" }));
});

const COULD = "The exception could match in the query, which no list sees: it holds for every URL";

it.each([
	["@@||e.com/a?b$removeparam=x", `${COULD} whose start it matches, up to the "?"`],
	["@@a$removeparam=x", COULD],
	["@@a$removeparam=x,domain=e.com", `${COULD} of its hosts`],
	["@@/^https:\\/\\/e\\.com\\/.*a/$removeparam=x", `${COULD} whose start it matches, up to the "?"`],
	["@@||e.com^$removeparam=x", undefined],
	["@@||e.com/a$removeparam=x", undefined],
	["@@|https://e.com/a|$removeparam=x", undefined],
])("says of the exception %s for which other URLs it holds", (exception, message) => {
	const { widened } = readList("removeparam", new TextEncoder().encode(`$removeparam=x\n${exception}`), { name: "mine" });
	expect(widened).toEqual(message === undefined ? [] : [{ message: `Line 2: ${message}.`, line: 2, path: "", text: exception }]);
});
