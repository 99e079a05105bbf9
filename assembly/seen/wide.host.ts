/**
 * Leaf, typed-array side: SipHash-1-3 with 128 bits of output. The contracts are in wide.ts, the Wasm side.
 *
 * JavaScript has no fast 64-bit integers, so each word v0 to v3 of the state is two halves of 32 bits.
 */
import { load8, load32, store32 } from "../octets/memory";

let low0 = 0;
let high0 = 0;
let low1 = 0;
let high1 = 0;
let low2 = 0;
let high2 = 0;
let low3 = 0;
let high3 = 0;

/** Constants of the 128-bit variant: see wide.ts. */
const enum Variant {
	WIDE_OUTPUT = 0xee,
	SECOND_HALF = 0xdd,
}

export function sipHash(key: i32, start: i32, end: i32, to: i32): void {
	low0 = load32(key) ^ 0x70736575;
	high0 = load32(key + 4) ^ 0x736f6d65;
	low1 = load32(key + 8) ^ 0x6e646f6d ^ Variant.WIDE_OUTPUT;
	high1 = load32(key + 12) ^ 0x646f7261;
	low2 = load32(key) ^ 0x6e657261;
	high2 = load32(key + 4) ^ 0x6c796765;
	low3 = load32(key + 8) ^ 0x79746573;
	high3 = load32(key + 12) ^ 0x74656462;
	const lastBlock = end - ((end - start) & 7);
	for (let at = start; at < lastBlock; at += 8) absorb(load32(at), load32(at + 4));
	absorb(lastOctets(lastBlock, end), lastOctets(lastBlock + 4, end) | ((end - start) << 24));
	low2 ^= Variant.WIDE_OUTPUT;
	finish(to);
	low1 ^= Variant.SECOND_HALF;
	finish(to + 8);
}

/** Absorbs one block of 8 octets: one round. */
function absorb(low: i32, high: i32): void {
	low3 ^= low;
	high3 ^= high;
	round();
	low0 ^= low;
	high0 ^= high;
}

/** Up to four octets of [start, end) as a little-endian number. */
function lastOctets(start: i32, end: i32): i32 {
	let octets = 0;
	for (let at = start, shift = 0; at < end && shift < 32; ++at, shift += 8) octets |= load8(at) << shift;
	return octets;
}

/** Writes one half of the output: three rounds, then v0 ^ v1 ^ v2 ^ v3. */
function finish(to: i32): void {
	round();
	round();
	round();
	store32(to, low0 ^ low1 ^ low2 ^ low3);
	store32(to + 4, high0 ^ high1 ^ high2 ^ high3);
}

/** One SipRound. */
function round(): void {
	// v0 += v1, v1 = rotl(v1, 13) ^ v0, v0 = rotl(v0, 32)
	low0 = (low0 + low1) | 0;
	high0 = (high0 + high1 + carry(low0, low1)) | 0;
	let before = low1;
	low1 = ((low1 << 13) | (high1 >>> 19)) ^ low0;
	high1 = ((high1 << 13) | (before >>> 19)) ^ high0;
	before = low0;
	low0 = high0;
	high0 = before;
	// v2 += v3, v3 = rotl(v3, 16) ^ v2
	low2 = (low2 + low3) | 0;
	high2 = (high2 + high3 + carry(low2, low3)) | 0;
	before = low3;
	low3 = ((low3 << 16) | (high3 >>> 16)) ^ low2;
	high3 = ((high3 << 16) | (before >>> 16)) ^ high2;
	// v0 += v3, v3 = rotl(v3, 21) ^ v0
	low0 = (low0 + low3) | 0;
	high0 = (high0 + high3 + carry(low0, low3)) | 0;
	before = low3;
	low3 = ((low3 << 21) | (high3 >>> 11)) ^ low0;
	high3 = ((high3 << 21) | (before >>> 11)) ^ high0;
	// v2 += v1, v1 = rotl(v1, 17) ^ v2, v2 = rotl(v2, 32)
	low2 = (low2 + low1) | 0;
	high2 = (high2 + high1 + carry(low2, low1)) | 0;
	before = low1;
	low1 = ((low1 << 17) | (high1 >>> 15)) ^ low2;
	high1 = ((high1 << 17) | (before >>> 15)) ^ high2;
	before = low2;
	low2 = high2;
	high2 = before;
}

/** The carry of an addition of low halves: 1 if `sum` is less than `addend`, as unsigned numbers. */
function carry(sum: i32, addend: i32): i32 {
	return sum >>> 0 < addend >>> 0 ? 1 : 0;
}
