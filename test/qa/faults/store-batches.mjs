/** The references that store-program.mjs adds. */

export const BATCHES = 8;

/** References of a batch: so many that a store which is closed merges its log. */
export const BATCH_SIZE = 5000;

/** @param {number} number */
export function batch(number) {
	return Array.from({ length: BATCH_SIZE }, (_, index) => `http://host${index % 50}.example/${number}/${index}`);
}
