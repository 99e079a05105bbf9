/** Inputs that are not lists are refused by their first octets, before anything is written. */
import { spawn } from "node:child_process";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CLI, run, useFolder } from "./command";

const { path, write } = useFolder();

const octets = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const PAGE_HEADER = "\x15\x04\x15\x10\x15\x14\x4c\x15\x02\x15\0\x12\0\0";

/** Name, first octets, and the expected message with its remedy. */
const NON_LISTS: readonly [string, Buffer, string][] = [
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
	[
		"Parquet",
		octets(`PAR1${PAGE_HEADER}`),
		"a Parquet file, not a list; normalize, dedupe, resolve, validate and inspect read it with --format parquet --column NAME",
	],
	[
		"Arrow",
		octets("ARROW1\0\0\xff\xff\xff\xff"),
		"an Arrow file, not a list; normalize, dedupe, resolve, validate and inspect read it with --format arrow --column NAME",
	],
	[
		"Arrow stream",
		octets("\xff\xff\xff\xff\x08\x01\0\0\x10"),
		"an Arrow stream, not a list; normalize, dedupe, resolve, validate and inspect read it with --format arrow --column NAME",
	],
];

describe.each(NON_LISTS)("%s", (_name, content, what) => {
	it("is refused with status 3, and nothing is written", () => {
		const file = write("other", content);
		const good = write("good.txt", "HTTP://a\n");
		for (const args of [["normalize", "--threads", "2"], ["parse"], ["extract"]]) {
			const ended = run([...args, good, file]);
			expect([args, ended]).toEqual([args, { status: 3, stdout: "", stderr: `urlsieve: cannot read ${file}: it is ${what}\n` }]);
		}
	});

	it("is refused on standard input, a pipe", () => {
		expect(run(["normalize"], content)).toEqual({
			status: 3,
			stdout: "",
			stderr: `urlsieve: cannot read standard input: it is ${what}\n`,
		});
	});

	it("is refused inside compressed data", () => {
		const file = write("other.gz", gzipSync(content));
		const good = write("good.txt", "HTTP://a\n");
		const stderr = `urlsieve: cannot read ${file}: its decompressed content is ${what}\n`;
		expect(run(["normalize", good, file])).toEqual({ status: 3, stdout: "", stderr });
		expect(run(["dedupe"], gzipSync(content)).stderr).toBe(stderr.replace(file, "standard input"));
	});
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
	])("%j is an ordinary line", (text) => {
		const { status, stdout } = run(["normalize", "--level", "string", "--quiet", write("text", text)]);
		expect([status, stdout]).toEqual([0, text.endsWith("\n") ? text : `${text}\n`]);
		expect(run(["normalize", "--level", "string", "--quiet"], gzipSync(text)).stdout).toBe(stdout);
	});

	it("that starts like a binary file is not held back", async () => {
		for (const line of ["BZh91AY&SY", "PAR1", "%PDF-1.7", "PK", "(", "h", "P*M", ""]) {
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
