/** Leaf, typed-array side: the 64-bit arithmetic of SipHash, in halves of 32 bits. The Wasm side is wide.ts. */
import { load32, store32 } from "./memory";

export function absorb(state: i32, start: i32, end: i32, rounds: i32): void {
	let low0 = load32(state);
	let high0 = load32(state + 4);
	let low1 = load32(state + 8);
	let high1 = load32(state + 12);
	let low2 = load32(state + 16);
	let high2 = load32(state + 20);
	let low3 = load32(state + 24);
	let high3 = load32(state + 28);
	let before = 0;
	for (let at = start; at < end; at += 8) {
		low3 ^= load32(at);
		high3 ^= load32(at + 4);
		for (let round = 0; round < rounds; ++round) {
			// v0 += v1, v1 = rotl(v1, 13) ^ v0, v0 = rotl(v0, 32)
			low0 = (low0 + low1) | 0;
			high0 = (high0 + high1 + carry(low0, low1)) | 0;
			before = low1;
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
		low0 ^= load32(at);
		high0 ^= load32(at + 4);
	}
	store32(state, low0);
	store32(state + 4, high0);
	store32(state + 8, low1);
	store32(state + 12, high1);
	store32(state + 16, low2);
	store32(state + 20, high2);
	store32(state + 24, low3);
	store32(state + 28, high3);
}

/** What an addition of low halves carries over: 1 when the `sum` is less than the `addend`, as numbers without sign. */
function carry(sum: i32, addend: i32): i32 {
	return sum >>> 0 < addend >>> 0 ? 1 : 0;
}
