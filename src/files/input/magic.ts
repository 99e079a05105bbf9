/** The first octets of compressed data: gzip (RFC 1952) and Zstandard (RFC 8878). Only such data loads a decompressor. */

/** ID1 and ID2: RFC 1952 §2.3.1. */
export const GZIP_MAGIC = [0x1f, 0x8b] as const;
/** RFC 8878 §3.1.1; and §3.1.2, where the low four bits are arbitrary. */
export const ZSTANDARD_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Octets of the magic numbers of Zstandard. */
export const MAGIC_SIZE = 4;

/** Whether a member of a gzip file starts with these octets. */
export function isGzip(octets: Uint8Array): boolean {
	return GZIP_MAGIC.every((octet, index) => octets[index] === octet);
}

/** Whether a Zstandard frame, or a skippable frame, starts with these octets. */
export function isZstandard(octets: Uint8Array): boolean {
	const magic = numberOf(octets.subarray(0, MAGIC_SIZE));
	return magic === ZSTANDARD_MAGIC || isSkippable(magic);
}

/** Whether these octets differ from the magic of a Zstandard frame in one bit. No UTF-8 text starts like that. */
export function isNearlyZstandard(octets: Uint8Array): boolean {
	const difference = numberOf(octets.subarray(0, MAGIC_SIZE)) ^ ZSTANDARD_MAGIC;
	return octets.length >= MAGIC_SIZE && difference !== 0 && (difference & (difference - 1)) === 0;
}

export function isSkippable(magic: number): boolean {
	return magic - (magic % 16) === SKIPPABLE_MAGIC;
}

/** Little-endian octets, at most four, as a number. */
export function numberOf(octets: Uint8Array): number {
	return octets.reduceRight((number, octet) => number * 256 + octet, 0);
}
