/** Gzip, member by member: its header, its sums, and what follows the last member. */
import { crc32, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { tableCrc32 } from "../../src/files/input/crc32";
import { gunzip } from "../../src/files/input/gzip";
import { OctetSource } from "../../src/files/input/octet-source";

/** The content, and the octets that were ignored; undefined if none were. `size`: octets of a chunk. */
async function read(octets: Uint8Array, size = 1 << 20) {
	async function* chunks() {
		for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
	}
	let trailing: number | undefined;
	const parts: Uint8Array[] = [];
	for await (const part of gunzip(new OctetSource(chunks()), (count) => {
		trailing = count;
	}))
		parts.push(part);
	return [Buffer.concat(parts).toString(), trailing];
}

const member = gzipSync("http://a/\n");
const [DAMAGED, TRUNCATED] = ["Z_DATA_ERROR", "Z_BUF_ERROR"].map((code) => expect.objectContaining({ code }));

/** A member with these flags and optional fields. `sum`: what is added to the CRC-16 of the header. */
function withFields(flags: number, fields: number[], sum?: number): Buffer {
	const header = Buffer.concat([member.subarray(0, 10), Buffer.from(fields)]);
	header[3] = flags;
	const check = Buffer.alloc(2);
	check.writeUInt16LE(((crc32(header) & 0xffff) + (sum ?? 0)) & 0xffff);
	return Buffer.concat([header, ...(sum === undefined ? [] : [check]), member.subarray(10)]);
}

const [CRC, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];

it.each<[what: string, octets: Buffer]>([
	["no optional field", withFields(0, [])],
	["an extra field", withFields(EXTRA, [3, 0, 1, 2, 3])],
	["an extra field of more than 255 octets", withFields(EXTRA, [1, 1, ...new Array(257).fill(7)])],
	["an empty extra field", withFields(EXTRA, [0, 0])],
	["a name", withFields(NAME, [97, 0])],
	["a comment", withFields(COMMENT, [97, 98, 0])],
	["a name and a comment", withFields(NAME | COMMENT, [97, 0, 98, 0])],
	["a CRC-16", withFields(CRC, [], 0)],
	["all fields", withFields(CRC | EXTRA | NAME | COMMENT, [1, 0, 9, 97, 0, 0], 0)],
	["the flag of text", withFields(1, [])],
])("reads a header with %s", async (_, octets) => {
	expect(await read(octets)).toEqual(["http://a/\n", undefined]);
	expect(await read(octets, 1)).toEqual(["http://a/\n", undefined]);
});

const changed = (at: number, octet: number) => {
	const octets = Buffer.from(member);
	octets[at < 0 ? octets.length + at : at] = octet;
	return octets;
};

it.each<[what: string, octets: Buffer]>([
	["a wrong CRC-16", withFields(CRC, [], 1)],
	["a CRC-16 without the optional fields", withFields(CRC | NAME, [97, 0], 256)],
	["another method", changed(2, 7)],
	["a reserved flag", changed(3, 0x20)],
	["another reserved flag", changed(3, 0x80)],
	["a wrong CRC-32", changed(-8, (member.at(-8) as number) ^ 1)],
	["a wrong length", changed(-4, 11)],
	["a length wrong in its last octet", changed(-1, 1)],
	["damaged data", changed(10, 0xff)],
])("refuses %s as damaged", async (_, octets) => {
	await expect(read(octets)).rejects.toEqual(DAMAGED);
});

it("refuses a member that is cut off anywhere", async () => {
	for (let end = 2; end < member.length; ++end) await expect(read(member.subarray(0, end))).rejects.toEqual(TRUNCATED);
	await expect(read(Buffer.concat([member, member.subarray(0, 5)]))).rejects.toEqual(TRUNCATED);
});

it("joins members, in chunks of any size", async () => {
	const octets = Buffer.concat([member, gzipSync(""), gzipSync("b")]);
	for (const size of [1, 2, 7, 1000]) expect(await read(octets, size)).toEqual(["http://a/\nb", undefined]);
});

it.each<[trailing: number[], count: number | undefined]>([
	[[], undefined],
	[[0], undefined],
	[[0, 0, 0, 0], undefined],
	[[0, 1], 2],
	[[1], 1],
	[[0x1f], 1],
	[[0x1f, 0, 0x8b], 3],
	[[1, 0, 0], 3],
])("ignores %j after the last member, and counts what is no padding: %j", async (trailing, count) => {
	const octets = Buffer.concat([member, Buffer.from(trailing)]);
	for (const size of [1, 1000]) expect(await read(octets, size)).toEqual(["http://a/\n", count]);
});

it("has the checksum of zlib", () => {
	const octets = Uint8Array.from({ length: 300 }, (_, at) => at * 7);
	for (const length of [0, 1, 2, 255, 300]) {
		const part = octets.subarray(0, length);
		expect(tableCrc32(part, 0)).toBe(crc32(part));
		expect(tableCrc32(part, 0xfedcba98)).toBe(crc32(part, 0xfedcba98));
	}
	expect(tableCrc32(octets.subarray(100), tableCrc32(octets.subarray(0, 100), 0))).toBe(crc32(octets));
});
