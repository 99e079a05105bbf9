/** Compressed inputs: all members and frames are read, damage is detected, octets after gzip data are ignored with a note. */
import { readFileSync } from "node:fs";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { dedupeFile } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { CHECKED_FILE, COMPRESSED_FILES } from "../runtimes/compressed.mjs";
import { everyNth } from "../support/extent";
import { longIt } from "../support/long-it";

const { path, write, shell } = useFolder();

/** Outcome of `normalize` for a file: its lines, or why it cannot be read. */
function outcomeOf(octets: Uint8Array): string {
	const { status, stdout, stderr } = run(["normalize", "--quiet", write("content", octets)]);
	return status === 0 ? stdout : stderr;
}

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
});

/** Every bit of a file in the long form, some of each octet in the short one. */
const bitsOf = (octets: Uint8Array) => everyNth([...flipped(octets)], 7);

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const blockOf = (text: string, isLast = true) => [
	((text.length << 3) | Number(isLast)) & 255,
	text.length >> 5,
	0,
	...Buffer.from(text),
];

describe("Zstandard", () => {
	longIt("detects every flipped bit that changes the content of frames with checksums", () => {
		const content = outcomeOf(CHECKED_FILE);
		const failure = /cannot read .*content: (the compressed data|compressed with|it |its decompressed content is binary)/;
		for (const { bit, copy } of bitsOf(CHECKED_FILE)) {
			const outcome = outcomeOf(copy);
			if (outcome !== content) expect([bit, outcome]).toEqual([bit, expect.stringMatching(failure)]);
		}
	});

	it("fails if a file is truncated, unless a frame ends there", () => {
		const content = outcomeOf(CHECKED_FILE);
		const wholes: number[] = [];
		for (let length = 4; length < CHECKED_FILE.length; ++length) {
			const outcome = outcomeOf(CHECKED_FILE.subarray(0, length));
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

	it.each<[what: string, octets: number[], content: string]>([
		["a window", [...MAGIC, 0x00, 0x00, ...blockOf("ab")], "ab"],
		["two blocks", [...MAGIC, 0x00, 0x00, ...blockOf("ab", false), ...blockOf("c")], "abc"],
		["a length of two octets", [...MAGIC, 0x60, 44, 0, ...blockOf("a".repeat(300))], "a".repeat(300)],
		["a length of four octets", [...MAGIC, 0xa0, 2, 0, 0, 0, ...blockOf("ab")], "ab"],
		["a length of eight octets", [...MAGIC, 0xe0, 2, 0, 0, 0, 0, 0, 0, 0, ...blockOf("ab")], "ab"],
		["a window and a length", [...MAGIC, 0x80, 0x00, 2, 0, 0, 0, ...blockOf("ab")], "ab"],
		["a dictionary of number 0", [...MAGIC, 0x23, 0, 0, 0, 0, 2, ...blockOf("ab")], "ab"],
		["a repeated octet", [...MAGIC, 0x20, 5, (5 << 3) | 3, 0, 0, 97], "aaaaa"],
		["the largest window", [...MAGIC, 0x00, 17 << 3, ...blockOf("ab")], "ab"],
	])("reads a frame with %s", (_, octets, content) => {
		expect(outcomeOf(Uint8Array.from(octets))).toBe(`${content}\n`);
	});

	it.each<[what: string, octets: number[], reason: RegExp]>([
		["a dictionary", [...MAGIC, 0x21, 7, 0, 1, 0, 0], /compressed with a dictionary; decompress it with zstd -dc -D/],
		["a window of 2 GiB", [...MAGIC, 0x00, 0xa8, 1, 0, 0], /a window of more than 128 MiB; .* --long=31/],
		["a length of more than 128 MiB in one segment", [...MAGIC, 0xa0, 1, 0, 0, 8, ...blockOf("a")], /more than 128 MiB/],
		["a block of more than 128 KiB", [...MAGIC, 0x00, 0x58, 0x0b, 0, 0x10, 1], /is damaged/],
		["a reserved block type", [...MAGIC, 0x00, 0x58, 0x0f, 0, 0, 1], /is damaged/],
		["a reserved bit", [...MAGIC, 0x28, 1, ...blockOf("a")], /is damaged/],
		["a length that is not that of its content", [...MAGIC, 0x20, 2, 0x09, 0, 0, 1], /is damaged/],
		["damage in a block", [...MAGIC, 0x20, 9, (3 << 3) | 5, 0, 0, 0xff, 0xff, 0xff], /is damaged/],
		["octets after it", [...CHECKED_FILE, ...Buffer.from("http://a\n")], /is damaged/],
		["no block", [...MAGIC, 0x20, 1], /is truncated/],
	])("refuses a frame with %s", (_what, octets, reason) => {
		expect(outcomeOf(Uint8Array.from(octets))).toMatch(reason);
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

	it("fails if the second member is truncated", () => {
		const [first, second] = [gzipSync("HTTP://a\n"), gzipSync("HTTP://b\n")];
		for (let length = 2; length < second.length; ++length) {
			const outcome = outcomeOf(Buffer.concat([first, second.subarray(0, length)]));
			expect([length, outcome]).toEqual([length, expect.stringContaining("the compressed data is truncated")]);
		}
		expect(outcomeOf(Buffer.concat([first, second.subarray(0, 1)]))).toBe("http://a/\n");
	});

	it("detects every flipped bit of data, checksum and length", () => {
		const member = gzipSync("http://example.com/".repeat(3));
		const content = outcomeOf(member);
		for (const { bit, copy } of bitsOf(member)) {
			// MTIME, XFL and OS say nothing about the content; magic and flags are no part of the checksum.
			if (bit < 80) continue;
			const outcome = outcomeOf(copy);
			const failure = /the compressed data|content is binary data|^same$/;
			expect([bit, outcome === content ? "same" : outcome]).toEqual([bit, expect.stringMatching(failure)]);
			if (bit >= 8 * (member.length - 8)) expect([bit, outcome]).toEqual([bit, expect.stringContaining("is damaged")]);
		}
	});

	const [CRC, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
	const ALL = CRC | EXTRA | NAME | COMMENT;

	/** A member with these flags and optional fields. `sum` is added to the CRC-16 of the header. */
	function withFields(flags: number, fields: number[], sum = 0): Buffer {
		const text = Buffer.from("http://a/\n");
		const header = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3, ...fields]);
		const [check, trailer] = [Buffer.alloc(flags & CRC ? 2 : 0), Buffer.alloc(8)];
		if (flags & CRC) check.writeUInt16LE(((crc32(header) & 0xffff) + sum) & 0xffff);
		trailer.writeUInt32LE(crc32(text));
		trailer.writeUInt32LE(text.length, 4);
		return Buffer.concat([header, check, deflateRawSync(text), trailer]);
	}

	it.each<[what: string, octets: Buffer]>([
		["an extra field of more than 255 octets", withFields(EXTRA, [1, 1, ...new Array(257).fill(7)])],
		["an empty extra field", withFields(EXTRA, [0, 0])],
		["a name and a comment", withFields(NAME | COMMENT, [97, 0, 98, 0])],
		["a CRC-16", withFields(CRC, [])],
		["all fields", withFields(ALL, [1, 0, 9, 97, 0, 0])],
	])("reads a header with %s", (_, octets) => {
		expect(outcomeOf(Buffer.concat([octets, octets]))).toBe("http://a/\nhttp://a/\n");
	});

	it.each<[what: string, octets: Buffer]>([
		["a wrong CRC-16", withFields(ALL, [1, 0, 9, 97, 0, 0], 1)],
		["a reserved flag", withFields(0x20, [])],
	])("refuses a header with %s", (_, octets) => {
		expect(outcomeOf(octets)).toContain("the compressed data is damaged");
	});
});

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

	it("is refused unless it is compressed", () => {
		for (const [name, octets] of CASES) {
			const file = write(name, octets);
			const reason =
				octets.length < 4
					? "the compressed data is truncated"
					: "it is (not compressed, as its name says|damaged Zstandard data); fetch it again";
			const { status, stderr } = run(["normalize", file]);
			expect([status, stderr]).toEqual([3, expect.stringMatching(`cannot read ${file}: ${reason}`)]);
		}
	});

	it.each([
		[["normalize"]],
		[["dedupe", "--memory", "16M"]],
		[["dedupe", "--column", "url", "--format", "csv", "--keep", "last"]],
		[["resolve", "--base", "http://b/"]],
		[["validate"]],
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
