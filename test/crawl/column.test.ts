/** Columns under profiles: each value gives the form that it has by itself. */
import fc from "fast-check";
import { type CrawlNormalizer, type CrawlOptions, type NormalizedColumn, UriError } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { bitsOf, columnOf, valuesOf } from "../support/columns";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { reference } from "../support/crawl-references";
import { runs } from "../support/extent";

const RULES: CrawlOptions[] = [
	{ profile: "rfc3986@1" },
	{ profile: "whatwg@1" },
	{ profile: "crawl@1" },
	{ profile: "surt@1" },
	{ profile: "surt-java@1" },
	{ profile: "w3lib@1" },
	{ profile: "safe-browsing@1" },
	{ profile: "crawlee@1" },
	{ policy: { base: "whatwg", key: { query: { sort: "name" }, fragment: "drop" } } },
];
const encoder = new TextEncoder();
const octetsOf = (text: string) => String.fromCharCode(...encoder.encode(text));

/** Values and bits of a column. */
function contents(column: NormalizedColumn): { values: string[]; bits: number[] } {
	return { values: valuesOf(column), bits: bitsOf(column.valid, column.offsets.length - 1) };
}

/** The contents that a column of these values must have, reference by reference. */
function oneByOne(
	{ settings }: CrawlNormalizer,
	values: readonly (string | undefined)[],
	formOf: (value: string) => string | UriError,
) {
	const forms = values.map((value) => (value === undefined ? undefined : formOf(value)));
	const left = (value = "") => (settings.invalid === "keep" ? octetsOf(value) : "");
	return {
		values: forms.map((form, index) => (typeof form === "string" ? octetsOf(form) : left(values[index]))),
		bits: forms.map((form) => (typeof form === "string" ? 1 : 0)),
	};
}

describeCrawlEngines("columns under profiles", (engine) => {
	it.each(RULES)("have the forms of their values under %j", (rules) => {
		const value = fc.oneof(
			{ weight: 8, arbitrary: reference.map((text) => text.replaceAll("\ud800", "")) },
			{
				weight: 2,
				arbitrary: fc.constantFrom("\n", "\r", "", "x:\n", "http://h/\r", "http://h/\ta\t", "\ufeffhttp://h", "a\tb"),
			},
			{ weight: 1, arbitrary: fc.constant(undefined) },
		);
		const invalid = fc.constantFrom("keep", "drop", "blank" as const);
		fc.assert(
			fc.property(fc.array(value, { maxLength: 30 }), invalid, (values, chosen) => {
				const normalizer = crawlNormalizerOn(engine, { ...rules, invalid: chosen });
				const column = columnOf(values);
				const fetch = contents(normalizer.normalizeColumn(column));
				const key = contents(normalizer.keyColumn(column));
				expect(fetch).toEqual(oneByOne(normalizer, values, (text) => normalizer.tryNormalize(text)));
				expect(key).toEqual(oneByOne(normalizer, values, (text) => normalizer.tryKey(text)));
				const both = normalizer.bothColumn(column);
				expect(contents(both.key)).toEqual(key);
				const hasKey = (text: string) => {
					const form = normalizer.tryKey(text);
					return form instanceof UriError ? form : normalizer.tryNormalize(text);
				};
				expect(contents(both.fetch)).toEqual(oneByOne(normalizer, values, hasKey));
			}),
			{ numRuns: runs(160) },
		);
	});

	it("are refused as the core refuses them", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "crawl@1" });
		const column = { offsets: Int32Array.of(0, 2, 1), data: new Uint8Array(3) };
		expect(() => normalizer.bothColumn(column)).toThrow(expect.objectContaining({ code: "invalid-option" }));
		expect(normalizer.bothColumn({ offsets: new Uint8Array(0), data: new Uint8Array(0) }).key.offsets).toEqual(Int32Array.of(0));
	});
});
