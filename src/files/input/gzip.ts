/**
 * Decompresses gzip (RFC 1952) as a stream, member by member.
 *
 * `createGunzip` is not enough: it treats octets after the last member as damage, and discards the octets decompressed just before
 * them. This file inflates each member separately and so learns where it ends.
 */
import { createInflateRaw, type InflateRaw } from "node:zlib";
import { READ_SIZE } from "../open-file";
import { damaged } from "./compression-error";
import { crc32 } from "./crc32";
import { GZIP_MAGIC, isGzip, numberOf } from "./magic";
import type { OctetSource } from "./octet-source";

/** CM: §2.3.1. */
const DEFLATE = 8;

/** Octets before the optional fields of the header, and after the compressed data. */
const HEADER_SIZE = 10;
const TRAILER_SIZE = 8;

enum Flag {
	HEADER_CRC = 0x02,
	EXTRA = 0x04,
	NAME = 0x08,
	COMMENT = 0x10,
	RESERVED = 0xe0,
}

/**
 * Decompresses every member. Ignores octets after the last one, like gzip, and passes their number to `onTrailing` unless they
 * are zero padding. Throws `Z_DATA_ERROR` or `Z_BUF_ERROR`.
 */
export async function* gunzip(source: OctetSource, onTrailing: (octets: number) => void): AsyncGenerator<Uint8Array> {
	do {
		await skipHeader(source);
		yield* inflateMember(source);
	} while (isGzip(await source.peek(({ length }) => length >= GZIP_MAGIC.length)));
	const trailing = await trailingLength(source);
	if (trailing > 0) onTrailing(trailing);
}

/** Skips the header of a member (§2.3) and verifies its CRC-16, if it has one. */
async function skipHeader(source: OctetSource): Promise<void> {
	let crc = 0;
	const take = async (count: number) => {
		const octets = await source.take(count);
		crc = crc32(octets, crc);
		return octets;
	};
	const header = await take(HEADER_SIZE);
	const flags = header[3] as number;
	if (header[2] !== DEFLATE || (flags & Flag.RESERVED) !== 0) throw damaged();
	if ((flags & Flag.EXTRA) !== 0) await take(numberOf(await take(2)));
	for (const flag of [Flag.NAME, Flag.COMMENT]) {
		if ((flags & flag) !== 0) while ((await take(1))[0] !== 0);
	}
	const sum = crc & 0xffff;
	if ((flags & Flag.HEADER_CRC) !== 0 && numberOf(await source.take(2)) !== sum) throw damaged();
}

/** Decompresses the data of a member and verifies its CRC-32 and its length modulo 2^32. */
async function* inflateMember(source: OctetSource): AsyncGenerator<Uint8Array> {
	const inflate = createInflateRaw({ chunkSize: READ_SIZE });
	// Node.js reports a premature close if the consumer stops early. That is not an error here.
	inflate.on("error", () => {});
	const feeding = feed(source, inflate);
	let crc = 0;
	let length = 0;
	for await (const octets of inflate as AsyncIterable<Uint8Array>) {
		crc = crc32(octets, crc);
		length = (length + octets.length) >>> 0;
		yield octets;
	}
	await feeding;
	const trailer = await source.take(TRAILER_SIZE);
	if (numberOf(trailer.subarray(0, 4)) !== crc || numberOf(trailer.subarray(4)) !== length) throw damaged();
}

/** Writes the source to `inflate` until its data ends, and puts back unused octets. A read error destroys `inflate`. */
async function feed(source: OctetSource, inflate: InflateRaw): Promise<void> {
	const closed = new Promise((resolve) => inflate.once("close", resolve));
	let fed = 0;
	let chunk: Uint8Array | undefined;
	// `inflate` consumes everything until its data ends.
	while (inflate.bytesWritten === fed && !inflate.destroyed) {
		try {
			chunk = await source.next();
		} catch (error) {
			return void inflate.destroy(error as Error);
		}
		if (chunk === undefined) return void inflate.end();
		fed += chunk.length;
		await Promise.race([closed, new Promise((resolve) => inflate.write(chunk, resolve))]);
	}
	if (chunk !== undefined) source.unread(chunk.subarray(chunk.length - (fed - inflate.bytesWritten)));
}

/** Counts the remaining octets. Returns 0 if all of them are zero. */
async function trailingLength(source: OctetSource): Promise<number> {
	let length = 0;
	let isPadding = true;
	for (let octets = await source.next(); octets !== undefined; octets = await source.next()) {
		length += octets.length;
		isPadding &&= octets.every((octet) => octet === 0);
	}
	return isPadding ? 0 : length;
}
