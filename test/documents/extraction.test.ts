/** Example rows of the documents: references in running text, and suffix references. */

import { expandSuffix, extract } from "urlsieve/text";
import { describe, expect, it } from "vitest";
import { rowsOf } from "./documents";

describe("references in running text", () => {
	it.each(rowsOf("extract"))("%s", (_title, { edition, row: { text, expected } }) => {
		expect(extract(text, { edition }).map((found) => found.text)).toEqual(expected);
	});
});

describe("suffix references", () => {
	it.each(rowsOf("suffix"))("%s", (_title, { row: { input, expected } }) => {
		expect(expandSuffix(input)).toBe(expected);
	});
});
