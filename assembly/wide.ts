/** Leaf, Wasm side: SipHash-1-3 with 128 bits of output, in 64-bit arithmetic. The typed-array side is wide.host.ts. */

/** Writes the SipHash of [start, end) under the key at `key` to `to`. Reads up to 7 octets behind `end`. */
export function sipHash(key: i32, start: i32, end: i32, to: i32): void {
	const key0 = load<u64>(usize(key));
	const key1 = load<u64>(usize(key), 8);
	let v0 = key0 ^ 0x736f6d6570736575;
	let v1 = key1 ^ 0x646f72616e646f6d ^ 0xee;
	let v2 = key0 ^ 0x6c7967656e657261;
	let v3 = key1 ^ 0x7465646279746573;
	const lastAt = start + ((end - start) & ~7);

	// Blocks of 8 octets, one round each.
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

	// Three rounds for each half of the output.
	v2 ^= 0xee;
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
		v1 ^= 0xdd;
	}
}

/** The last block: what is left of [start, end), zeros, and the length modulo 256. */
function lastBlock(start: i32, end: i32): u64 {
	const length = end - start;
	const block = load<u64>(usize(start + (length & ~7)));
	return (block & ~(u64(-1) << u64((length & 7) << 3))) | (u64(length) << 56);
}
