/** The rows of the example tables that are about a reference and a base, for whatever resolves: the package or the oracle. */
import { describe, expect, it } from "vitest";
import type { OracleBaseSources } from "../oracle-base";
import type { OracleResolveOptions } from "../oracle-resolve";
import { rowsOf } from "./documents";

/** What resolves. `resolve` throws an error with a code. */
export interface Resolver {
	resolve(reference: string, base: string, options?: OracleResolveOptions): string;
	isSameDocument(reference: string, base: string, options?: OracleResolveOptions): boolean;
	establishBase(sources: OracleBaseSources): string | undefined;
}

/** Every row of kind resolve, resolve-error and same-document. There are no such rows of 1994, which knows no relative references. */
export function describeResolutionTables({ resolve, isSameDocument }: Resolver): void {
	const editionOf = (edition: "1994" | "1997" | "2003" | "2005") => ({ edition: edition as "1997" | "2003" | "2005" });

	describe("a reference and its target", () => {
		it.each(rowsOf("resolve"))("%s", (_title, { edition, row: { reference, base, expected, options } }) => {
			expect(resolve(reference, base, { ...options, ...editionOf(edition) })).toBe(expected);
		});

		it.each(rowsOf("resolve-error"))("%s", (_title, { edition, row: { reference, base, code, options } }) => {
			expect(() => resolve(reference, base, { ...options, ...editionOf(edition) })).toThrow(expect.objectContaining({ code }));
		});

		it.each(rowsOf("same-document"))("%s", (_title, { edition, row: { reference, base, expected, options } }) => {
			expect(isSameDocument(reference, base, { ...options, ...editionOf(edition) })).toBe(expected);
		});
	});
}
