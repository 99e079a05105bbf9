/** Compares keys: see `Key`. */
import { load32, store32 } from "../octets/memory";
import { Key } from "./layout";

/** Flipping this bit makes the signed order of words that of unsigned numbers. */
const SIGN: i32 = -2147483648;

/** Whether a word is less than another, as unsigned numbers. */
function isLess(word: i32, other: i32): bool {
	return (word ^ SIGN) < (other ^ SIGN);
}

/** Whether the key at `at` comes before the key of these words. */
export function isBefore(at: i32, high: i32, middle: i32, low: i32): bool {
	const word = load32(at);
	if (word != high) return isLess(word, high);
	const second = load32(at + Key.MIDDLE);
	return second == middle ? isLess(load32(at + Key.LOW), low) : isLess(second, middle);
}

export function isSameKey(at: i32, other: i32): bool {
	return (
		load32(at) == load32(other) &&
		load32(at + Key.MIDDLE) == load32(other + Key.MIDDLE) &&
		load32(at + Key.LOW) == load32(other + Key.LOW)
	);
}

/** Copies a key to `to`. Returns the end of the copy. */
export function copyKey(at: i32, to: i32): i32 {
	store32(to, load32(at));
	store32(to + Key.MIDDLE, load32(at + Key.MIDDLE));
	store32(to + Key.LOW, load32(at + Key.LOW));
	return to + Key.SIZE;
}
