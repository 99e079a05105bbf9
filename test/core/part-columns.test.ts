/** Parts of the references of a column, under every engine. */
import * as tldts from "tldts";
import { type NormalizedColumn, OptionError, parse } from "urlsieve";
import { createNormalizer as createCrawlNormalizer, fromTldts } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { columnOf, valuesOf } from "../support/columns";
import { describeEngines, normalizerOn } from "../support/engines";

const REFERENCES = [
	"HTTP://U:p@www.A.co.uk:8080/x/../b?c#d",
	undefined,
	"http://[",
	"http://a:80",
	"//[::1]:81/?#",
	"mailto:a@b",
	"",
	"/only/path",
	"http://h/\na",
	`http://h/${"a".repeat(300_000)}?q`,
	"http://1.2.3.4/",
	"http://co.uk/",
	"http://a..com/",
	"http://x.b.github.io./",
	"file:///a",
];
const NAMES = ["scheme", "host", "port", "path", "query", "fragment"] as const;
const publicSuffix = fromTldts(tldts, { private: false });

describeEngines("parts of columns", (engine) => {
	const partsOf = (references: readonly (string | undefined)[], names: readonly (typeof NAMES)[number][]) => {
		const columns = normalizerOn(engine).partColumns(columnOf(references), names);
		return references.map((_, index) => names.map((name) => valueAt(columns[name], index)));
	};

	it("are those that the normal form of each reference has", () => {
		const expected = REFERENCES.map((reference) => {
			const form = reference === undefined ? reference : normalizerOn(engine).tryNormalize(reference);
			if (typeof form !== "string") return NAMES.map(() => null);
			const uri = parse(form);
			return NAMES.map((name) => uri[name] ?? null);
		});
		expect(partsOf(REFERENCES, NAMES)).toEqual(expected);
		expect(partsOf([...REFERENCES].reverse(), ["path", "host"]).map(([path]) => path)).toEqual(
			expected.map((row) => row[3]).reverse(),
		);
	});

	it("have the site of a host, and what a crawler waits for", () => {
		const columns = normalizerOn(engine).partColumns(columnOf(REFERENCES), ["site", "politeness"], { publicSuffix });
		const values = (name: "site" | "politeness") => REFERENCES.map((_, index) => valueAt(columns[name], index));
		const none = null;
		expect(values("site")).toEqual([
			...["a.co.uk", none, none, none, none, none, none, none, none, none],
			...[none, none, none, "github.io", none],
		]);
		expect(values("politeness")).toEqual([
			...["www.a.co.uk:8080", none, none, "a", "[::1]:81", none, none, none, "h", "h"],
			...["1.2.3.4", "co.uk", "a..com", "x.b.github.io", ""],
		]);
	});

	it("have the forms under their names, and nothing else", () => {
		const column = columnOf(REFERENCES);
		const normalizer = normalizerOn(engine);
		const { fetch, ...others } = normalizer.partColumns(column, ["fetch", "path", "path"]);
		expect([fetch, Object.keys(others)]).toEqual([normalizer.normalizeColumn(column), ["path"]]);
	});

	it("are null for rejects that keep their octets", () => {
		const { path } = normalizerOn(engine, { invalid: "keep" }).partColumns(columnOf(["a", "http://[", "b"]), ["path"]);
		expect([valuesOf(path), [...path.valid]]).toEqual([["a", "", "b"], [0b101]]);
	});

	it("split chunks at any value", () => {
		const references = Array.from({ length: 40_000 }, (_, index) =>
			index % 7 === 0 ? undefined : `http://h${index}/${index % 3}`,
		);
		expect(partsOf(references, ["host", "path"])).toEqual(
			references.map((_, index) => (index % 7 === 0 ? [null, null] : [`h${index}`, `/${index % 3}`])),
		);
		expect(partsOf([], ["host"])).toEqual([]);
	});

	it("go by a profile", () => {
		const column = columnOf(["HTTP://A/?utm_source=b&c#d"]);
		const { fetch, key, query } = createCrawlNormalizer({ profile: "crawl@1", engine }).partColumns(column, [
			"fetch",
			"key",
			"query",
		]);
		expect([fetch, key, query].map(valuesOf)).toEqual([["http://a/?utm_source=b&c"], ["http://a/?c"], ["utm_source=b&c"]]);
	});

	it.each([
		[["domain"], "invalid-option", "A part must be one of scheme, host, site"],
		[["site"], "invalid-option", 'requires the option "publicSuffix"'],
		["host", "invalid-input", 'an array such as ["host", "path"]'],
	])("refuses %j", (names, code, message) => {
		const attempt = () => normalizerOn(engine).partColumns(columnOf(["a"]), names as never);
		expect(attempt).toThrow(OptionError);
		expect(attempt).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
	});
});

/** A value of a column, null for null. */
function valueAt({ data, offsets, valid }: NormalizedColumn, index: number): string | null {
	const bit = ((valid[index >> 3] as number) >> (index % 8)) & 1;
	return bit === 1 ? new TextDecoder().decode(data.subarray(offsets[index], offsets[index + 1])) : null;
}
