/** The traps that `urlsieve shapes` reports, and `dedupe --trap` (docs/guide/shapes.md). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { urlsOf, useShapes, words } from "../support/shape-sites";

const { learn, path } = useShapes();

const times = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, index) => path(index));
const two = (number: number) => String(number).padStart(2, "0");
const month = (index: number) => `${1990 + Math.floor(index / 12)}-${two(1 + (index % 12))}`;
const session = (index: number) => `x${1_000_000 + index}`;
const facets = (index: number) =>
	`/shop?${["color", "sort", "size", "fit", "brand"]
		.filter((_, bit) => ((1 + (index % 31)) >> bit) & 1)
		.map((name) => `${name}=${index}`)
		.join("&")}`;

/** The paths that are just a trap, by its kind; where it is; and its proposal. */
const TRAPS: readonly (readonly [trap: string, paths: readonly string[], at: string | undefined, proposal: object])[] = [
	["cycle", times(8, (index) => `/a${index}/docs/help/docs/help/docs/help`), undefined, { options: "--trap drop" }],
	[
		"growth",
		times(36, (index) => `/${[index % 6, Math.floor(index / 6), 0, 1, 2, 3, 4, 5, 0].map((place) => words(6)[place]).join("/")}`),
		undefined,
		{ options: "--trap drop" },
	],
	["calendar", times(120, (index) => `/events?month=${month(index)}`), "/events? month", { options: "--per shape=100" }],
	["facets", times(64, facets), "/shop", { policy: { hosts: ["h.example"], key: { query: { remove: ["sort"] } } } }],
	[
		"session",
		times(64, (index) => `/${words(8)[index % 8]}?sid=${session(index % 32)}&n=${index >> 5}`),
		"sid",
		{ policy: { hosts: ["h.example"], key: { query: { remove: ["sid"] } } } },
	],
	[
		"session",
		times(32, (index) => `/${words(16)[index % 16]};jsessionid=${session(index)}`),
		";jsessionid",
		{ policy: { hosts: ["h.example"], key: { sessions: "sessions@1" } } },
	],
	["pages", times(256, (index) => `/list?page=${index}`), "/list? page", { options: "--per shape=100" }],
	["pages", times(256, (index) => `/list/page/${10 * index}`), "/list/page", { options: "--per shape=100" }],
];

/** Paths that look like traps. */
const OTHERS: readonly (readonly [what: string, paths: readonly string[]])[] = [
	[
		"an archive with content",
		times(240, (index) => `/${month(index).replace("-", "/")}/`).flatMap((at) => [at, `${at}${words(1)}`]),
	],
	["identifiers in one path", times(300, (index) => `/watch?v=${session(index)}`)],
	[
		"identifiers after 16 other parameters",
		times(64, (index) => `/${words(8)[index % 8]}?${words(16).join("&")}&sid=${session(index % 32)}&n=${index >> 5}`),
	],
	["numbered items", times(300, (index) => `/item?id=${index}`)],
	["deep paths of many words", times(40, (index) => `/${words(10, 10 * index).join("/")}`)],
	["numbers that repeat in a path", times(20, (index) => `/1/1/1/${index}`)],
	["pages with gaps", times(300, (index) => `/list?page=${index < 200 ? index : 1000 * index}`)],
];

describe("traps", () => {
	it.each(TRAPS)("have the criterion of a %s, and what may help", (trap, paths, at, proposal) => {
		const found = learn(urlsOf(paths)).data.sites.flatMap((site: { traps: object[] }) => site.traps);
		expect(found).toEqual([expect.objectContaining({ trap, proposal, keys: paths.length })]);
		expect(found[0].at).toBe(at);
		expect(urlsOf(paths)).toContain(found[0].sample);
		const fewer = learn(urlsOf(paths.slice(0, -1))).data.sites.flatMap((site: { traps: { trap: string }[] }) => site.traps);
		expect(fewer.filter((other: { trap: string }) => other.trap === trap && trap !== "growth")).toEqual([]);
	});

	it.each(OTHERS)("are not %s", (_, paths) => {
		expect(learn(urlsOf(paths)).data.sites.flatMap((site: { traps: object[] }) => site.traps)).toEqual([]);
	});

	it.each(TRAPS)("of the kind %s are dropped from a list, and logged with their place", (trap, paths, at) => {
		const urls = urlsOf([...paths, "/about"]);
		const { path: shapes, list } = learn(urls);
		const audit = path("left-out.tsv");
		const { status, stdout } = run(["dedupe", "--quiet", "--shapes", shapes, "--trap", "drop", "--audit", audit, list]);
		expect([status, stdout]).toEqual([0, "http://h.example/about\n"]);
		const reasons = readFileSync(audit, "utf8")
			.split("\n")
			.filter(Boolean)
			.map((row) => row.split("\t")[2]);
		expect(new Set(reasons)).toEqual(new Set([`trap ${trap} ${at ?? "http://h.example"}`]));
		expect(reasons.length).toBe(paths.length);
	});

	it("are cycles within the first 128 segments", () => {
		const cycle = "docs/help/docs/help/docs/help";
		const { path: shapes } = learn(urlsOf(times(8, (index) => `/a${index}/${cycle}`)));
		const urls = urlsOf([122, 123].map((count) => `/${times(count, (index) => `a${index}`).join("/")}/${cycle}`));
		const { status, stdout } = run(["dedupe", "--quiet", "--shapes", shapes, "--trap", "drop"], `${urls.join("\n")}\n`);
		expect([status, stdout]).toEqual([0, `${urls[1]}\n`]);
	});

	it.each(["rfc3986@1", "crawl@1"])("are counted and kept under %s, in memory and in passes", (profile) => {
		const urls = urlsOf([...times(256, (index) => `/list?page=${index}`), "/about"]);
		const { path: shapes, list } = learn([...urls, ...urls], "--profile", profile);
		for (const others of [[], ["--memory", "16M"], ["--print", "original"]]) {
			const args = ["dedupe", "--json", "--profile", profile, "--shapes", shapes, "--trap", "keep", ...others, list];
			const { stdout, stderr } = run(args);
			expect(stdout.split("\n").length - 1).toBe(urls.length);
			expect(JSON.parse(stderr)).toMatchObject({ traps: { pages: 256 }, unique: 257, withheld: 0 });
		}
	});
});
