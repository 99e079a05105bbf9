/**
 * Leaf, Wasm side: what one look at a whole reference tells, so that its octets need not be looked at anew for each component.
 * The typed-array side is marks.host.ts.
 *
 * With SIMD, `mark` looks at 64 octets at a time. MARKS has one bit for each octet of the reference, as far as a window of them.
 */
import { Octet } from "./char";
import { Class } from "./classes";
import { Address, Limit } from "./layout";
import { load8, load32, store32 } from "./memory";
import { join, span, spanUntil, stopsAt } from "./span";

/** Bits of MARKED_FACTS. */
const BROKEN: i32 = 1;
const DOTTED: i32 = 2;

/** Looks at the reference [start, end), which the other functions of this file are asked about until the next call. */
export function mark(start: i32, end: i32): void {
	if (!ASC_FEATURE_SIMD) return;
	let dotted = i64x2.splat(0);
	let breaks: u64 = 0;
	for (let at = start; at < end; at += 64) {
		const within = end - at < 64 ? (u64(1) << (end - at)) - 1 : u64(-1);
		breaks |= within & join(breaksAt(at), breaksAt(at + 16), breaksAt(at + 32), breaksAt(at + 48));
		const stops = join(
			stopsAt(at, Class.PATH),
			stopsAt(at + 16, Class.PATH),
			stopsAt(at + 32, Class.PATH),
			stopsAt(at + 48, Class.PATH),
		);
		store<u64>(usize(Address.MARKS + (((at - start) & (Limit.WINDOW - 1)) >> 3)), stops);
		dotted = v128.or(dotted, v128.or(dottedAt(at), dottedAt(at + 16)));
		dotted = v128.or(dotted, v128.or(dottedAt(at + 32), dottedAt(at + 48)));
	}
	store32(Address.MARKED, start);
	store32(Address.MARKED_FACTS, (breaks != 0 ? BROKEN : 0) | (v128.any_true(dotted) ? DOTTED : 0));
}

/** The first address in [start, end), a part of the reference, whose octet is not in Class.PATH; `end` when all are. */
export function nextMark(start: i32, end: i32): i32 {
	const base = load32(Address.MARKED);
	if (!ASC_FEATURE_SIMD || end - base > Limit.WINDOW) return span(start, end, Class.PATH);
	let at = start;
	while (at < end) {
		// Whole words, as they were stored: a load across two stores that are still on their way would wait for both.
		const marks = load<u64>(usize(Address.MARKS + (((at - base) >> 6) << 3))) >> ((at - base) & 63);
		if (marks != 0) return min(at + i32(ctz(marks)), end);
		at = base + (((at - base) | 63) + 1);
	}
	return end;
}

/** Says whether TAB, CR or LF is within the reference [start, end). */
export function isBroken(start: i32, end: i32): bool {
	if (ASC_FEATURE_SIMD) return (load32(Address.MARKED_FACTS) & BROKEN) != 0;
	return spanUntil(start, end, Class.LINE_WHITE_SPACE) < end;
}

/**
 * Says whether a segment of [start, end), a path of the reference, may begin with "." once it is in normal form: it begins with
 * "." or with a triplet. May say so without need.
 */
export function isDotted(start: i32, end: i32): bool {
	if (start == end) return false;
	const first = load8(start);
	if (first == Octet.DOT || first == Octet.PERCENT) return true;
	if (ASC_FEATURE_SIMD) return (load32(Address.MARKED_FACTS) & DOTTED) != 0;
	for (let at = start + 1; at < end; ++at) {
		if (load8(at - 1) == Octet.SLASH && (load8(at) == Octet.DOT || load8(at) == Octet.PERCENT)) return true;
	}
	return false;
}

/** Which of the sixteen octets at `at` are TAB, LF or CR. An octet picks itself from the table where it is less than 16. */
function breaksAt(at: i32): u64 {
	const breaks = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);
	return u64(u32(i8x16.bitmask(i8x16.swizzle(breaks, v128.load(usize(at))))));
}

/** Which of the sixteen octets at `at` are a "/" with "." or "%" behind it. */
function dottedAt(at: i32): v128 {
	const slashes = i8x16.eq(v128.load(usize(at)), i8x16.splat(i8(Octet.SLASH)));
	const next = v128.load(usize(at), 1);
	const dots = i8x16.eq(next, i8x16.splat(i8(Octet.DOT)));
	return v128.and(slashes, v128.or(dots, i8x16.eq(next, i8x16.splat(i8(Octet.PERCENT)))));
}
