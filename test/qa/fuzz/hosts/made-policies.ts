/** Policies that random ones hardly ever are: what decides about every piece, patterns of many octets, exceptions of several kinds. */
import * as crawl from "../../../../src/crawl/index";

/** A name of letters and digits in order. Each of its octets has a class of its own in the automaton. */
const IN_ORDER = `/^${[..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].join("?")}?$/`;

interface MadePolicy {
	readonly policy: crawl.Policy;
	/** The filter list that it names. */
	readonly list?: readonly string[];
}

const MADE: readonly MadePolicy[] = [
	{
		policy: { base: "whatwg", key: { query: { emptyPairs: "keep", lists: ["filter"] } } },
		list: ["||h^$removeparam", "||a.b^$removeparam", "@@||x.a.b^$removeparam", "||example.com^$removeparam=~a"],
	},
	{
		policy: { base: "rfc3986", key: { query: { emptyPairs: "keep", lists: ["filter"] } } },
		list: ["$removeparam", "@@||b/a$removeparam", "@@||h/index$removeparam", "@@||h^$removeparam=a", "@@*/a/$removeparam=a"],
	},
	{
		policy: { base: "whatwg", key: { query: { lists: ["filter"] } } },
		list: [`$removeparam=${IN_ORDER}`, `||h^$removeparam=${IN_ORDER.replace("$/", "=1$/")}`],
	},
	{
		policy: { base: "whatwg", key: { query: { sort: "name", lists: ["filter"] } } },
		list: [`${IN_ORDER.replace("^", "\\/").replace("$/", "\\?/")}$removeparam=a`, "||a.b^$removeparam=b", "@@b^$removeparam=b"],
	},
	{
		policy: {
			base: "whatwg",
			key: {
				emptyQuery: "drop",
				query: { emptyValue: "fold", emptyPairs: "keep", remove: ["a", "b", { name: "u", match: "prefix" }] },
			},
		},
	},
	{
		policy: {
			base: "rfc3986",
			key: { emptyQuery: "drop", query: { emptyValue: "fold", duplicates: "drop-equal", remove: ["a"] } },
		},
	},
	{
		policy: {
			base: "whatwg",
			key: { fragment: "spa", query: { emptyPairs: "drop", remove: [{ name: "A{", ignoreCase: true }] } },
		},
	},
];

/** Their programs. */
export function madePrograms(): Uint8Array[] {
	return MADE.map(({ policy, list = [] }) => {
		const octets = new TextEncoder().encode(list.join("\n"));
		const lists = list.length === 0 ? [] : [crawl.readList("removeparam", octets, { name: "filter" })];
		return crawl.createNormalizer({ policy, lists, engine: "js" }).opened.program;
	});
}
