/**
 * Leaf, Wasm side: a bucket of four fingerprints. The typed-array side is bucket.host.ts.
 *
 * ```
 *   bucket   0 the first word of each of the four   16 the second words   32 the third   48 the fourth
 * ```
 *
 * One comparison of sixteen octets so tells about all four. A slot is named by the place of its first word.
 */

/** Which of the four slots of `bucket` hold the fingerprint, bits 0 to 3, and which are free (all zeros), bits 4 to 7. */
export function matchBucket(bucket: i32, fingerprint: i32): i32 {
	if (ASC_FEATURE_SIMD) {
		const first = v128.load(usize(bucket));
		const second = v128.load(usize(bucket), 16);
		const third = v128.load(usize(bucket), 32);
		const fourth = v128.load(usize(bucket), 48);
		const differs = v128.or(
			v128.or(v128.xor(first, v128.load32_splat(usize(fingerprint))), v128.xor(second, v128.load32_splat(usize(fingerprint), 4))),
			v128.or(
				v128.xor(third, v128.load32_splat(usize(fingerprint), 8)),
				v128.xor(fourth, v128.load32_splat(usize(fingerprint), 12)),
			),
		);
		const taken = v128.or(v128.or(first, second), v128.or(third, fourth));
		const none = i32x4.splat(0);
		return i32x4.bitmask(i32x4.eq(differs, none)) | (i32x4.bitmask(i32x4.eq(taken, none)) << 4);
	} else {
		let bits = 0;
		for (let slot = 0; slot < 16; slot += 4) {
			const at = usize(bucket + slot);
			const differs =
				(load<u32>(at) ^ load<u32>(usize(fingerprint))) |
				(load<u32>(at, 16) ^ load<u32>(usize(fingerprint), 4)) |
				(load<u32>(at, 32) ^ load<u32>(usize(fingerprint), 8)) |
				(load<u32>(at, 48) ^ load<u32>(usize(fingerprint), 12));
			const taken = load<u32>(at) | load<u32>(at, 16) | load<u32>(at, 32) | load<u32>(at, 48);
			bits |= (u32(differs == 0) | (u32(taken == 0) << 4)) << (slot >> 2);
		}
		return bits;
	}
}

/** The number of the lowest bit that is set. Requires: one is. */
export function lowestBit(bits: i32): i32 {
	return ctz(bits);
}
