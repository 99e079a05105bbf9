/** Temporary files: what they hold, who owns them, and which leftovers go. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	closeSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	readSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OutputClosed } from "../../src/failure";
import { OctetWriter } from "../../src/files/output/octet-writer";
import { currentOwner, lifeOf, OWNER_PATTERN, processOf } from "../../src/files/output/owner";
import { PairRanges } from "../../src/files/output/pair-ranges";
import { RecordRanges } from "../../src/files/output/record-ranges";
import { Spool } from "../../src/files/output/spool";
import {
	createNameless,
	createTemporary,
	createTemporaryFolder,
	namesIn,
	randomToken,
	removeIfPossible,
	sweep,
} from "../../src/files/output/temporary";
import { TemporaryFile } from "../../src/files/output/temporary-file";
import { writeAt } from "../../src/files/output/write-at";
import { useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();
const octetsOf = (text: string) => Buffer.from(text);

it("has octets where they were written, under no name", () => {
	const before = readdirSync(folder);
	const file = new TemporaryFile(folder, 0);
	expect([readdirSync(folder), fstatSync(file.descriptor).mode & 0o777]).toEqual([before, 0o600]);
	file.append(octetsOf("abc"));
	file.append(octetsOf("de"));
	file.write(octetsOf("XY"), 1);
	const into = new Uint8Array(4);
	expect([file.length, file.read(into, 2), Buffer.from(into.subarray(0, 3)).toString(), file.read(into, 5)]).toEqual([
		5,
		3,
		"Yde",
		0,
	]);
	file.readAll(into, 1);
	expect(Buffer.from(into).toString()).toBe("XYde");
	const view = new TemporaryFile(folder, 0, file.descriptor);
	expect([view.descriptor, view.read(into, 0), Buffer.from(into).toString()]).toEqual([file.descriptor, 4, "aXYd"]);
	file.close();
});

it("says which temporary file is damaged, or cannot be used", async () => {
	const file = new TemporaryFile(folder, 0);
	const damaged = [3, `the temporary file in ${folder} is damaged; check the disk, and repeat the run`];
	expect(await refusalOf(() => file.readAll(new Uint8Array(1), 0))).toEqual(damaged);
	file.close();
	const bad = (verb: string) => [3, `cannot ${verb} a temporary file in ${folder}: bad file descriptor`];
	expect(await refusalOf(() => file.append(octetsOf("a")))).toEqual(bad("write"));
	expect(await refusalOf(() => file.read(new Uint8Array(1), 0))).toEqual(bad("read"));
	const none = path("none");
	expect(await refusalOf(() => new TemporaryFile(none, 5e6))).toEqual([
		3,
		`cannot write a temporary file in ${none}: the directory does not exist`,
	]);
});

it("says how much room a full disk lacks", async () => {
	const full = openSync("/dev/full", "w");
	const needs = new TemporaryFile(folder, 5_000_001, full);
	const begin = `cannot write a temporary file in ${folder}: no space left on the device`;
	expect(await refusalOf(() => needs.append(octetsOf("a")))).toEqual([
		3,
		`${begin}; this run needs about 6 MB there; see --temp`,
	]);
	expect(await refusalOf(() => new TemporaryFile(folder, 0, full).append(octetsOf("a")))).toEqual([3, `${begin}; see --temp`]);
	expect(() => writeAt(full, octetsOf("a"), 0)).toThrow(expect.objectContaining({ code: "ENOSPC" }));
	closeSync(full);
});

it("finds lines by their ordinals, on disk and in memory", () => {
	const spool = new Spool("--x", folder);
	const lines = ["a", "", "b".repeat(200_000), "c", "d".repeat(100_000), "e".repeat(300_000), "f", "g".repeat(262_144), "h"];
	for (const line of lines) spool.append(octetsOf(line));
	for (const order of [
		[0, 1, 2, 3, 4, 5, 6, 7, 8],
		[8, 7, 6, 5, 4, 3, 2, 1, 0],
		[3, 5, 3, 8, 0],
	])
		for (const ordinal of order) expect(Buffer.from(spool.line(ordinal)).toString() === lines[ordinal]).toBe(true);
});

it("names the option whose lines cannot be stored", async () => {
	const none = path("none");
	expect(await refusalOf(() => new Spool("--audit", none))).toEqual([3, `cannot write ${none}: the directory does not exist`]);
});

const recordsIn = (records: RecordRanges, range: number) => Array.from(records.recordsOf(range), (piece) => [...piece]).flat();

it("scatters records by ranges of their numbers, in order", () => {
	const records = new RecordRanges(folder, 2 ** 17 + 5, 2 ** 19, { words: 3, wordsPerNumber: 1 });
	expect([records.size, records.count, records.length]).toEqual([2 ** 16, 0, 0]);
	expect([0, 2 ** 16 - 1, 2 ** 16, 2 ** 17].map((number) => records.rangeOf(number))).toEqual([0, 0, 1, 2]);
	const added: number[][] = [[], [], []];
	for (let n = 0; n < 6000; ++n) {
		const range = n % 3 === 0 ? 2 : 0;
		const record = [range * 2 ** 16 + (n % 5), n, n * 7];
		added[range]?.push(...record);
		records.add(record);
	}
	expect(records.count).toBe(3);
	expect([0, 1, 2].map((range) => recordsIn(records, range))).toEqual(added);
	expect(recordsIn(records, 9)).toEqual([]);
	records.close();
});

it.each<[last: number, memory: number, words: number, perNumber: number, size: number, chunk: number]>([
	[2 ** 16 - 1, 2 ** 24, 2, 1, 2 ** 21, 16_384 - 8],
	[2 ** 31 - 1, 2 ** 20, 2, 1, 2 ** 17, 1024 - 8],
	[2 ** 31 - 1, 2 ** 20, 3, 2, 2 ** 16, 1008],
	[100, 2 ** 20, 2, 0, 2 ** 31, 16_384 - 8],
	[2 ** 20 - 1, 2 ** 18, 2, 1, 2 ** 16, 8192 - 8],
	[100, 1000, 2, 1, 2 ** 16, 1024 - 8],
])(
	"plans for numbers up to %d in %d octets, %d words each, %d kept: ranges of %d, chunks of %d octets",
	(last, memory, words, wordsPerNumber, size, chunk) => {
		const records = new RecordRanges(folder, last, memory, { words, wordsPerNumber });
		expect(records.size).toBe(size);
		const record = Array.from({ length: words }, (_, word) => word);
		let count = 0;
		while (records.length === 0) {
			records.add(record);
			++count;
		}
		expect([4 * words * count, records.length]).toEqual([chunk, chunk + 8]);
		records.close();
	},
);

/** The descriptors of files of this process that have no name. */
function nameless(): number[] {
	const isNameless = (descriptor: string) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(`${folder}/`);
		} catch {
			return false;
		}
	};
	return readdirSync("/proc/self/fd").filter(isNameless).map(Number);
}

it("finds damage, and records that have changed places", async () => {
	const before = nameless();
	const records = new RecordRanges(folder, 100, 1000, { words: 2, wordsPerNumber: 1 });
	const [descriptor] = nameless().filter((each) => !before.includes(each)) as [number];
	for (let n = 0; n < 127; ++n) records.add([n % 100, n]);
	const chunk = new Uint8Array(1024);
	expect([records.length, readSync(descriptor, chunk, 0, 1024, 0)]).toEqual([1024, 1024]);
	const damaged = [3, expect.stringMatching(/ is damaged; /)];
	for (const at of [0, 1015, 1016, 1020]) {
		writeSync(descriptor, Uint8Array.of((chunk[at] as number) ^ 1), 0, 1, at);
		expect(await refusalOf(() => recordsIn(records, 0))).toEqual(damaged);
		writeSync(descriptor, chunk, at, 1, at);
	}
	expect(recordsIn(records, 0)).toHaveLength(254);
	writeSync(descriptor, Buffer.concat([chunk.subarray(8, 16), chunk.subarray(0, 8)]), 0, 16, 0);
	expect(await refusalOf(() => recordsIn(records, 0))).toEqual(damaged);
	records.close();
});

it("scatters pairs in the same way", () => {
	const pairs = new PairRanges(folder, 100, 1000);
	for (let n = 0; n < 130; ++n) pairs.add(n % 7, n);
	expect([pairs.size, pairs.count, pairs.length, pairs.rangeOf(2 ** 16)]).toEqual([2 ** 16, 1, 1024, 1]);
	expect(Array.from(pairs.pairsOf(0), (piece) => [...piece]).flat()).toEqual(
		Array.from({ length: 130 }, (_, n) => [n % 7, n]).flat(),
	);
	pairs.close();
});

it("tells whether the process of an owner runs", async () => {
	const own = currentOwner();
	expect(own).toMatch(new RegExp(`^${OWNER_PATTERN}$`));
	const [scope, number, start] = own.split("-") as [string, string, string];
	expect([processOf(own), Number(number), lifeOf(own)]).toEqual([process.pid, process.pid, "alive"]);
	expect(lifeOf(`${scope}-${number}-${Number(start) - 1}`)).toBe("dead");
	expect(lifeOf(`${scope}-4194304-${start}`)).toBe("dead");
	expect([lifeOf(`0-${number}-${start}`), lifeOf(`${scope}-${number}-0`), lifeOf(`${scope}1-${number}-${start}`)]).toEqual([
		"unknown",
		"unknown",
		"unknown",
	]);
	const child = spawn("true");
	const { pid } = child;
	await once(child, "exit");
	expect(lifeOf(`${scope}-${pid}-1`)).toBe("dead");
});

it("removes leftovers of dead owners, once for each directory, and nothing else", () => {
	const swept = path("swept");
	mkdirSync(swept);
	const [scope, number, start] = currentOwner().split("-") as [string, string, string];
	const nameOf = (owner: string, end = "tmp") => `.urlsieve-${owner}-${"0123456789abcdef"}.${end}`;
	const dead = [nameOf(`${scope}-4194304-1`), nameOf(`${scope}-4194304-2`)];
	const kept = [
		nameOf(currentOwner()),
		nameOf(`${scope}-4194304-1`, "tmp2"),
		nameOf("0-1-0"),
		`x${nameOf(`${scope}-4194304-1`)}`,
		nameOf(`${scope}x-1-1`),
	];
	for (const name of [dead[0] as string, ...kept]) writeFileSync(join(swept, name), "");
	mkdirSync(join(swept, dead[1] as string));
	const old = nameOf("0-2-0");
	writeFileSync(join(swept, old), "");
	utimesSync(join(swept, old), 1, 1);
	expect([number, start].every((part) => part !== "")).toBe(true);
	sweep(swept);
	expect(namesIn(swept).sort()).toEqual([...kept, old].sort());
	writeFileSync(join(swept, dead[0] as string), "");
	sweep(swept);
	expect(existsSync(join(swept, dead[0] as string))).toBe(true);
});

it("creates files and directories under names of their own", () => {
	const [one, two] = [createTemporary(folder, 0o640), createTemporary(folder, 0o600)];
	expect(one.path).not.toBe(two.path);
	expect(fstatSync(one.descriptor).mode & 0o777).toBe(0o640);
	writeSync(one.descriptor, "a");
	expect(readFileSync(one.path, "utf8")).toBe("a");
	const made = createTemporaryFolder(folder);
	expect(readdirSync(made)).toEqual([]);
	const nameless = createNameless(folder, 0o600);
	expect(fstatSync(nameless).nlink).toBe(0);
	for (const { path: each, descriptor } of [one, two]) {
		removeIfPossible(each);
		removeIfPossible(each);
		closeSync(descriptor);
	}
	removeIfPossible(made);
	expect(existsSync(made)).toBe(true);
	removeIfPossible(made, true);
	expect([existsSync(made), existsSync(one.path), namesIn(path("none"))]).toEqual([false, false, []]);
	closeSync(nameless);
	expect(new Set(Array.from({ length: 100 }, randomToken)).size).toBe(100);
	expect(randomToken()).toMatch(/^[0-9a-f]{16}$/);
});

it("ends with the reader of its pipe, but for a log", () => {
	execFileSync("mkfifo", [path("pipe")]);
	const reader = openSync(path("pipe"), "r+");
	const descriptor = openSync(path("pipe"), "w");
	const [output, log] = [new OctetWriter(descriptor, "NAME"), new OctetWriter(descriptor, "NAME", true)];
	output.write(octetsOf("ab"));
	closeSync(reader);
	expect(() => output.write(octetsOf("cd"))).toThrow(OutputClosed);
	log.write(octetsOf("ef"));
	log.writeLater(octetsOf("g"));
	log.flush();
	expect([output.length, log.length]).toEqual([2, 3]);
	closeSync(descriptor);
	expect(write("x", "").endsWith("x")).toBe(true);
});
