/**
 * Removals by the list that ClearURLs ships, if it is there, or by another:
 * `URLSIEVE_CLEARURLS=data.min.json npx vitest run test/crawl/clearurls-list.test.ts`.
 */
import { existsSync, readFileSync } from "node:fs";
import { createNormalizer, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";

const SHARED = new URL("../../../shared/data/", import.meta.url);
const SHIPPED = process.env.URLSIEVE_CLEARURLS ?? new URL("lists/clearurls-data.min.json", SHARED);
const OPEN = new URL("urls_100k_open.txt", SHARED);

const KNOWN =
	"fbclid gclid utm_source utm_medium utm_campaign msclkid mc_eid yclid _openstat twclid dclid wickedid srsltid".split(" ");
/** Paths of any depth: an exception for a path must not hold for another. */
const PATHS = ["/", "/a", "/p/1", "/p/2/", "/p/q/r/1", "/p/q/r/s.html"];

const isThere = existsSync(SHIPPED);
if (!isThere) console.log("No list of ClearURLs beside the repository: its tests are left out.");

describe.runIf(isThere).each(["whatwg", "crawl@1"] as const)("the list of ClearURLs under the base %s", (base) => {
	const normalizer = createNormalizer({
		policy: { base, key: { query: { lists: ["clear"] } } },
		lists: isThere ? [readList("clearurls", readFileSync(SHIPPED), { name: "clear" })] : [],
	});

	it("removes well-known parameters on paths of any depth", () => {
		const kept = PATHS.flatMap((path) => KNOWN.map((name) => `https://example.com${path}?id=7&${name}=zz`)).filter(
			(url) => !normalizer.key(url).endsWith("?id=7"),
		);
		expect(kept).toEqual([]);
	});

	it.each([
		["https://www.youtube.com/watch?v=1&feature=share&pp=2", "https://www.youtube.com/watch?v=1"],
		["https://www.google.com/search?q=a&ved=1&ei=2", "https://www.google.com/search?q=a"],
		["https://www.amazon.co.uk/x/dp/1?qid=1&pd_rd_w=2", "https://www.amazon.co.uk/x/dp/1"],
		["https://www.youtube.com/signin?a&feature=share", "https://www.youtube.com/signin?a&feature=share"],
		["https://www.amazon.com/gp/video/api/?qid=1", "https://www.amazon.com/gp/video/api/?qid=1"],
	])("acts on a site but on the paths of its exceptions: %s", (url, expected) => {
		expect(normalizer.key(url)).toBe(expected);
	});

	it.runIf(existsSync(OPEN))("has one key for a URL, its fetch form and its key", () => {
		const urls = everyNth(readFileSync(OPEN, "utf8").trim().split("\n"), 8).flatMap((url) => [
			url,
			`${url}${url.includes("?") ? "&" : "?"}ref=1&utm_source=2&feature=3&qid=4`,
		]);
		const { fetch, key } = normalizer.bothLines(new TextEncoder().encode(urls.join("\n")));
		const again = [normalizer.keyLines(key), normalizer.keyLines(fetch)].map(({ lines }) => new TextDecoder().decode(lines));
		expect(again.map((forms) => forms === new TextDecoder().decode(key))).toEqual([true, true]);
	});
});
