/** `urlsieve shapes --report`: what its data has, and misuse. The page: test/site/shapes-report.test.ts. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const nameOf = (index: number) => `name${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;

/** Runs `shapes` on lines. Returns the data of its report. */
function reportOf(lines: readonly string[], ...args: string[]) {
	const list = write("list.txt", lines.join("\n"));
	const files = ["--report", path("report.json"), "-o", path("list.shapes")];
	const { status, stderr } = run(["shapes", "--quiet", ...files, ...args, list]);
	return { ...JSON.parse(readFileSync(path("report.json"), "utf8")), status, stderr };
}

const USERS = numbers(70).map((index) => `http://h.example/u/${nameOf(index)}/posts`);
const OTHERS = ["http://g.example:8080/a?x=1", "http://g.example:8080/a?x=2", "http://single.example/"];

it("counts sites, keys, shapes and merged positions, largest first", () => {
	const { totals, rules, counts, largest, sites } = reportOf([...USERS, ...USERS, ...OTHERS]);
	expect(totals).toEqual({ sites: 2, keys: 72, shapes: 2, estimated: 0 });
	expect(rules).toEqual({ many: { positions: 1, words: 70 } });
	expect(counts).toEqual({ sites: 2, single: 1, positions: 1, traps: {} });
	expect(largest.map(({ site, shape, keys }: { site: string; shape: string; keys: number }) => [site + shape, keys])).toEqual([
		["http://h.example/u/{word}/posts", 70],
		["http://g.example:8080/a?x=", 2],
	]);
	expect(sites.map(({ site }: { site: string }) => site)).toEqual(["http://h.example", "http://g.example:8080"]);
});

it("is the same for every order of the lines", () => {
	const { command, date, stderr, ...first } = reportOf([...USERS, ...OTHERS]);
	expect(reportOf([...OTHERS, ...USERS].reverse())).toMatchObject(first);
});

it.each(["g.example:8080", "http://g.example:8080"])("has only the site of --site %s", (site) => {
	const { sites, totals } = reportOf([...USERS, ...OTHERS], "--site", site);
	expect(sites).toMatchObject([{ site: "http://g.example:8080", shapes: [["/a?x=", 2, "/a?x=1"]] }]);
	expect(totals.keys).toBe(2);
});

it("leaves out the smallest shapes of a large site, says how many, and has all of them with --site", () => {
	const long = "a".repeat(1000);
	// Few words at each position: no rule merges them.
	const folders = numbers(300).map(
		(index) => `http://h.example/${nameOf(index % 15)}/${nameOf(100 + Math.floor(index / 15))}/${long}`,
	);
	const lines = folders.flatMap((folder) => [`${folder}/1`, `${folder}/2`]);
	const [site] = reportOf(lines).sites;
	expect(site.shapes.length).toBeLessThan(300);
	expect(site.shapes.length + site.left.shapes).toBe(300);
	expect(site.left.keys).toBe(2 * site.left.shapes);
	const [whole] = reportOf(lines, "--site", "h.example").sites;
	expect([whole.shapes.length, whole.left]).toEqual([300, undefined]);
});

it.each([
	[["--site", "h.example"], "--site requires --report FILE, the file in which the site is drawn"],
	[
		["--report", "shapes.svg"],
		"--report FILE.svg is a picture of one site; name it with --site HOST, or write FILE.html for all",
	],
	[["--report", "shapes.md"], '--report must be a file .html, .svg, .txt or .json, not "shapes.md"'],
])("refuses %j", (args, sentence) => {
	const { status, stderr } = run(["shapes", "-o", path("x.shapes"), ...args, write("list.txt", "http://h/")]);
	expect(status).toBe(2);
	expect(stderr).toContain(sentence);
});
