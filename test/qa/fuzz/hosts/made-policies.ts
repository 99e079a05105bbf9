/** Policies that are rarely drawn at random: rules for every piece, patterns of many octets, exceptions of several kinds. */
import { type ParameterList, type Policy, readList } from "urlsieve/crawl";

/** A name of letters and digits in order. Each of its octets has a class of its own in the automaton. */
const IN_ORDER = `/^${[..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].join("?")}?$/`;

/** Such a policy with the filters of its list. */
function made(policy: Policy, ...filters: string[]): { readonly policy: Policy; readonly lists: readonly ParameterList[] } {
	const octets = new TextEncoder().encode(filters.join("\n"));
	return { policy, lists: filters.length === 0 ? [] : [readList("removeparam", octets, { name: "filter" })] };
}

export const MADE = [
	made(
		{ base: "whatwg", key: { query: { emptyPairs: "keep", lists: ["filter"] } } },
		"||h^$removeparam",
		"||a.b^$removeparam",
		"@@||x.a.b^$removeparam",
		"||example.com^$removeparam=~a",
	),
	made(
		{ base: "rfc3986", key: { query: { emptyPairs: "keep", lists: ["filter"] } } },
		"$removeparam",
		"@@||b/a$removeparam",
		"@@||h/index$removeparam",
		"@@||h^$removeparam=a",
		"@@*/a/$removeparam=a",
	),
	made(
		{ base: "whatwg", key: { query: { lists: ["filter"] } } },
		`$removeparam=${IN_ORDER}`,
		`||h^$removeparam=${IN_ORDER.replace("$/", "=1$/")}`,
	),
	made(
		{ base: "whatwg", key: { query: { sort: "name", lists: ["filter"] } } },
		`${IN_ORDER.replace("^", "\\/").replace("$/", "\\?/")}$removeparam=a`,
		"||a.b^$removeparam=b",
		"@@b^$removeparam=b",
	),
	made({
		base: "whatwg",
		key: {
			emptyQuery: "drop",
			query: { emptyValue: "fold", emptyPairs: "keep", remove: ["a", "b", { name: "u", match: "prefix" }] },
		},
	}),
	made({
		base: "rfc3986",
		key: { emptyQuery: "drop", query: { emptyValue: "fold", duplicates: "drop-equal", remove: ["a"] } },
	}),
	made({
		base: "whatwg",
		key: { fragment: "spa", query: { emptyPairs: "drop", remove: [{ name: "A{", ignoreCase: true }] } },
	}),
	made({
		base: "whatwg",
		key: { hostAlias: { h: "a.b", "x.a.b": "example.com", "*.b": "*.com" }, query: { sort: "name", remove: ["ref", "utm_x"] } },
	}),
	made(
		{
			base: "whatwg",
			fetch: { rewrite: ["out"] },
			key: { hostAlias: { "m.h": "h" }, query: { lists: ["filter"] } },
			rewrite: [
				{ name: "out", from: "https://h/*", unwrap: { query: "a" } },
				{ from: "http://h/*", to: "https://h/*" },
				{ from: "https://example.com/a/:x", to: "/b?c=:x" },
				{ from: "/x/*", to: "https://a.b/*" },
			],
		},
		"||a.b^$removeparam=ref",
		"||h^$removeparam=id",
		"||www.example.com^$removeparam=utm_x",
		"@@||b/a$removeparam=ref",
	),
];
