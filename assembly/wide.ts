/** Leaf, Wasm side: the 64-bit arithmetic of SipHash. The typed-array side is wide.host.ts. */

/**
 * Takes the 64-bit words of [start, end) into the state at `state`, each with this many `rounds`.
 *
 * The state is v0 v1 v2 v3, little-endian. Requires: end − start is a multiple of 8.
 */
export function absorb(state: i32, start: i32, end: i32, rounds: i32): void {
	let v0 = load<u64>(usize(state));
	let v1 = load<u64>(usize(state), 8);
	let v2 = load<u64>(usize(state), 16);
	let v3 = load<u64>(usize(state), 24);
	for (let at = start; at < end; at += 8) {
		const word = load<u64>(usize(at));
		v3 ^= word;
		for (let round = 0; round < rounds; ++round) {
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
		v0 ^= word;
	}
	store<u64>(usize(state), v0);
	store<u64>(usize(state), v1, 8);
	store<u64>(usize(state), v2, 16);
	store<u64>(usize(state), v3, 24);
}
