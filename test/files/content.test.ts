/** What is no list by its first octets, in process, and Zstandard frames, octet by octet. */
import { expect, it } from "vitest";
import { decompressorFor, isSample, refuseNonList, refuseUncompressed } from "../../src/files/input/content";
import { SAMPLE_SIZE } from "../../src/files/input/kinds";
import { OctetSource } from "../../src/files/input/octet-source";
import { unzstd } from "../../src/files/input/zstandard";
import { refusalOf } from "../cli/refusals";

const latin = (text: string) => Buffer.from(text, "latin1");
const BINARY = "binary data, with a NUL among its first 4096 bytes, not a list; --binary reads it all the same";
const table = (format: string) =>
	`normalize, dedupe, resolve, validate and inspect read it with --format ${format} --column NAME`;

it.each<[octets: string, sentence: string | undefined]>([
	["BZh91AY&SY\x9c", "bzip2-compressed, not a list; decompress it with bzip2 -dc"],
	["BZh91AY&SY", undefined],
	["BZh91AY&SY\x01", "bzip2-compressed, not a list; decompress it with bzip2 -dc"],
	["BZh01AY&SY\x9c", undefined],
	["BZh9\x17rE8P\x90", "bzip2-compressed, not a list; decompress it with bzip2 -dc"],
	["\xfd7zXZ\0", "xz-compressed, not a list; decompress it with xz -dc"],
	["a\xfd7zXZ\0", BINARY],
	["PK\x03\x04", "a ZIP archive, not a list; extract the list with unzip -p"],
	["PK\x05\x06", "a ZIP archive, not a list; extract the list with unzip -p"],
	["PK\x07\x08", "a ZIP archive, not a list; extract the list with unzip -p"],
	["PK\x03\x05", undefined],
	["xPK\x03\x04", undefined],
	["\xff\xfe\0\0", "UTF-32 text, not a list; convert it with iconv -f UTF-32 -t UTF-8"],
	["\0\0\xfe\xff", "UTF-32 text, not a list; convert it with iconv -f UTF-32 -t UTF-8"],
	["\xff\xfea\0", "UTF-16 text, not a list; convert it with iconv -f UTF-16 -t UTF-8"],
	["\xfe\xff\0a", "UTF-16 text, not a list; convert it with iconv -f UTF-16 -t UTF-8"],
	["a\0b\0", "UTF-16 text, not a list; convert it with iconv -f UTF-16LE -t UTF-8"],
	["\n\0~\0", "UTF-16 text, not a list; convert it with iconv -f UTF-16LE -t UTF-8"],
	["a\0", BINARY],
	["a\0\x01\0", BINARY],
	["\0a\0b", "UTF-16 text, not a list; convert it with iconv -f UTF-16BE -t UTF-8"],
	["\0a", BINARY],
	["%PDF-1.7\n%\xe2\xe3", "a PDF document, not a list; convert it with pdftotext, then run urlsieve extract"],
	["%PDF-1.7\nhttp://a/\n", undefined],
	["%PDF-1.7x\xe2", undefined],
	["PAR1\x15", `a Parquet file, not a list; ${table("parquet")}`],
	["PARE\x01\x02\0", `a Parquet file, not a list; ${table("parquet")}`],
	["PAR1a", undefined],
	["PAREabcd", undefined],
	["ARROW1\0\0", `an Arrow file, not a list; ${table("arrow")}`],
	["ARROW1", undefined],
	["\xff\xff\xff\xff\n\n\0\0", `an Arrow stream, not a list; ${table("arrow")}`],
	["\xff\xff\xff\xff\n\n\0\x01", BINARY],
	["http://a/\n", undefined],
	["", undefined],
])("says of %j: %j", async (octets, sentence) => {
	const refusals = [false, true].map((isInside) => refusalOf(() => refuseNonList("NAME", latin(octets), isInside)));
	const [own, inside] = await Promise.all(refusals);
	expect(own?.[1]).toBe(sentence && `cannot read NAME: it is ${sentence}`);
	expect(inside?.[1]).toBe(sentence && `cannot read NAME: its decompressed content is ${sentence}`);
});

it("takes text whose last character is cut for text", () => {
	const sample = (end: string) => Buffer.concat([latin("%PDF-1.7\n"), Buffer.alloc(SAMPLE_SIZE - 10, "a"), latin(end)]);
	expect(() => refuseNonList("NAME", sample("\xc3"))).not.toThrow();
	expect(() => refuseNonList("NAME", Buffer.concat([sample("a"), latin("\xff")]))).not.toThrow();
	expect(() => refuseNonList("NAME", sample("\xff"))).toThrow();
	for (const control of ["\0", "\b", "\x0e", "\x1a", "\x1c", "\x1f"])
		expect(() => refuseNonList("NAME", sample(control))).toThrow();
	for (const control of ["\t", "\n", "\r", "\x1b", " ", "\x7f"])
		expect(() => refuseNonList("NAME", sample(control))).not.toThrow();
});

it("examines 512 octets, or a line", () => {
	expect([
		isSample(Buffer.alloc(511, "a")),
		isSample(Buffer.alloc(512, "a")),
		isSample(latin("\n")),
		isSample(latin("")),
	]).toEqual([false, true, true, false]);
});

it("asks of compressed names that their content be compressed", async () => {
	const refusal = async (name: string, octets: number[]) =>
		(await refusalOf(() => refuseUncompressed(name, Uint8Array.from(octets))))?.[1];
	const what = "it is not compressed, as its name says; fetch it again, or rename it if it is a list";
	expect(await refusal("a.gz", [97, 98, 99, 100])).toBe(`cannot read a.gz: ${what}`);
	expect(await refusal("a.ZST", [97, 98, 99])).toBe("cannot read a.ZST: the compressed data is truncated");
	expect([await refusal("a.gz", [0x1f, 0x8b]), await refusal("a.gzx", [97]), await refusal("agz", [97])]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect([decompressorFor(Uint8Array.of(97)), typeof decompressorFor(Uint8Array.of(0x1f, 0x8b))]).toEqual([
		undefined,
		"function",
	]);
});

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const blockOf = (text: string, isLast = true) => [
	((text.length << 3) | Number(isLast)) & 255,
	text.length >> 5,
	0,
	...latin(text),
];

async function contentOf(octets: number[]): Promise<string> {
	async function* chunks() {
		yield Uint8Array.from(octets);
	}
	const parts: Uint8Array[] = [];
	for await (const part of unzstd(new OctetSource(chunks()))) parts.push(part.slice());
	return Buffer.concat(parts).toString("latin1");
}

it.each<[what: string, octets: number[], content: string]>([
	["nothing", [], ""],
	["a window", [...MAGIC, 0x00, 0x00, ...blockOf("ab")], "ab"],
	["two blocks", [...MAGIC, 0x00, 0x00, ...blockOf("ab", false), ...blockOf("c")], "abc"],
	["a length of one octet", [...MAGIC, 0x20, 2, ...blockOf("ab")], "ab"],
	["a length of two octets", [...MAGIC, 0x60, 44, 0, ...blockOf("a".repeat(300))], "a".repeat(300)],
	["a length of four octets", [...MAGIC, 0xa0, 2, 0, 0, 0, ...blockOf("ab")], "ab"],
	["a length of eight octets", [...MAGIC, 0xe0, 2, 0, 0, 0, 0, 0, 0, 0, ...blockOf("ab")], "ab"],
	["a window and a length", [...MAGIC, 0x80, 0x00, 2, 0, 0, 0, ...blockOf("ab")], "ab"],
	["a dictionary of number 0", [...MAGIC, 0x23, 0, 0, 0, 0, 2, ...blockOf("ab")], "ab"],
	["a repeated octet", [...MAGIC, 0x20, 5, (5 << 3) | 3, 0, 0, 97], "aaaaa"],
	["an empty block", [...MAGIC, 0x20, 0, 1, 0, 0], ""],
	["a skippable frame", [0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9, ...MAGIC, 0x20, 1, ...blockOf("a")], "a"],
	["two frames", [...MAGIC, 0x20, 1, ...blockOf("a"), ...MAGIC, 0x20, 1, ...blockOf("b")], "ab"],
	["the largest window", [...MAGIC, 0x00, 17 << 3, ...blockOf("ab")], "ab"],
])("reads a frame with %s", async (_, octets, content) => {
	expect(await contentOf(octets)).toBe(content);
});

it.each<[what: string, octets: number[], code: string]>([
	["another magic", [0x28, 0xb5, 0x2f, 0xfc, 0x20, 1, ...blockOf("a")], "Z_DATA_ERROR"],
	["a reserved bit", [...MAGIC, 0x28, 1, ...blockOf("a")], "Z_DATA_ERROR"],
	["a reserved block", [...MAGIC, 0x20, 1, 7, 0, 0], "Z_DATA_ERROR"],
	["a block of more than 128 KiB", [...MAGIC, 0x20, 1, 0x09, 0x00, 0x10], "Z_DATA_ERROR"],
	["another length", [...MAGIC, 0x20, 2, ...blockOf("a")], "Z_DATA_ERROR"],
	["a wrong checksum", [...MAGIC, 0x24, 1, ...blockOf("a"), 0, 0, 0, 0], "Z_DATA_ERROR"],
	["damage in a block", [...MAGIC, 0x20, 9, (3 << 3) | 5, 0, 0, 0xff, 0xff, 0xff], "Z_DATA_ERROR"],
	["damage in a block of unknown length", [...MAGIC, 0x00, 0x00, (3 << 3) | 5, 0, 0, 0xff, 0xff, 0xff], "Z_DATA_ERROR"],
	["a dictionary", [...MAGIC, 0x21, 7, 1, ...blockOf("a")], "ZSTD_DICTIONARY"],
	["a window of more than 128 MiB", [...MAGIC, 0x00, (17 << 3) | 1, ...blockOf("a")], "ZSTD_WINDOW"],
	["a length of more than 128 MiB in one segment", [...MAGIC, 0xa0, 1, 0, 0, 8, ...blockOf("a")], "ZSTD_WINDOW"],
	["no block", [...MAGIC, 0x20, 1], "Z_BUF_ERROR"],
	["half a block", [...MAGIC, 0x20, 2, (2 << 3) | 1, 0, 0, 97], "Z_BUF_ERROR"],
	["half a skippable frame", [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9], "Z_BUF_ERROR"],
])("refuses %s", async (_, octets, code) => {
	await expect(contentOf(octets)).rejects.toMatchObject({ code, message: code });
});
