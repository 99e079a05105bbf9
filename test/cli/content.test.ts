/** Inputs that are not lists are refused by their first octets, before anything is written. */
import { spawn } from "node:child_process";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { CLI, run, useFolder } from "./command";

const { path, write } = useFolder();

const octets = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const PAGE_HEADER = "\x15\x04\x15\x10\x15\x14\x4c\x15\x02\x15\0\x12\0\0";

const READ = "normalize, dedupe, resolve, validate and inspect read it with --format";
const FOUND = "urlsieve extract --text finds the references in it";

/** The first two octets of the name of a member follow 26 octets in ZIP. */
const entry = (name: string) => octets(`PK\x03\x04${"\0".repeat(26)}${name}`);
/** Name, first octets, and the expected message with its remedy. */
const OTHERS: readonly [name: string, content: Buffer | string, what: string][] = [
	["bzip2", octets("BZh91AY&SY\x9c\x1b\x12\xd5\0\0\x03\xd9\x80\0"), "bzip2-compressed, not a list; decompress it with bzip2 -dc"],
	["empty bzip2", octets("BZh9\x17rE8P\x90\0\0\0\0"), "bzip2-compressed, not a list; decompress it with bzip2 -dc"],
	["xz", octets("\xfd7zXZ\0\0\x04\xe6\xd6"), "xz-compressed, not a list; decompress it with xz -dc"],
	["zip", octets("PK\x03\x04\x14\0\0\0"), "a ZIP archive, not a list; extract the list with unzip -p"],
	["empty zip", octets("PK\x05\x06\0\0\0\0"), "a ZIP archive, not a list; extract the list with unzip -p"],
	["UTF-16LE", utf16("\ufeffhttp://a\r\n"), "UTF-16 text, not a list; convert it with iconv -f UTF-16 -t UTF-8"],
	["UTF-16BE", utf16("\ufeffhttp://a\r\n").swap16(), "UTF-16 text, not a list; convert it with iconv -f UTF-16 -t UTF-8"],
	["UTF-16LE, no mark", utf16("http://a\n"), "UTF-16 text, not a list; convert it with iconv -f UTF-16LE -t UTF-8"],
	["UTF-16BE, no mark", utf16("\nhttp://a").swap16(), "UTF-16 text, not a list; convert it with iconv -f UTF-16BE -t UTF-8"],
	["UTF-32", octets("\xff\xfe\0\0h\0\0\0"), "UTF-32 text, not a list; convert it with iconv -f UTF-32 -t UTF-8"],
	[
		"PDF",
		octets("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"),
		"a PDF document, not a list; convert it with pdftotext, then run urlsieve extract",
	],
	["Parquet", octets(`PAR1${PAGE_HEADER}`), `a Parquet file, not a list; ${READ} parquet --column NAME`],
	["Arrow", octets("ARROW1\0\0\xff\xff\xff\xff"), `an Arrow file, not a list; ${READ} arrow --column NAME`],
	["Arrow stream", octets("\xff\xff\xff\xff\x08\x01\0\0\x10"), `an Arrow stream, not a list; ${READ} arrow --column NAME`],
	["LZMA", octets("]\0\0\x80\0\xff\xff"), "LZMA-compressed, not a list; decompress it with xz -dc"],
	["LZ4", octets('\x04"M\x18d@\xa7'), "LZ4-compressed, not a list; decompress it with lz4 -dc"],
	["zlib", deflateSync("http://a/\n"), "zlib-compressed, not a list; decompress it with pigz -dc"],
	["7z", octets("7z\xbc\xaf\x27\x1c\0\x04"), "a 7z archive, not a list; extract the list with 7z e -so"],
	["RAR", octets("Rar!\x1a\x07\x01\0"), "a RAR archive, not a list; extract the list with unrar p -inul"],
	[
		"tar",
		`urls.txt${"\0".repeat(249)}ustar\0${"\0".repeat(249)}http://a/\n`,
		"a tar archive, not a list; extract the list with tar -xOf FILE",
	],
	[
		"WACZ",
		entry("archive/data.warc.gz"),
		"a WACZ archive, not a list; extract its index with unzip -p FILE 'indexes/*.cdx*', which --format cdxj reads",
	],
	["Excel", entry("[Content_Types].xml"), "a spreadsheet, not a list; save the sheet as CSV, which --column NAME reads"],
	[
		"old Excel",
		octets("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		"an Excel workbook, not a list; save the sheet as CSV, which --column NAME reads",
	],
	["SQLite", "SQLite format 3\0", "a SQLite database, not a list; write a table as CSV with sqlite3 -csv -header"],
	["Avro", "Obj\x01\x04\x14", "an Avro file, not a list; convert it to JSON lines with avro-tools tojson"],
	["ORC", octets("ORC\x08\x03\x10\xff"), "an ORC file, not a list; convert it to JSON lines with orc-contents"],
	["pickle", octets("\x80\x04\x95\x10"), "a Python pickle, not a list; write its strings as lines in Python"],
	["NumPy", octets("\x93NUMPY\x01\0"), 'a NumPy array, not a list; write it as lines with numpy.savetxt(FILE, array, fmt="%s")'],
	[
		"WARC",
		"WARC/1.1\r\nWARC-Type: warcinfo\r\n",
		"a WARC file, not a list; write an index of it with cdxj-indexer, which --format cdxj reads",
	],
	[
		"ARC",
		"filedesc://a.arc 0.0.0.0 20260101000000 text/plain 76\n",
		"an ARC file, not a list; write an index of it with cdxj-indexer, which --format cdxj reads",
	],
	["UTF-32LE, no mark", "h\0\0\0t\0\0\0", "UTF-32 text, not a list; convert it with iconv -f UTF-32LE -t UTF-8"],
	[
		"a NUL",
		`http://a/\n${"a".repeat(4000)}\0`,
		"binary data, with a NUL among its first 4096 bytes, not a list; --binary reads it all the same",
	],
];
/** Indexes, which are recognized by their names, or under any name if they are compressed. */
const INDEXES: typeof OTHERS = [
	["CDX", " CDX N b a m s\n", `a CDX index, not a list; ${READ} cdx`],
	["CDXJ", 'com,a)/ 20260101000000 {"url": "http://a/"}\n', `a CDXJ index, not a list; ${READ} cdxj`],
];
/** Running text, in which \`extract\` finds references. */
const TEXTS: typeof OTHERS = [
	["HTML", "\ufeff\n<!DOCTYPE html><p>http://a/\n", `an HTML document, not a list; ${FOUND}`],
	["XML", '<?xml version="1.0"?>\n<urlset>http://a/\n', `an XML document, not a list; ${FOUND}`],
	[
		"JSON array of strings",
		'["http://a/"]\n',
		"a JSON array, not a list; normalize, dedupe, resolve, validate and inspect read it with --format json --column '[]'",
	],
	[
		"JSON array of objects",
		'[\n  {"url": "http://a/"}\n]\n',
		"a JSON array, not a list; normalize, dedupe, resolve, validate and inspect read it with --format json --column NAME",
	],
	[
		"HAR",
		'{"log": {"version": "1.2", "url": "http://a/"}}\n',
		"a JSON document, not a list; write one object per line with jq -c, which --format jsonl --column NAME reads",
	],
];

const refusal = (name: string, what: string) => ({ status: 3, stdout: "", stderr: `urlsieve: cannot read ${name}${what}\n` });

it.each([...OTHERS, ...INDEXES, ...TEXTS])(
	"%s is refused, in a file after another and in a pipe, and nothing is written",
	(_name, content, what) => {
		const [good, file] = [write("good.txt", "HTTP://a\n"), write("other.bin", content)];
		expect(run(["normalize", "--format", "lines", "--threads", "2", good, file])).toEqual(refusal(`${file}: it is `, what));
		expect(run(["dedupe"], Buffer.from(content))).toEqual(refusal("standard input: it is ", what));
	},
);

it.each([...OTHERS, ...TEXTS])("%s is refused in compressed data", (_name, content, what) => {
	const [good, inside] = [write("good.txt", "HTTP://a\n"), write("other.txt.gz", gzipSync(content))];
	expect(run(["normalize", good, inside])).toEqual(refusal(`${inside}: its decompressed content is `, what));
});

const OF_LISTS = [
	...[
		["normalize"],
		["dedupe"],
		["count", "--by", "host"],
		["filter", "--not-in", "/dev/null"],
		["partition", "--into", path("parts"), "--parts", "2"],
		["resolve", "--base", "http://a/"],
	],
	...[["relativize", "--base", "http://a/"], ["parse"], ["validate"], ["inspect"], ["explain"]],
	...[["agree", "--readers", "go,nginx"], ["extract"], ["normalize", "--no-vary-search", 'params=("a")', "--print", "key"]],
];
const OF_TABLES = ["normalize", "dedupe", "inspect"].map((command) => [command, "--format", "csv", "--column", "1"]);

it.each([...OF_LISTS, ...OF_TABLES].map((args) => [args]))("%j refuses files that are no lists without --binary", (args) => {
	const sentence = `it is a WARC file, not a ${args.includes("csv") ? "table" : "list"}; write an index of it`;
	const file = write("a.data", "WARC/1.0\nhttp://a/\n");
	const { status, stderr } = run([...args, file]);
	expect([status, stderr]).toEqual([3, expect.stringContaining(sentence)]);
	expect(run([...args, "--binary", file]).status).toBe(0);
});

it.each(TEXTS)("%s is text to extract from", (_name, content) => {
	expect(run(["extract", "--text"], content)).toMatchObject({ status: 0, stdout: "http://a/\n" });
});

it("Brotli and spreadsheets are recognized by their names", () => {
	for (const [name, content, what] of [
		["list.br", "\x0b\x02\x80a", "Brotli-compressed, not a list; decompress it with brotli -dc"],
		[
			"list.docx",
			entry("[Content_Types].xml").toString("latin1"),
			"a document of Word or of a kindred program, not a list; save it as plain text, then run urlsieve extract --text",
		],
		["list.xlsx", "PK\x03\x04", "a spreadsheet, not a list; save the sheet as CSV, which --column NAME reads"],
		[
			"list.wacz",
			"PK\x03\x04",
			"a WACZ archive, not a list; extract its index with unzip -p FILE 'indexes/*.cdx*', which --format cdxj reads",
		],
	] as const) {
		expect(run(["normalize", write(name, octets(content))]).stderr).toBe(`urlsieve: cannot read ${path(name)}: it is ${what}\n`);
	}
	expect(run(["normalize", write("plain.br", "HTTP://a\n")]).stdout).toBe("http://a/\n");
});

describe("text", () => {
	it.each([
		"BZh91AY&SY",
		"BZh91AY&SY\nhttp://\u00e4\n",
		"PK",
		"PK/03/04",
		"PAR1",
		"PAR1/\u00fc",
		"ARROW1",
		"ARROW1/0",
		"%PDF-1.7",
		"%PDF-1.7\n%\u00e4\u00f6\u00fc\u00df\n",
		"%PDF-file.pdf\n",
		"P*M",
		"(\u00b5/}",
		"7zXZ",
		"x^]",
		"ORC",
		"[::1]/a",
		"<http://a/>",
		'{"url":"http://a/"}',
		"com,example)/ 2026",
	])("%j is an ordinary line", (text) => {
		const { status, stdout } = run(["normalize", "--level", "string", "--quiet", write("text", text)]);
		expect([status, stdout]).toEqual([0, text.endsWith("\n") ? text : `${text}\n`]);
		expect(run(["normalize", "--level", "string", "--quiet"], gzipSync(text)).stdout).toBe(stdout);
	});

	it("that starts like a binary file is not held back", async () => {
		for (const line of everyNth(["BZh91AY&SY", "PAR1", "%PDF-1.7", "PK", "(", "h", "P*M", ""], 3)) {
			const child = spawn(process.execPath, [CLI, "normalize", "--level", "string", "--quiet"]);
			child.stdin.write(`${line}\n`);
			const answer = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
			const ended = new Promise((resolve) => child.once("close", resolve));
			child.stdin.end();
			await ended;
			expect(answer).toBe(`${line}\n`);
		}
	});

	it("that arrives octet by octet is read completely", async () => {
		const child = spawn(process.execPath, [CLI, "normalize", "--quiet"]);
		const parts: Buffer[] = [];
		child.stdout.on("data", (part) => parts.push(part));
		for (const octet of gzipSync("HTTP://a\n")) {
			child.stdin.write(Uint8Array.of(octet));
			await new Promise((resolve) => setImmediate(resolve));
		}
		const ended = new Promise((resolve) => child.once("close", resolve));
		child.stdin.end();
		await ended;
		expect(Buffer.concat(parts).toString()).toBe("http://a/\n");
	});
});

describe("compressed data", () => {
	it("that was compressed twice is refused", () => {
		const file = write("twice.gz", gzipSync(gzipSync("http://a\n")));
		expect(run(["normalize", file])).toEqual({
			status: 3,
			stdout: "",
			stderr: `urlsieve: cannot read ${file}: its decompressed content is compressed again; decompress it first\n`,
		});
	});

	it("that is damaged does not prevent output for the files before it", () => {
		const good = write("good.txt", "HTTP://a\n");
		const { status, stdout, stderr } = run(["normalize", good, write("cut.gz", gzipSync("http://b\n").subarray(0, 12))]);
		expect([status, stdout]).toEqual([3, "http://a/\n"]);
		expect(stderr).toBe(`urlsieve: cannot read ${path("cut.gz")}: the compressed data is truncated\n`);
	});
});
