/** Example rows of the documents: references in running text, and suffix references. */

import { expandSuffix, extract } from "urlsieve/text";
import { describe, expect, it } from "vitest";
import { rowsOf } from "./documents";

describe("references in running text are found in every edition", () => {
	it.each(rowsOf("extract"))("%s", (_title, { row: { text, expected } }) => {
		for (const edition of ["1994", "1997", "2003", "2005"] as const)
			expect(extract(text, { edition }).map((found) => found.text)).toEqual(expected);
	});
});

describe("suffix references", () => {
	it.each(rowsOf("suffix"))("%s", (_title, { row: { input, expected } }) => {
		expect(expandSuffix(input)).toBe(expected);
	});
});
