/** Reads IPv4 addresses as C libraries do. */

/** Numbers in C notation: RFC 3986 §7.4. */
const HEXADECIMAL = /^0[xX][0-9a-fA-F]+$/;
const OCTAL = /^0[0-7]*$/;
const DECIMAL = /^[1-9][0-9]*$/;

/**
 * The 32-bit address that `inet_aton` reads from a text, or undefined. There are one to four parts, and the last one fills the
 * remaining octets (RFC 3986 §7.4).
 */
export function inetAton(text: string): number | undefined {
	const parts = text.split(".", 5).map(partValue);
	const last = parts.pop() as number;
	const isFitting = parts.length < 4 && parts.every((part) => part <= 255) && last < 256 ** (4 - parts.length);
	return isFitting ? parts.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last) : undefined;
}

function partValue(part: string): number {
	if (HEXADECIMAL.test(part)) return Number.parseInt(part.slice(2), 16);
	if (OCTAL.test(part)) return Number.parseInt(part, 8);
	return DECIMAL.test(part) ? Number.parseInt(part, 10) : Number.NaN;
}

/** Formats a 32-bit address in dotted decimal: IPv4address of RFC 3986 §3.2.2. */
export function dottedDecimal(address: number): string {
	return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
}
