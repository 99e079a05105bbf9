/**
 * Leaf, Wasm side: tests the four slots of a bucket at once. The typed-array side is bucket.host.ts.
 *
 * A bucket is stored word by word (drawn in seen-page.ts), so that one 16-octet vector holds the same word of all four
 * fingerprints.
 */

/** Returns a mask. Bit n: slot n of the bucket holds the fingerprint. Bit 4 + n: slot n is free (all zeros). */
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
		const used = v128.or(v128.or(first, second), v128.or(third, fourth));
		const zeros = i32x4.splat(0);
		return i32x4.bitmask(i32x4.eq(differs, zeros)) | (i32x4.bitmask(i32x4.eq(used, zeros)) << 4);
	} else {
		let bits = 0;
		for (let slot = 0; slot < 16; slot += 4) {
			const at = usize(bucket + slot);
			const differs =
				(load<u32>(at) ^ load<u32>(usize(fingerprint))) |
				(load<u32>(at, 16) ^ load<u32>(usize(fingerprint), 4)) |
				(load<u32>(at, 32) ^ load<u32>(usize(fingerprint), 8)) |
				(load<u32>(at, 48) ^ load<u32>(usize(fingerprint), 12));
			const used = load<u32>(at) | load<u32>(at, 16) | load<u32>(at, 32) | load<u32>(at, 48);
			bits |= (u32(differs == 0) | (u32(used == 0) << 4)) << (slot >> 2);
		}
		return bits;
	}
}

/** The product of `word`, taken as unsigned, and `count`, divided by 2^32: a number below `count`, in the order of the words. */
export function scale(word: i32, count: i32): i32 {
	return i32((u64(u32(word)) * u64(count)) >> 32);
}

/** The index of the lowest bit that is set. Requires: `bits` is not 0. */
export function lowestBit(bits: i32): i32 {
	return ctz(bits);
}
