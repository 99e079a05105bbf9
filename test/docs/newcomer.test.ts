/** A newcomer finds each of these tasks from README.md in at most two clicks, and there a command or code that does it. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/packed";

const START = "README.md";
const MAX_CLICKS = 2;

/** A task, the page that it ends on, and what does it there. */
const TASKS: readonly (readonly [string, string, RegExp])[] = [
	["normalize a file", "docs/guide/start.md", /^\$ urlsieve normalize -o \S+ .*urls\.txt$/m],
	["deduplicate a CSV by a policy", "docs/guide/crawlers.md", /^\$ urlsieve dedupe --policy \S+ --column \S+ .*\.csv$/m],
	["keep a set over days", "docs/guide/deduplicate.md", /^\$ urlsieve dedupe --seen \S+ .*tuesday\.txt$/m],
	["use it in a worker", "docs/guide/edge.md", /from "urlsieve\/edge"/],
	["use it in Python", "docs/integrations/python.md", /^>>> import urlsieve$/m],
	["use it in Spark", "docs/integrations/spark.md", /^>>> import urlsieve\.spark$/m],
	["find out why two URLs were merged", "docs/guide/crawlers.md", /^\$ urlsieve compare --profile crawl@1 /m],
	["add a scheme", "CONTRIBUTING.md", /^### A scheme\n\n1\. /m],
];

const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The pages that a page links to. */
function linksOf(page: string): string[] {
	const links = [...textOf(page).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+\.md)/g)];
	return links.map(([, link]) => normalize(join(dirname(page), link as string)));
}

/** The pages on the shortest way to each page. */
function waysFrom(start: string): Map<string, readonly string[]> {
	const ways = new Map<string, readonly string[]>([[start, []]]);
	for (const [page, way] of ways) for (const link of linksOf(page)) if (!ways.has(link)) ways.set(link, [...way, link]);
	return ways;
}

const WAYS = waysFrom(START);

it.each(TASKS)("%s: %s", (_, page, what) => {
	expect(WAYS.get(page)?.length).toBeGreaterThan(0);
	expect(WAYS.get(page)?.length).toBeLessThanOrEqual(MAX_CLICKS);
	expect(textOf(page)).toMatch(what);
});

it("every page of docs/ is at most three clicks away", () => {
	const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
	const far = pages.filter((page) => (WAYS.get(`docs/${page}`)?.length ?? Number.POSITIVE_INFINITY) > MAX_CLICKS + 1);
	expect(pages.length).toBeGreaterThan(30);
	expect(far).toEqual([]);
});
