/** Leaf, Wasm side: loads, stores and copies in linear memory. The typed-array side is memory.host.ts. */

/** Up to these lengths, a loop beats the bulk copy of the engine. */
const enum Loop {
	MAX_COPY = 512,
	MAX_MOVE = 256,
}

export function load8(at: i32): i32 {
	return i32(load<u8>(usize(at)));
}

export function store8(at: i32, octet: i32): void {
	store<u8>(usize(at), u8(octet));
}

/** Loads a little-endian i32. `at` may be unaligned, and negative: an address above 2 GiB. */
export function load32(at: i32): i32 {
	return load<i32>(usize(at));
}

export function store32(at: i32, value: i32): void {
	store<i32>(usize(at), value);
}

/**
 * Copies [start, end) to `to`. Returns the end of the copy.
 *
 * Requires: no overlap; 63 octets after the source that may be read, and 63 after the copy that may be overwritten.
 */
export function copy(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	if (end - start > Loop.MAX_COPY) {
		memory.copy(usize(to), usize(start), usize(end - start));
	} else if (ASC_FEATURE_SIMD) {
		for (let at = start; at < end; at += 64) {
			v128.store(usize(at + shift), v128.load(usize(at)));
			v128.store(usize(at + shift), v128.load(usize(at), 16), 16);
			v128.store(usize(at + shift), v128.load(usize(at), 32), 32);
			v128.store(usize(at + shift), v128.load(usize(at), 48), 48);
		}
	} else {
		for (let at = start; at < end; at += 8) store<u64>(usize(at + shift), load<u64>(usize(at)));
	}
	return end + shift;
}

/** Like `copy`, for runs that are mostly shorter than 64 octets, or empty. */
export function copyRun(start: i32, end: i32, to: i32): i32 {
	if (!ASC_FEATURE_SIMD) return copy(start, end, to);
	const shift = to - start;
	for (let at = start; at < end; at += 64) {
		v128.store(usize(at + shift), v128.load(usize(at)));
		v128.store(usize(at + shift), v128.load(usize(at), 16), 16);
		v128.store(usize(at + shift), v128.load(usize(at), 32), 32);
		v128.store(usize(at + shift), v128.load(usize(at), 48), 48);
	}
	return end + shift;
}

/** Like `copy`, for lengths around 64 octets. Requires: 127 octets after the source that may be read, and 127 after the copy. */
export function copyShort(start: i32, end: i32, to: i32): i32 {
	if (!ASC_FEATURE_SIMD || end - start > 128) return copy(start, end, to);
	// Whether the second half is needed is hard to predict: it costs less than a branch.
	copy64(start, to);
	copy64(start + 64, to + 64);
	return end + to - start;
}

function copy64(from: i32, to: i32): void {
	v128.store(usize(to), v128.load(usize(from)));
	v128.store(usize(to), v128.load(usize(from), 16), 16);
	v128.store(usize(to), v128.load(usize(from), 32), 32);
	v128.store(usize(to), v128.load(usize(from), 48), 48);
}

/** Like `copy`, but writes letters in lower case. */
export function copyLower(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	if (ASC_FEATURE_SIMD) {
		for (let at = start; at < end; at += 32) {
			v128.store(usize(at + shift), lower(v128.load(usize(at))));
			v128.store(usize(at + shift), lower(v128.load(usize(at), 16)), 16);
		}
	} else {
		// Eight at a time. In each sum, the highest bit of an octet shows whether it is at least "A", or beyond "Z".
		for (let at = start; at < end; at += 8) {
			const octets = load<u64>(usize(at));
			const ascii = octets & (ONES * 0x7f);
			const letters = (ascii + ONES * 0x3f) & ~(ascii + ONES * 0x25) & ~octets & (ONES << 7);
			store<u64>(usize(at + shift), octets | (letters >> 2));
		}
	}
	return end + shift;
}

/** One, in each of eight octets. */
export const ONES: u64 = 0x0101010101010101;

function lower(octets: v128): v128 {
	const letters = i8x16.lt_u(i8x16.sub(octets, i8x16.splat(0x41)), i8x16.splat(26));
	return v128.or(octets, v128.and(letters, i8x16.splat(0x20)));
}

/** Copies exactly [start, end) to `to`. Source and target may overlap. Returns the end of the copy. */
export function move(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	if (to <= start && end - start < Loop.MAX_MOVE) {
		let at = start;
		for (; at + 8 <= end; at += 8) store<u64>(usize(at + shift), load<u64>(usize(at)));
		for (; at < end; ++at) store8(at + shift, load8(at));
	} else {
		memory.copy(usize(to), usize(start), usize(end - start));
	}
	return end + shift;
}

/** Sets the octets of [start, end) to 0. */
export function clear(start: i32, end: i32): void {
	memory.fill(usize(start), 0, usize(end - start));
}

/** Whether [start, end) equals the octets at `other`. */
export function equal(start: i32, end: i32, other: i32): bool {
	const shift = other - start;
	let at = start;
	for (; at + 8 <= end; at += 8) {
		if (load<u64>(usize(at)) != load<u64>(usize(at + shift))) return false;
	}
	// The last eight octets overlap those before: a loop of unknown length would mispredict its end.
	if (end - start >= 8) return load<u64>(usize(end - 8)) == load<u64>(usize(end + shift - 8));
	for (; at < end; ++at) {
		if (load8(at) != load8(at + shift)) return false;
	}
	return true;
}

/** Size of the memory in pages of 64 KiB. */
export function pageCount(): i32 {
	return memory.size();
}

/** The first address that belongs to the host. The kernel keeps its tables and state below. */
export function heapBase(): i32 {
	return i32(__heap_base);
}
