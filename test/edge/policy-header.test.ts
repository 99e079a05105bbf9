/** Parts of a policy that a header can express: section 1.6 of the specification. */

import type { KeyRules, Policy } from "urlsieve/crawl";
import { createNormalizer } from "urlsieve/crawl";
import { equivalent, headerOfPolicy, noVarySearch } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const ofKey = (key: KeyRules) => headerOfPolicy({ key });
const WIDER = ["spellings", "empty-values", "empty-pairs"];

describe("headerOfPolicy", () => {
	it.each<[KeyRules, string]>([
		[{ query: { remove: ["b", { name: "a", match: "exact" }] } }, 'params=("a" "b")'],
		[{ query: { remove: [{ name: "a", ignoreCase: false }, "b"] } }, 'params=("a" "b")'],
		[{ query: { only: ["id"], sort: "name" } }, 'key-order, except=("id")'],
		[{ query: { only: ["a", "b"], remove: ["b"], keep: ["c"] } }, 'except=("a" "b" "c")'],
		[{ query: { remove: ["a", "b"], keep: ["b"] } }, 'params=("a")'],
		[{ query: { drop: true } }, "except=()"],
		[{ query: { sort: "name" }, fragment: "drop", textDirective: "drop" }, "key-order"],
	])("writes what a field can say of %j", (key, field) => {
		expect(ofKey(key).field).toBe(field);
	});

	it("names what no field can say, by JSON Pointer", () => {
		const policy: Policy = {
			base: "crawl@1",
			key: {
				scheme: "https",
				www: "keep",
				index: [],
				slashes: "collapse",
				query: {
					remove: ["a", { name: "u", match: "prefix" }, { name: "c", hosts: ["e.com"] }, { name: "d", ignoreCase: true }],
					keep: ["k"],
					lists: ["mine", "tracking@1"],
					duplicates: "drop-equal",
					sort: "name-value",
				},
			},
			sites: [{ hosts: ["e.com"], key: {} }],
		};
		expect(headerOfPolicy(policy)).toEqual({
			field: expect.stringMatching(/^params=\("__hsfp" .*"a" .*"utm_source" .*"yclid" "ysclid"\)$/),
			// The profile drops empty pairs, and the list has hosts that it leaves as they are.
			wider: ["spellings", "empty-values", "exempt-hosts"],
			lost: [
				..."/base /key/scheme /key/slashes".split(" "),
				..."remove/1 remove/2 remove/3 lists/0 lists/1 duplicates keep sort".split(" ").map((name) => `/key/query/${name}`),
				"/sites",
			],
		});
	});

	it("spells out the names of tracking@1 that have no condition, of a profile too", () => {
		const { field, lost } = ofKey({ query: { lists: ["tracking@1"], keep: ["gclid"] } });
		const names = noVarySearch(field ?? null);
		expect("params" in names && names.params).toEqual(expect.arrayContaining(["utm_source", "fbclid", "mc_eid", "_kx"]));
		for (const name of ["gclid", "mkt_tok", "igsh"]) expect("params" in names && names.params).not.toContain(name);
		expect(lost).toEqual(["/key/query/lists/0", "/key/query/keep"]);
		expect(headerOfPolicy({ base: "crawl@1" }).field).toMatch(/^key-order, params=\(.*"utm_source"/);
		expect(headerOfPolicy({ base: "crawl@1", key: { query: { lists: { only: [] } } } }).field).toBe("key-order");
	});

	it("reports what a field merges in addition", () => {
		expect(ofKey({ query: { remove: ["a"] } }).wider).toEqual(WIDER);
		expect(ofKey({ query: { emptyValue: "fold", emptyPairs: "drop", sort: "name" } }).wider).toEqual(["spellings"]);
		expect(ofKey({ query: { drop: true } }).wider).toEqual([]);
		expect(headerOfPolicy({})).toEqual({ wider: [], lost: [] });
		const lost = ["/key/emptyQuery", "/key/query/emptyValue", "/key/query/emptyPairs"];
		expect(ofKey({ emptyQuery: "drop", query: { emptyValue: "fold", emptyPairs: "drop" } })).toEqual({ wider: [], lost });
	});

	it("merges what the policy merges, if nothing is lost", () => {
		const policies: Policy[] = [
			{ base: "whatwg", key: { query: { remove: ["b"], sort: "name" } } },
			{ base: "whatwg", key: { query: { only: ["a"], remove: ["b"] } } },
			{ base: "whatwg", key: { query: { drop: true } } },
		];
		const queries = ["", "?a=1", "?a=1&b=2", "?b=2&a=1", "?b=3", "?c=1&a=1", "?a=1&c=1", "?a=1&a=2", "?a=2&a=1"];
		for (const policy of policies) {
			const normalizer = createNormalizer({ policy });
			const { field, lost } = headerOfPolicy(policy);
			expect(lost).toEqual([]);
			const rule = noVarySearch(field ?? null);
			for (const a of queries)
				for (const b of queries) {
					const [left, right] = [`https://e.com/p${a}`, `https://e.com/p${b}`];
					if (normalizer.key(left) === normalizer.key(right))
						expect([left, right, equivalent(left, right, rule)]).toEqual([left, right, true]);
				}
		}
	});
});
