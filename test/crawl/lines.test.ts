/** Lines under profiles: each gives the form that it has by itself; and the merge counts of a real list. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { Engine } from "urlsieve";
import { type CrawlNormalizer, type InvalidLines, type ProfileId, UriError } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { ENGINE } from "../support/engines";
import { rowsOn } from "../support/extent";
import { deviation } from "../support/platform-url";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const text = (octets: Uint8Array) => decoder.decode(octets);

const DATA = new URL("../../../shared/data/", import.meta.url);
const isThere = existsSync(DATA);
if (!isThere) console.log(`No data at ${DATA.pathname}: the real lists are left out.`);

/** One in this many real lines is taken where they are thinned. */
const SHARE = 8;

/** Output of a rejected line. */
function leftOf(line: string, invalid: InvalidLines): string {
	return invalid === "keep" ? `${line}\n` : invalid === "blank" ? "\n" : "";
}

/** The output for these lines, reference by reference. */
function oneByOne(lines: readonly string[], form: (line: string) => string | UriError, invalid: InvalidLines): string {
	return lines
		.map((line) => {
			const result = form(line);
			return result instanceof UriError ? leftOf(line, invalid) : `${result}\n`;
		})
		.join("");
}

describeCrawlEngines("lines", (engine) => {
	const line = reference.map((input) => input.replace(/[\r\n\ud800]/g, "").replace(/^\ufeff/, ""));

	it("have one form under whatwg@1", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });
		const octets = encoder.encode("http://h/\nHTTP://H/%7e?b&a#c\nhttp://1.2/\n");
		const { fetch, key } = normalizer.bothLines(octets);
		expect([text(fetch), text(key)]).toEqual(Array(2).fill("http://h/\nhttp://h/%7e?b&a#c\nhttp://1.0.0.2/\n"));
	});

	it.each(["keep", "blank", "drop"] as const)("have the forms that they have one by one, invalid: %s", (invalid) => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1", invalid });
		fc.assert(
			fc.property(
				fc.array(line, { minLength: 1, maxLength: 30 }),
				fc.constantFrom("\n", "\r\n"),
				fc.boolean(),
				(lines, end, isEnded) => {
					const octets = encoder.encode(lines.join(end) + (isEnded || lines.at(-1) === "" ? end : ""));
					const { fetch, key, count, rejects } = normalizer.bothLines(octets);
					expect(text(fetch)).toBe(oneByOne(lines, (input) => normalizer.tryNormalize(input), invalid));
					expect(text(key)).toBe(oneByOne(lines, (input) => normalizer.tryKey(input), invalid));
					expect(count).toBe(lines.length);
					const errors = lines.map((input) => normalizer.tryKey(input));
					expect(rejects.map((reject) => reject.line)).toEqual(
						errors.flatMap((error, index) => (error instanceof UriError ? [index + 1] : [])),
					);
				},
			),
			{ numRuns: 200 },
		);
	});

	it("are the same as streams, in any chunks, while others use the kernel", async () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		const octets = encoder.encode(`HTTP://a?b&a#c\nhttp://[\tx\n\n${"http://h/?utm_source=1&ü\r\n".repeat(50)}http://last`);
		const { fetch, key, count, rejects } = normalizer.bothLines(octets);
		const keys = text(key).split("\n");
		const both = text(fetch)
			.split("\n")
			.map((line, index) => (line === keys[index] ? [line.replace("\t", "%09"), line.replace("\t", "%09")] : [line, keys[index]]))
			.map((forms) => forms.join("\t"));
		const expected = [text(fetch), text(key), `${both.slice(0, -1).join("\n")}\n`];
		const streams = [normalizer.lineStream(), normalizer.keyStream(), normalizer.bothStream()];
		const outputs = streams.map((stream) => new Response(stream.readable).text());
		const writers = streams.map((stream) => stream.writable.getWriter());
		for (let at = 0; at < octets.length; at += 7) {
			for (const writer of writers) await writer.write(octets.subarray(at, at + 7));
			expect(normalizer.key("HTTP://H")).toBe("http://h/");
		}
		await Promise.all(writers.map((writer) => writer.close()));
		expect(await Promise.all(outputs)).toEqual(expected);
		expect(streams.map(({ counts }) => counts)).toEqual(Array(3).fill({ lines: count, rejects: rejects.length }));
	});

	it("stay as they were written while later ones are unescaped", () => {
		const before = "http://h/?0123456789\n".repeat(20);
		const normalizer = crawlNormalizerOn(engine, { profile: "safe-browsing@1" });
		expect(text(normalizer.normalizeLines(encoder.encode(`${before}http://h/?%41%42\n`)).lines)).toBe(`${before}http://h/?AB\n`);
	});

	it("report the code, component and octet of a reject", () => {
		const { rejects } = crawlNormalizerOn(engine, { profile: "whatwg@1" }).normalizeLines(
			encoder.encode("http://h/\n\u00a0http://é:x/\nhttp://é:x/"),
		);
		expect(rejects).toEqual([
			{ line: 2, code: "relative-reference", component: "scheme", offset: 0 },
			{ line: 3, code: "invalid-port", component: "port", offset: 10 },
		]);
	});

	it("percent-encode octets that are not UTF-8 under crawl@1, and replace them under whatwg@1", () => {
		const octets = Uint8Array.from([...encoder.encode("http://h/?"), 0xc3, 0xc0, 0xe2, 0x82, 0x0a]);
		const linesOf = (normalizer: CrawlNormalizer) => text(normalizer.normalizeLines(octets).lines);
		expect(linesOf(crawlNormalizerOn(engine, { profile: "crawl@1" }))).toBe("http://h/?%C3%C0%E2%82\n");
		expect(linesOf(crawlNormalizerOn(engine, { profile: "whatwg@1" }))).toBe("http://h/?%EF%BF%BD%EF%BF%BD%EF%BF%BD\n");
		const strict = crawlNormalizerOn(engine, { profile: "whatwg@1", strict: true });
		expect(strict.normalizeLines(octets).rejects).toEqual([
			{ line: 1, code: "ill-formed-string", component: undefined, offset: 10 },
		]);
	});

	it("ask about a host once, even if it has no A-labels", () => {
		const questions: string[] = [];
		const idna = (host: string) => {
			questions.push(host);
			return questions.length < 9 ? undefined : "enough";
		};
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1", idna });
		expect(text(normalizer.keyLines(encoder.encode("coap://\u00fc/\nhttp://h")).lines)).toBe("coap://%C3%BC/\nhttp://h/\n");
		expect(questions).toEqual(["\u00fc"]);
	});

	it("may be longer than a chunk", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		const long = `http://h/${"é".repeat(200_000)}`;
		const lines = [
			long,
			"http://ü.example/?b&a",
			`${long}?`,
			...Array.from({ length: 20_000 }, (_, index) => `HTTP://h/${index}`),
		];
		expect(text(normalizer.keyLines(encoder.encode(lines.join("\n"))).lines)).toBe(
			oneByOne(lines, (input) => normalizer.tryKey(input), "keep"),
		);
	});
});

describe.runIf(isThere)("real lists", () => {
	/** The first 150,000 lines of the Reddit list. */
	const reddit = isThere ? text(gunzipSync(readFileSync(new URL("reddit_outbound_urls.txt.gz", DATA)))).split("\n", 150_000) : [];

	/** Number of different lines in a form of lines; a rejected line counts as itself. */
	const distinct = (engine: Engine, profile: ProfileId, lines: readonly string[]) =>
		new Set(
			text(crawlNormalizerOn(engine, { profile }).keyLines(encoder.encode(lines.join("\n"))).lines)
				.trimEnd()
				.split("\n"),
		).size;

	describeCrawlEngines("of references", (engine) => {
		it.each([
			["crawl@1", 149_004],
			["rfc3986@1", 149_043],
		] as const)("merge under %s to %d, or as on the other engine", (profile, left) => {
			const lines = rowsOn(engine, reddit, SHARE);
			const expected = lines.length === reddit.length ? left : distinct(ENGINE, profile, lines);
			expect(distinct(engine, profile, lines)).toBe(expected);
		});

		it("have the forms of the runtime's URL under whatwg@1, known deviations aside", () => {
			const inputs = rowsOn(
				engine,
				text(readFileSync(new URL("urls_100k_open.txt", DATA)))
					.trimEnd()
					.split("\n"),
				SHARE,
			);
			const octets = encoder.encode(`${inputs.join("\n")}\n`);
			const { lines } = crawlNormalizerOn(engine, { profile: "whatwg@1", invalid: "blank" }).normalizeLines(octets);
			const results = text(lines).split("\n");
			const unexplained = inputs.filter(
				(input, index) => deviation(input, undefined, results[index] || "error") === "unexplained",
			);
			expect(inputs.length).toBe(results.length - 1);
			expect(unexplained).toEqual([]);
		});
	});
});
