/** Statistics of trials, beside sums of all terms. */
import { expect, it } from "vitest";
import { binomialAtLeast, binomialAtMost, wilsonLower } from "../../src/learn/statistics";

/** P(X <= k), term by term. */
function summed(k: number, trials: number, probability: number): number {
	let term = (1 - probability) ** trials;
	let sum = term;
	for (let x = 1; x <= k; ++x) {
		term *= ((trials - x + 1) / x) * (probability / (1 - probability));
		sum += term;
	}
	return sum;
}

it.each([
	[1, 0.5],
	[2, 0.02],
	[5, 0.98],
	[20, 0.3],
	[100, 0.98],
	[365, 0.00001087],
	[365, 0.02],
	[500, 0.75],
])("binomial probabilities of %d trials with %d each are right to nine digits", (trials, probability) => {
	for (let k = 0; k < trials; ++k) {
		const expected = summed(k, trials, probability);
		expect(binomialAtMost(k, trials, probability)).toBeCloseTo(expected, 9);
		expect(binomialAtLeast(k + 1, trials, probability)).toBeCloseTo(1 - expected, 9);
	}
});

it("binomial probabilities are 0 or 1 at the ends", () => {
	expect([binomialAtMost(-1, 9, 0.5), binomialAtMost(9, 9, 0.5), binomialAtMost(10, 9, 0.5)]).toEqual([0, 1, 1]);
	expect([binomialAtMost(8, 9, 1), binomialAtMost(9, 9, 1), binomialAtMost(0, 9, 0)]).toEqual([0, 1, 1]);
	expect([binomialAtLeast(0, 9, 0.5), binomialAtLeast(10, 9, 0.5), binomialAtMost(0, 0, 0.5)]).toEqual([1, 0, 1]);
});

it.each([
	// The last one is of Newcombe (1998), table I, method 3.
	[0, 10, 0],
	[10, 10, 0.7225],
	[5, 10, 0.2366],
	[19, 20, 0.7639],
	[81, 263, 0.2553],
])("the lower bound of %d of %d is %d", (agree, trials, bound) => {
	expect(wilsonLower(agree, trials)).toBeCloseTo(bound, 4);
});

it("the lower bound without trials is 0", () => {
	expect(wilsonLower(0, 0)).toBe(0);
});
