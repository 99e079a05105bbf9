/** Q6 on queries of many parameters, which are sorted another way than short ones, against a literal sort. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { runs } from "../support/extent";

type Order = "name" | "name-value";

/** Octets of a name or a value as form data reads them (URL Standard §5.1). */
function decoded(text: string): Buffer {
	const octets = text.replaceAll("+", " ").replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(octets, "latin1");
}

function partsOf(piece: string): [Buffer, Buffer] {
	const equals = `${piece}=`.indexOf("=");
	return [decoded(piece.slice(0, equals)), decoded(piece.slice(equals + 1))];
}

/** The order that the rule asks for. `sort` is stable. */
function compare(order: Order, a: string, b: string): number {
	const [name, value] = partsOf(a);
	const [otherName, otherValue] = partsOf(b);
	const byName = Buffer.compare(name, otherName);
	if (byName !== 0 || order === "name") return byName;
	return Buffer.compare(value, otherValue) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Groups of every size: names of few letters, equal prefixes, names that are prefixes of others, triplets, and none. "+" and "%20" are equal. */
const NAME = fc.oneof(
	fc.string({ unit: fc.constantFrom("a", "b", "+", "%20", "%00", "%FF", "%25", "%2B", "-"), maxLength: 5 }),
	fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 1, maxLength: 3 }),
	fc.nat(40).map((length) => `${"prefix-of-many.".repeat(2)}${"a".repeat(length)}`),
	fc.nat(2000).map((number) => `p${number}`),
);
const PIECE = fc.tuple(NAME, fc.constantFrom("", "=", "=1", "=2", "=%20", "=+")).map((parts) => parts.join(""));

/** Lengths on both sides of the least that is sorted by octets. */
const QUERY = fc
	.oneof(fc.constantFrom(63, 64, 65), fc.integer({ min: 60, max: 400 }))
	.chain((length) => fc.array(PIECE, { minLength: length, maxLength: length }));

const START = "http://h/?";

describeCrawlEngines("Many parameters", (engine) => {
	it.each<Order>(["name", "name-value"])("are sorted by %s", (order) => {
		const normalizer = crawlNormalizerOn(engine, { policy: { base: "whatwg", key: { query: { sort: order } } } });
		const piecesOf = (url: string) => url.slice(START.length).split("&");
		const isSorted = (pieces: string[]) => {
			const url = START + pieces.join("&");
			expect(piecesOf(normalizer.key(url))).toEqual(pieces.toSorted((a, b) => compare(order, a, b)));
		};
		fc.assert(fc.property(QUERY, isSorted), { numRuns: runs(600) });
	});

	it.each<Order>(["name", "name-value"])("are sorted by %s to the end of the query, whatever follows it in memory", (order) => {
		for (const base of ["whatwg", "rfc3986"] as const) {
			const normalizer = crawlNormalizerOn(engine, { policy: { base, key: { query: { sort: order } } } });
			const longer = [...new Array(70).fill("abc=1"), "abc"];
			const pieces = [...longer.slice(0, -1), "ab"];
			expect(normalizer.key(START + longer.join("&"))).toBe(START + longer.toSorted((a, b) => compare(order, a, b)).join("&"));
			expect(normalizer.key(START + pieces.join("&"))).toBe(`${START}ab&${longer.slice(0, -1).join("&")}`);
		}
	});

	it("keep octets that are no UTF-8 when w3lib@1 sorts them", () => {
		const normalizer = crawlNormalizerOn(engine, { profile: "w3lib@1" });
		const [few, many] = [["ad", "ac", "ab"], new Array(200).fill("\xff")];
		const line = Buffer.from(`http://h/?${[...few, ...many].join("&")}\n`, "latin1");
		const key = `http://h/?ab=&ac=&ad=&${many.map(() => "%FF=").join("&")}\n`;
		expect(Buffer.from(normalizer.keyLines(line).lines).toString()).toBe(key);
	});
});
