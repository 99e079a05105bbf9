/** Properties of `extract` and `visualize` for any text. */
import fc from "fast-check";
import { createNormalizer, parse, tryParse, type UriComponents, UriError } from "urlsieve";
import { extract, type SpanKind, visualize } from "urlsieve/text";
import { describe, expect, it } from "vitest";
import { runs } from "../support/extent";
import { hostileReference, opaqueReference } from "../support/hostile";

const RUNS = { numRuns: runs(3000) };
const reference = fc.oneof(hostileReference, opaqueReference);
const text = fc.oneof(
	fc
		.array(fc.oneof(reference, fc.constantFrom("<", ">", '"', " ", "\n", "-\n", "URL:", "(", ")", "'", "Note: ", "\ud800")))
		.map((all) => all.join("")),
	fc.string({ unit: "binary", maxLength: 200 }),
);

/** URIs: normal forms of hostile references that have a scheme. */
const syntax = createNormalizer({ level: "syntax" });
const uri = reference
	.map((hostile) => syntax.tryNormalize(hostile))
	.filter((normal): normal is string => typeof normal === "string" && parse(normal).scheme !== undefined);

describe("extract", () => {
	it("finds parsable URIs with a scheme, in order, at the given offsets", () => {
		let found = 0;
		fc.assert(
			fc.property(text, fc.constantFrom("1994" as const, "2005" as const), (running, edition) => {
				let last = 0;
				for (const { text, start, end } of extract(running, { edition })) {
					++found;
					expect(parse(text).scheme).toBeDefined();
					expect(running.slice(start, end).replace(/\s/g, "")).toBe(text);
					expect([start >= last, end > start]).toEqual([true, true]);
					last = end;
				}
			}),
			RUNS,
		);
		expect(found).toBeGreaterThan(RUNS.numRuns / 10);
	});

	it("returns a URI in angle brackets without the line breaks after its scheme (App. C)", () => {
		fc.assert(
			fc.property(uri, fc.infiniteStream(fc.constantFrom("", "", "", "", "\n", "\r\n  ", " \t\n")), (given, breaks) => {
				const schemeEnd = given.indexOf(":");
				const rest = [...given.slice(schemeEnd)].map((character) => character + breaks.next().value).join("");
				const [found, ...others] = extract(`see <${given.slice(0, schemeEnd)}${rest}>.`);
				expect(others).toEqual([]);
				expect(found).toMatchObject({ text: given, start: 5, delimiter: "angle", doubtful: /-[ \t\r]*\n\s*\S/.test(rest) });
				expect(extract(`<URL: ${given} >`)).toEqual([
					{ text: given, start: 6, end: 6 + given.length, delimiter: "angle", doubtful: false },
				]);
			}),
			RUNS,
		);
	});

	it("returns a URI in quotes if its scheme has two characters and no second colon, or is followed by //", () => {
		const quotable = uri.filter((given) => /^(.:\/\/|[^:]{2,}:[^:])/.test(given));
		fc.assert(
			fc.property(quotable, (given) => {
				expect(extract(`("${given}")`)).toEqual([
					{ text: given, start: 2, end: 2 + given.length, delimiter: "quotes", doubtful: false },
				]);
			}),
			RUNS,
		);
	});

	it("returns a bare URI of letters, digits and slashes in a sentence", () => {
		const path = fc.string({ unit: fc.constantFrom(..."abzAZ019/~_-"), maxLength: 30 });
		fc.assert(
			fc.property(
				path,
				fc.constantFrom("(", "", "see:", "[", "'"),
				fc.constantFrom(").", "", ",", "?", "]", "'!", "\n"),
				(name, before, after) => {
					const given = `http://h/${name}`;
					const found = extract(`${before}${given}${after}`).map(({ text }) => text);
					expect(found).toEqual([given]);
				},
			),
			RUNS,
		);
	});
});

describe("visualize", () => {
	it("covers the whole reference in order, without empty spans", () => {
		fc.assert(
			fc.property(text, (input) => {
				let at = 0;
				for (const { text, start, end } of visualize(input)) {
					expect([start, input.slice(start, end)]).toEqual([at, text]);
					expect(end).toBeGreaterThan(start);
					at = end;
				}
				expect(at).toBe(input.length);
			}),
			RUNS,
		);
	});

	it("agrees with parse: spans are components and delimiters", () => {
		const KINDS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
		let parsed = 0;
		fc.assert(
			fc.property(reference, (input) => {
				const spans = visualize(input);
				const of = (kind: SpanKind) => spans.filter((span) => span.kind === kind).map((span) => span.text);
				const components: UriComponents | UriError = tryParse(input);
				if (components instanceof UriError) return void expect(of("invalid")).toEqual([input]);
				++parsed;
				for (const kind of KINDS) expect([kind, of(kind).join("")]).toEqual([kind, components[kind] ?? ""]);
				const delimiters = { scheme: ":", host: "//", userinfo: "@", port: ":", query: "?", fragment: "#" };
				const expected = (["scheme", "host", "userinfo", "port", "query", "fragment"] as const).filter(
					(kind) => components[kind] !== undefined,
				);
				expect(of("delimiter")).toEqual(expected.map((kind) => delimiters[kind]));
			}),
			RUNS,
		);
		expect(parsed).toBeGreaterThan(RUNS.numRuns / 3);
	});
});
