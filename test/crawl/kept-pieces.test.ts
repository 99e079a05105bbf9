/** Which exception keeps a parameter, and which switch off rules on all URLs. */

import { type KeyRules, type ListFormat, readList } from "urlsieve/crawl";
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

describe("readList names the rules that exceptions switch off", () => {
	const RULES = ["$removeparam=a", "$removeparam=b", "||e.example^$removeparam=c", "||f.example^$removeparam=c"];

	it.each([
		["@@$removeparam", 4],
		["@@$removeparam=a", 1],
		["@@/(?=x)/$removeparam=c", 2],
	])("%s: %i of 4 rules on every host", (exception, rules) => {
		const { switchedOff } = listOf("removeparam", [...RULES, exception].join("\n"));
		expect(switchedOff).toEqual([{ rules, where: "every host", line: 5, path: "", text: exception }]);
	});

	it.each([
		"@@/checkout/$removeparam=a",
		"@@||e.example^$removeparam",
		"@@||k.example^$removeparam=a,method=post",
		"@@$removeparam=z",
	])("but not what they name, nor what has no rule there: %s", (exception) => {
		expect(listOf("removeparam", [...RULES, exception].join("\n")).switchedOff).toEqual([]);
	});

	it("in the list of ClearURLs, first those for every host", () => {
		const providers = {
			one: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?one\\.example", rules: ["a", "b", "c"], exceptions: ["(?=x)", "y"] },
			all: { urlPattern: ".*", rules: ["a", "b"], exceptions: ["x", ".*"] },
		};
		const { switchedOff } = listOf("clearurls", JSON.stringify({ providers }));
		expect(switchedOff.map(({ rules, where, path }) => [rules, where, path])).toEqual([
			[2, "every host", "/providers/all/exceptions/1"],
			[3, "one.example", "/providers/one/exceptions/0"],
		]);
	});
});

describeCrawlEngines("explain names the exception that keeps a parameter", (engine) => {
	const explainBy = (format: ListFormat, text: string, key: KeyRules = {}) => {
		const policy = { base: "whatwg", key: { ...key, query: { ...key.query, lists: ["mine"] } } } as const;
		const normalizer = crawlNormalizerOn(engine, { policy, lists: [listOf(format, text)] });
		return (url: string) => normalizer.explain(url).kept;
	};

	it("in the list of ClearURLs, and whether it could not be read", () => {
		const kept = explainBy("clearurls", CLEAR_URLS);
		expect(kept("https://www.amazon.com/gp/redirector.html?qid=2&a&ref=3")).toEqual([
			{ rule: "mine:amazon/qid", pieces: ["qid=2"], exception: GP_PLACE, isWidened: false },
			{ rule: "mine:amazon/ref_?", pieces: ["ref=3"], exception: GP_PLACE, isWidened: false },
		]);
		expect(kept("https://www.amazon.com/gp/product/1?qid=2")).toBeUndefined();
		expect(kept("https://www.amazon.com/gp/redirector.html?a")).toBeUndefined();
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

	it("among several of hosts only", () => {
		const kept = explainBy(
			"removeparam",
			"$removeparam=a\n@@||g.example^$removeparam=a\n@@$removeparam=a,domain=h.example|i.example",
		);
		const lines = ["g", "h", "x.i", "j"].map((host) => kept(`http://${host}.example/?a=1`)?.[0]?.exception.line);
		expect(lines).toEqual([2, 3, 3, undefined]);
	});
});
