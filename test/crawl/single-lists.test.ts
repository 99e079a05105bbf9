/** Single lines, names and hosts at which lists and policies decide. */

import { createNormalizer, expressionLines, hashLines, type Policy, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { describePolicy } from "../../src/crawl/explain/profile-description";
import { formatOf } from "../../src/crawl/lists/list-format";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (octets: Uint8Array) => new TextDecoder().decode(octets);
const removeParam = (text: string) => readList("removeparam", encode(text), { name: "mine" });

it.each([
	["e.com##a", 0],
	["e.com#@#$removeparam=a", 0],
	["e.com#$#$removeparam=a", 0],
	["e.com#@$#$removeparam=a", 0],
	["e.com#$?#$removeparam=a", 0],
	["e.com#?#$removeparam=a", 0],
	["e.com#%#$removeparam=a", 0],
	["e.com$$p$removeparam=a", 0],
	["e.com$@$p$removeparam=a", 0],
	["!$removeparam=a", 0],
	["a$zz!removeparam=b", 0],
	["a$zz,removeparam=b", 0],
	["[$removeparam=a", 0],
	["$removeparam=a", 1],
	["$queryprune=a", 1],
	["$removeparams=a", 0],
	["$removeparam", 1],
	["e.com#a$removeparam=a", 1],
	["$removeparam=a,document", 1],
	["$removeparam=a,doc", 1],
	["$removeparam=a,all", 1],
	["$removeparam=a,image,doc", 1],
	["$removeparam=a,~image", 1],
	["$removeparam=a,~third-party", 1],
	["$removeparam=a,first-party", 1],
	["$removeparam=a,1p", 1],
	["$removeparam=a,strict1p", 1],
	["$removeparam=a,important", 1],
	...(
		"subdocument frame script image stylesheet css font media object other ping beacon websocket webrtc xmlhttprequest xhr popup " +
		"popunder inline-script inline-font object-subrequest third-party 3p strict3p ~first-party ~1p ~strict1p ~document ~doc ~all"
	)
		.split(" ")
		.map((modifier): [string, number] => [`$removeparam=a,${modifier}`, 0]),
	["$removeparam=a,domain=b.c", 1],
	["$removeparam=a,from=b.c", 1],
	["$removeparam=a,to=b.c", 1],
])("of the line %s takes %i rules, and reports nothing", (line, rules) => {
	const list = removeParam(line);
	expect([list.rules, list.passedOver, list.reports]).toEqual([rules, 1 - rules, []]);
});

it.each(
	(
		"match-case method app header replace csp redirect redirect-rule rewrite removeheader permissions cookie network denyallow client " +
		"ctag dnstype dnsrewrite noop _ mp4 empty generichide ghide elemhide ehide specifichide shide genericblock jsinject urlblock " +
		"content extension stealth hls jsonprune xmlprune urltransform uritransform urlskip ipaddress reason referrerpolicy cname inline " +
		"media-type"
	).split(" "),
)("knows the modifier %s, and does not support it", (name) => {
	const list = removeParam(`a$b$${name},removeparam=c`);
	expect(list.reports.map(({ message }) => message)).toEqual([`Line 1: The modifier "${name}" is not supported.`]);
});

it("knows the last `$` before known modifiers as the start of them", () => {
	const crawler = (rule: string) => {
		const list = removeParam(rule);
		return createNormalizer({ policy: { key: { query: { lists: ["mine"] } } }, lists: [list] });
	};
	expect(crawler("/a$b$removeparam=c").key("http://h/a$b?c&d")).toBe("http://h/a$b?d");
	expect(crawler("/a$b$removeparam=c").key("http://h/a?c&d")).toBe("http://h/a?c&d");
	expect(crawler("$removeparam=c$d").key("http://h/?c%24d&c")).toBe("http://h/?c");
	expect(crawler("$removeparam=c\\,d").key("http://h/?c,d&c")).toBe("http://h/?c");
	expect(crawler("$removeparam=/^(c|d)$/,important").key("http://h/?c&d&e")).toBe("http://h/?e");
	expect(crawler("$removeparam=/a\\/b,c/").key("http://h/?a/b,c&d")).toBe("http://h/?d");
});

it("disables the rule that badfilter repeats, and no other", () => {
	const rulesOf = (...lines: string[]) => removeParam(lines.join("\n")).rules;
	expect(rulesOf("||e.com^$removeparam=a", "||e.com^$removeparam=a,badfilter")).toBe(0);
	expect(rulesOf("||e.com^$removeparam=a", "||e.com^$badfilter,removeparam=a")).toBe(0);
	expect(rulesOf("||e.com^$removeparam=b", "||e.com^$removeparam=a,badfilter")).toBe(1);
	expect(rulesOf("@@||e.com^$removeparam=a", "||e.com^$removeparam=a", "@@||e.com^$removeparam=a,badfilter")).toBe(1);
	expect(rulesOf("||e.com^$removeparam=a,important", "||e.com^$removeparam=a,badfilter")).toBe(1);
});

it("counts names of ClearURLs as it counts those of other lists", () => {
	const read = (count: number, urlPattern: string) =>
		readList("clearurls", encode(JSON.stringify({ providers: { a: { urlPattern, rules: new Array(count).fill("x") } } })), {
			name: "mine",
		});
	expect(read(64, ".*").rules).toBe(64);
	const message = "/providers/a/rules/64: The list has more than 64 rules of one name outside a scope.";
	expect(() => read(65, ".*")).toThrow(
		expect.objectContaining({ code: "list-too-large", message, path: "/providers/a/rules/64" }),
	);
	expect(read(65, "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?e\\.com").rules).toBe(65);
});

it("describes lists by name, version and checksum", () => {
	const own = readList("urlsieve-list", encode('{"format":"urlsieve-list@1","name":"own","version":"7","params":["a"]}'));
	const unversioned = readList("urlsieve-list", encode('{"format":"urlsieve-list@1","name":"none","params":["a"]}'));
	const foreign = removeParam("$removeparam=a");
	const policy: Policy = { key: { query: { lists: ["own", "mine", "tracking@1", "none"] } } };
	const { lists } = describePolicy(policy, [foreign, own, unversioned]);
	const last = (identity: string) => identity.split(" ").at(-1);
	expect(lists).toEqual([
		{ name: "own", version: "7", sha256: last(own.identity) },
		{ name: "mine", version: "", sha256: last(foreign.identity) },
		{ name: "tracking@1", version: "1", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
		{ name: "none", version: "", sha256: last(unversioned.identity) },
	]);
});

it("describes no rule for a list that is empty", () => {
	const policy: Policy = { key: { query: { lists: ["mine"] } } };
	expect(describePolicy(policy, [{ name: "mine", params: [], exempt: [] }]).rules).toEqual([]);
	expect(describePolicy(policy, [{ name: "mine", params: ["a"], exempt: [] }]).rules).toHaveLength(1);
});

it("explains removals by the list or the member of the policy that names them", () => {
	const policy: Policy = {
		key: { sessions: "sessions@1", query: { lists: ["tracking@1"], remove: ["a"] } },
	};
	const { steps } = createNormalizer({ policy }).explain("http://h/?gclid=1&a&zenid&b");
	expect(steps.map(({ rule, section }) => [rule, section])).toEqual([
		["session-query:zenid", "session-query"],
		["tracking@1:gclid", "tracking@1"],
		["remove:a", "remove"],
	]);
});

it("reads names of hosts by the base of a policy", () => {
	const keyOf = (base: "whatwg" | "rfc3986", host: string) =>
		createNormalizer({ policy: { base, sites: [{ hosts: [host], key: { slashes: "collapse" } }] } }).key("http://127.0.0.1//a");
	expect(keyOf("whatwg", "0x7f.1")).toBe("http://127.0.0.1/a");
	expect(keyOf("rfc3986", "0x7f.1")).toBe("http://127.0.0.1//a");
	expect(keyOf("rfc3986", "127.0.0.1")).toBe("http://127.0.0.1/a");
});

it("limits how often sites of a policy match", () => {
	const site = (host: string) => ({ hosts: [host], key: {} });
	const above = new Array(1000).fill(site("a"));
	const below = (count: number) => Array.from({ length: count }, (_, host) => site(`h${host}.a`));
	expect(createNormalizer({ policy: { sites: [...above, ...below(400)] } }).key("http://a/")).toBe("http://a/");
	const message = "The policy has more than 1,000,000 matches of sites.";
	expect(() => createNormalizer({ policy: { sites: [...above, ...below(500)] } })).toThrow(
		expect.objectContaining({ code: "policy-too-large", message, path: "/sites" }),
	);
});

it.each(["\n", ""])("lists expressions of lines that end with %j", (end) => {
	const lines = encode(`http://a.b/\n\nhttp://c/${"d".repeat(3000)}${end}`);
	const expected = `["a.b/"]\n\n["c/${"d".repeat(3000)}","c/"]\n`;
	expect(decode(expressionLines(lines, { invalid: "blank" }).lines)).toBe(expected);
	const hashes = decode(hashLines(lines, { bits: 32, invalid: "drop" }).lines).split("\n");
	expect(hashes.map((line) => line.length)).toEqual([12, 23, 0]);
});

it.each([
	["", "removeparam"],
	["! {", "removeparam"],
	["{}", "urlsieve-list"],
	[' \n{ "format": 1 }', "urlsieve-list"],
	['{"providers":{}}', "clearurls"],
	['\n { \n "providers" : {', "clearurls"],
	['{"a":1,"providers":{}}', "urlsieve-list"],
])("takes %j for a list in the format %s", (text, format) => {
	expect(formatOf(encode(text))).toBe(format);
});
