/**
 * Resolution against test/oracle-resolve.ts, a second implementation that is literal and slow. URLSIEVE_PAIRS says how many pairs
 * each engine resolves; 6000 unless given.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeEngines } from "./engines";
import { oracleResolve } from "./oracle-resolve";
import { asChosen, isSound, MODES, outcome, pair, reachable } from "./pairs";
import { resolverOn } from "./resolvers";

const PAIRS = Number(process.env.URLSIEVE_PAIRS ?? 6000);
/** One share for each mode, and one for each property of relativize. */
const numRuns = Math.ceil(PAIRS / (MODES.length + 2));

describeEngines("resolution", (engine) => {
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

	it("comes back to a target that can be reached, by relativize and resolve: the package's and the oracle's", () => {
		fc.assert(
			fc.property(reachable, ({ target, base }) => {
				const relative = relativize(target, base);
				expect([relative, resolve(relative, base)]).toEqual([relative, target]);
				expect([relative, oracleResolve(relative, base)]).toEqual([relative, target]);
			}),
			{ numRuns },
		);
	});

	it("has no shorter reference to the target than that of relativize", () => {
		fc.assert(
			fc.property(reachable, ({ reference, target, base }) => {
				expect(relativize(target, base).length).toBeLessThanOrEqual(Math.min(reference.length, target.length));
			}),
			{ numRuns },
		);
	});
});
