/** Example rows of the documents: one reference, or two that may be equivalent. */

import { compare, createNormalizer, equivalent, parse, recompose } from "urlsieve";
import { describe, expect, it } from "vitest";
import { APPENDIX_B, oracleDotSteps } from "../oracle/resolve";
import { DOCUMENTS, rowsOf } from "./documents";

describe("a reference and its components", () => {
	it.each(rowsOf("parse"))("%s", (_title, { row: { input, expected } }) => {
		const { scheme, authority, path, query, fragment, ...parts } = expected;
		const uri = parse(input);
		expect({ ...uri }).toMatchObject({ scheme, authority, path, query, fragment, ...parts });
		expect(recompose(uri)).toBe(input);
	});

	it.each(rowsOf("component"))("%s", (_title, { row: { input, component, expected } }) => {
		expect(parse(input)[component]).toBe(expected);
	});

	it.each(rowsOf("subexpression"))("%s", (_title, { row: { input, group, expected } }) => {
		const { scheme, authority, path, query, fragment } = parse(input);
		const marked = (text: string | undefined, mark: string) => (text === undefined ? undefined : mark + text);
		const ofParse = [
			...[scheme && `${scheme}:`, scheme, marked(authority, "//"), authority, path],
			...[marked(query, "?"), query, marked(fragment, "#"), fragment],
		];
		expect(ofParse[group - 1]).toBe(expected);
		expect(APPENDIX_B.exec(input)![group]).toBe(expected);
	});
});

describe("a reference and its normal form", () => {
	it.each(rowsOf("normalize"))("%s", (_title, { row: { input, level, expected } }) => {
		expect(createNormalizer({ level }).normalize(input)).toBe(expected);
	});

	it.each(rowsOf("equivalent"))("%s", (_title, { row: { a, b, expected } }) => {
		expect(compare(a, b)).toBe(expected);
		expect(equivalent(a, b)).toBe(expected !== undefined);
	});
});

describe("every step of a remove_dot_segments trace leads to the same result", () => {
	const syntax = createNormalizer({ level: "syntax" });

	it.each(rowsOf("dots"))("%s", (_title, { row: { path, line, step, output, input, expected } }) => {
		expect(oracleDotSteps(path)[line]).toEqual({ step, output, input });
		// The scheme x has no rules of its own, so only dot-segments are removed.
		expect(syntax.normalize(`x:${output}${input}`)).toBe(`x:${expected}`);
	});
});

describe("the rows", () => {
	it("have unique names", () => {
		const kinds = DOCUMENTS.flatMap(({ rows }) => rows.map(({ kind }) => kind));
		const titles = rowsOf(...kinds).map(([title]) => title);
		expect(new Set(titles).size).toBe(titles.length);
	});
});
