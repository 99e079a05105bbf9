/** What is written fits the limits of policies and lists, and says what scopes mean. */

import { createNormalizer, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { CRAWL_POLICY, type Policy } from "../../src/crawl/policy/policy";
import { Candidates } from "../../src/learn/candidates";
import { compose, HostTree } from "../../src/learn/compose";
import { type FeatureName, Features } from "../../src/learn/features";
import { load, type Unit, write } from "../../src/learn/limits";
import type { Extent } from "../../src/learn/reach";
import type { Web } from "../../src/learn/web";

const FEATURES: FeatureName[] = [...new Features().names, { kind: "param", name: "from", label: "param:from" }];
const PARAM = FEATURES.length - 1;

function extent(feature: number, reach: Extent["reach"], sites: Iterable<number>): Extent {
	const candidate = new Candidates(FEATURES).list[feature] as Extent["candidate"];
	return { candidate, scope: "host", reach, sites: new Set(sites), domains: new Set(), tallies: [] };
}

it.each<[Extent["reach"], string[], string[], string[]]>([
	["host", ["a.com"], ["a.com", "new.a.com"], ["b.com", "x.a.com"]],
	["host", ["a.com", "y.x.a.com"], ["a.com", "y.x.a.com", "z.y.x.a.com"], ["b.com", "x.a.com", "w.x.a.com"]],
	["everywhere", ["x.a.com"], ["a.com", "b.com", "y.x.a.com"], ["x.a.com", "w.x.a.com"]],
])("writes %s %j", (reach, listed, acting, others) => {
	const sites = ["a.com", "b.com", "x.a.com", "y.x.a.com"];
	// Everywhere, the sites are exceptions, and the one below them is none.
	const extents = [PARAM, 3].map((feature) =>
		extent(
			feature,
			reach,
			listed.map((host) => sites.indexOf(host)),
		),
	);
	const { policy, params } = compose(CRAWL_POLICY, extents, new HostTree(sites, extents), FEATURES);
	const crawler = createNormalizer({ policy, lists: [{ name: "learned", params, exempt: [] }] });
	for (const host of [...acting, ...others]) {
		const isActing = acting.includes(host);
		expect([host, crawler.key(`https://${host}/p/?from=1`)]).toEqual([host, `https://${host}/p${isActing ? "" : "/?from=1"}`]);
	}
});

it("writes hosts in order, those above before those below", () => {
	const sites = ["d.com", "x.a.com", "c.com", "b.com"];
	const extents = [{ ...extent(PARAM, "host", [0, 1, 2, 3]), domains: new Set(["z.com", "y.com"]) }];
	const { params } = compose(CRAWL_POLICY, extents, new HostTree(sites, extents), FEATURES);
	expect(params).toEqual([{ name: "from", hosts: ["b.com", "c.com", "d.com", "y.com", "z.com", "x.a.com"] }]);
});

it("adds what it has learned to the sites of the base that choose their lists, and leaves the others as they are", () => {
	const base: Policy = {
		...CRAWL_POLICY,
		sites: [
			{ hosts: ["a.com"], key: { www: "keep", query: { lists: [], emptyValue: "fold" } } },
			{ hosts: ["b.com"], key: { trailingSlash: "drop" } },
			{ hosts: ["c.com"], key: { query: { remove: ["id"] } } },
		],
	};
	const extents = [extent(PARAM, "everywhere", [])];
	const { policy, params } = compose(base, extents, new HostTree(["a.com", "b.com"], extents), FEATURES);
	const [a, ...others] = base.sites ?? [];
	expect(policy.sites).toEqual([{ ...a, key: { www: "keep", query: { lists: ["learned"], emptyValue: "fold" } } }, ...others]);
	const crawler = createNormalizer({ policy, lists: [{ name: "learned", params, exempt: [] }] });
	const keys = ["a", "b", "c", "d"].map((name) => crawler.key(`https://${name}.com/p/?from=1&id=&utm_source=x`));
	expect(keys).toEqual(["https://a.com/p/?id&utm_source=x", "https://b.com/p?id=", "https://c.com/p/", "https://d.com/p/?id="]);
});

it("writes index names everywhere as members of the policy, and others as those of sites", () => {
	const names = ["home.asp", "index.php", "main.jsp"];
	const features: FeatureName[] = [
		...new Features().names,
		...names.map((name) => ({ kind: "index", name, label: `index:${name}` }) as const),
	];
	const candidates = new Candidates(features).list;
	const of = (name: string, reach: Extent["reach"], sites: number[]): Extent => ({
		...extent(0, reach, sites),
		candidate: candidates[features.findIndex((feature) => feature.name === name)] as Extent["candidate"],
	});
	const extents = [of("home.asp", "everywhere", [1]), of("index.php", "host", [0]), of("main.jsp", "everywhere", [])];
	const sites = ["a.com", "b.com"];
	const { policy, params } = compose({ base: "whatwg" }, extents, new HostTree(sites, extents), features);
	expect(policy).toEqual({
		base: "whatwg",
		key: { index: ["home.asp", "main.jsp"], query: { lists: ["learned"] } },
		sites: [
			{ hosts: ["a.com"], key: { index: names } },
			{ hosts: ["b.com"], key: { index: ["main.jsp"] } },
		],
	});
	expect(params).toEqual([]);
});

it("writes no policy of more than 1 MiB", () => {
	const labels = ["a", "b", "c", "d"].map((letter) => letter.repeat(58)).join(".");
	const siteNames = Array.from({ length: 4500 }, (_, site) => `${String(site).padStart(5, "0")}.${labels}.com`);
	const slashes = FEATURES.findIndex(({ name }) => name === "slashes");
	const units = siteNames.map((_, site): Unit => ({ extent: extent(slashes, "host", [site]), saved: 1 }));
	const web = { siteNames, features: FEATURES } as unknown as Web;
	const { policy, list, leftOut } = write(CRAWL_POLICY, units, web, []);
	expect(list.params).toEqual([]);
	const size = Buffer.byteLength(`${JSON.stringify(policy)}\n`);
	const limit = 1_048_576;
	expect(size).toBeLessThanOrEqual(limit);
	expect(size).toBeGreaterThan(limit - 300);
	expect(leftOut.length).toBeGreaterThan(200);
});

it("writes the rules that save most, as far as they fit", () => {
	const siteNames = Array.from(
		{ length: 20_000 },
		(_, site) => `a-host-with-a-very-long-name-so-that-few-of-them-fit-the-limit-${site}.com`,
	);
	const units = siteNames.map((_, site): Unit => ({ extent: extent(PARAM, "host", [site]), saved: site % 1000 }));
	const web = { siteNames, features: FEATURES } as unknown as Web;
	const written = write(CRAWL_POLICY, units, web, []);
	expect(written.leftOut.length).toBeGreaterThan(1000);
	expect(written.units.length + written.leftOut.length).toBe(units.length);
	expect(Math.min(...written.units.map(({ saved }) => saved))).toBeGreaterThanOrEqual(
		Math.max(...written.leftOut.map(({ saved }) => saved)) - 1,
	);
	expect(written.list).toMatchObject({ format: "urlsieve-list@1", name: "learned", version: "1", exempt: [] });
	expect(readList("urlsieve-list", new TextEncoder().encode(JSON.stringify(written.list))).rules).toBe(1);
	const last = (written.units[0] as Unit).extent.sites.values().next().value as number;
	expect(load(written, []).key(`https://${siteNames[last]}/?from=1`)).toBe(`https://${siteNames[last]}/`);
});

it("writes no more matches of sites than can be loaded: those of hosts deep below many others", () => {
	const DEPTH = 100;
	const chain = Array.from({ length: DEPTH }, (_, level) => `${"a.".repeat(level + 1)}com`);
	const below = Array.from({ length: 1100 }, (_, host) => `${host}.${chain.at(-1)}`);
	const siteNames = [...chain, ...below];
	const web = { siteNames, features: FEATURES } as unknown as Web;
	const sitesFrom = (start: number, end: number, step: number) =>
		Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + step * index);
	// At every other host of the chain five rules act, at those below one of them.
	const rules = [0, 1, 2, 3, 4].map((feature): Unit => ({ extent: extent(feature, "crawl", sitesFrom(0, DEPTH, 2)), saved: 2 }));
	const last = { extent: extent(0, "crawl", sitesFrom(DEPTH, siteNames.length, 1)), saved: 1 };
	const written = write(CRAWL_POLICY, [...rules, last], web, []);
	expect(written.leftOut).toEqual([last]);
	expect(load(written, []).key(`http://${chain[0]}/`)).toBe(`https://${chain[0]}/`);
});

it("writes a host where a rule acts beside the exceptions of one that acts everywhere", () => {
	const sites = ["a.com", "b.com", "c.com"];
	const extents = [extent(PARAM, "everywhere", [0, 1]), extent(PARAM, "host", [1])];
	const { params } = compose(CRAWL_POLICY, extents, new HostTree(sites, extents), FEATURES);
	expect(params).toEqual([{ name: "from", exceptHosts: ["a.com"] }]);
});

it("leaves out no rule for a base that cannot be loaded: it fails", () => {
	const base: Policy = { ...CRAWL_POLICY, key: { ...CRAWL_POLICY.key, query: { lists: ["unknown"] } } };
	const web = { siteNames: ["a.com"], features: FEATURES } as unknown as Web;
	const units = [{ extent: extent(PARAM, "host", [0]), saved: 1 }];
	expect(() => write(base, units, web, [])).toThrow("unknown");
});
