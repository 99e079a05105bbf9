/** The traps that `urlsieve shapes` reports, and `dedupe --trap` (docs/guide/shapes.md). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { urlsOf, useShapes, words } from "../support/shape-sites";
import { month, session, TRAPS, times } from "../support/traps";

const { learn, path, write } = useShapes();

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

	it("take time in proportion to the keys, whatever the file", () => {
		const { data } = learn(urlsOf(["/a", "/b"]));
		const trap = { trap: "cycle", keys: 8, counts: {}, sample: "x", proposal: { options: "--trap drop" } };
		const traps = Array.from({ length: 10_000 }, () => trap);
		const sites = [{ site: "http://h.example", positions: [], years: [], shapes: [], traps }];
		const shapes = write("hostile.shapes", JSON.stringify({ ...data, sites }));
		const list = urlsOf(times(300, (index) => `/${times(128, (segment) => `a${index}x${segment}`).join("/")}`));
		const { status, stdout } = run(["dedupe", "--quiet", "--shapes", shapes, "--trap", "drop"], `${list.join("\n")}\n`);
		expect([status, stdout]).toEqual([0, `${list.join("\n")}\n`]);
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
