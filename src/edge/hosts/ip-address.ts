/** IP addresses as 16-bit groups: two of IPv4, eight of IPv6. */

/** The groups of four decimals of 0 to 255 without leading zeros. Undefined for any other text. */
export function parseIpv4(text: string): number[] | undefined {
	const octets = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/.exec(text);
	if (octets === null) return undefined;
	const [a, b, c, d] = octets.slice(1).map(Number) as [number, number, number, number];
	return a > 255 || b > 255 || c > 255 || d > 255 ? undefined : [a * 256 + b, c * 256 + d];
}

/** Four decimals. */
export function dottedOf(groups: readonly number[]): string {
	return groups.map((group) => `${group >> 8}.${group & 255}`).join(".");
}

/** The groups of RFC 4291 §2.2, forms 1 and 2: only hexadecimal digits and ":". Undefined for any other text. */
export function parseIpv6(text: string): number[] | undefined {
	if (!/^[0-9a-f:]{2,39}$/i.test(text)) return undefined;
	const [head, tail, more] = text.split("::").map(groupsOf);
	if (head === undefined || more !== undefined) return undefined;
	const missing = 8 - head.length - (tail === undefined ? 0 : tail.length);
	if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
	const groups = head.slice();
	for (let count = 0; tail !== undefined && count < missing; ++count) groups.push(0);
	const all = groups.concat(tail === undefined ? [] : tail);
	// A group without digits, or with five, is none.
	return all.every((group) => group >= 0 && group <= 0xffff) ? all : undefined;
}

function groupsOf(text: string): number[] {
	return text === "" ? [] : text.split(":").map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number(`0x${group}`) : -1));
}

/** RFC 5952 §4: lowercase, without leading zeros, and with "::" for the first longest run of two zeros or more. */
export function formatIpv6(groups: readonly number[]): string {
	const text = groups.map((group) => group.toString(16)).join(":");
	const runs = text.match(/\b0(?::0)+\b/g);
	if (runs === null) return text;
	const longest = runs.reduce((best, run) => (run.length > best.length ? run : best));
	return text.replace(new RegExp(`(^|:)${longest}(?::|$)`), "::");
}
