/** IPv4 addresses as numbers: what `inet_aton` of C takes, and most clients with it. */
import { dottedOf } from "./ip-address";

const PART = /^(?:(0[Xx][\dA-Fa-f]+)|0([0-7]+)|(0|[1-9]\d*))$/;

/** The address of one to four numbers in decimal, octal or hexadecimal, as four decimals. The last one fills what is left. Undefined for any other text. */
export function atonOf(text: string): string | undefined {
	const parts = text.split(".").map(numberOf);
	const last = parts.pop() as number;
	const room = 256 ** (4 - parts.length);
	if (parts.length > 3 || !(last < room) || !parts.every((part) => part < 256)) return undefined;
	const value = parts.reduce((sum, part, at) => sum + part * 256 ** (3 - at), last);
	return dottedOf([Math.floor(value / 65_536), value % 65_536]);
}

function numberOf(text: string): number {
	const [, hexadecimal, octal, decimal] = PART.exec(text) ?? [];
	return octal === undefined ? Number(hexadecimal ?? decimal) : Number.parseInt(octal, 8);
}
