/** `resolveLines` gives what `resolve` gives line by line. */
import fc from "fast-check";
import { createNormalizer, resolve, UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";
import { runs } from "../support/extent";
import { pair } from "../support/pairs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BASE = "http://a/b/c/d;p?q";

describe.each(ENGINES)("resolveLines [%s]", (engine) => {
	const normalizer = createNormalizer({ engine });

	it("trims and resolves each line and keeps invalid ones", () => {
		const lines = encoder.encode(" g \r\n../g\n1:\n\n?y\n//h/./x\nhttp://e/a/../b\nHTTP://E\né");
		const { lines: targets, count, rejects } = normalizer.resolveLines(lines, BASE);
		expect(decoder.decode(targets)).toBe(
			`http://a/b/c/g\nhttp://a/b/g\n1:\n${BASE}\nhttp://a/b/c/d;p?y\nhttp://h/x\nhttp://e/b\nHTTP://E\nhttp://a/b/c/é\n`,
		);
		expect(count).toBe(9);
		expect(rejects).toMatchObject([{ line: 3, code: "invalid-scheme", component: "scheme", offset: 0 }]);
	});

	it("agrees with resolve, for any base and edition", () => {
		fc.assert(
			fc.property(pair, fc.constantFrom("1997", "2003", "2005"), fc.boolean(), ({ reference, base }, edition, strict) => {
				const line = reference.trim();
				const { lines, rejects } = normalizer.resolveLines(encoder.encode(`${line}\n`), base, { edition, strict });
				const target = rejects.length > 0 ? line : resolve(line, base, { edition, strict });
				expect(decoder.decode(lines)).toBe(`${target}\n`);
			}),
			{ numRuns: runs(1000) },
		);
	});

	it.each([
		["http://h/x", true],
		["http://h/x", false],
		["HTTP://h/x", true],
		["HTTP://h/x", false],
	])("keeps the scheme of %s, whatever the case of the base scheme (strict: %s)", (reference, strict) => {
		const { lines } = normalizer.resolveLines(encoder.encode(reference), "HTTP://a/", { strict });
		expect(decoder.decode(lines)).toBe(`${reference}\n`);
		expect(resolve(reference, "HTTP://a/", { strict })).toBe(reference);
	});

	it("has room for a base longer than the input and for a line longer than the workspace", () => {
		const base = `http://h/${"x".repeat(300000)}/y`;
		const line = "z".repeat(400000);
		const { lines } = normalizer.resolveLines(encoder.encode(`${"a\n".repeat(100)}${line}\nb`), base);
		const folder = base.slice(0, -1);
		expect(decoder.decode(lines) === `${`${folder}a\n`.repeat(100)}${folder}${line}\n${folder}b\n`).toBe(true);
	});

	it("throws for an invalid base", () => {
		expect(() => normalizer.resolveLines(encoder.encode("a"), "b")).toThrow(
			expect.objectContaining({ code: "base-not-absolute" }),
		);
		expect(() => normalizer.resolveLines(encoder.encode("a"), "1:")).toThrow(UriError);
	});
});
