/** Digests of no octets, in hexadecimal and in base32, as they are written most. They say nothing about a page. */
import { createHash } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const EMPTY_DIGESTS: readonly string[] = ["sha1", "sha256", "md5"].flatMap((name) => {
	const octets = createHash(name).digest();
	return [octets.toString("hex"), base32(octets), base32(octets).padEnd(Math.ceil(octets.length / 5) << 3, "=")];
});

function base32(octets: Uint8Array): string {
	const bits = [...octets].map((octet) => octet.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}
