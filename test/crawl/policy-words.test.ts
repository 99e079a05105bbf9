/** Policies on a profile, and messages for unknown members. */
import { readFileSync } from "node:fs";
import { createNormalizer, type ParameterList, type Policy, policySchema, type QueryRules, readPolicy } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";

describe("a policy on crawl@1", () => {
	const changed: Policy = { base: "crawl@1", key: { www: "drop", query: { remove: ["ref"] }, fragment: "drop" } };

	it("is the profile with the members of the policy over its own", () => {
		const [own, crawler] = [createNormalizer({ policy: changed }), createNormalizer({ profile: "crawl@1" })];
		const url = "http://www.example.com./a;jsessionid=1?utm_source=1&ref=2&b&a#!/x";
		expect(own.key(url)).toBe("http://example.com/a?a&b");
		expect(own.normalize(url)).toBe(crawler.normalize(url));
	});

	it("puts lists behind that of the profile, on its sites too, unless they are the only ones", () => {
		const [one, other] = ["one", "other"].map((name) => ({ name, params: [name], exempt: [] }));
		const listsOf = (lists: QueryRules["lists"], ofSite?: QueryRules["lists"]) => {
			const query = { ...(lists && { lists }) };
			const sites = ofSite === undefined ? [] : [{ hosts: ["h"], key: { query: { lists: ofSite } } }];
			const named = [one, other].filter((list) => JSON.stringify([lists, ofSite]).includes(`"${list?.name}"`));
			const normalizer = createNormalizer({
				policy: { base: "crawl@1", key: { query }, sites },
				lists: named as ParameterList[],
			});
			return normalizer.removals("http://h/?gclid&one&other").map(({ list }) => list);
		};
		expect(listsOf(["one"])).toEqual(["tracking@1", "one"]);
		expect(listsOf({ only: ["one"] })).toEqual(["one"]);
		expect(listsOf(["one"], ["other"])).toEqual(["tracking@1", "other"]);
		expect(listsOf(["one"], { only: [] })).toEqual([]);
		expect(listsOf({ only: ["one"] }, ["other"])).toEqual(["tracking@1", "other"]);
	});

	it("has the identity of the final contents of its lists", () => {
		const list = { name: "one", params: ["one"], exempt: [] };
		const identityOf = (base: Policy["base"], lists: QueryRules["lists"]) =>
			createNormalizer({ policy: { base, key: { query: { lists } } } as Policy, lists: [list] }).settings.identity;
		expect(identityOf("crawl@1", ["one"])).toBe(identityOf("crawl@1", ["tracking@1", "one"]));
		expect(identityOf("crawl@1", ["one"])).not.toBe(identityOf("crawl@1", { only: ["one"] }));
		expect(identityOf("crawl@1", ["one", "tracking@1"])).not.toBe(identityOf("crawl@1", ["one"]));
		expect(identityOf("whatwg", { only: ["one"] })).toBe(identityOf("whatwg", ["one"]));
	});

	it("refuses lists that would add none to that of the profile", () => {
		for (const [place, policy] of [
			["/key/query/lists", { base: "crawl@1", key: { query: { lists: [] } } }],
			[
				"/sites/1/key/query/lists",
				{
					base: "crawl@1",
					sites: [
						{ hosts: ["g"], key: {} },
						{ hosts: ["h"], key: { query: { lists: [] } } },
					],
				},
			],
		] as [string, Policy][]) {
			const message = `Invalid policy: ${place} adds no list to those of crawl@1; write { "only": [] } to leave those out.`;
			expect(() => createNormalizer({ policy })).toThrow(
				expect.objectContaining({ code: "invalid-policy", path: place, message }),
			);
		}
	});

	it("may leave the lists out, and resolves references as the profile does", () => {
		const none = createNormalizer({ policy: { base: "crawl@1", key: { query: { lists: { only: [] } } } } });
		expect(none.key("http://h/?gclid&a")).toBe("http://h/?a&gclid");
		expect(none.resolve("../g?b&a", "HTTP://h/x/y/z")).toBe("http://h/x/g?b&a");
	});
});

it("lists the known members with the nearest one", () => {
	const refusal = (policy: string) => () => readPolicy(policy);
	const known = Object.keys(policySchema.properties?.key?.properties ?? {});
	expect(known.slice(-4)).toEqual(["query", "emptyQuery", "fragment", "textDirective"]);
	expect(refusal('{ "key": { "fragmnet": "drop" } }')).toThrow(
		`Invalid policy: /key/fragmnet is not a known member (did you mean "fragment"?); known: ${known.join(", ")}.`,
	);
	expect(refusal('{ "remove": [] }')).toThrow(
		'/remove is not a known member (did you mean "/fetch/query/remove" or "/key/query/remove"?); known: $schema, policy, base, trim, fetch, key, sites, rewrite, tests.',
	);
	expect(refusal('{ "base": "crawl@2" }')).toThrow(
		'/base must be one of "rfc3986", "whatwg", "crawl@1", "share@1", not "crawl@2"',
	);
});

it("names the nearest member as docs/reference/profiles.md does", () => {
	const [, sentence = ""] = /`(Invalid policy: [^`]+)`/.exec(readFileSync("docs/reference/profiles.md", "utf8")) ?? [];
	expect(() => readPolicy('{ "fetch": { "fragmnet": "drop" } }')).toThrow(sentence.replaceAll("\n", " "));
});
