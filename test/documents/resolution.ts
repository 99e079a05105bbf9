/** Example rows of the documents about a reference and a base. Checks the package or the oracle. */
import { describe, expect, it } from "vitest";
import type { OracleBaseSources } from "../oracle/base";
import type { OracleResolveOptions } from "../oracle/resolve";
import { rowsOf } from "./documents";

/** An implementation of resolution. `resolve` throws an error with a code. */
export interface Resolver {
	resolve(reference: string, base: string, options?: OracleResolveOptions): string;
	isSameDocument(reference: string, base: string, options?: OracleResolveOptions): boolean;
	establishBase(sources: OracleBaseSources): string | undefined;
}

/** Checks every row of kind resolve, resolve-error and same-document. The edition of 1994, which has no relative references, has none. */
export function describeResolutionTables({ resolve, isSameDocument }: Resolver): void {
	const editionOf = (edition: "1994" | "1997" | "2003" | "2005") => ({ edition: edition as "1997" | "2003" | "2005" });

	describe("a reference and its target", () => {
		it.each(rowsOf("resolve"))("%s", (_title, { edition, row: { reference, base, expected, options } }) => {
			expect(resolve(reference, base, { ...options, ...editionOf(edition) })).toBe(expected);
		});

		it.each(rowsOf("resolve-error"))("%s", (_title, { edition, row: { reference, base, code, options } }) => {
			expect(() => resolve(reference, base, { ...options, ...editionOf(edition) })).toThrow(expect.objectContaining({ code }));
		});

		it.each(rowsOf("same-document"))("%s", (_title, { edition, row: { reference, base, expected } }) => {
			expect(isSameDocument(reference, base, editionOf(edition))).toBe(expected);
		});
	});
}
