/**
 * What a list of ClearURLs removes: one of the same shape and, where it is there, the one that ClearURLs ships, or another:
 * `URLSIEVE_CLEARURLS=data.min.json npx vitest run test/crawl/clearurls-list.test.ts`.
 */
import { existsSync, readFileSync } from "node:fs";
import { createNormalizer, type ReadList, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";

const SHARED = new URL("../../../shared/data/", import.meta.url);
const SHIPPED = process.env.URLSIEVE_CLEARURLS ?? new URL("lists/clearurls-data.min.json", SHARED);
const OPEN = new URL("urls_100k_open.txt", SHARED);
const BASES = ["whatwg", "crawl@1"] as const;

const KNOWN =
	"fbclid gclid utm_source utm_medium utm_campaign msclkid mc_eid yclid _openstat twclid dclid wickedid srsltid".split(" ");
/** Paths of any depth: an exception for a path must not hold for another. */
const PATHS = ["/", "/a", "/p/1", "/p/2/", "/p/q/r/1", "/p/q/r/s.html"];

const onSite = (host: string) => `^https?:\\/\\/(?:[a-z0-9-]+\\.)*?${host}`;

/** Rules for all sites, with exceptions of every kind, and sites whose exceptions are for some of their paths. */
const SMALL = {
	globalRules: {
		urlPattern: ".*",
		rules: KNOWN.map((name) => `(?:%3F)?${name}`),
		exceptions: [
			"^https?:\\/\\/[^/]+/[^/]+/[^/]+\\/-\\/refs\\/choose[^?]*\\?.*?&?ref_?=.",
			"^https?:\\/\\/code(hub)?\\.[^/]*\\/[^?]+\\?.*?&?ref_?=[^/?&]*",
			`${onSite("(?:bank\\.example|post\\.example)")}`,
			`${onSite("mail\\.example")}\\/.*?(?:login|oauth)\\/`,
			"^wss?:\\/\\/(?:[a-z0-9-]+\\.)*?meet\\.example",
		],
	},
	video: {
		urlPattern: onSite("youtube\\.com"),
		rules: ["feature", "pp"],
		exceptions: [`${onSite("youtube\\.com")}\\/signin\\?.*?`],
	},
	search: {
		urlPattern: onSite("google(?:\\.[a-z]{2,}){1,}"),
		rules: ["ved", "ei"],
		exceptions: [
			`${onSite("google(?:\\.[a-z]{2,}){1,}")}\\/s\\?tbm=map.*?gs_[a-z]*=.`,
			"^https?:\\/\\/mail\\.google\\.com\\/mail\\/u\\/",
		],
	},
	shop: {
		urlPattern: onSite("amazon(?:\\.[a-z]{2,}){1,}"),
		rules: ["qid", "pd_rd_[a-z]*"],
		exceptions: [`${onSite("amazon(?:\\.[a-z]{2,}){1,}")}\\/gp\\/.*?(?:redirector.html|video\\/api\\/)`],
	},
};

const listOf = (octets: Uint8Array) => readList("clearurls", octets, { name: "clear" });
const LISTS: readonly (readonly [string, () => ReadList])[] = [
	["of the same shape", () => listOf(new TextEncoder().encode(JSON.stringify({ providers: SMALL })))],
	...(existsSync(SHIPPED) ? ([["that ClearURLs ships", () => listOf(readFileSync(SHIPPED))]] as const) : []),
];
if (LISTS.length === 1) console.log("No list of ClearURLs beside the repository: its tests are left out.");

describe.each(LISTS)("the list %s", (_name, read) => {
	describe.each(BASES)("under the base %s", (base) => {
		const lists = [read()];
		const normalizer = createNormalizer({ policy: { base, key: { query: { lists: ["clear"] } } }, lists });

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
});
