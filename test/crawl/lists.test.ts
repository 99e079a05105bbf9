/** Lists of others: rules that their readers take and report, and the removals by them. One rule a row. */

import {
	type KeyRules,
	type ListFormat,
	type ListOptions,
	type Policy,
	type QueryRules,
	type ReadList,
	readList,
} from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

const read = (format: ListFormat, text: string, options: ListOptions = {}) =>
	readList(format, new TextEncoder().encode(text), { name: "mine", ...options });
const removeParam = (text: string, options?: ListOptions) => read("removeparam", text, options);
const clearUrls = (providers: object, options?: ListOptions) => read("clearurls", JSON.stringify({ providers }), options);
const policyWith = (key: KeyRules = {}): Policy => ({
	base: "whatwg",
	key: { ...key, query: { ...key.query, lists: ["mine"] } },
});

/** Title, list, and references with their keys. A reference without a key is its own key. */
type Row = readonly [rule: string, list: string, references: readonly string[], key?: KeyRules];

/** A reference, and its key. */
function keyed(text: string): [reference: string, key: string] {
	const [reference = "", key = reference] = text.split(" → ");
	return [reference, key];
}

const REMOVE_PARAM: readonly Row[] = [
	["removes a decoded name, with regard to case", "$removeparam=a%62", ["http://h/?%61b=1&AB → http://h/?AB", "http://h/?abc"]],
	["removes all names but one", "$removeparam=~id", ["http://h/?a&id=1&b&ab&idx&i → http://h/?id=1"]],
	["removes every piece", "||h^$removeparam", ["http://h/?a&b → http://h/", "http://i/?a"]],
	["searches the decoded piece", "$removeparam=/^a=[0-9]{2\\,}$/", ["http://h/?a=%3123&b → http://h/?b", "http://h/?a=1&aa=12"]],
	["ignores case by the flag i", "$removeparam=/^UTM/i", ["http://h/?utm_x&b → http://h/?b", "http://h/?xutm"]],
	["removes what an expression does not find", "$removeparam=~/^id=/", ["http://h/?a&id=1 → http://h/?id=1"]],
	[
		"matches a host and those below it",
		"||e.com^$removeparam=a",
		[
			"http://e.com/?a → http://e.com/",
			"http://www.x.e.com:8/?a → http://www.x.e.com:8/",
			"http://ee.com/?a",
			"http://e.com.x/?a",
		],
	],
	["matches a path after a host", "||e.com/p/$removeparam=a", ["http://x.e.com/P/q?a → http://x.e.com/P/q", "http://e.com/q?a"]],
	["matches any octets at *", "||e.*/p$removeparam=a", ["http://e.org/p?a → http://e.org/p", "http://f.org/p?a"]],
	["matches where the URL begins, at |", "|https://e$removeparam=a", ["https://e.x/?a → https://e.x/", "http://h/https://e?a"]],
	["finds a substring, and a separator", "/ads^$removeparam=a", ["http://h/x/ads/?a → http://h/x/ads/", "http://h/x/adsx/?a"]],
	["takes the ? for a separator", "/ads^$removeparam=a", ["http://h/ads?a → http://h/ads"]],
	["does not look into the userinfo", "||e.com^$removeparam=a", ["http://e.com@h/?a"]],
	[
		"matches a pattern that is an expression",
		"/^https?:\\/\\/[a-c]\\./$removeparam=a",
		["http://B.x/?a → http://b.x/", "http://d.x/?a"],
	],
	[
		"is for the hosts of domain=, without those after ~",
		"$removeparam=a,domain=e.com|~s.e.com",
		["http://x.e.com/?a → http://x.e.com/", "http://s.e.com/?a", "http://h/?a"],
	],
	[
		"takes www. in domain= for a part of the host",
		"$removeparam=a,domain=www.e.com\n$removeparam=b,domain=~www.e.com",
		[
			"http://www.e.com/?a&b → http://www.e.com/?b",
			"http://x.www.e.com/?a&b → http://x.www.e.com/?b",
			"http://e.com/?a&b → http://e.com/?a",
			"http://x.e.com/?a&b → http://x.e.com/?a",
		],
	],
	[
		"is for hosts that pattern and domain= both name",
		"||e.com^$removeparam=a,domain=x.e.com",
		["http://x.e.com/?a → http://x.e.com/", "http://e.com/?a"],
	],
	[
		"spares what an exception of the same value names",
		"$removeparam=a\n$removeparam=b\n@@||e.com^$removeparam=a",
		["http://e.com/?a&b → http://e.com/?a", "http://h/?a&b → http://h/"],
	],
	[
		"spares all that an exception without value names",
		"$removeparam=a\n$removeparam=/b/\n@@||e.com/x$removeparam",
		["http://e.com/x?a&b", "http://e.com/y?a&b → http://e.com/y"],
	],
	[
		"lets no exception for a name spare all other names",
		"$removeparam=~a\n@@||h^$removeparam=a",
		["http://h/?a&b → http://h/?a"],
	],
	[
		"lets no exception for all other names spare a name",
		"$removeparam=a\n@@||h^$removeparam=~a",
		["http://h/?a&b → http://h/?b"],
	],
	[
		"lets no exception take out an important rule",
		"$removeparam=a,important\n@@||h^$removeparam=a\n@@||h^$removeparam",
		["http://h/?a → http://h/"],
	],
	[
		"lets an important exception do so",
		"$removeparam=a,important\n@@||h^$removeparam=a,important",
		["http://h/?a", "http://i/?a → http://i/"],
	],
	["takes out a rule by badfilter", "$removeparam=a\n$removeparam=a,badfilter\n$removeparam=b", ["http://h/?a&b → http://h/?a"]],
	[
		"takes an exception out by badfilter",
		"$removeparam=a\n@@$removeparam=a\n@@$removeparam=a,badfilter",
		["http://h/?a → http://h/"],
	],
	[
		"sees the query in patterns, and in exceptions",
		"||e.com/?x=1$removeparam=a\n||f.com^$removeparam=a\n@@||f.com/*y=2$removeparam=a",
		[
			"http://e.com/?x=1&a → http://e.com/?x=1",
			"http://e.com/?a&x=1",
			"http://f.com/?y=2&a",
			"http://f.com/?a&z → http://f.com/?z",
		],
	],
	[
		"sees it as the key has it: without duplicates, in order",
		"/\\?a=1&b=2&z$/$removeparam=z",
		["http://h/?z&b=2&a=1&b=2 → http://h/?a=1&b=2", "http://h/?a=1&b=2&z=1 → http://h/?a=1&b=2&z=1"],
		{ query: { duplicates: "drop-equal", sort: "name" } },
	],
	[
		"sees what keep names, and not what remove names",
		"/[?&]k&?/$removeparam=a\n/[?&]r&?/$removeparam=b",
		["http://h/?k&a&b&r → http://h/?k&b"],
		{ query: { keep: "k", remove: "r" } },
	],
	[
		"asks again until nothing changes",
		"/\\?a$/$removeparam=a\n$removeparam=b\n/\\?c=1&a$/$removeparam=c",
		["http://h/?a&b → http://h/", "http://h/?c=1&a&b → http://h/"],
	],
	[
		"keeps all that lists would remove if they have no end after eight rounds",
		`${Array.from({ length: 9 }, (_, index) => `/p${index}$/$removeparam=p${index}`).join("\n")}\n$removeparam=x`,
		["http://h/?p0&p1&p2&p3&p4&p5&p6&p7 → http://h/", "http://h/?x&p0&p1&p2&p3&p4&p5&p6&p7&p8"],
	],
	[
		"takes no exception for other requests",
		"$removeparam=a\n@@||e.com^$removeparam=a,method=post",
		["http://e.com/?a → http://e.com/"],
	],
	[
		"spares all of the same value for an exception whose pattern it cannot read",
		"$removeparam=a\n$removeparam=b\n@@/(?=x)/$removeparam=a",
		["http://h/?a&b → http://h/?a"],
	],
	[
		"compares patterns with regard to case by match-case",
		"/Ads^$removeparam=a,match-case\n/^http:..e\\.com\\/X/$removeparam=b,match-case",
		["http://h/Ads?a → http://h/Ads", "http://h/ads?a", "http://e.com/X?b → http://e.com/X", "http://e.com/x?b"],
	],
	[
		"takes a star at the end of a host for one or two labels",
		"$removeparam=a,domain=google.*|e.com|~mail.google.*\n$removeparam=b\n@@$removeparam=b,domain=google.*",
		[
			"http://google.com/?a → http://google.com/",
			"http://www.google.co.uk:8/?a → http://www.google.co.uk:8/",
			"http://e.com/?a&b → http://e.com/",
			"http://mail.google.com/?a",
			"http://google.a.b.c/?a",
			"http://xgoogle.com/?a",
			"http://google.com/?b",
		],
	],
	[
		"is an exception for the hosts that both its pattern and domain= name",
		"$removeparam=a\n@@||x.e.com^$removeparam=a,domain=e.com\n@@||f.com^$removeparam=a,domain=f.*",
		["http://x.e.com/?a", "http://e.com/?a → http://e.com/", "http://f.com/?a", "http://f.org/?a → http://f.org/"],
	],
	[
		"compares exceptions with the path that session identifiers and slashes have left",
		"$removeparam=a\n@@||e.com/x/y$removeparam=a",
		["http://e.com//x;jsessionid=1/y?a → http://e.com/x/y?a", "http://e.com/z?a → http://e.com/z"],
		{ sessions: "sessions@1", slashes: "collapse" },
	],
	[
		"tries exceptions with a final slash when it is dropped",
		"$removeparam=a\n@@||e.com/x/^$removeparam=a\n@@||e.com/y/?$removeparam=a",
		["http://e.com/x/?a → http://e.com/x?a", "http://e.com/y?a", "http://e.com/z?a → http://e.com/z"],
		{ trailingSlash: "drop" },
	],
	[
		"compares exceptions with the path without the name of an index file",
		"$removeparam=a\n@@||e.com/x/index.php$removeparam=a\n@@||e.com/y/?$removeparam=a",
		["http://e.com/x/index.php?a → http://e.com/x/", "http://e.com/y/index.php?a → http://e.com/y/?a"],
		{ index: ["index.php"] },
	],
	[
		"tries exceptions with all of a final slash, www. and the other scheme",
		"$removeparam=a\n@@|http://www.e.com/x/?$removeparam=a",
		["https://e.com/x?a", "https://e.com/y?a → https://e.com/y"],
		{ trailingSlash: "drop", www: "drop", scheme: "https" },
	],
	[
		"tries exceptions with both schemes when they are folded",
		"$removeparam=a\n@@|http://e.com/x$removeparam=a",
		["https://e.com/x?a", "https://e.com/y?a → https://e.com/y"],
		{ scheme: "https" },
	],
	[
		"tries rules with the other scheme, unless there is a port",
		"|http://e.com/x$removeparam=a\n|http://e.com:8/x$removeparam=a\n|https://f.com/x$removeparam=a",
		["http://e.com/x?a → https://e.com/x", "https://e.com:8/x?a", "http://f.com/x?a → https://f.com/x"],
		{ scheme: "https" },
	],
	[
		"tries rules with www., but not before an address",
		"||www.e.com^$removeparam=a\n/^http:..www\\.1\\./$removeparam=a",
		["http://www.e.com/?a → http://e.com/", "http://e.com/?a → http://e.com/", "http://1.2.3.4/?a"],
		{ www: "drop" },
	],
	[
		"tries exceptions with www. when it is dropped",
		"$removeparam=a\n@@||www.e.com^$removeparam=a",
		["http://e.com/?a", "http://f.com/?a → http://f.com/"],
		{ www: "drop" },
	],
	[
		"tries exceptions with www. and the other scheme at once when both go",
		"$removeparam=a\n@@|http://www.e.com/x$removeparam=a\n@@|https://www.f.com/x$removeparam=a",
		["https://e.com/x?a", "https://e.com/y?a → https://e.com/y", "https://f.com/x?a", "https://www.g.com/x?a → https://g.com/x"],
		{ scheme: "https", www: "drop" },
	],
	[
		"makes an exception of a host without some below it",
		"$removeparam=a\n@@||e.com^$removeparam=a,domain=~x.e.com",
		["http://e.com/?a", "http://x.e.com/?a → http://x.e.com/", "http://h/?a → http://h/"],
	],
	[
		"reads a comma as part of an expression, after an escaped slash as well",
		"$removeparam=/^a\\/b{1,2}$/",
		["http://h/?a/b&a/bb&a/bbb → http://h/?a/bbb"],
	],
	["reads an escaped comma as part of a name", "$removeparam=a\\,b", ["http://h/?a,b&a&b → http://h/?a&b"]],
	[
		"acts everywhere, though the same name has a rule of a host, too",
		"$removeparam=a\n||e.com^$removeparam=a\n||f.com^$removeparam=b\n$removeparam=b",
		["http://h/?a&b → http://h/", "http://e.com/?a&b → http://e.com/"],
	],
	...[
		"||müller.example^",
		"||MÜLLER.Example.:8/p",
		"||müller。example^",
		"||m%C3%BCller.example^",
		"||xn--mller-kva.EXAMPLE.^",
		"||www.müller.example:8/",
		"||müller.*/p",
		"||*.müller.example^",
		"|https://www.müller.example:8^",
		"://www.müller.example:8/",
		"|http*://*.müller.example:8/p",
		"/^https?:\\/\\/(?:[a-z0-9-]+\\.)*?müller\\.example/",
		"/^https?:\\/\\/(?:www\\.m%C3%BCller|müller)(?:\\.[a-z]{2,})+:/",
		"/:\\/\\/(?:e\\.com\\/ü|www\\.müller．example)/",
		"/müller\\.example:8\\//",
	].map(
		(pattern): Row => [
			`takes a host beyond ASCII, in any spelling, for its A-labels: ${pattern}`,
			`${pattern}$removeparam=a`,
			["https://www.müller.example:8/p?a → https://www.xn--mller-kva.example:8/p", "https://www.muller.example:8/p?a"],
		],
	),
	[
		"takes the hosts of exceptions for their A-labels",
		"$removeparam=a\n@@||müller.example^$removeparam=a\n@@|http://straße.example/x$removeparam=a",
		["http://xn--mller-kva.example/?a", "http://xn--strae-oqa.example/x?a", "http://h/?a → http://h/"],
	],
	[
		"takes the hosts of domain= for their A-labels",
		"$removeparam=a,domain=MÜLLER。example.|~x.m%C3%BCller.example",
		["http://müller.example/?a → http://xn--mller-kva.example/", "http://x.xn--mller-kva.example/?a", "http://h/?a"],
	],
	[
		"takes paths beyond ASCII for their triplets",
		"||e.com/straße^$removeparam=a\n/^http:..f\\.com\\/(?:ü+|é)$/$removeparam=a\n/ö/$removeparam=b",
		["http://e.com/Straße?a → http://e.com/Stra%C3%9Fe", "http://h/%c3%b6?b&a → http://h/%C3%B6?a"],
	],
];

const CLEAR_URLS: readonly (readonly [rule: string, providers: object, references: readonly string[]])[] = [
	[
		"removes whole names in any case",
		{ p: { urlPattern: ".*", rules: ["ab", "c_[a-z]*"] } },
		["http://h/?AB=1&C_x&xab&abx → http://h/?xab&abx"],
	],
	[
		"compares names, not what follows an encoded =",
		{ p: { urlPattern: ".*", rules: ["a", "b+"] } },
		["http://h/?a%3Dx=1&b%3Dx=1"],
	],
	[
		"compares its usual pattern with the labels of the host, as it stands",
		{ p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?e\\.com", rules: ["a"] } },
		["http://x.e.com/?a → http://x.e.com/", "http://e.com.org/?a → http://e.com.org/", "http://xe.com/?a", "http://x_y.e.com/?a"],
	],
	[
		"takes hosts beyond ASCII for their A-labels",
		{
			p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?MÜLLER\\.example", rules: ["a"] },
			q: { urlPattern: ".*", rules: ["b"], exceptions: ["^https?:\\/\\/(?:straße|müller)\\.example"] },
		},
		[
			"http://x.müller.example/?a → http://x.xn--mller-kva.example/",
			"http://xn--strae-oqa.example/?a&b",
			"http://h/?a&b → http://h/?a",
		],
	],
	[
		"takes a pattern that is almost the usual one for an expression",
		{ p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9_]+\\.)*?e\\.com", rules: ["a"] } },
		["http://x.e.com/?a → http://x.e.com/", "http://x-y.e.com/?a"],
	],
	[
		"matches other patterns",
		{ p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?e(?:\\.[a-z]{2,}){1,}\\/s\\?", rules: ["a"] } },
		["http://e.co.uk/s?a → http://e.co.uk/s", "http://e.com/t?a"],
	],
	[
		"skips a provider by its exceptions",
		{
			p: { urlPattern: ".*", rules: ["a"], exceptions: ["^https?:\\/\\/e\\.com\\/[^?]*\\?.*?ref="] },
			q: { urlPattern: ".*", rules: ["b"] },
		},
		["http://e.com/?a&b → http://e.com/", "http://e.com/?a&b&ref=1 → http://e.com/?a&ref=1"],
	],
	[
		"skips a provider with an exception that it cannot read, and no other",
		{
			p: { urlPattern: "^http:\\/\\/e\\.", rules: ["a"], exceptions: ["(?=x)"] },
			q: { urlPattern: ".*", rules: ["b"] },
		},
		["http://e.com/?a&b → http://e.com/?a"],
	],
	[
		"takes all names of the first provider that removes one, then asks again",
		{ p: { urlPattern: "b=", rules: ["a", "c"] }, q: { urlPattern: ".*", rules: ["b"] } },
		["http://h/?a=1&b=1&c → http://h/"],
	],
	[
		"asks providers in the order of the list",
		{ q: { urlPattern: ".*", rules: ["b"] }, p: { urlPattern: "b=", rules: ["a", "c"] } },
		["http://h/?a=1&b=1&c → http://h/?a=1&c"],
	],
	[
		"binds one side of a choice with each anchor",
		{ p: { urlPattern: ".*", rules: ["q|v"] } },
		["http://h/?qx&xv=1&xqx → http://h/?xqx"],
	],
	[
		"passes over private hosts",
		{ p: { urlPattern: ".*", rules: ["a"] } },
		[
			..."localhost 127.0.0.1 10.1.2.3 172.31.0.1:8080 192.168.0.1 169.254.1.1 100.127.0.1"
				.split(" ")
				.map((host) => `http://${host}/?a`),
			..."127.0.0.2 172.32.0.1 192.169.0.1 100.128.0.1 11.0.0.1 10.1.2.x localhost.x"
				.split(" ")
				.map((host) => `http://${host}/?a → http://${host}/`),
		],
	],
	["passes over providers that block", { p: { urlPattern: ".*", rules: ["a"], completeProvider: true } }, ["http://h/?a"]],
];

describeCrawlEngines("removeparam", (engine) => {
	it.each(REMOVE_PARAM.map(([rule, text, references, key]) => ({ rule, text, references, key })))("$rule", (row) => {
		const normalizer = crawlNormalizerOn(engine, { policy: policyWith(row.key), lists: [removeParam(row.text)] });
		for (const [reference, expected] of row.references.map(keyed)) {
			expect([reference, normalizer.key(reference)]).toEqual([reference, expected]);
			expect(normalizer.key(expected)).toBe(expected);
		}
	});

	it("says which list and which line removed a piece", () => {
		const text =
			"! comment\n$removeparam=a\n||x.e.com^$removeparam=b\n||y.e.com^$removeparam=b\n$removeparam=/^c/\n$removeparam=/c=/\n$removeparam=/^d/\n$removeparam=d";
		const normalizer = crawlNormalizerOn(engine, { policy: policyWith(), lists: [removeParam(text)] });
		expect(normalizer.removals("http://y.e.com/?a=1&b&z&c=%31&d").map(({ piece, rule }) => [piece, rule])).toEqual([
			["a=1", "mine:L2"],
			["b", "mine:L4"],
			["c=1", "mine:L5"],
			["d", "mine:L7"],
		]);
		expect(normalizer.removals("http://x.e.com/?b")).toEqual([{ piece: "b", rule: "mine:L3", list: "mine", entry: "L3" }]);
		expect(normalizer.removals("http://h/")).toEqual([]);
		expect(normalizer.removals("HTTP://h/?a&%61=2#x").map(({ piece }) => piece)).toEqual(["a", "a=2"]);
	});
});

const CLEAN_PARAM: readonly Row[] = [
	[
		"removes names on all paths, in any case of its own name",
		"User-agent: *\nclean-PARAM: a&b # c\nDisallow: /c",
		["http://h/x?a=1&b&c → http://h/x?c", "http://h/?A&aa"],
	],
	[
		"is for paths that begin so, where a star is any run and a dollar itself",
		"Clean-param: a /x*.php\nClean-param: b y\nClean-param: c /z$",
		[
			"http://h/x/1.php?a → http://h/x/1.php",
			"http://h/x?a",
			"http://h/yz?b → http://h/yz",
			"http://h/z?c",
			"http://h/z$?c → http://h/z$",
		],
	],
	["decodes no name", "Clean-param: a%20b&c+d", ["http://h/?a%20b&c+d → http://h/", "http://h/?a+b&c%20d"]],
];

describeCrawlEngines("Clean-param", (engine) => {
	it.each(CLEAN_PARAM.map(([rule, text, references]) => ({ rule, text, references })))("$rule", ({ text, references }) => {
		const normalizer = crawlNormalizerOn(engine, { policy: policyWith(), lists: [read("clean-param", text)] });
		for (const [reference, expected] of references.map(keyed)) {
			expect([reference, normalizer.key(reference)]).toEqual([reference, expected]);
			expect(normalizer.key(expected)).toBe(expected);
		}
	});
});

it("reports lines of a robots.txt that it cannot read, and refuses one without any", () => {
	const list = read("clean-param", "Allow: /\nClean-param: a /x /y\nClean-param:\nClean-param: b");
	expect([list.rules, list.passedOver, list.reports.map(({ line }) => line)]).toEqual([1, 1, [2, 3]]);
	expect(() => read("clean-param", "Disallow: /")).toThrow(expect.objectContaining({ code: "list-syntax" }));
});

describeCrawlEngines("ClearURLs", (engine) => {
	it.each(CLEAR_URLS)("%s", (_rule, providers, references) => {
		const normalizer = crawlNormalizerOn(engine, { policy: policyWith(), lists: [clearUrls(providers)] });
		for (const [reference, expected] of references.map(keyed)) {
			expect([reference, normalizer.key(reference)]).toEqual([reference, expected]);
			expect(normalizer.key(expected)).toBe(expected);
		}
	});

	it("keeps referral marketing, unless asked to drop it", () => {
		const providers = { p: { urlPattern: ".*", rules: ["a"], referralMarketing: ["tag"] } };
		const keyBy = (list: ReadList) => crawlNormalizerOn(engine, { policy: policyWith(), lists: [list] }).key("http://h/?a&tag");
		expect(keyBy(clearUrls(providers))).toBe("http://h/?tag");
		expect(keyBy(clearUrls(providers, { referral: "drop" }))).toBe("http://h/");
		expect(clearUrls(providers).identity).not.toBe(clearUrls(providers, { referral: "drop" }).identity);
	});

	it.each([
		["decodes what a redirection finds until it is a URL", "http://h/r?u=http%253A%252F%252Fi%252Fa&b", "http://i/a"],
		["leaves what does not become a URL", "http://h/r?u=i%2Fa"],
		["deletes all that a raw rule finds in path and query", "http://h/ref=1/a/REF=2?b#/ref=3", "http://h/a?b#/ref=3"],
		["lets no raw rule act on the host", "http://xyz.h/a"],
		["lets no raw rule join the path to the host", "http://h/joined"],
		["deletes a whole path", "http://h/ref=1?b", "http://h/?b"],
		["passes over empty matches of a raw rule", "http://h/azzb?zc", "http://h/ab?c"],
		["leaves a URL of which a redirection takes nothing", "http://h/r?v=none"],
		["leaves hosts of exceptions", "http://h/keep/ref=1"],
		["passes over private hosts", "http://localhost/ref=1"],
	])("%s", (_rule, reference, expected = reference) => {
		const rawRules = ["\\/ref=[^/?]*", "xyz", "\\/join", "z*"];
		const redirections = ["\\?u=([^&]*)", "\\?v=(?:none|(h.*))"];
		const list = clearUrls({ p: { urlPattern: ".*", exceptions: ["keep"], rawRules, redirections } });
		const policy: Policy = { key: { query: { lists: [{ name: "mine", raw: true, redirections: true }] } } };
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
		expect([normalizer.key(reference), normalizer.key(expected)]).toEqual([expected, expected]);
		expect(normalizer.normalize(reference)).toBe(reference);
	});

	it("are the sections of the steps by which they edit keys, and the policy that of its own rewrites", () => {
		const list = clearUrls({ p: { urlPattern: ".*", rawRules: ["\\/ref=[^/?]*"], redirections: ["\\?u=([^&]*)"] } });
		const policy: Policy = {
			key: { query: { lists: [{ name: "mine", raw: true, redirections: true }] } },
			rewrite: [{ name: "own", from: "/old", to: "/ref=1" }],
		};
		const { steps } = crawlNormalizerOn(engine, { policy, lists: [list] }).explain("http://h/?u=http%3A%2F%2Fi%2Fold");
		expect(steps.slice(0, 3).map(({ rule, section }) => [rule, section])).toEqual([
			["unwrap:mine:p/\\?u=([^&]*)", "mine"],
			["rewrite:own", "the policy"],
			["rewrite:mine:p/\\/ref=[^/?]*", "mine"],
		]);
	});

	it("takes referral marketing where a use of the list says so, in the key or in the URL to fetch", () => {
		const list = clearUrls({ p: { urlPattern: ".*", rules: ["a"], referralMarketing: ["tag"] } });
		const use = [{ name: "mine", referral: "drop" } as const];
		const forms = (policy: Policy, reference = "http://h/?a&tag") =>
			crawlNormalizerOn(engine, { policy, lists: [list] }).both(reference);
		expect(forms({ key: { query: { lists: use } } })).toMatchObject({ fetch: "http://h/?a&tag", key: "http://h/" });
		expect(forms({ key: { query: { lists: { only: use } } } }).key).toBe("http://h/");
		expect(forms({ fetch: { query: { lists: use } } })).toMatchObject({ fetch: "http://h/", key: "http://h/" });
		const site: Policy = { key: { query: { lists: "mine" } }, sites: [{ hosts: "h", key: { query: { lists: use } } }] };
		expect([forms(site).key, forms(site, "http://i/?a&tag").key]).toEqual(["http://h/", "http://i/?tag"]);
		const identityOf = (lists: NonNullable<QueryRules["lists"]>) =>
			crawlNormalizerOn(engine, { policy: { key: { query: { lists } } }, lists: [list] }).settings.identity;
		expect(identityOf([{ name: "mine", referral: "keep", raw: false }])).toBe(identityOf("mine"));
		expect(identityOf(use)).not.toBe(identityOf("mine"));
	});

	it("are asked about the host that an alias leads to, in lists of lines, too", () => {
		const list = clearUrls({ p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop\\.b", rules: ["a"] } });
		const policy: Policy = { base: "whatwg", key: { hostAlias: { "old.b": "shop.b" }, query: { lists: "mine" } } };
		const { lines } = crawlNormalizerOn(engine, { policy, lists: [list] }).keyLines(
			new TextEncoder().encode("http://old.b/?a&b\nhttp://old.b/?b#a\nhttp://old.b/%61?b&a\nhttp://old.b/?a\n"),
		);
		expect(new TextDecoder().decode(lines)).toBe("http://shop.b/?b\nhttp://shop.b/?b#a\nhttp://shop.b/a?b\nhttp://shop.b/\n");
	});
});

it("passes over rules about something else, and counts them", () => {
	const lines = [
		"! comment",
		"[Adblock Plus 2.0]",
		"e.com##.ad",
		'e.com##a[href$="$removeparam=x"]',
		"||ads.e.com^",
		"||e.com^$script",
		"$removeparam=a,image",
		"$removeparam=a,third-party",
		"$removeparam=a,~document",
	];
	const list = removeParam([...lines, "", "$removeparam=b,~image,~third-party,document"].join("\r\n"));
	expect([list.rules, list.passedOver, list.reports]).toEqual([1, lines.length, []]);
});

it.each<[ListFormat, string, object, readonly object[]]>([
	["clearurls", "{}", { name: "a" }, [{ path: "/providers", message: "Invalid list: /providers must be an object" }]],
	["clearurls", "[", { name: "a" }, [{ path: "", line: 1, message: expect.stringMatching(/^the list is not JSON: .*[^.]$/) }]],
	["removeparam", "$removeparam=a\n$removeparam=x,method=post", { name: "a", strict: true }, [{ path: "", line: 2 }]],
	["removeparam", "", {}, [{ path: "", line: 1 }]],
	["urlsieve-list", '{"format":"urlsieve-list@2"}', {}, [{ path: "/format" }]],
	[
		"urlsieve-list",
		'{"format":"urlsieve-list@1","name":"a","params":[1],"exempt":1}',
		{},
		[{ path: "/params/0" }, { path: "/exempt" }],
	],
])("has all faults that a list of %s was refused for: %#", (format, text, options, faults) => {
	const refuse = () => readList(format, new TextEncoder().encode(text), options);
	expect(refuse).toThrow(
		expect.objectContaining({ name: "ListError", faults: faults.map((fault) => expect.objectContaining(fault)) }),
	);
});

it("converts hosts by the option idna, or reports them", () => {
	const text = "||müller.example^$removeparam=a\n$removeparam=b,domain=müller.example";
	expect(removeParam(text, { idna: false }).reports.map(({ code, message }) => [code, message])).toEqual([
		["unsupported-host", 'Line 1: "müller.example" is not a host name.'],
		["unsupported-host", 'Line 2: "müller.example" is not a host name.'],
	]);
	const list = removeParam(text, { idna: () => "e.com" });
	expect(crawlNormalizerOn("js", { policy: policyWith(), lists: [list] }).key("http://e.com/?a")).toBe("http://e.com/");
});
