/**
 * Leaf, typed-array side: SipHash-1-3 with 128 bits of output. The contracts are in wide.ts, the Wasm side.
 *
 * JavaScript has no fast 64-bit integers, so each word v0 to v3 of the state is two halves of 32 bits. They are local variables, which
 * become registers. That is why all rounds are one loop, in which the last six absorb nothing.
 */
import { load8, load32, store32 } from "../octets/memory";

/** Constants of the 128-bit variant: see wide.ts. */
const enum Variant {
	WIDE_OUTPUT = 0xee,
	SECOND_HALF = 0xdd,
}

/** Ends of the halves of the output, three rounds each, in octets from the last block as if each round took a block. */
const enum Finish {
	FIRST_HALF = 24,
	SECOND_HALF = 48,
}

export function sipHash(key: i32, start: i32, end: i32, to: i32): void {
	let low0 = load32(key) ^ 0x70736575;
	let high0 = load32(key + 4) ^ 0x736f6d65;
	let low1 = load32(key + 8) ^ 0x6e646f6d ^ Variant.WIDE_OUTPUT;
	let high1 = load32(key + 12) ^ 0x646f7261;
	let low2 = load32(key) ^ 0x6e657261;
	let high2 = load32(key + 4) ^ 0x6c796765;
	let low3 = load32(key + 8) ^ 0x79746573;
	let high3 = load32(key + 12) ^ 0x74656462;
	const last = end - ((end - start) & 7);
	for (let at = start; at <= last + Finish.SECOND_HALF; at += 8) {
		const low = at < last ? load32(at) : at == last ? lastOctets(at, end) : 0;
		const high = at < last ? load32(at + 4) : at == last ? lastOctets(at + 4, end) | ((end - start) << 24) : 0;
		low3 ^= low;
		high3 ^= high;
		// v0 += v1, v1 = rotl(v1, 13) ^ v0, v0 = rotl(v0, 32)
		const highA = (low0 + low1) | 0;
		const lowA = (high0 + high1 + carry(highA, low1)) | 0;
		const lowB = ((low1 << 13) | (high1 >>> 19)) ^ highA;
		const highB = ((high1 << 13) | (low1 >>> 19)) ^ lowA;
		// v2 += v3, v3 = rotl(v3, 16) ^ v2
		const lowC = (low2 + low3) | 0;
		const highC = (high2 + high3 + carry(lowC, low3)) | 0;
		const lowD = ((low3 << 16) | (high3 >>> 16)) ^ lowC;
		const highD = ((high3 << 16) | (low3 >>> 16)) ^ highC;
		// v0 += v3, v3 = rotl(v3, 21) ^ v0
		low0 = (lowA + lowD) | 0;
		high0 = (highA + highD + carry(low0, lowD)) | 0;
		low3 = ((lowD << 21) | (highD >>> 11)) ^ low0;
		high3 = ((highD << 21) | (lowD >>> 11)) ^ high0;
		// v2 += v1, v1 = rotl(v1, 17) ^ v2, v2 = rotl(v2, 32)
		high2 = (lowC + lowB) | 0;
		low2 = (highC + highB + carry(high2, lowB)) | 0;
		low1 = ((lowB << 17) | (highB >>> 15)) ^ high2;
		high1 = ((highB << 17) | (lowB >>> 15)) ^ low2;
		low0 ^= low;
		high0 ^= high;
		if (at == last) low2 ^= Variant.WIDE_OUTPUT;
		if (at != last + Finish.FIRST_HALF && at != last + Finish.SECOND_HALF) continue;
		const half = at == last + Finish.FIRST_HALF ? to : to + 8;
		store32(half, low0 ^ low1 ^ low2 ^ low3);
		store32(half + 4, high0 ^ high1 ^ high2 ^ high3);
		low1 ^= Variant.SECOND_HALF;
	}
}

/** Up to four octets of [start, end) as a little-endian number. */
function lastOctets(start: i32, end: i32): i32 {
	let octets = 0;
	for (let at = start, shift = 0; at < end && shift < 32; ++at, shift += 8) octets |= load8(at) << shift;
	return octets;
}

/** The carry of an addition of low halves: 1 if `sum` is less than `addend`, as unsigned numbers. */
function carry(sum: i32, addend: i32): i32 {
	return sum >>> 0 < addend >>> 0 ? 1 : 0;
}
