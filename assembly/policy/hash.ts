/** The hash of names and hosts in a program. A compiler of programs has to use the same. */

/** One octet more: 31 × hash + octet, modulo 2^32. */
export function hashOctet(hash: i32, octet: i32): i32 {
	return ((hash << 5) - hash + octet) | 0;
}

/** The slot of a hash among `count`, a power of two. */
export function slotOf(hash: i32, count: i32): i32 {
	return (hash ^ (hash >>> 15)) & (count - 1);
}
