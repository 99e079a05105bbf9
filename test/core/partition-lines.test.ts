/** Parts of a list: lines with the same key are in the same part, which the first bits of their fingerprints choose. */

import { createNormalizer, fingerprintAll, partitionLines, SeenSet } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { describeEngines } from "../support/engines";

const key = Uint8Array.from({ length: 16 }, (_, index) => index);
const octets = (text: string) => new TextEncoder().encode(text);
const linesOf = (part: Uint8Array | undefined) => new TextDecoder().decode(part).split("\n").slice(0, -1);
const LINES = Array.from(
	{ length: 5000 },
	(_, index) => `${["http", "HTTP"][index % 2]}://host-${index % 701}.example/${"a".repeat(index % 90)}`,
);
const TEXT = octets(`${LINES.join("\n")}\n`);

describeEngines("partitionLines", (engine) => {
	const normalizer = createNormalizer({ engine });

	it.each([1, 2, 3, 8, 100, 1024])("splits a list into %i parts by the first bits of its fingerprints", (parts) => {
		const { values } = fingerprintAll(LINES, { key });
		const wanted: string[][] = Array.from({ length: parts }, () => []);
		for (const [index, line] of LINES.entries()) {
			const first = (values[16 * index] as number) * 256 + (values[16 * index + 1] as number);
			wanted[Math.floor((first * parts) / 65_536)]?.push(line);
		}
		const result = partitionLines(TEXT, { parts, key, normalizer });
		expect(result.parts.map(linesOf)).toEqual(wanted);
		expect([result.count, result.rejects]).toEqual([LINES.length, []]);
	});

	it("sends a rejected line to the part that its text chooses", () => {
		const rejected = Array.from({ length: 500 }, (_, index) => `http://[${index % 100}`);
		const { parts, rejects } = partitionLines(octets(rejected.join("\n")), { parts: 16, key, normalizer });
		expect(rejects.map(({ line, code }) => [line, code])).toEqual(rejected.map((_, at) => [at + 1, "invalid-ip-literal"]));
		const others = partitionLines(octets(rejected.join("\n")), { parts: 16, key: key.toReversed(), normalizer }).parts;
		expect(others.map(linesOf)).not.toEqual(parts.map(linesOf));
		const lists = parts.map((part) => new Set(linesOf(part)));
		expect(lists.reduce((sum, { size }) => sum + size, 0)).toBe(100);
		expect(lists.filter(({ size }) => size > 0).length).toBeGreaterThan(10);
		expect(parts.flatMap(linesOf)).toHaveLength(500);
	});

	it("drops rejected lines, or throws the error of the first one, as the normalizer says", () => {
		const text = octets("http://a\nhttp://[\nhttp://b\n");
		const drop = partitionLines(text, { parts: 1, key, normalizer: createNormalizer({ engine, invalid: "drop" }) });
		expect([linesOf(drop.parts[0]), drop.rejects.length]).toEqual([["http://a", "http://b"], 1]);
		const fail = () => partitionLines(text, { parts: 1, key, normalizer: createNormalizer({ engine, invalid: "fail" }) });
		expect(fail).toThrow(expect.objectContaining({ code: "invalid-ip-literal", line: 2 }));
	});

	it("goes by the keys of a profile, and returns the lines unchanged", () => {
		const crawl = createCrawlNormalizer({ profile: "crawl@1", engine });
		const pages = Array.from({ length: 1000 }, (_, index) => `http://h.example/${index}`);
		const lines = pages.flatMap((page, index) => [page, `${page}?utm_source=${index}`, `${page}#top`]);
		const { parts } = partitionLines(octets(lines.join("\n")), { parts: 16, key, normalizer: crawl });
		const pagesOf = (part: Uint8Array) => new Set(linesOf(part).map((line) => line.replace(/[?#].*/, "")));
		expect(parts.reduce((sum, part) => sum + pagesOf(part).size, 0)).toBe(pages.length);
		expect(parts.flatMap(linesOf).sort()).toEqual([...lines].sort());
	});
});

describe("partitionLines", () => {
	it("makes parts whose sets are those of the whole list", () => {
		const whole = new SeenSet();
		whole.addLines(TEXT);
		const sizes = partitionLines(TEXT, { parts: 8, key }).parts.map((part) => new SeenSet().addLines(part).added);
		expect(sizes.reduce((sum, size) => sum + size)).toBe(whole.size);
		expect(Math.min(...sizes)).toBeGreaterThan(0);
	});

	it("refuses wrong arguments", () => {
		const blank = createNormalizer({ invalid: "blank" });
		for (const [lines, options, sentence] of [
			["http://a", { parts: 2, key }, /^The argument "lines" must be bytes/],
			[TEXT, { key }, 'The option "parts" must be an integer from 1 to 1024, not undefined.'],
			[TEXT, { parts: 0, key }, 'The option "parts" must be an integer from 1 to 1024, not 0.'],
			[TEXT, { parts: 1025, key }, 'The option "parts" must be an integer from 1 to 1024, not 1025.'],
			[TEXT, { parts: 1.5, key }, 'The option "parts" must be an integer from 1 to 1024, not 1.5.'],
			[TEXT, { parts: "8", key }, 'The option "parts" must be an integer from 1 to 1024, not 8.'],
			[TEXT, { parts: 2 }, 'The option "key" is required: 16 bytes.'],
			[TEXT, { parts: 2, key: new Uint8Array(8) }, "The key must be 16 bytes long, not 8."],
			[TEXT, { parts: 2, key, normalizer: {} }, /^The option "normalizer" must be what createNormalizer returns/],
			[TEXT, { parts: 2, key, normalizer: blank }, 'The option "invalid" must be keep, drop or fail for parts, not blank.'],
			[TEXT, { parts: 2, key, bits: 3 }, /^Unknown option "bits"/],
		] as const) {
			expect(() => partitionLines(lines as never, options as never)).toThrow(sentence);
		}
	});
});
