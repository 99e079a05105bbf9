/** ClearURLs' own loop, restated, and the list that it ships: the same pieces stay. */
import { existsSync, readFileSync } from "node:fs";
import { createNormalizer, readList } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { type ClearUrlsData, clearUrlsBy } from "../support/clearurls-loop";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { everyNth } from "../support/extent";

const DATA = new URL("../../../shared/data/", import.meta.url);
const SHIPPED = new URL("lists/clearurls-data.min.json", DATA);
const OPEN = new URL("urls_100k_open.txt", DATA);
const COUNT = 20_000;

const isThere = existsSync(SHIPPED) && existsSync(OPEN);
const data: ClearUrlsData = isThere ? JSON.parse(readFileSync(SHIPPED, "utf8")) : { providers: {} };

/** Texts of expressions, roughly: the expressions themselves say what they find in URLs made of them. */
function textsIn(expressions: readonly string[]): string[] {
	return expressions
		.map((text) =>
			text
				.replace("(?:[a-z0-9-]+\\.)*?", "")
				.replace("(?:\\.[a-z]{2,}){1,}", ".com")
				.replace(/^\^?[a-z]+\??:\\?\/\\?\//, "")
				.replace("(?:%3F)?", "")
				.replace(/\|[^)]*/g, "")
				.replace(/\[[^\]]*\]/g, "a")
				.replace(/\{[^}]*\}|\\d|\(\?:/g, "")
				.replace(/[^\w.~/?=&%-]/g, ""),
		)
		.filter((text) => text !== "");
}

function madeUrls(): string[] {
	const below = random(56);
	const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
	const providers = Object.values(data.providers).map(({ urlPattern, rules = [], exceptions = [] }) => ({
		hosts: textsIn([urlPattern]).map((text) => text.replace(/[/?].*$/, "")),
		names: textsIn(rules),
		exceptions: textsIn(exceptions),
	}));
	const named = providers.filter(({ names }) => names.length > 0);
	const rest = ["", "=", "=1", "=http%3A%2F%2Fx%2F", "x=1"];
	return Array.from({ length: COUNT }, () => {
		const { hosts, names, exceptions } = pick(named);
		const host = pick(["", "", "www.", "m.", "a_b.", "x"]) + pick([...hosts, "example.org", "10.0.0.1:8080"]);
		const start = pick([`${host}/`, `${host}/a/b/-/refs/switch`, `${host}/gp/x/`, pick([`${host}/a`, ...exceptions])]);
		const pieces = Array.from({ length: 1 + below(5) }, () => pick(pick([{ names }, pick(named)]).names) + pick(rest));
		return `${pick(["http", "https"])}://${start}${start.includes("?") ? "&" : "?"}${[...pieces, pick(["id=7", "q", "ref=x"])].join("&")}`;
	}).filter((url) => URL.canParse(url));
}

describe.runIf(isThere)("the list of ClearURLs", () => {
	const cleanUrl = clearUrlsBy(data);
	const cleaned = new Map<string, string>();
	/** The result of the add-on, the same for all engines. */
	const clean = (url: string) => cleaned.get(url) ?? (cleaned.set(url, cleanUrl(url)).get(url) as string);
	const base = { base: "whatwg", key: { emptyQuery: "drop" } } as const;
	const same = createNormalizer({ policy: base });
	const open = isThere ? readFileSync(OPEN, "utf8").trim().split("\n") : [];
	const urls = [...madeUrls(), ...open.filter((url) => url.includes("?") && URL.canParse(url)).slice(0, COUNT)].map((url) =>
		same.key(url).replace(/#.*/, ""),
	);

	describeCrawlEngines("leaves the pieces that its add-on leaves", (engine) => {
		const normalizer = crawlNormalizerOn(engine, {
			policy: { ...base, key: { ...base.key, query: { lists: "clear" } } },
			lists: [readList("clearurls", readFileSync(SHIPPED), { name: "clear" })],
		});

		it("in URLs of hosts, names and exceptions of the list, and in others", () => {
			const some = everyNth(urls, engine === "wasm" ? 16 : 128);
			const wrong = some.filter((url) => normalizer.key(url) !== clean(url));
			expect(wrong.slice(0, 10).map((url) => [url, normalizer.key(url), clean(url)])).toEqual([]);
			expect(some.filter((url) => clean(url) !== url).length).toBeGreaterThan(some.length / 8);
		});
	});
});
