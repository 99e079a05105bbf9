/** Leaf, typed-array side: tests the four slots of a bucket. The contracts are in bucket.ts, the Wasm side. */
import { load32 } from "../octets/memory";

export function matchBucket(bucket: i32, fingerprint: i32): i32 {
	const word = load32(fingerprint);
	let bits = 0;
	for (let slot = 0; slot < 4; ++slot) {
		const at = bucket + (slot << 2);
		const found = load32(at);
		if (found === word && hasSameTail(at, fingerprint)) bits |= 1 << slot;
		if (found === 0 && (load32(at + 16) | load32(at + 32) | load32(at + 48)) === 0) bits |= 1 << (4 + slot);
	}
	return bits;
}

/** Whether words 1 to 3 of the slot at the address `at` equal those of the fingerprint. */
function hasSameTail(at: i32, fingerprint: i32): bool {
	if (load32(at + 16) !== load32(fingerprint + 4) || load32(at + 32) !== load32(fingerprint + 8)) return false;
	return load32(at + 48) === load32(fingerprint + 12);
}

export function scale(word: i32, count: i32): i32 {
	return (((word >>> 0) * count) / 2 ** 32) | 0;
}

export function lowestBit(bits: i32): i32 {
	return 31 - Math.clz32(bits & -bits);
}
