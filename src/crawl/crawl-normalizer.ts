/** The normalizer of `urlsieve/crawl`: the one of `urlsieve`, by the rules of a profile or a policy. */
import { Normalizer } from "../normalizer";
import { type CrawlOptions, resolveCrawlOptions } from "./crawl-options";
import { type CrawlTypes, PolicyRules } from "./policy-rules";

/**
 * Normalizes references by a profile or a policy. Made by `createNormalizer`.
 *
 * @example
 * ```ts
 * const crawler = createNormalizer({ profile: "crawl@1" });
 * crawler.compare("http://h/?gclid=1", "http://h/#top"); // ["tracking@1:gclid", "fragment"]
 * crawler.removals("http://h/?gclid=1&a")[0].rule; // "tracking@1:gclid"
 * const { steps, value } = crawler.explain("http://h/?utm_source=a&b#top");
 * steps.map(({ rule }) => rule); // ["tracking@1:utm_source", "fragment"]
 * value; // "http://h/?b"
 * ```
 *
 * @example
 * ```ts
 * const data = new TextEncoder().encode("HTTP://h?b&ahttp://h/#top");
 * const column = createNormalizer({ profile: "crawl@1" }).keyColumn({ offsets: Int32Array.of(0, 12, 25), data });
 * [...column.offsets]; // [0, 13, 22]
 * new TextDecoder().decode(column.data); // "http://h/?a&bhttp://h/"
 * ```
 *
 * @example
 * ```ts
 * const lines = new Blob(["HTTP://example.com?b&a#top\n"]).stream();
 * const forms = lines.pipeThrough(createNormalizer({ profile: "crawl@1" }).bothStream());
 * await new Response(forms).text(); // "http://example.com/?b&a\thttp://example.com/?a&b\n"
 * ```
 */
export type CrawlNormalizer = Normalizer<CrawlTypes>;

/** The class of all normalizers, also of those of `urlsieve`: for `instanceof`. */
export const CrawlNormalizer: abstract new (...args: never) => CrawlNormalizer = Normalizer;

/** The rules of these options, of which a `profile` or a `policy` is required. Throws OptionError, PolicyError or ListError. */
export function createRules(options: CrawlOptions): PolicyRules {
	return new PolicyRules(resolveCrawlOptions(options));
}

/**
 * Creates a normalizer with these options, which must have a `profile` or a `policy`. Throws OptionError `invalid-option`, PolicyError,
 * or ListError.
 *
 * @example
 * ```ts
 * const browser = createNormalizer({ profile: "whatwg@1" });
 * browser.normalize("HTTP://0x7f.1/a/%2e%2e/b c"); // "http://127.0.0.1/b%20c"
 * const crawler = createNormalizer({ profile: "crawl@1" });
 * crawler.key("http://example.com/?utm_source=feed&b=2&a=1#top"); // "http://example.com/?a=1&b=2"
 * ```
 */
export function createNormalizer(options: CrawlOptions): CrawlNormalizer {
	return new Normalizer(createRules(options));
}
