/** Binomial statistics: the significance of a share of agreeing trials. */

/** The 97.5th percentile of the normal distribution, squared. */
const Z2 = 1.959963984540054 ** 2;

/** The lower bound of a share of `agree` in `trials` at 95 %, after Wilson (1927). 0 without trials. */
export function wilsonLower(agree: number, trials: number): number {
	if (trials === 0) return 0;
	const share = agree / trials;
	const root = Math.sqrt(Z2 * (share * (1 - share) * trials + Z2 / 4));
	return (share * trials + Z2 / 2 - root) / (trials + Z2);
}

/** P(X <= k) for X of `trials`, each with this probability. */
export function binomialAtMost(k: number, trials: number, probability: number): number {
	if (k >= trials || probability <= 0) return 1;
	if (k < 0 || probability >= 1) return 0;
	return incompleteBeta(trials - k, k + 1, 1 - probability);
}

/** P(X >= k) for X of `trials`, each with this probability. */
export function binomialAtLeast(k: number, trials: number, probability: number): number {
	return 1 - binomialAtMost(k - 1, trials, probability);
}

/** The regularized incomplete beta function I_x(a, b), by Lentz's continued fraction: Numerical Recipes, 6.4. */
function incompleteBeta(a: number, b: number, x: number): number {
	const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
	// The fraction converges fast on this side only.
	return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b;
}

function fraction(a: number, b: number, x: number): number {
	const TINY = 1e-300;
	const bounded = (value: number) => (Math.abs(value) < TINY ? TINY : value);
	let c = 1;
	let d = 1 / bounded(1 - ((a + b) * x) / (a + 1));
	let result = d;
	for (let m = 1; m < 10_000; ++m) {
		const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / bounded(1 + even * d);
		c = bounded(1 + even / c);
		result *= d * c;
		const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / bounded(1 + odd * d);
		c = bounded(1 + odd / c);
		result *= d * c;
		if (Math.abs(d * c - 1) < 1e-14) break;
	}
	return result;
}

const LANCZOS = [
	0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
	-0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function, after Lanczos. Requires: x >= 1. */
function logGamma(x: number): number {
	const t = x + 6.5;
	const sum = LANCZOS.reduce((total, coefficient, index) => (index === 0 ? coefficient : total + coefficient / (x - 1 + index)));
	return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}
