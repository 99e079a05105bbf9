/** Lists of others: rules that their readers take and report, and the removals by them. One rule a row. */

import { type KeyRules, type ListFormat, type ListOptions, type Policy, type ReadList, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

const read = (format: ListFormat, text: string, options: ListOptions = {}) =>
	readList(format, new TextEncoder().encode(text), { name: "mine", ...options });
const removeParam = (text: string, options?: ListOptions) => read("removeparam", text, options);
const clearUrls = (providers: object, options?: ListOptions) => read("clearurls", JSON.stringify({ providers }), options);
const policyWith = (key: KeyRules = {}): Policy => ({ base: "whatwg", key: { ...key, query: { lists: ["mine"] } } });

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
		"widens an exception that looks into the query",
		"$removeparam=a\n@@||e.com/?x=1$removeparam=a",
		["http://e.com/?a", "http://e.com/y?a → http://e.com/y"],
	],
	["widens an exception that is looked for anywhere", "$removeparam=a\n@@x=1$removeparam=a", ["http://h/?a"]],
	["widens an exception that it cannot read", "$removeparam=a\n@@||e.com^$removeparam=a,method=post", ["http://h/?a"]],
	[
		"widens an exception no further than up to its own ?",
		"$removeparam=a\n@@||e.com/*/x?id=$removeparam=a\n@@/-/switch?ref=$removeparam=a\n@@||f.com^*^x?$removeparam=a",
		[
			"http://e.com/y/z?a → http://e.com/y/z",
			"http://e.com/y/x?a",
			"http://h/-/switch?a",
			"http://h/-/switch/y?a → http://h/-/switch/y",
			"http://f.com/y?a → http://f.com/y",
			"http://f.com/y/x?a",
		],
	],
	[
		"widens an exception whose ? is one of several characters, or may be left out",
		"$removeparam=a\n@@/^http:..e\\.com\\/.*[?&]id=/$removeparam=a\n@@/^http:..f\\.com\\/.*\\??id=/$removeparam=a",
		["http://e.com/y?a", "http://f.com/y?a", "http://h/y?a → http://h/y"],
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
		"widens exceptions at the end of the path, where a name of an index file may have been",
		"$removeparam=a\n@@||e.com/x/index.php$removeparam=a",
		["http://e.com/x/index.php?a → http://e.com/x/?a", "http://e.com/y/?a → http://e.com/y/"],
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
		"tries only exceptions with the other scheme, whichever rules precede them",
		"|http://e.com/x$removeparam=a\n||g.com^$removeparam=a\n|https://f.com/x$removeparam=a\n|http://h.com/x$removeparam=a\n@@|http://g.com/x$removeparam=a",
		[
			"http://e.com/x?a → https://e.com/x?a",
			"http://f.com/x?a → https://f.com/x",
			"http://h.com/x?a → https://h.com/x?a",
			"https://g.com/x?a",
			"https://g.com/y?a → https://g.com/y",
		],
		{ scheme: "https" },
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
		"takes its usual pattern for a host",
		{ p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?e\\.com", rules: ["a"] } },
		["http://x.e.com/?a → http://x.e.com/", "http://e.com.org/?a"],
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
		["http://e.com/?a&b → http://e.com/?a", "http://h/?a → http://h/"],
	],
	[
		"lets a part of an exception in front of its ? run into no query",
		{
			p: {
				urlPattern: ".*",
				rules: ["a"],
				exceptions: ["^https?:\\/\\/[^/]+/[^/]+/[^/]+\\/-\\/switch[^?]*\\?.*?ref=.", "^https?:\\/\\/h\\/.*(?:x|y\\/[^&]+)\\?b="],
			},
		},
		[
			"http://e.com/?a → http://e.com/",
			"http://e.com/b?a → http://e.com/b",
			"http://e.com/b/c/-/switch?a",
			"http://h/b?a → http://h/b",
			"http://h/b/x?a",
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
	["clearurls", "[]", { name: "a" }, [{ path: "/providers", message: "Invalid list: /providers must be an object" }]],
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
