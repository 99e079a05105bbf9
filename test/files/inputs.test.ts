/** What a run reads: files that are plain or compressed, references, and the order and numbers of all of them. */
import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { HEAD_SIZE, Input, readOctets, refuseNonLists } from "../../src/files/input/input";
import { referenceFailure, takeReference } from "../../src/files/input/references";
import { useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";
import { Kept } from "./kept";

const { folder, path, write } = useFolder();

/** All that an input reads, some octets at a time. */
async function contentOf(input: Input, size = 7): Promise<string> {
	await input.begin();
	const octets = new Uint8Array(size);
	let text = "";
	for (let count = await input.read(octets); count > 0; count = await input.read(octets))
		text += Buffer.from(octets.subarray(0, count)).toString("latin1");
	return text;
}

const PLAIN = write("plain.txt", "http://a/\na.example\n/c");
const PACKED = write("packed.gz", gzipSync("x.example\ny\n"));

it("reads a plain file, and again from its start", async () => {
	const input = new Input(PLAIN);
	expect(input).toMatchObject({ name: PLAIN, size: 22, isPlainFile: true, isFile: true, canRewind: true, position: 0 });
	expect(await contentOf(input)).toBe("http://a/\na.example\n/c");
	expect([input.position, input.survey.examined, Buffer.from(input.head).toString()]).toEqual([
		22,
		3,
		"http://a/\na.example\n/c",
	]);
	input.rewind();
	expect([input.position, await contentOf(input), input.position, input.survey.examined]).toEqual([
		0,
		"http://a/\na.example\n/c",
		22,
		3,
	]);
	expect(input.isUnchanged).toBe(true);
	const part = new Uint8Array(4);
	expect([input.readAt(part, 20), Buffer.from(part.subarray(0, 2)).toString(), input.readAt(part, 22)]).toEqual([2, "/c", 0]);
	input.close();
	expect(Buffer.from(input.head).toString()).toBe("http://a/\na.example\n/c");
});

it("reads a compressed file, whose position is that of its own octets", async () => {
	const input = new Input(PACKED);
	expect(input).toMatchObject({ isPlainFile: false, isFile: true, canRewind: false });
	expect([await contentOf(input), input.position, input.ignoredOctets]).toEqual(["x.example\ny\n", input.size, 0]);
	input.close();
	const trailing = new Input(write("trailing.gz", Buffer.concat([gzipSync("a\n"), Buffer.from("xyz")])));
	expect([await contentOf(trailing), trailing.ignoredOctets]).toEqual(["a\n", 3]);
	trailing.close();
});

it("completes hosts of a file, which cannot be read again then", async () => {
	const input = new Input(PLAIN);
	input.completeWith("s://");
	expect([input.canRewind, input.isPlainFile, await contentOf(input)]).toEqual([false, true, "http://a/\ns://a.example\n/c"]);
	input.close();
	const packed = new Input(PACKED);
	packed.completeWith("s://");
	expect(await contentOf(packed)).toBe("s://x.example\ny\n");
	packed.close();
});

it("notices that a file has changed between two readings", async () => {
	const file = write("changing", "abc");
	const input = new Input(file);
	await contentOf(input);
	input.rewind();
	write("changing", "abcd");
	await contentOf(input);
	expect(input.isUnchanged).toBe(false);
	input.close();
	const once = new Input(file);
	await contentOf(once);
	expect(once.isUnchanged).toBe(false);
	once.close();
	const part = new Input(file);
	await part.begin();
	expect(await part.read(new Uint8Array(2))).toBe(2);
	part.rewind();
	expect([await part.read(new Uint8Array(2)), part.position, part.isUnchanged]).toEqual([2, 2, false]);
	part.rewind();
	expect([await contentOf(part), part.isUnchanged]).toEqual(["abcd", false]);
	part.rewind();
	expect([await contentOf(part), part.isUnchanged]).toEqual(["abcd", true]);
	part.close();
});

it.skipIf(process.platform === "win32")("closes a device that it has opened", () => {
	const input = new Input("/dev/null");
	expect([input.size, input.isPlainFile, fstatSync(input.descriptor).isCharacterDevice()]).toEqual([0, false, true]);
	input.close();
	expect(() => fstatSync(input.descriptor)).toThrow(expect.objectContaining({ code: "EBADF" }));
});

it.skipIf(process.platform === "win32")("reads a named pipe, which is not standard input", async () => {
	execFileSync("mkfifo", [path("pipe")]);
	const writer = openSync(path("pipe"), "r+");
	writeSync(writer, "http://a/\n");
	const input = new Input(path("pipe"));
	expect([input.size, input.isPlainFile, input.canRewind]).toEqual([0, false, false]);
	closeSync(writer);
	expect(await contentOf(input)).toBe("http://a/\n");
	input.close();
});

it("keeps the first octets of what has been read, also by other threads", async () => {
	const long = write("long", `${"a".repeat(HEAD_SIZE - 1)}bc`);
	const read = new Input(long);
	await contentOf(read, 1000);
	read.close();
	expect([HEAD_SIZE, read.head.length, read.head.at(-1)]).toEqual([60_000, 60_000, "b".charCodeAt(0)]);
	const elsewhere = new Input(long);
	elsewhere.noteReading();
	elsewhere.close();
	expect([elsewhere.position, Buffer.from(elsewhere.head).equals(Buffer.from(read.head))]).toEqual([60_001, true]);
	const empty = new Input(write("empty", ""));
	expect([await contentOf(empty), empty.head.length, empty.survey.examined]).toEqual(["", 0, 0]);
	empty.close();
});

it("copies what it reads, and reads the copy again", async () => {
	const copied: Buffer[] = [];
	const copy = {
		append: (octets: Uint8Array) => void copied.push(Buffer.from(octets)),
		read: (into: Uint8Array, position: number) => Buffer.concat(copied).copy(into, 0, position),
	};
	const input = new Input(PACKED);
	input.copyTo(copy);
	expect(await contentOf(input)).toBe("x.example\ny\n");
	input.rewind();
	expect([await contentOf(input), input.position, copied.length > 0, input.isUnchanged]).toEqual([
		"x.example\ny\n",
		12,
		true,
		true,
	]);
	expect([Buffer.concat(copied).toString(), input.readAt(new Uint8Array(4), 10)]).toEqual(["x.example\ny\n", 2]);
	input.close();
});

it.each<[name: string, content: string | Buffer, sentence: string]>([
	["a.gz", "http://a/\n", "it is not compressed, as its name says; fetch it again, or rename it if it is a list"],
	["b.zst", "abc", "the compressed data is truncated"],
	["c.GZ", "", "the compressed data is truncated"],
	["d.txt", gzipSync(gzipSync("a")), "its decompressed content is compressed again; decompress it first"],
	["e.txt", gzipSync("PK\u0003\u0004"), "its decompressed content is a ZIP archive, not a list; extract the list with unzip -p"],
	["f.txt", Buffer.from([0x29, 0xb5, 0x2f, 0xfd]), "it is damaged Zstandard data; fetch it again"],
])("refuses %s", async (name, content, sentence) => {
	const file = write(name, content);
	const open = async () => {
		const input = new Input(file);
		try {
			await input.check();
			await input.begin();
		} finally {
			input.close();
		}
	};
	expect(await refusalOf(open)).toEqual([3, `cannot read ${file}: ${sentence}`]);
});

it("reports damage only after the lines before it", async () => {
	const packed = gzipSync("a\nb\n");
	packed[packed.length - 8] = (packed.at(-8) as number) ^ 1;
	const input = new Input(write("damaged.gz", packed));
	await expect(input.check()).resolves.toBeUndefined();
	expect(await refusalOf(() => contentOf(input))).toEqual([
		3,
		`cannot read ${path("damaged.gz")}: the compressed data is damaged`,
	]);
	input.close();
});

it("examines several files before it reads one", async () => {
	const zip = new Input(write("zip.txt", gzipSync("PK\u0003\u0004")));
	const plain = new Input(PLAIN);
	await expect(refuseNonLists([zip])).resolves.toBeUndefined();
	expect((await refusalOf(() => refuseNonLists([plain, zip])))?.[0]).toBe(3);
	for (const input of [zip, plain]) input.close();
});

it("names what cannot be opened or read", async () => {
	expect(await refusalOf(() => new Input(path("none")))).toEqual([3, `cannot read ${path("none")}: no such file`]);
	expect(await refusalOf(() => new Input(folder))).toEqual([3, `cannot read ${folder}: is a directory`]);
	const descriptor = openSync(PLAIN, "r");
	closeSync(descriptor);
	const refusal = await refusalOf(() => readOctets({ descriptor, name: "NAME" }, new Uint8Array(1)));
	expect(refusal).toEqual([3, "cannot read NAME: bad file descriptor"]);
});

it("says where a reference is wrong", () => {
	const error = new UriError("invalid-port", "Line 1: The port is no number (at 9).", { component: "port", offset: 9 });
	expect(referenceFailure("http://a:x", error, "byte")).toMatchObject({
		status: 1,
		message: '"http://a:x", byte 9: the port is no number (invalid-port)',
	});
	const other = new UriError("invalid-port", "The port at Line 1: is (at 9) wrong", { component: "port", offset: 9 });
	expect(referenceFailure("a", other, "offset").message).toBe(
		'"a", offset 9: the port at Line 1: is (at 9) wrong (invalid-port)',
	);
});

it("takes a reference as a line", async () => {
	const kept = new Kept();
	expect([takeReference(kept, "é"), kept.text]).toEqual([3, "\u00c3\u00a9\n|"]);
	const failing = (error: Error) => () =>
		takeReference(
			{
				lines: 0,
				space: () => new Uint8Array(9),
				end() {},
				advance() {
					throw error;
				},
			},
			"a",
		);
	expect(failing(new UriError("set-full", "The set is full."))).toThrow("The set is full.");
	expect(failing(new TypeError("x"))).toThrow(new TypeError("x"));
	expect(await refusalOf(failing(new UriError("invalid-port", "Line 1: No.", { offset: 0 })))).toEqual([
		1,
		'"a", byte 0: no (invalid-port)',
	]);
});
