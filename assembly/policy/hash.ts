/** The hash of names and hosts in a program. The compiler of programs must use the same one. */

/** Adds an octet: 31 × hash + octet, modulo 2^32. */
export function hashOctet(hash: i32, octet: i32): i32 {
	return ((hash << 5) - hash + octet) | 0;
}

/** The slot of a hash among `count`, a power of two. */
export function slotOf(hash: i32, count: i32): i32 {
	return (hash ^ (hash >>> 15)) & (count - 1);
}
