/**
 * Leaf, Wasm side: SipHash-1-3 with 128 bits of output, in 64-bit arithmetic. The typed-array side is wide.host.ts.
 *
 * The state stays in local variables, which become registers. That is why the round is written out in both phases.
 */

/** "somepseudorandomlygeneratedbytes", as the four words of the initial state. */
export const SOMEPSEU: u64 = 0x736f6d6570736575;
export const DORANDOM: u64 = 0x646f72616e646f6d;
export const LYGENERA: u64 = 0x6c7967656e657261;
export const TEDBYTES: u64 = 0x7465646279746573;

/** Constants of the 128-bit variant: into v1 at the start, into v2 before the first half of the output, into v1 before the second. */
export const WIDE_OUTPUT: u64 = 0xee;
export const SECOND_HALF: u64 = 0xdd;

/** Writes the 16-octet hash of [start, end), under the 16-octet key at `key`, to `to`. Reads up to 7 octets after `end`. */
export function sipHash(key: i32, start: i32, end: i32, to: i32): void {
	const key0 = load<u64>(usize(key));
	const key1 = load<u64>(usize(key), 8);
	let v0 = key0 ^ SOMEPSEU;
	let v1 = key1 ^ DORANDOM ^ WIDE_OUTPUT;
	let v2 = key0 ^ LYGENERA;
	let v3 = key1 ^ TEDBYTES;
	const lastAt = start + ((end - start) & ~7);
	for (let at = start; at <= lastAt; at += 8) {
		const block = at == lastAt ? lastBlock(start, end) : load<u64>(usize(at));
		v3 ^= block;
		v0 += v1;
		v1 = rotl(v1, 13) ^ v0;
		v0 = rotl(v0, 32);
		v2 += v3;
		v3 = rotl(v3, 16) ^ v2;
		v0 += v3;
		v3 = rotl(v3, 21) ^ v0;
		v2 += v1;
		v1 = rotl(v1, 17) ^ v2;
		v2 = rotl(v2, 32);
		v0 ^= block;
	}
	writeOutput(v0, v1, v2 ^ WIDE_OUTPUT, v3, to);
}

/** Finishes from the state after all blocks: three rounds for each half of the output. */
function writeOutput(v0: u64, v1: u64, v2: u64, v3: u64, to: i32): void {
	for (let half = 0; half < 2; ++half) {
		for (let round = 0; round < 3; ++round) {
			v0 += v1;
			v1 = rotl(v1, 13) ^ v0;
			v0 = rotl(v0, 32);
			v2 += v3;
			v3 = rotl(v3, 16) ^ v2;
			v0 += v3;
			v3 = rotl(v3, 21) ^ v0;
			v2 += v1;
			v1 = rotl(v1, 17) ^ v2;
			v2 = rotl(v2, 32);
		}
		store<u64>(usize(to + (half << 3)), v0 ^ v1 ^ v2 ^ v3);
		v1 ^= SECOND_HALF;
	}
}

/** The last block: the octets left over, zeros, and the length modulo 256 in the highest octet. */
export function lastBlock(start: i32, end: i32): u64 {
	const length = end - start;
	const block = load<u64>(usize(start + (length & ~7)));
	return (block & ~(u64(-1) << u64((length & 7) << 3))) | (u64(length) << 56);
}
