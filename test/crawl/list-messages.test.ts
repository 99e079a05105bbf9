/** Reports of lists, the share of lists and expressions that is taken, and expressions that are not. */

import { gzipSync } from "node:zlib";
import { createNormalizer, type ListFormat, type ListOptions, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";

const listOf = (list: Uint8Array | string, options: ListOptions = {}) =>
	readList("removeparam", typeof list === "string" ? new TextEncoder().encode(list) : list, { name: "mine", ...options });

const PART = (name: string) => `"${name}" may be a part of a label, which has no A-label`;

it.each([
	["unsupported-modifier", "$removeparam=a,removeparam=b", "A rule has removeparam once"],
	["unsupported-modifier", "$~removeparam=a", "~removeparam has no meaning"],
	["unsupported-modifier", "$removeparam=a,method=get", 'The modifier "method=get" is not supported'],
	["unsupported-modifier", "$removeparam=a,~domain=b.c", 'The modifier "~domain=b.c" is not supported'],
	["unsupported-modifier", "$removeparam=a,document=1", 'The modifier "document=1" is not supported'],
	["unsupported-modifier", "$removeparam=a,domain=a.b,to=c.d", "A rule has one of domain, from and to, once"],
	["unsupported-modifier", "$removeparam=a,domain=", '"" is not a host name'],
	["unsupported-modifier", "$removeparam=a,domain=a|b c", '"b c" is not a host name'],
	["unsupported-modifier", "$removeparam=a,domain=~~a", '"~~a" is not a host name'],
	["unsupported-modifier", "$removeparam=a,domain=e.*.f", '"e.*.f" is not a host name'],
	["unsupported-host", "$removeparam=a,domain=.sub.example", '".sub.example" is not a host name'],
	["unsupported-host", "$removeparam=a,domain=e%zz|f.com", '"e%zz" is not a host name'],
	["unsupported-host", "$removeparam=a,domain=1.2.3.256", '"1.2.3.256" is not a host name'],
	["unsupported-host", "||e\u00adx\u202e.example^$removeparam=a", '"e\u00adx\u202e.example" is not a host name'],
	["unsupported-host", "||.bar.example^$removeparam=a", '".bar.example" has an empty label, as no host has'],
	["unsupported-host", "|http://a..b/$removeparam=a", '"a..b" has an empty label, as no host has'],
	["unsupported-host", "||müll$removeparam=a", PART("müll")],
	["unsupported-host", "||müll*.example^$removeparam=a", PART("müll")],
	["unsupported-host", "|https://*müller.example/$removeparam=a", PART("müller.example")],
	["unsupported-host", "müller.example/p$removeparam=a", PART("müller.example")],
	["unsupported-host", "/^https?:\\/\\/[a-z]*müller\\.example/$removeparam=a", PART("müller")],
	["unsupported-host", "/^https?:\\/\\/müller[0-9]\\.example/$removeparam=a", PART("müller")],
	["unsupported-host", "/^https?:\\/\\/müller+\\.example/$removeparam=a", PART("müller")],
	["regex-syntax", "$removeparam=/a)/", 'A ")" closes no group'],
	["regex-syntax", "$removeparam=/(a/", 'A "(" is not closed'],
	["regex-syntax", "$removeparam=/a**/", "There is nothing to repeat"],
	["regex-syntax", "$removeparam=/(?a)/", '"(?" begins no group'],
	["regex-syntax", "$removeparam=/[b-a]/", "A range of a class is out of order"],
	["regex-lookaround", "/(?<=a)b/$removeparam=a", "Lookahead and lookbehind are not supported"],
	["regex-backreference", "$removeparam=/(a)\\1/", "Back-references are not supported"],
	["regex-unsupported", "$removeparam=/(?<a>b)/", "Named groups and modifiers in groups are not supported"],
	["regex-unsupported", "$removeparam=/\\b/", "The escape \\b is not supported"],
	["regex-unsupported", "$removeparam=/é+/", "A character beyond ASCII cannot be repeated"],
	["regex-unsupported", "$removeparam=/a/g", 'The flags "g" are not supported; i alone is'],
	["regex-too-large", "$removeparam=/(a{1,40}){60}/", "The expression has more than 2,000 states"],
	["regex-too-large", `${"a".repeat(2001)}$removeparam=a`, "The pattern has more than 2,000 states"],
])("reports with the code %s what of the rule %s is not supported, and takes the rest", (code, rule, message) => {
	const list = listOf(`!\n${rule}\n$removeparam=b`);
	const text = rule.length > 120 ? `${rule.slice(0, 120)}…` : rule;
	expect(list.reports).toEqual([{ code, message: `Line 2: ${message}.`, line: 2, path: "", text }]);
	expect([list.rules, list.passedOver]).toEqual([1, 1]);
	const refusal = { name: "ListError", code, message: `Line 2: ${message}: ${text}`, line: 2, path: "", text };
	expect(() => listOf(`!\n${rule}`, { strict: true })).toThrow(expect.objectContaining(refusal));
});

it.each<[string, Uint8Array | string, string]>([
	["a compressed list", gzipSync("$removeparam=a"), "gunzip -c"],
	["a page", "<!DOCTYPE html>\n<html>\n! x\n</html>", "a page of HTML"],
	["a JSON array", '["utm_source"]', "The list is a JSON array; write { "],
	["a JSON array of several lines", '[\n  "utm_source"\n]', "The list is a JSON array; write { "],
	["another JSON object", '{"names":["a"]}', "The list is JSON"],
	["plain names", "utm_source\nutm_medium\n", 'write $removeparam=utm_source for each name, or { "format"'],
	["CSV", "name,kind\nutm_source,tracking\n", "write $removeparam=utm_source for each name"],
	["only rules that block", "||ads.example^\n", "No line of the list is a rule with removeparam"],
])("refuses as a filter list %s", (_, octets, message) => {
	expect(() => listOf(octets)).toThrow(
		expect.objectContaining({ code: "list-syntax", message: expect.stringContaining(message) as string }),
	);
});

const MINIMAL = '{ "format": "urlsieve-list@1", "name": "mine", "params": ["utm_source"] }';
const CLEAR_URLS = '{ "$schema": "x", "providers": { "a": { "urlPattern": ".*", "rules": ["ref"] } } }';
const FILTERS = "||shop.example^$document,removeparam=ref\n";
const ROBOTS = "User-agent: *\nClean-param: ref /\n";
const NAMES = "utm_source\nref\n";
const POLICY = '{ "base": "crawl@1", "key": { "www": "drop" } }';
const not = (format: string, given: string) =>
	`The list is in the format ${format}, not ${given}: write ${format}:FILE, as in --lists.`;

it.each<[ListFormat, string, string]>([
	["removeparam", CLEAR_URLS, not("clearurls", "removeparam")],
	["clean-param", CLEAR_URLS, not("clearurls", "clean-param")],
	["urlsieve-list", CLEAR_URLS, not("clearurls", "urlsieve-list")],
	["removeparam", ROBOTS, not("clean-param", "removeparam")],
	["clearurls", ROBOTS, not("clean-param", "clearurls")],
	["clean-param", FILTERS, not("removeparam", "clean-param")],
	["clearurls", FILTERS, not("removeparam", "clearurls")],
	["urlsieve-list", FILTERS, not("removeparam", "urlsieve-list")],
	["removeparam", MINIMAL, not("urlsieve-list", "removeparam")],
	["clearurls", MINIMAL, not("urlsieve-list", "clearurls")],
	["urlsieve-list", POLICY, "The list is a policy: give it as the policy, as with --policy FILE."],
	["removeparam", POLICY, "The list is a policy: give it as the policy, as with --policy FILE."],
	["urlsieve-list", '["a"]', `The list is a JSON array; write ${MINIMAL}.`],
	["clearurls", '["a"]', `The list is a JSON array; write ${MINIMAL}.`],
	["urlsieve-list", NAMES, `The list is a text of names; write ${MINIMAL}.`],
	["clean-param", NAMES, `The list is a text of names; write ${MINIMAL}.`],
	["clearurls", '{ "providers": 1 }', "Invalid list: /providers must be an object."],
	["urlsieve-list", '{ "params": 1 }', "Invalid list, 2 faults:\n/params must be an array, not 1.\n/format is missing."],
	["clean-param", "Disallow: /\n", "No line of the list is a rule: write Clean-param: NAME for each parameter."],
])("says what a list is that is not %s: %j", (format, text, message) => {
	expect(() => readList(format, new TextEncoder().encode(text), { name: "mine" })).toThrow(
		expect.objectContaining({ name: "ListError", code: "list-syntax", message, path: expect.any(String) as string }),
	);
});

it("reads the list that its messages advise", () => {
	expect(readList("urlsieve-list", new TextEncoder().encode(MINIMAL)).rules).toBe(1);
});

const mistyped = (name: string, meant = "removeparam") =>
	`"${name}" is no modifier (did you mean ${meant}?), so the line is passed over`;
const WHOLE = "Without a name, the rule takes the whole query of every URL";

it.each<[string, string | undefined]>([
	["$removeparm=x", mistyped("removeparm")],
	["||h.example^$third-party,removeparams=x", mistyped("removeparams")],
	["@@||h.example^$RemoveParam", mistyped("RemoveParam")],
	["$queryprun=x", mistyped("queryprun", "queryprune")],
	["$removeparam", WHOLE],
	["$removeparam,document", WHOLE],
	["*$removeparam", WHOLE],
	["||h.example^$removeparam", undefined],
	["$removeparam,domain=h.example", undefined],
	["/x/$removeparam", undefined],
	["@@$removeparam", undefined],
	["$removeparam,badfilter", undefined],
	["! $removeparm=x", undefined],
	["h.example##a[href$=removeparm]", undefined],
	["||h.example^$removeheader=x", undefined],
	["$removeparam=x,third-party", undefined],
])("doubts lines that hardly mean what they say: %s", (rule, message) => {
	const { doubts, reports } = listOf(`$removeparam=a\n${rule}`, { strict: true });
	expect(reports).toEqual([]);
	expect(doubts).toEqual(message === undefined ? [] : [{ message: `Line 2: ${message}.`, line: 2, text: rule }]);
});

it("takes under a condition only rules that keep parameters, and includes no list", () => {
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

it("names the parts of ClearURLs that are not supported", () => {
	const list = clearUrls({
		"a/b": { urlPattern: "", rawRules: ["x"], redirections: ["y"], rules: ["(", "z"], exceptions: ["\\1"] },
		b: { urlPattern: "(?=q)", rules: ["z"] },
		c: { urlPattern: "", completeProvider: true, rules: ["("] },
	});
	expect(list.reports.map(({ code, message, line, text }) => [code, message, line, text])).toEqual([
		["regex-backreference", "/providers/a~1b/exceptions/0: Back-references are not supported.", 1, "\\1"],
		[
			"unsupported-raw-rule",
			'/providers/a~1b/rawRules/0: A raw rule edits the URL as text; to have it edit keys, use the list with "raw": true.',
			1,
			"x",
		],
		[
			"unsupported-redirection",
			'/providers/a~1b/redirections/0: A redirection leads to another URL; to have keys follow it, use the list with "redirections": true.',
			1,
			"y",
		],
		["regex-syntax", '/providers/a~1b/rules/0: A "(" is not closed.', 1, "("],
		["regex-lookaround", "/providers/b/urlPattern: Lookahead and lookbehind are not supported.", 1, "(?=q)"],
	]);
	expect([list.rules, list.passedOver, list.identity.split(" ").slice(0, 2)]).toEqual([1, 1, ["clearurls@2", "mine"]]);
});

const OTHERS = "Line 4097: The list has more than 4,096 patterns that are neither a name nor a host.";

it.each([
	["hosts", "||e.com^$removeparam=a", 65, undefined],
	["64 of one name", "$removeparam=a", 64, undefined],
	["65 of one name", "$removeparam=a", 65, "Line 65: The list has more than 64 rules of one name outside a scope."],
	["4,096 patterns", "$removeparam=/a/", 4096, undefined],
	["4,097 patterns", "$removeparam=/a/", 4097, OTHERS],
	["negated names", "$removeparam=~a", 4097, OTHERS],
	["all parameters of hosts", "||e.com^$removeparam", 4097, undefined],
	["all parameters", "$removeparam", 4097, OTHERS],
	["hosts with exceptions", "$removeparam=a,domain=a.b|~c.a.b", 4097, OTHERS],
	["65,536 states", `$removeparam=/${"a".repeat(1024)}/`, 64, undefined],
	["more states", `$removeparam=/${"a".repeat(1024)}/`, 65, "Line 65: The patterns of the list have more than 65,536 states."],
])("limits what a list has: %s", (_what, rule, count, message) => {
	const read = () => readList("removeparam", new TextEncoder().encode(`${rule}\n`.repeat(count)), { name: "mine" });
	if (message === undefined) expect(read().rules).toBe(count);
	else
		expect(read).toThrow(expect.objectContaining({ name: "ListError", code: "list-too-large", message, line: count, path: "" }));
});
