/** Identities of policies and lists: stored keys name them, so that they never change. */

import { type CrawlOptions, createNormalizer, type Policy, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";

const identityOf = (options: CrawlOptions) => createNormalizer(options).settings.identity;
/** The first half of the digest. */
const digestOf = (policy: Policy) => identityOf({ policy }).slice("policy:".length, "policy:".length + 16);

it.each<[Policy, string]>([
	[{}, "a35d1dea77cde5c5"],
	[{ base: "rfc3986" }, "a35d1dea77cde5c5"],
	[{ policy: "a@1", key: { www: "keep", query: { remove: [], keep: [], drop: false } }, sites: [] }, "a35d1dea77cde5c5"],
	[{ base: "whatwg" }, "5206719c55fae30f"],
	[{ base: "crawl@1" }, "5a4fff45f0429e1e"],
	[{ key: { www: "drop", query: { remove: ["a", { name: "b", ignoreCase: true }], sort: "name" } } }, "b6c81083fbe690c9"],
	[{ key: { query: { sort: "name", remove: ["a", { ignoreCase: true, name: "b" }] }, www: "drop" } }, "b6c81083fbe690c9"],
	[{ fetch: { fragment: "drop" } }, "a8746b6488313fd5"],
	[{ sites: [{ hosts: ["h"], key: { www: "drop" } }] }, "358064a2222525e4"],
	[{ key: { query: { lists: ["tracking@1"] } } }, "8e736f58a81b966d"],
])("the identity of the policy %j is %s", (policy, digest) => {
	expect(digestOf(policy)).toBe(digest);
	expect(identityOf({ policy })).toMatch(/^policy:[0-9a-f]{64}$/);
});

type Site = NonNullable<Policy["sites"]>[number];
const site = (...hosts: string[]): Site => ({ hosts, key: { query: { remove: hosts } } });
const [a, b, both, www, idn] = [site("a.i"), site("b.i"), site("x.b.i", "c.a.i"), site("WWW.b.i."), site("bücher.i")];

it.each<[boolean, Site[], Site[]]>([
	[true, [a, b], [b, a]],
	[true, [a, b, site("d")], [site("d"), b, a]],
	[true, [both, b, site("d")], [site("d"), both, b]],
	[true, [a, www], [www, a]],
	[false, [a, both, b], [b, both, a]],
	[false, [a, both], [both, a]],
	[false, [b, www], [www, b]],
	[false, [a, idn], [idn, a]],
	[false, [a, site("127.1")], [site("127.1"), a]],
])("is the same for sites in another order if none shares a host: %j, %j and %j", (isSame, sites, others) => {
	expect(digestOf({ sites }) === digestOf({ sites: others })).toBe(isSame);
});

it("is the same for thousands of sites in another order", () => {
	const sites = Array.from({ length: 2000 }, (_, index) => site(`h${(index * 7919) % 2000}.i`));
	expect(digestOf({ sites })).toBe(digestOf({ sites: [...sites].reverse() }));
});

it("names lists by their contents", () => {
	const own = { name: "mine", params: ["a"], exempt: ["h"] };
	const both: Policy = { key: { query: { lists: ["mine", "tracking@1"] } } };
	expect(identityOf({ policy: both, lists: [own] })).toBe(
		"policy:ceda154bd12685bdb3402c3b57e3925cc872a55eaf51167f2defba659b8fb7e2",
	);
	// Another identity than in earlier versions: lists of others act on the whole URL now.
	const read = readList("removeparam", new TextEncoder().encode("$removeparam=a"), { name: "mine" });
	const mine: Policy = { key: { query: { lists: ["mine"] } } };
	expect(identityOf({ policy: mine, lists: [read] })).toBe(
		"policy:f54b11f36be4e20049290314bbb92ad1bf21cad6eeb07411efc2695708ed35e6",
	);
	expect(identityOf({ policy: mine, lists: [own] })).not.toBe(identityOf({ policy: mine, lists: [{ ...own, exempt: [] }] }));
});

it.each<[CrawlOptions, string]>([
	[{ profile: "rfc3986" }, "rfc3986@1"],
	[{ profile: "crawl@1", strict: false }, "crawl@1"],
	[{ profile: "rfc3986@1", strict: true }, "rfc3986@1 strict"],
	[{ profile: "crawlee@1", fragment: "keep" }, "crawlee@1 fragment=keep"],
	[{ profile: "surt@1", idna: false }, "surt@1 idna=off"],
	[{ profile: "surt@1", idna: () => undefined }, "surt@1"],
])("the identity of the profile in %j is %s", (options, identity) => {
	expect(identityOf(options)).toBe(identity);
});
