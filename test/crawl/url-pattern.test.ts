/** `from` of rewrites against URL patterns of the platform, or of a polyfill where it has none. */
import { createNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { runs } from "../support/extent";

interface UrlPattern {
	exec(url: string): Record<"hostname" | "pathname", { readonly groups: Readonly<Record<string, string | undefined>> }> | null;
}
type UrlPatternClass = new (init: Readonly<Record<string, string>>) => UrlPattern;

const { URLPattern } = await platform();

async function platform(): Promise<{ URLPattern: UrlPatternClass }> {
	const own = globalThis as unknown as { URLPattern?: UrlPatternClass };
	if (own.URLPattern !== undefined) return own as { URLPattern: UrlPatternClass };
	return (await import("urlpattern-polyfill")) as unknown as { URLPattern: UrlPatternClass };
}

/** Pairs of a pattern and a URL: 100,000 in the long form. */
const PAIRS = runs(100_000);
const URLS = 200;

type Choose = <Item>(items: readonly Item[]) => Item;

/** A host or path with at most one star, and with names that count on from `first`. */
function patternOf(
	choose: Choose,
	separator: "." | "/",
	texts: readonly string[],
	first: number,
): { text: string; names: string[] } {
	const names: string[] = [];
	let stars = 0;
	const group = () => {
		if (stars === 0 && choose([0, 1, 2]) === 0) {
			++stars;
			return "*";
		}
		names.push(`x${first + names.length}`);
		return `:${names.at(-1)}`;
	};
	const parts = Array.from({ length: choose(separator === "." ? [1, 1, 2] : [1, 2, 2, 3, 3, 4]) }, (_, index) => {
		const start = separator === "/" || index > 0 ? separator : "";
		const kind = choose(["text", "text", "group", "mixed", "open", ...(index > 0 || separator === "." ? ["option"] : [])]);
		if (kind === "text") return start + choose(texts);
		if (kind === "group") return start + group();
		if (kind === "mixed") return `${start}${choose(texts)}-${group()}`;
		if (kind === "option") return separator === "/" ? `{/${group()}}?` : `${start}{${choose(texts)}-}?${choose(texts)}`;
		return `${start}${group()}{-${choose(texts)}}?`;
	});
	return { text: parts.join(""), names };
}

/** Few, so that many patterns match. */
const LABELS = ["a", "a-b"];
const SEGMENTS = ["a", "b", "a-b", "a.b", ""];

function urlOf(choose: Choose): string {
	const labels = Array.from({ length: choose([1, 1, 2]) }, () => choose(LABELS));
	const segments = Array.from({ length: choose([1, 1, 2, 2, 3, 4, 5]) }, () => choose(SEGMENTS));
	// The polyfill reads "//" at the start of a path as that of an authority.
	return `https://${[...labels, "test"].join(".")}/${segments.join("/").replace(/^\/+/, "")}${choose(["", "?q", "?q#f"])}`;
}

/** The target of a pattern that matches, with its groups. The port, which no pattern has, ends the rounds. */
const RESULT = "https://match.test:81/?m=";

/** The groups of a pattern for a URL, in order; undefined if it does not match. */
function ourGroups(from: string, names: readonly string[], stars: readonly string[]): (url: string) => string | undefined {
	const to = RESULT + [...names.map((name) => `:${name}`), ...stars].join("!");
	const normalizer = createNormalizer({ policy: { base: "whatwg", rewrite: [{ from, to }] } });
	return (url) => {
		const key = normalizer.key(url);
		return key.startsWith(RESULT) ? key.slice(RESULT.length).split(/[&#]/)[0] : undefined;
	};
}

describe("from", () => {
	it(`matches what a URL pattern matches, with the same groups, in ${PAIRS} pairs`, () => {
		const next = random(56);
		const choose: Choose = (items) => items[next(items.length)] as never;
		const counts = { pairs: 0, matches: 0 };
		while (counts.pairs < PAIRS) {
			const host = patternOf(choose, ".", LABELS, 1);
			const path = patternOf(choose, "/", SEGMENTS, 1 + host.names.length);
			const hostname = `${host.text}.test`;
			const from = `https://${hostname}${path.text}`;
			const platformPattern = new URLPattern({
				protocol: "https",
				hostname,
				port: "",
				pathname: path.text,
				search: "*",
				hash: "*",
			});
			const names = [...host.names, ...path.names];
			const ours = ourGroups(from, names, path.text.includes("*") ? ["*"] : []);
			for (let index = 0; index < URLS; ++index) {
				const url = urlOf(choose);
				const match = platformPattern.exec(url);
				const { hostname: ofHost, pathname: ofPath } = match ?? {};
				const groups = { ...ofHost?.groups, ...ofPath?.groups };
				const star = path.text.includes("*") ? [ofPath?.groups["0"] ?? ""] : [];
				const theirs = match === null ? undefined : [...names.map((name) => groups[name] ?? ""), ...star].join("!");
				expect([from, url, ours(url)]).toEqual([from, url, theirs]);
				++counts.pairs;
				counts.matches += Number(match !== null);
			}
		}
		expect(counts.matches).toBeGreaterThan(counts.pairs / 50);
	});
});
