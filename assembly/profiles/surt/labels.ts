/** Leaf, Wasm side: the labels of a host, from last to first. The typed-array side is labels.host.ts. */
import { Octet } from "../../octets/char";
import { copy, load8, store8 } from "../../octets/memory";

/** With SIMD, hosts up to this length have a mask of their dots. */
const MASKED: i32 = 64;

/**
 * Writes the labels of the host [start, end) to `to`, in reverse order, with "," between them. Returns the new end.
 *
 * Overwrites up to 63 octets after it. Requires: a host that is not empty.
 */
export function writeLabels(start: i32, end: i32, to: i32): i32 {
	let labelEnd = end;
	if (ASC_FEATURE_SIMD && end - start <= MASKED) {
		let dots = dotsIn(start) & (u64(-1) >> u64(MASKED - (end - start)));
		while (dots != 0) {
			const dot = 63 - i32(clz(dots));
			to = writeLabel(start + dot + 1, labelEnd, to);
			labelEnd = start + dot;
			dots ^= u64(1) << u64(dot);
		}
	} else {
		for (let at = end - 1; at >= start; --at) {
			if (load8(at) != Octet.DOT) continue;
			to = writeLabel(at + 1, labelEnd, to);
			labelEnd = at;
		}
	}
	return copy(start, labelEnd, to);
}

function writeLabel(start: i32, end: i32, to: i32): i32 {
	if (ASC_FEATURE_SIMD && end - start <= 16) v128.store(usize(to), v128.load(usize(start)));
	else copy(start, end, to);
	store8(to + end - start, Octet.COMMA);
	return to + end - start + 1;
}

/** A mask of the 64 octets at `at`: bit n is set if octet n is ".". */
function dotsIn(at: i32): u64 {
	let dots: u64 = 0;
	for (let i = 0; i < 64; i += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(usize(at + i)), i8x16.splat(i8(Octet.DOT))));
		dots |= u64(u32(found)) << u64(i);
	}
	return dots;
}
