/** Compressed inputs: all members and frames are read, damage is detected, octets after gzip data are ignored with a note. */
import { existsSync, readFileSync } from "node:fs";
import { constants, crc32, createGzip, deflateRawSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { dedupeFile } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { decompressorFor } from "../../src/files/input/content";
import { crc32 as fastCrc32, tableCrc32 } from "../../src/files/input/crc32";
import { Input } from "../../src/files/input/input";
import { OctetSource } from "../../src/files/input/octet-source";
import { CHECKED_FILE, COMPRESSED_FILES } from "../runtimes/compressed.mjs";
import { run, useFolder } from "./command";

const { path, write, shell } = useFolder();

/** The decompressed content of a file. */
async function contentOf(octets: Uint8Array): Promise<string> {
	const input = new Input(write("content", octets));
	try {
		await input.begin();
		const parts: Buffer[] = [];
		const space = new Uint8Array(65536);
		for (let count = await input.read(space); count > 0; count = await input.read(space))
			parts.push(Buffer.from(space.slice(0, count)));
		return Buffer.concat(parts).toString("latin1");
	} finally {
		input.close();
	}
}

const outcomeOf = (octets: Uint8Array) => contentOf(octets).catch((error: Error) => `${error.message}`);

/** All files that differ from `octets` in one bit. */
function* flipped(octets: Uint8Array): Generator<{ bit: number; copy: Uint8Array }> {
	for (let bit = 0; bit < 8 * octets.length; ++bit) {
		const copy = Uint8Array.from(octets);
		copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
		yield { bit, copy };
	}
}

describe("compressed input", () => {
	it.each(COMPRESSED_FILES)("has every line: $name", ({ octets, lines }) => {
		expect(run(["normalize", "--quiet", write("file", octets)])).toEqual({ status: 0, stdout: lines, stderr: "" });
		expect(run(["normalize", "--quiet"], octets)).toEqual({ status: 0, stdout: lines, stderr: "" });
	});

	it("does not depend on chunks", async () => {
		for (const { octets } of COMPRESSED_FILES) {
			const whole = await decompressed(octets, octets.length);
			for (const size of [1, 2, 3, 5, 19]) expect(await decompressed(octets, size)).toEqual(whole);
		}
	});
});

describe("Zstandard", () => {
	it("detects every flipped bit that changes the content of frames with checksums", async () => {
		const content = await contentOf(CHECKED_FILE);
		const outcomes = { same: 0, failed: 0 };
		for (const { bit, copy } of flipped(CHECKED_FILE)) {
			const outcome = await outcomeOf(copy);
			if (outcome === content) ++outcomes.same;
			else
				expect([bit, outcome]).toEqual([
					bit,
					expect.stringMatching(
						/^cannot read .*content: (the compressed data|compressed with|it |its decompressed content is binary)/,
					),
				]);
			if (outcome !== content) ++outcomes.failed;
		}
		// The content of the skippable frame, the low nibble of its magic, an unused bit in each frame header.
		expect(outcomes.same).toBeLessThan(8 * 3 + 4 + 40);
		expect(outcomes.same + outcomes.failed).toBe(8 * CHECKED_FILE.length);
	});

	it("fails if a file is truncated, unless a frame ends there", async () => {
		const content = await contentOf(CHECKED_FILE);
		const wholes: number[] = [];
		for (let length = 4; length < CHECKED_FILE.length; ++length) {
			const outcome = await outcomeOf(CHECKED_FILE.subarray(0, length));
			if (content.startsWith(outcome)) wholes.push(length);
			else expect([length, outcome]).toEqual([length, expect.stringContaining("the compressed data is truncated")]);
		}
		expect(wholes.length).toBe(3);
	});

	it("fails with status 3 on a wrong checksum, and leaves the output as it was", () => {
		const file = Buffer.from(CHECKED_FILE);
		file[file.length - 1] = (file.at(-1) as number) ^ 1;
		const output = write("kept", "as it was");
		const { status, stderr } = run(["normalize", "-o", output, write("bad.zst", file)]);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot read ${path("bad.zst")}: the compressed data is damaged\n`]);
		expect(readFileSync(output, "utf8")).toBe("as it was");
	});

	it.each([
		[
			"a dictionary",
			[0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 0, 1, 0, 0],
			/compressed with a dictionary; decompress it with zstd -dc -D/,
		],
		["a window of 2 GiB", [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 1, 0, 0], /a window of more than 128 MiB; .* --long=31/],
		["a block of more than 128 KiB", [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x0b, 0, 0x10, 1], /is damaged/],
		["a reserved block type", [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x0f, 0, 0, 1], /is damaged/],
		["a length that is not that of its content", [0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, 0x09, 0, 0, 1], /is damaged/],
		["octets after it", [...CHECKED_FILE, ...Buffer.from("http://a\n")], /is damaged/],
	])("refuses a frame with %s", async (_what, octets, reason) => {
		expect(await outcomeOf(Uint8Array.from(octets))).toMatch(reason);
	});
});

describe("gzip", () => {
	const garbage = Buffer.from("not gzip\n");

	it("ignores octets after the last member, writes every line before them, and counts them", () => {
		const file = write("trailing.gz", Buffer.concat([gzipSync("HTTP://a\n"), gzipSync("HTTP://b"), garbage]));
		const output = path("trailing.out");
		const people = run(["normalize", "-o", output, file]);
		expect([people.status, readFileSync(output, "utf8")]).toEqual([0, "http://a/\nhttp://b/\n"]);
		const sentence = `${file}: ignored 9 bytes of trailing garbage after the gzip data`;
		expect(people.stderr).toMatch(/ 2 lines, 0 rejects, .*\n.*note: /);
		expect(people.stderr.split("\n")[1]).toBe(`urlsieve normalize: note: ${sentence}`);
		for (const command of ["normalize", "dedupe", "parse"]) {
			const { status, stderr } = run([command, "--json", file]);
			expect([status, JSON.parse(stderr).notes]).toEqual([0, [{ code: "trailing-octets", count: 9, sentence }]]);
		}
		expect(run(["extract", "--text", file])).toEqual({
			status: 0,
			stdout: "HTTP://a\nHTTP://b\n",
			stderr: `urlsieve extract: note: ${sentence}\n`,
		});
		expect(run(["normalize", "--quiet", file]).stderr).toBe("");
	});

	it("keeps everything before the ignored octets, wherever chunks end", () => {
		const lines = Array.from({ length: 50_000 }, (_, index) => `http://example.com/${index * 7919}`).join("\n");
		const file = Buffer.concat([gzipSync(`${lines}\n`), Buffer.alloc(1_000_000, "x")]);
		const { status, stdout, stderr } = run(["normalize", "--json"], file);
		expect([status, stdout === `${lines}\n`, JSON.parse(stderr).notes[0].count]).toEqual([0, true, 1_000_000]);
	});

	it("treats zeros after the last member as padding", () => {
		const { stdout, stderr } = run(["normalize", "--json"], Buffer.concat([gzipSync("x:\n"), Buffer.alloc(10_000)]));
		expect([stdout, JSON.parse(stderr).notes]).toEqual(["x:\n", []]);
	});

	it("fails if the second member is truncated", async () => {
		const [first, second] = [gzipSync("HTTP://a\n"), gzipSync("HTTP://b\n")];
		for (let length = 2; length < second.length; ++length) {
			const outcome = await outcomeOf(Buffer.concat([first, second.subarray(0, length)]));
			expect([length, outcome]).toEqual([length, expect.stringContaining("the compressed data is truncated")]);
		}
		expect(await outcomeOf(Buffer.concat([first, second.subarray(0, 1)]))).toBe("HTTP://a\n");
	});

	it("detects every flipped bit of data, checksum and length", async () => {
		const member = gzipSync("http://example.com/".repeat(3));
		const content = await contentOf(member);
		for (const { bit, copy } of flipped(member)) {
			// MTIME, XFL and OS say nothing about the content; magic and flags are no part of the checksum.
			if (bit < 80) continue;
			const outcome = await outcomeOf(copy);
			expect([bit, outcome === content ? "same" : outcome]).toEqual([
				bit,
				expect.stringMatching(/the compressed data|content is binary data|^same$/),
			]);
			if (bit >= 8 * (member.length - 8)) expect([bit, outcome]).toEqual([bit, expect.stringContaining("is damaged")]);
		}
	});

	it("reads a header with all optional fields, and verifies its checksum", async () => {
		const fields = Buffer.from("\x1f\x8b\x08\x1e\0\0\0\0\0\x03\x04\0abcdname\0comment\0", "latin1");
		const text = Buffer.from("http://a\n");
		const [headerSum, trailer] = [Buffer.alloc(2), Buffer.alloc(8)];
		headerSum.writeUInt16LE(crc32(fields) & 0xffff);
		trailer.writeUInt32LE(crc32(text));
		trailer.writeUInt32LE(text.length, 4);
		const member = Buffer.concat([fields, headerSum, deflateRawSync(text), trailer]);
		expect(await contentOf(Buffer.concat([member, member]))).toBe("http://a\nhttp://a\n");
		member[12] = 0x62;
		expect(await outcomeOf(member)).toContain("the compressed data is damaged");
	});

	it("passes on each line once it is flushed", async () => {
		const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
		const input = new Input(write("flushed.gz", await flushedOnce(gzip, "HTTP://a\n")));
		await input.begin();
		const space = new Uint8Array(100);
		const count = await input.read(space);
		expect(Buffer.from(space.subarray(0, count)).toString()).toBe("HTTP://a\n");
		input.close();
	});
});

describe("CRC-32", () => {
	it("is the same by table and by zlib, in pieces too", () => {
		expect(tableCrc32(Buffer.from("123456789"), 0)).toBe(0xcbf43926);
		fc.assert(
			fc.property(fc.uint8Array(), fc.uint8Array(), (head, tail) => {
				expect(tableCrc32(tail, tableCrc32(head, 0))).toBe(fastCrc32(Buffer.concat([head, tail]), 0));
			}),
		);
	});
});

/** The content of a file that arrives `size` octets at a time, and the number of ignored octets. */
async function decompressed(octets: Uint8Array, size: number): Promise<{ content: string; ignored: number }> {
	async function* chunks() {
		for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
	}
	let ignored = 0;
	const parts: Uint8Array[] = [];
	const decompress = decompressorFor(octets) as NonNullable<ReturnType<typeof decompressorFor>>;
	const onTrailing = (count: number) => {
		ignored = count;
	};
	for await (const part of decompress(new OctetSource(chunks()), onTrailing)) parts.push(part);
	return { content: Buffer.concat(parts).toString("latin1"), ignored };
}

/** The output of `gzip` once `text` is flushed, before its end. */
function flushedOnce(gzip: ReturnType<typeof createGzip>, text: string): Promise<Buffer> {
	return new Promise((resolve) => {
		const parts: Buffer[] = [];
		gzip.on("data", (part) => parts.push(part));
		gzip.write(text);
		gzip.flush(() => resolve(Buffer.concat(parts)));
	});
}

describe("a file that is named .gz or .zst", () => {
	const LIST = "url\nHTTP://A/\nhttp://a/\n";
	const ZSTANDARD = COMPRESSED_FILES.find(({ octets }) => octets[0] === 0x28)?.octets as Uint8Array;
	const kept = path("kept.out");

	/** The octets of a compressed file with each bit of its magic flipped. */
	const damaged = (octets: Uint8Array, size: number) =>
		[...flipped(octets.subarray(0, size))].map(({ copy }) => Buffer.concat([copy, octets.subarray(size)]));
	const GZIP = gzipSync(LIST);
	const CASES: readonly (readonly [name: string, octets: Uint8Array])[] = [
		...damaged(GZIP, 2).map((octets) => ["list.gz", octets] as const),
		...damaged(ZSTANDARD, 4).map((octets) => ["list.zst", octets] as const),
		...[0, 1].map((length) => ["LIST.GZ", GZIP.subarray(0, length)] as const),
		...[0, 1, 2, 3].map((length) => ["list.csv.zst", ZSTANDARD.subarray(0, length)] as const),
		["plain.gz", Buffer.from(LIST)],
	];

	it("is refused unless it is compressed", async () => {
		for (const [name, octets] of CASES) {
			const file = write(name, octets);
			const open = async () => {
				const input = new Input(file);
				input.close();
			};
			const reason =
				octets.length < 4
					? "the compressed data is truncated"
					: "it is (not compressed, as its name says|damaged Zstandard data); fetch it again";
			await expect(open(), `${name} ${Buffer.from(octets.subarray(0, 4)).toString("hex")}`).rejects.toThrow(
				new RegExp(`^cannot read ${file}: ${reason}`),
			);
		}
	});

	it.each([
		[["normalize"]],
		[["normalize", "--column", "url", "--format", "csv"]],
		[["dedupe"]],
		[["dedupe", "--memory", "16M"]],
		[["dedupe", "--seen", path("new.seen")]],
		[["dedupe", "--column", "url", "--format", "csv", "--keep", "last"]],
		[["resolve", "--base", "http://b/"]],
		[["relativize", "--base", "http://b/"]],
		[["validate"]],
		[["inspect"]],
		[["parse"]],
		[["extract"]],
		[["explain"]],
	])("ends %j with status 3, and nothing is written", (args) => {
		for (const [name, octets] of [CASES[0], CASES.at(-2), CASES.at(-1)] as typeof CASES) {
			const output = ["-o", kept].slice(0, args[0] === "explain" ? 0 : 2);
			write("kept.out", "as it was");
			const { status, stdout, stderr } = run(
				[...args, ...output, write("good.txt", LIST), write(name, octets)].filter(
					(each) => args[0] !== "explain" || each !== path("good.txt"),
				),
			);
			expect([status, stdout, readFileSync(kept, "utf8")]).toEqual([3, "", "as it was"]);
			expect(stderr).toMatch(/^urlsieve: cannot read [^\n]*: (the compressed data is|it is not compressed)[^\n]*\n$/);
			expect(existsSync(path("new.seen"))).toBe(false);
		}
	});

	it("ends dedupeFile of urlsieve/node, and the target stays as it was", async () => {
		for (const [name, octets] of CASES) {
			const target = write("kept.out", "as it was");
			await expect(dedupeFile(write(name, octets), target)).rejects.toMatchObject({ code: "file-failed" });
			expect(readFileSync(target, "utf8")).toBe("as it was");
		}
	});

	it("may be compressed in either way", () => {
		const { lines } = COMPRESSED_FILES.find(({ octets }) => octets === ZSTANDARD) as { lines: string };
		expect(run(["normalize", "--quiet", write("other.gz", ZSTANDARD)]).stdout).toBe(lines);
		expect(run(["dedupe", "--quiet", write("other.zst", gzipSync("HTTP://A\nhttp://a/\n"))]).stdout).toBe("http://a/\n");
	});

	it("is refused as a named pipe, too", () => {
		const { status, stderr } = shell(
			"mkfifo pipe.gz; (printf 'http://a\\n' > pipe.gz) > /dev/null 2>&1 & timeout 60 $URLSIEVE normalize pipe.gz",
		);
		expect([status, stderr]).toEqual([
			3,
			"urlsieve: cannot read pipe.gz: it is not compressed, as its name says; fetch it again, or rename it if it is a list\n",
		]);
	});
});
