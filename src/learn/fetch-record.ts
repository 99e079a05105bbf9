/**
 * A fetch as words, as it goes to its partition:
 *
 * ```
 *   0      number of parts in bits 0 to 9, of digests in bits 10 to 15, whether it has a time in bit 16, high bits of its place
 *          from bit 17 on
 *   1      site
 *   2 3    skeleton                                          hashes are two words, the low one first
 *   4 5    base key
 *   6 7    fetch: URL and time
 *   8      place of its URL, the low bits
 *   9 …    a digest for each column, 0 0 for none
 *   …      parts: feature, or owner with bit 31; hash        3 words each
 * ```
 */
export const Fetch = {
	HEADER: 0,
	SITE: 1,
	SKELETON: 2,
	KEY: 4,
	ID: 6,
	PLACE: 8,
	DIGESTS: 9,
	DIGEST_SIZE: 2,
	PART_SIZE: 3,
	/** Of a part of `emptyValue`: the parameter is what matters. */
	IS_OWNER: 1 << 31,
	PARTS_MASK: 0x3ff,
	COLUMNS_SHIFT: 10,
	COLUMNS_MASK: 0x3f,
	HAS_TIME: 1 << 16,
	PLACE_SHIFT: 17,
} as const;

/** The place that a record points to. */
export function placeOf(words: Uint32Array, at: number): number {
	return ((words[at] as number) >>> Fetch.PLACE_SHIFT) * 2 ** 32 + (words[at + Fetch.PLACE] as number);
}

/** How many digests a record has. */
export function columnsOf(words: Uint32Array, at: number): number {
	return ((words[at] as number) >>> Fetch.COLUMNS_SHIFT) & Fetch.COLUMNS_MASK;
}

/** Where the next record is. */
export function endOf(words: Uint32Array, at: number): number {
	const parts = (words[at] as number) & Fetch.PARTS_MASK;
	return at + Fetch.DIGESTS + Fetch.DIGEST_SIZE * columnsOf(words, at) + Fetch.PART_SIZE * parts;
}
