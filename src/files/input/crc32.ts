/** CRC-32, as gzip uses it (RFC 1952 §8). */
import zlib from "node:zlib";

/** The polynomial, bits reversed. */
const POLYNOMIAL = 0xedb88320;

/** Continues the checksum `crc`, 0 at first, with `octets`. */
type Crc32 = (octets: Uint8Array, crc: number) => number;

let table: Int32Array | undefined;

/** For Node.js before 20.15, which lacks `zlib.crc32`. */
const tableCrc32: Crc32 = (octets, crc) => {
	table ??= Int32Array.from({ length: 256 }, (_, octet) => remainder(octet));
	let rest = ~crc;
	for (const octet of octets) rest = (table[(rest ^ octet) & 0xff] as number) ^ (rest >>> 8);
	return ~rest >>> 0;
};

export const crc32: Crc32 = (zlib as { crc32?: Crc32 }).crc32 ?? tableCrc32;

function remainder(octet: number): number {
	let rest = octet;
	for (let bit = 0; bit < 8; ++bit) rest = (rest >>> 1) ^ (POLYNOMIAL & -(rest & 1));
	return rest;
}
