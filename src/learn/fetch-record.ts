/**
 * A fetch as words, as it goes to its partition:
 *
 * ```
 *   0      number of parts in bits 0 to 9, of digests in bits 10 to 15, whether it has a time in bit 16, whether it has a rest in
 *          bit 17, high bits of its place from bit 18 on
 *   1      site
 *   2 3    skeleton                                          hashes are two words, the low one first
 *   4 5    fetch: URL and time
 *   6      place of its URL, the low bits
 *   7 …    a digest for each column, 0 0 for none
 *   …      parts: feature, or owner with bit 31; hash        3 words each
 *   …      rest: what no rule erases, if there is any        2 words
 * ```
 *
 * The hash of the base key is not there: it is the sum of skeleton, parts and rest.
 */
export const Fetch = {
	HEADER: 0,
	SITE: 1,
	SKELETON: 2,
	ID: 4,
	PLACE: 6,
	DIGESTS: 7,
	DIGEST_SIZE: 2,
	PART_SIZE: 3,
	REST_SIZE: 2,
	/** Of a part of `emptyValue`: the parameter is what matters. */
	IS_OWNER: 1 << 31,
	PARTS_MASK: 0x3ff,
	COLUMNS_SHIFT: 10,
	COLUMNS_MASK: 0x3f,
	HAS_TIME: 1 << 16,
	HAS_REST: 1 << 17,
	PLACE_SHIFT: 18,
} as const;

/** The place that a record points to. */
export function placeOf(words: Uint32Array, at: number): number {
	return ((words[at] as number) >>> Fetch.PLACE_SHIFT) * 2 ** 32 + (words[at + Fetch.PLACE] as number);
}

/** How many digests a record has. */
export function columnsOf(words: Uint32Array, at: number): number {
	return ((words[at] as number) >>> Fetch.COLUMNS_SHIFT) & Fetch.COLUMNS_MASK;
}

/** Where the parts of a record end: its rest follows, if it has one. */
export function partsEndOf(words: Uint32Array, at: number): number {
	const parts = (words[at] as number) & Fetch.PARTS_MASK;
	return at + Fetch.DIGESTS + Fetch.DIGEST_SIZE * columnsOf(words, at) + Fetch.PART_SIZE * parts;
}

export function hasRest(words: Uint32Array, at: number): boolean {
	return ((words[at] as number) & Fetch.HAS_REST) !== 0;
}
