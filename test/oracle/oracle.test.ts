/** The oracles agree with the documents, transcribed by hand, and are asked about cases that distinguish rules. Other tests trust them for that. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../documents/documents";
import { describeResolutionTables } from "../documents/resolution";
import { describeResolutionSentences } from "../documents/sentences-of-resolution";
import { isSound, MODES, outcome, pair, reachable } from "../support/pairs";
import { describeRelativizeVectors, describeResolveVectors } from "../support/resolution-vectors";
import { oracleEstablishBase } from "./base";
import { isUriReference, type OracleOptions, oracleNormalize } from "./normalize";
import { oracleIsSameDocument, oracleRemoveDotSegments, oracleResolve, oracleSplit } from "./resolve";

describe("normalization", () => {
	const form = (text: string, options: OracleOptions = {}) =>
		Buffer.from(oracleNormalize(new TextEncoder().encode(text), options) as Uint8Array).toString();

	it.each(rowsOf("normalize"))("%s", (_title, { row: { input, level, expected } }) => {
		expect(form(input, { level })).toBe(expected);
	});

	it.each(rowsOf("parse"))("%s is a URI-reference", (_title, { row: { input } }) => {
		expect([isUriReference(input), isUriReference(`${input} `)]).toEqual([true, false]);
	});

	it("RFC 8141 §3.1: a triplet of a URN is never decoded, and the zone of an address is no exception", () => {
		expect(form("URN://[::%%4f]/%4f")).toBe("urn://[::%25%4F]/%4F");
		expect(form("HTTP://[::%%4f]/%4f")).toBe("http://[::%25o]/O");
	});
});

describe("resolution", () => {
	const oracle = { resolve: oracleResolve, isSameDocument: oracleIsSameDocument, establishBase: oracleEstablishBase };
	describeResolutionTables(oracle);
	describeResolutionSentences(oracle);
	describeResolveVectors(oracleResolve);
	// A target is a reference to itself, so these targets are reachable.
	describeRelativizeVectors(oracleResolve, (target) => target);
});

/** Without differences between editions and options, agreement on the pairs would say little. */
describe("generated pairs", () => {
	const sample = fc.sample(pair, { numRuns: 1000, seed: 3986 });

	it("are valid references and bases, and sound in nine of ten cases, in every mode", () => {
		for (const { reference, base } of sample) {
			expect([reference, isUriReference(reference)]).toEqual([reference, true]);
			expect(oracleSplit(base).scheme).toBeDefined();
		}
		for (const mode of MODES) expect(sample.filter((given) => isSound(given, mode)).length).toBeGreaterThan(900);
	});

	it("often have different targets in different editions, and sometimes in different modes", () => {
		const targets = MODES.map((mode) => sample.map(({ reference, base }) => outcome(() => oracleResolve(reference, base, mode))));
		const differences = (a: number, b: number) => targets[a]!.filter((target, i) => target !== targets[b]![i]).length;
		const often = [0, 0, 0, 2, 3].map((a, i) => differences(a, [2, 3, 6, 6, 6][i]!));
		const nowAndThen = [differences(2, 3), differences(2, 4), differences(0, 1), differences(3, 5)];
		expect(Math.min(...often)).toBeGreaterThan(250);
		expect(Math.min(...nowAndThen)).toBeGreaterThan(7);
		expect(differences(6, 7)).toBe(0);
	});

	it("have reachable targets without dot-segments, often with the authority of the base", () => {
		const targets = fc.sample(reachable, { numRuns: 1000, seed: 3986 });
		for (const { path } of targets.map(({ target }) => oracleSplit(target))) expect(oracleRemoveDotSegments(path)).toBe(path);
		const beside = targets.filter(({ target, base }) => oracleSplit(target).authority === oracleSplit(base).authority);
		expect(beside.length).toBeGreaterThan(700);
	});
});
