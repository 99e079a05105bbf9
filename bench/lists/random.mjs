/** The seed of everything random in the benches. */
export const SEED = 3986;

/**
 * A seeded pseudorandom number generator (mulberry32). It gives the same numbers on every machine.
 *
 * @param {number} seed
 * @returns {(limit: number) => number} returns an integer from 0 to `limit` − 1
 */
export function random(seed) {
	let state = seed >>> 0;
	return (limit) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
	};
}
