/** `urlsieve shapes` depends on the set of keys only: samples, shards, orders, threads and memory. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run } from "../cli/command";
import { shuffled, urlsOf, useShapes, words } from "../support/shape-sites";

const { learn, path, write } = useShapes();

/** Sites of several kinds, and single keys. */
const URLS = [
	...urlsOf(words(90).flatMap((word) => [`/u/${word}/posts`, `/u/${word}/likes`, `/tag/${word}`])),
	...urlsOf(
		words(70).map((word) => `/${word}?page=1`),
		"second.example",
	),
	...urlsOf(["/2021/venue", "/2022/venue", "/%C3%A9/a", "/%C3%A9/b"], "third.example"),
	...words(200).flatMap((word) => urlsOf(["/"], `${word}.example`)),
];

/** A site with more keys than are kept: one stratum of many keys, and one of a few. */
const LARGE = urlsOf(
	Array.from({ length: 20_000 }, (_, index) => (index % 100 === 0 ? `/b/${index}/c` : `/a/${10_000 + index}`)),
);

/** A site with more strata than are kept. */
const WIDE = urlsOf(Array.from({ length: 17_000 }, (_, index) => `/${words(1, index)}${index}x/${index}`));

it.each([
	["small sites", URLS],
	["a site with more keys than are kept", [...URLS, ...LARGE]],
	["a site with more strata than are kept", [...WIDE, ...LARGE]],
])("learns the same of %s in any order, with copies, any threads and memory, and from shards", (_, urls) => {
	const { text } = learn(urls);
	const others = [
		learn(shuffled(urls, 1)),
		learn(shuffled([...urls, ...urls], 2)),
		learn(shuffled(urls, 3), "--threads", "4"),
		learn(shuffled(urls, 4), "--memory", "16M"),
	].map((other) => other.text);
	expect(others.map((other) => other === text)).toEqual(others.map(() => true));
	const mixed = shuffled(urls, 5);
	const shards = [0, 1, 2].map((shard) => {
		const list = write(
			`shard-${shard}`,
			`${mixed.filter((url, place) => place % 3 === shard || url.endsWith("0")).join("\n")}\n`,
		);
		expect(run(["shapes", "--quiet", "--samples", path(`${shard}.samples`), list])).toMatchObject({
			status: 0,
			stdout: "",
			stderr: "",
		});
		return path(`${shard}.samples`);
	});
	for (const order of [shards, shards.toReversed()]) {
		expect(run(["shapes", "--quiet", "--merge", "-o", path("merged"), ...order])).toMatchObject({ status: 0, stderr: "" });
		expect(readFileSync(path("merged"), "utf8") === text).toBe(true);
	}
});

it("estimates the keys of a site that it samples", () => {
	const [site] = learn(LARGE).data.sites;
	expect(site.sample).toBe(8192);
	expect(Math.abs(site.keys - LARGE.length)).toBeLessThan(LARGE.length / 50);
	expect(site.shapes.map(({ shape }: { shape: string }) => shape)).toEqual(["/a/{int}", "/b/{int}/c"]);
});

it("marks the counts of traps of a site that it samples, in each form of a report", () => {
	const pages = urlsOf(Array.from({ length: 20_000 }, (_, index) => `/list?page=${index}`));
	const deep = urlsOf(Array.from({ length: 300 }, (_, index) => `/${"docs/help/".repeat(3)}${index}`));
	for (const urls of [[...pages, ...deep], deep]) {
		const marked = urls === deep ? 0 : 1;
		const list = write("traps", `${urls.join("\n")}\n`);
		const reportOf = (name: string) => {
			run(["shapes", "--quiet", "--report", path(name), "-o", path("traps.shapes"), list]);
			return readFileSync(path(name), "utf8");
		};
		const [trap] = JSON.parse(reportOf("r.json")).traps;
		expect([trap.trap, trap.isOfSample === true]).toEqual(["cycle", marked === 1]);
		for (const name of ["r.txt", "r.html"]) expect(/cycle[^\n]*of a sample/.test(reportOf(name))).toBe(marked === 1);
	}
});
