/**
 * Resolution (RFC 3986 §5 and earlier editions), on every engine: tables and sentences of the documents, foreign vectors, and pairs by
 * test/oracle/resolve.ts. URLSIEVE_PAIRS sets the number of pairs per engine (default: 6000).
 */
import fc from "fast-check";
import { type Engine, establishBase, isSameDocument, type Normalizer, resolve, UriError } from "urlsieve";
import { expect, it } from "vitest";
import { describeResolutionTables, type Resolver } from "../documents/resolution";
import { describeResolutionSentences } from "../documents/sentences-of-resolution";
import { oracleResolve } from "../oracle/resolve";
import { describeEngines, normalizerOn } from "../support/engines";
import { runs } from "../support/extent";
import { asChosen, isSound, MODES, outcome, pair, reachable } from "../support/pairs";
import { describeRelativizeVectors, describeResolveVectors } from "../support/resolution-vectors";

/** Resolution by a normalizer on an engine. `establishBase` and `isSameDocument` are the same on every engine. */
function resolverOn(engine: Engine): Resolver & Pick<Normalizer, "relativize"> {
	const normalizer = normalizerOn(engine);
	return {
		resolve: (reference, base, options) => normalizer.resolve(reference, base, options),
		relativize: (target, base) => normalizer.relativize(target, base),
		isSameDocument,
		establishBase,
	};
}

describeEngines("resolution", (engine) => {
	const resolver = resolverOn(engine);
	describeResolutionTables(resolver);
	describeResolutionSentences(resolver);
	describeResolveVectors(resolver.resolve);
	describeRelativizeVectors(resolver.resolve, resolver.relativize);
});

const PAIRS = Number(process.env.URLSIEVE_PAIRS ?? runs(6000));
/** One share for each mode, and one for each property of relativize. */
const numRuns = Math.ceil(PAIRS / (MODES.length + 2));

describeEngines("resolution of pairs", (engine) => {
	const { resolve, relativize } = resolverOn(engine);

	it.each(MODES)("agrees with the oracle on pairs, %j", (options) => {
		const sound = pair.filter((given) => isSound(asChosen(given, options), options));
		fc.assert(
			fc.property(sound, (given) => {
				const { reference, base } = asChosen(given, options);
				const expected = outcome(() => oracleResolve(reference, base, options));
				expect(outcome(() => resolve(given.reference, given.base, options))).toBe(expected);
			}),
			{ numRuns },
		);
	});

	it("returns to a reachable target by relativize and then resolve, its own or the oracle's", () => {
		fc.assert(
			fc.property(reachable, ({ target, base }) => {
				const relative = relativize(target, base);
				expect([relative, resolve(relative, base)]).toEqual([relative, target]);
				expect([relative, oracleResolve(relative, base)]).toEqual([relative, target]);
			}),
			{ numRuns },
		);
	});

	it("relativizes to a reference no longer than the generated one or the target", () => {
		fc.assert(
			fc.property(reachable, ({ reference, target, base }) => {
				expect(relativize(target, base).length).toBeLessThanOrEqual(Math.min(reference.length, target.length));
			}),
			{ numRuns },
		);
	});
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BASE = "http://a/b/c/d;p?q";

describeEngines("resolveLines", (engine) => {
	const normalizer = normalizerOn(engine);

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

describeEngines("a zone after a bare %", (engine) => {
	const zone = "http://[fe80::1%eth0]/";
	const lenient = normalizerOn(engine);
	const strict = normalizerOn(engine, { strict: true });

	it.each([lenient, strict])("is resolved alike, whatever was normalized before (%#)", (before) => {
		for (const by of [lenient, strict]) {
			before.tryNormalize("http://[::1%zz]/");
			expect(by.resolve(zone, "http://b/c")).toBe(zone);
			before.tryNormalize("http://[::1%zz]/");
			expect(by.resolve("x", zone)).toBe(`${zone}x`);
			before.tryNormalize("http://[::1%zz]/");
			expect(by.relativize(zone, "http://b/c")).toBe("//[fe80::1%eth0]/");
			before.tryNormalize("http://[::1%zz]/");
			expect(by.isSameDocument(`${zone}#a`, zone)).toBe(true);
			before.tryNormalize("http://[::1%zz]/");
			expect(new TextDecoder().decode(by.resolveLines(new TextEncoder().encode(`${zone}\nx`), zone).lines)).toBe(
				`${zone}\n${zone}x\n`,
			);
		}
	});
});

it("treats dots above the root as the option says only in edition 2003", () => {
	const at = (options: Parameters<typeof resolve>[2]) => resolve("../../g", "http://a/b", options);
	for (const excessDots of ["keep", "error"] as const) expect(at({ excessDots })).toBe("http://a/g");
	for (const options of [{}, { excessDots: "remove" }] as const) expect(at({ edition: "2003", ...options })).toBe("http://a/g");
	expect(at({ edition: "2003", excessDots: "keep" })).toBe("http://a/../../g");
	expect(() => at({ edition: "2003", excessDots: "error" })).toThrow(expect.objectContaining({ code: "excess-dots" }));
	for (const excessDots of ["remove", "keep", "error"] as const)
		expect(at({ edition: "1997", excessDots })).toBe("http://a/../../g");
});
