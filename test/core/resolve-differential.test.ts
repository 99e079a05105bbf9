/**
 * Resolution agrees with test/oracle/resolve.ts, a second implementation that is literal and slow. URLSIEVE_PAIRS sets the
 * number of pairs per engine (default: 6000).
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { oracleResolve } from "../oracle/resolve";
import { describeEngines } from "../support/engines";
import { runs } from "../support/extent";
import { asChosen, isSound, MODES, outcome, pair, reachable } from "../support/pairs";
import { resolverOn } from "../support/resolvers";

const PAIRS = Number(process.env.URLSIEVE_PAIRS ?? runs(6000));
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
