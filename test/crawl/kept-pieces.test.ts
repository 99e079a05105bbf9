/** Which exception keeps a parameter, and which exceptions hold for more URLs than they name. */

import { type KeyRules, type ListFormat, type Policy, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";

const AMAZON = "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?amazon(?:\\.[a-z]{2,}){1,}";
const GP = `${AMAZON}\\/gp\\/.*?(?:redirector\\.html|cart\\/ajax-update\\.html|video\\/api\\/)`;
const CLEAR_URLS = JSON.stringify({
	providers: {
		amazon: {
			urlPattern: AMAZON,
			rules: ["qid", "ref_?"],
			exceptions: [`${AMAZON}\\/message-us\\?`, GP, `${AMAZON}\\/s\\/exact`],
		},
		broken: { urlPattern: "^https?://broken\\.example", rules: ["a"], exceptions: ["(?=x)"] },
	},
});
const GP_PLACE = { line: 1, path: "/providers/amazon/exceptions/1", text: expect.stringContaining("\\/gp\\/.*?") };

const listOf = (format: ListFormat, text: string) => readList(format, new TextEncoder().encode(text), { name: "mine" });

describe("readList names the exceptions that are widened", () => {
	it("in the list of ClearURLs", () => {
		const { widened, reports } = listOf("clearurls", CLEAR_URLS);
		expect(widened).toEqual([
			{
				...GP_PLACE,
				message:
					"/providers/amazon/exceptions/1: The exception could match in the query, which no list sees: it holds for every " +
					'URL whose start it matches, up to the "?".',
			},
		]);
		expect(reports.map(({ path }) => path)).toEqual(["/providers/broken/exceptions/0"]);
	});

	const COULD = "Line 2: The exception could match in the query, which no list sees: it holds for every URL";
	const START = `${COULD} whose start it matches, up to the "?".`;

	it.each([
		["@@||h.example^$removeparam=a", undefined],
		["@@||h.example/cart$removeparam=a", undefined],
		["@@||h.example^cart$removeparam=a", undefined],
		["@@||h.example/cart^step$removeparam=a", START],
		["@@||h.example/cart?b$removeparam=a", START],
		["@@||h.example/*/step$removeparam=a", START],
		["@@||h.example/*$removeparam=a", undefined],
		["@@|https://h.example/a*b$removeparam=a", START],
		["@@|https://h.example/a|$removeparam=a", undefined],
		["@@/checkout/pay$removeparam=a", `${COULD}.`],
		["@@/checkout/pay$removeparam=a,domain=h.example", `${COULD} of its hosts.`],
		["@@/^https?:\\/\\/[^\\/]+\\/x\\/y/$removeparam=a", undefined],
		["@@/^https?:\\/\\/[^\\/]+\\/x[^\\/]+\\/y/$removeparam=a", START],
		["@@/^https?:\\/\\/h\\/a\\?b/$removeparam=a", START],
		["@@/^https:\\/\\/h\\/\\?{1}/$removeparam=a", undefined],
		["@@/^https:\\/\\/h\\/\\?{2}/$removeparam=a", START],
		["@@$removeparam=a", undefined],
	])("in filters: %s", (text, message) => {
		const { widened, reports } = listOf("removeparam", `$removeparam=a\n${text}`);
		expect([reports, widened]).toEqual([[], message === undefined ? [] : [{ message, line: 2, path: "", text }]]);
	});
});

describe("readList names the rules that exceptions switch off", () => {
	const RULES = ["$removeparam=a", "$removeparam=b", "||e.example^$removeparam=c", "||f.example^$removeparam=c"];

	it.each([
		["@@/checkout/$removeparam=a", 1, "every host"],
		["@@$removeparam", 4, "every host"],
		["@@||k.example^$removeparam=a,method=post", 1, "every host"],
		["@@/^https?:\\/\\/[^\\/]+\\/[^\\/]+\\/x\\/y/$removeparam=a", 1, "every host"],
		["@@/^https?:\\/\\/.*x/$removeparam=a", 1, "every host"],
		["@@|https://*/*?x=$removeparam=a", 1, "every host"],
		["@@x$removeparam=a,domain=~k.example", 1, "every host but k.example"],
		["@@x$removeparam=a,domain=h.example|i.example|j.example|k.example", 1, "h.example, i.example, j.example and 1 more"],
		["@@||e.example/*x$removeparam", 3, "e.example/*"],
		["@@||s.e.example/a*x$removeparam=c", 1, "s.e.example/a*"],
		["@@||e.example/a?x=$removeparam", 3, "e.example/a?"],
		["@@||e.*/p*q$removeparam=b", 1, "e.*"],
		["@@/^https?:\\/\\/(?:[a-z0-9-]+\\.)*?(?:e|f)(?:\\.[a-z]{2,}){1,}\\/gp\\/.*x/$removeparam=a", 1, "(e|f).*/gp/*"],
		["@@/^https?:\\/\\/git(lab)?.e\\/[^?]+\\?x/$removeparam=a", 1, "git(lab)?.e/*?"],
	])("%s: %i of 4 rules on %s", (exception, rules, where) => {
		const { switchedOff } = listOf("removeparam", [...RULES, exception].join("\n"));
		expect(switchedOff).toEqual([{ rules, where, line: 5, path: "", text: exception }]);
	});

	it.each(["@@||e.example^$removeparam", "@@||e.example/a$removeparam", "@@||k.example/*x$removeparam=c", "@@x$removeparam=z"])(
		"but not what they name, nor what has no rule there: %s",
		(exception) => {
			expect(listOf("removeparam", [...RULES, exception].join("\n")).switchedOff).toEqual([]);
		},
	);

	it("in the list of ClearURLs, first those for every host, then those for all of a host", () => {
		const providers = {
			all: { urlPattern: ".*", rules: ["a", "b"], exceptions: [`${AMAZON}\\/gp\\/.*?x`, `${AMAZON}\\/.*?x`, "x", "(?=x)"] },
			amazon: { urlPattern: AMAZON, rules: ["c"], exceptions: ["^https?:\\/\\/[^/]+/.*y"] },
		};
		const { switchedOff } = listOf("clearurls", JSON.stringify({ providers }));
		expect(switchedOff.map(({ rules, where, path }) => [rules, where, path])).toEqual([
			[2, "every host", "/providers/all/exceptions/2"],
			[2, "every host", "/providers/all/exceptions/3"],
			[1, "every host", "/providers/amazon/exceptions/0"],
			[2, "amazon.*/*", "/providers/all/exceptions/1"],
			[2, "amazon.*/gp/*", "/providers/all/exceptions/0"],
		]);
	});
});

describeCrawlEngines("explain names the exception that keeps a parameter", (engine) => {
	const explainBy = (format: ListFormat, text: string, key: KeyRules = {}) => {
		const policy = { base: "whatwg", key: { ...key, query: { ...key.query, lists: ["mine"] } } } as const;
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [listOf(format, text)] });
		return (url: string) => normalizer.explain(url).kept;
	};

	it("in the list of ClearURLs, also where it holds for want of the query", () => {
		const kept = explainBy("clearurls", CLEAR_URLS);
		expect(kept("https://www.amazon.com/gp/product/1?qid=2&a&ref=3")).toEqual([
			{ rule: "mine:amazon/qid", pieces: ["qid=2"], exception: GP_PLACE, isWidened: true },
			{ rule: "mine:amazon/ref_?", pieces: ["ref=3"], exception: GP_PLACE, isWidened: true },
		]);
		expect(kept("https://www.amazon.com/gp/redirector.html?qid=2")).toMatchObject([{ exception: GP_PLACE, isWidened: false }]);
		expect(kept("https://www.amazon.com/s/exact?qid=2")).toMatchObject([{ isWidened: false }]);
		expect(kept("https://www.amazon.com/dp/1?qid=2")).toBeUndefined();
		expect(kept("https://www.amazon.com/gp/product/1?a")).toBeUndefined();
		expect(kept("https://broken.example/?a=1&b")).toEqual([
			{
				rule: "mine:broken/a",
				pieces: ["a=1"],
				exception: { line: 1, path: "/providers/broken/exceptions/0", text: "(?=x)" },
				isWidened: true,
			},
		]);
	});

	it("in filters, for one value and for all", () => {
		const kept = explainBy(
			"removeparam",
			"$removeparam=a\n$removeparam=b\n@@||one.example^$removeparam=a\n@@||all.example/x$removeparam",
		);
		expect(kept("http://one.example/?a=1&b=2&a=3")).toEqual([
			{
				rule: "mine:L1",
				pieces: ["a=1", "a=3"],
				exception: { line: 3, path: "", text: "@@||one.example^$removeparam=a" },
				isWidened: false,
			},
		]);
		expect(kept("http://all.example/x/y?a=1&b=2")?.map(({ rule, exception }) => [rule, exception.line])).toEqual([
			["mine:L1", 4],
			["mine:L2", 4],
		]);
		expect(kept("http://all.example/?a=1&b=2")).toBeUndefined();
	});

	it("under rules of a site, only on its hosts", () => {
		const policy: Policy = {
			base: "whatwg",
			key: { query: { lists: ["mine"] } },
			sites: [{ hosts: ["h.example"], key: { index: ["cart"] } }],
		};
		const list = listOf("removeparam", "$removeparam=a\n@@||h.example/cart$removeparam=a\n@@||i.example/cart$removeparam=a");
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [list] });
		expect(normalizer.explain("http://h.example/?a=1").kept).toMatchObject([{ exception: { line: 2 }, isWidened: true }]);
		expect(normalizer.explain("http://i.example/?a=1").kept).toBeUndefined();
		expect(normalizer.explain("http://i.example/cart?a=1").kept).toMatchObject([{ exception: { line: 3 }, isWidened: false }]);
	});
});
