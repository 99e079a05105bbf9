/** Compares octets. */

/** Whether two runs of octets are equal. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
	if (a.length !== b.length) return false;
	// `every` would call a function for each octet: half of the time of loading a set.
	for (let index = 0; index < a.length; ++index) if (a[index] !== b[index]) return false;
	return true;
}
