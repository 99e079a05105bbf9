/** The generated pairs cover the differences between editions and options; without that, agreement on them would say little. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSound, MODES, outcome, pair, reachable } from "../support/pairs";
import { isUriReference } from "./normalize";
import { oracleRemoveDotSegments, oracleResolve, oracleSplit } from "./resolve";

const sample = fc.sample(pair, { numRuns: 4000, seed: 3986 });

describe("generated pairs", () => {
	it("are valid references and bases", () => {
		for (const { reference, base } of sample) {
			expect([reference, isUriReference(reference)]).toEqual([reference, true]);
			expect(oracleSplit(base).scheme).toBeDefined();
		}
	});

	it("are sound in nine of ten cases, in every mode", () => {
		for (const mode of MODES) expect(sample.filter((given) => isSound(given, mode)).length).toBeGreaterThan(3600);
	});

	it("often have different targets in different editions, and sometimes in different modes", () => {
		const targets = MODES.map((mode) => sample.map(({ reference, base }) => outcome(() => oracleResolve(reference, base, mode))));
		const differences = (a: number, b: number) => targets[a]!.filter((target, i) => target !== targets[b]![i]).length;
		const often = [0, 0, 0, 2, 3].map((a, i) => differences(a, [2, 3, 6, 6, 6][i]!));
		const nowAndThen = [differences(2, 3), differences(2, 4), differences(0, 1), differences(3, 5)];
		expect(Math.min(...often)).toBeGreaterThan(1000);
		expect(Math.min(...nowAndThen)).toBeGreaterThan(30);
		expect(differences(6, 7)).toBe(0);
	});

	it("have reachable targets without dot-segments, often with the authority of the base", () => {
		const targets = fc.sample(reachable, { numRuns: 1000, seed: 3986 });
		for (const { target } of targets) {
			const { path } = oracleSplit(target);
			expect(oracleRemoveDotSegments(path)).toBe(path);
		}
		const beside = targets.filter(({ target, base }) => oracleSplit(target).authority === oracleSplit(base).authority);
		expect(beside.length).toBeGreaterThan(700);
	});
});
