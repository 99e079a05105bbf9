/** One normalizer: what all rules have, by those of RFC 3986 and by those of a profile. */
import { createNormalizer, UriError } from "urlsieve";
import { type CrawlNormalizer, createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { columnOf, valuesOf } from "../support/columns";
import { ENGINES } from "../support/engines";

const encoder = new TextEncoder();
const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
const octets = (lines: string) => encoder.encode(lines);

/** The output of a stream for some lines. */
const streamed = async (stream: TransformStream<Uint8Array, Uint8Array>, lines: string) =>
	new Response(new Blob([lines]).stream().pipeThrough(stream as never)).text();

describe.each(ENGINES)("keys by the rules of RFC 3986 [%s]", (engine) => {
	const normalizer = createNormalizer({ engine });

	it("are normal forms, one by one", () => {
		expect(normalizer.key("HTTP://a")).toBe("http://a/");
		expect(normalizer.both("HTTP://a")).toEqual({ fetch: "http://a/", key: "http://a/" });
		expect(normalizer.tryKey("http://[")).toEqual(normalizer.tryNormalize("http://["));
		expect(() => normalizer.key("http://[")).toThrow(UriError);
		expect(() => normalizer.both("http://[")).toThrow(UriError);
		expect(normalizer.keyAll(["HTTP://a", "http://["])).toEqual(normalizer.normalizeAll(["HTTP://a", "http://["]));
	});

	it("leave nothing out", () => {
		expect(normalizer.removals("http://h/?gclid=1")).toEqual([]);
		expect(() => normalizer.removals("http://[")).toThrow(UriError);
	});

	it("are normal forms, of lines, columns and streams", async () => {
		const lines = octets("HTTP://a\nhttp://[\n");
		const normal = normalizer.normalizeLines(lines);
		expect(normalizer.keyLines(lines)).toEqual(normal);
		const { fetch, key, ...others } = normalizer.bothLines(lines);
		expect([text(fetch), text(key)]).toEqual(Array(2).fill("http://a/\nhttp://[\n"));
		expect(others).toEqual({ count: 2, rejects: normal.rejects });
		const column = columnOf(["HTTP://a", undefined, ""]);
		const columns = normalizer.bothColumn(column);
		expect([columns.fetch, columns.key, normalizer.keyColumn(column)]).toEqual(Array(3).fill(normalizer.normalizeColumn(column)));
		expect(valuesOf(columns.key)).toEqual(["http://a/", "", ""]);
		expect(await streamed(normalizer.keyStream(), "HTTP://a\n")).toBe("http://a/\n");
	});

	it("are no second field of lines", () => {
		const sentence = "The rules of RFC 3986 have one form, which lineStream writes.";
		expect(() => normalizer.bothStream()).toThrow(expect.objectContaining({ code: "invalid-option", message: sentence }));
	});

	it("come with errors that are returned", () => {
		expect(normalizer.tryResolve("../g", "http://a/b/c")).toBe("http://a/g");
		expect(normalizer.tryResolve("g", "b")).toMatchObject({ code: "base-not-absolute" });
	});
});

describe.each(ENGINES)("a profile [%s]", (engine) => {
	const crawler: CrawlNormalizer = createCrawlNormalizer({ profile: "crawl@1", engine });

	it("resolves lines, one by one and together", () => {
		const { lines, rejects } = crawler.resolveLines(octets("../g?b&a\nhttp://[\n"), "HTTP://h/x/y/z");
		expect(text(lines)).toBe("http://h/x/g?b&a\nhttp://[\n");
		expect(rejects).toMatchObject([{ line: 2, code: "invalid-ip-literal" }]);
		expect(crawler.resolve("../g?b&a", "HTTP://h/x/y/z")).toBe("http://h/x/g?b&a");
		expect(() => crawler.resolveLines(octets("g\n"), "b")).toThrow(expect.objectContaining({ code: "base-not-absolute" }));
	});

	it("takes no options of resolution, which are for RFC 3986", () => {
		const sentence = 'Options of resolution are for the rules of RFC 3986, by the entry "urlsieve".';
		const refusal = expect.objectContaining({ code: "invalid-option", message: sentence });
		expect(() => crawler.resolve("g", "http://h/", { edition: "1997" })).toThrow(refusal);
		expect(() => crawler.resolveLines(octets("g\n"), "http://h/", { edition: "1997" })).toThrow(refusal);
	});

	it("writes into memory of the caller", () => {
		const input = octets("HTTP://a?b&a#c\nhttp://[\n");
		const output = new Uint8Array(5 * input.length + 1024);
		const { lines, count } = crawler.normalizeLinesInto(input, output);
		expect([text(lines), count]).toEqual(["http://a/?b&a\nhttp://[\n", 2]);
		expect(lines.buffer).toBe(output.buffer);
		expect(lines).toEqual(crawler.normalizeLines(input).lines);
	});
});
