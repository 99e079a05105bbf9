/** Arrow IPC on the command line: files and streams, what is kept of all types, and what is refused. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as arrow from "apache-arrow";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OctetSink } from "../../src/lines/octet-sink";
import { Source } from "../../src/tables/columnar/arrow-source";
import { unlz4 } from "../../src/tables/columnar/lz4";
import { everyNth, size } from "../support/extent";
import { CLI, expectRefused, type Refusal, run, runWithFaults, useFolder } from "./command";

const files = useFolder();
const { path, write } = files;

const KINDS = [
	"HTTP://A",
	"http://a/",
	"http://b",
	null,
	"http://[",
	"HTTP://B:80/",
	"",
	" \t",
	"x\r",
	"HTTP://X\n/y",
	"http://é/",
];
const COUNT = 300;
const IDS = [...Array(COUNT).keys()];
const URLS = IDS.map((id) => KINDS[(id * 7) % KINDS.length] ?? null);

/** A column of each layout, a third of whose values are null. */
function columns() {
	const { Bool, Dictionary, Field, FixedSizeList, Float64, Int32, Int64, LargeUtf8, List, Struct, Utf8 } = arrow;
	const some = <Value>(value: (id: number) => Value) => IDS.map((id) => (id % 3 === 0 ? null : value(id)));
	const item = new Field("item", new Utf8(), true);
	return {
		id: arrow.vectorFromArray(IDS, new Int32()),
		big: arrow.vectorFromArray(
			some((id) => BigInt(id) << 40n),
			new Int64(),
		),
		zero: arrow.vectorFromArray(
			IDS.map(() => 0),
			new Int32(),
		),
		is: arrow.vectorFromArray(
			some((id) => id % 2 === 0),
			new Bool(),
		),
		list: arrow.vectorFromArray(
			some((id) => [String(id), null]),
			new List(item),
		),
		pair: arrow.vectorFromArray(
			some((id) => [id, id / 2]),
			new FixedSizeList(2, new Field("x", new Float64(), true)),
		),
		struct: arrow.vectorFromArray(
			some((id) => ({ a: id, b: ["x".repeat(id % 5)] })),
			new Struct([new Field("a", new Int32(), true), new Field("b", new List(item), true)] as never),
		),
		word: arrow.vectorFromArray(
			some((id) => `w${id % 5}`),
			new Dictionary(new Utf8(), new Int32()),
		),
		large: arrow.vectorFromArray(
			some((id) => "é".repeat(id % 9)),
			new LargeUtf8(),
		),
		bytes: arrow.vectorFromArray(
			some((id) => Uint8Array.of(id, 0)),
			new arrow.Binary(),
		),
		day: arrow.vectorFromArray(
			some((id) => new Date(86_400_000 * (id % 50))),
			new arrow.DateDay(),
		),
	};
}

const wholeTable = (url: arrow.Vector) => new arrow.Table({ ...columns(), url } as never);

/** The table in batches of 64 rows. */
function tableOf(url: arrow.Vector): arrow.Table {
	const whole = wholeTable(url);
	const starts = IDS.filter((id) => id % 64 === 0);
	return new arrow.Table(starts.flatMap((start) => whole.slice(start, start + 64).batches)) as never;
}

const TABLE = tableOf(arrow.vectorFromArray(URLS, new arrow.Utf8()));
const FILE = write("table.arrow", arrow.tableToIPC(TABLE, "file"));
const STREAM = write("table.arrows", arrow.tableToIPC(TABLE, "stream"));
const JSONL = write("table.jsonl", URLS.map((url, id) => `${JSON.stringify({ id, url, day: dayOf(id) })}\n`).join(""));

function dayOf(id: number): number | null {
	return id % 3 === 0 ? null : id % 50;
}

type Row = { readonly [name: string]: unknown; readonly id: number };

/** The rows of a file as JSON values. */
function rowsOf(octets: Uint8Array): Row[] {
	const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
	return [...arrow.tableFromIPC(octets)].map((row) => JSON.parse(JSON.stringify(row, text)));
}

const ALL = rowsOf(readFileSync(FILE));

/** Runs a command that succeeds. Returns the rows of the output. */
function written(args: string[], output = path("out.arrow")): Row[] {
	const { status, stdout, stderr } = run([...args, "--quiet", "-o", output]);
	expect([status, stdout, stderr]).toEqual([0, "", ""]);
	return rowsOf(readFileSync(output));
}

/** The same of JSON lines, as an oracle. */
function expected(args: string[], file = JSONL): Row[] {
	const output = path("expected.jsonl");
	expect(run([...args, "--quiet", "-o", output, file]).status).toBe(0);
	return readFileSync(output, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

const COMMANDS: readonly string[][] = [
	["normalize"],
	["dedupe"],
	["dedupe", "--print", "original"],
	["normalize", "--into", "n", "--invalid", "drop"],
	["dedupe", "--keep", "last", "--into", "n", "--count-into", "c"],
	["dedupe", "--keep", "max:day", "--count-into", "c", "--invalid", "blank"],
	["dedupe", "--profile", "crawl@1", "--into", "n", "--key-into", "k", "--keep", "min:day"],
	["normalize", "--profile", "crawl@1", "--key-into", "k", "--default-scheme", "https"],
	["resolve", "--base", "http://x/y/", "--into", "n"],
];

describe.each([
	["a file", FILE],
	["a stream", STREAM],
])("%s", (_, file) => {
	it.each(COMMANDS)("%s %s %s %s %s %s %s leaves what it leaves of JSON lines, and all other columns", (...options) => {
		const args = [...options.filter((option) => option !== undefined), "--column", "url"];
		const ours = written([...args, file]);
		const theirs = expected(args);
		expect(ours.map(({ id, url }) => [id, url])).toEqual(theirs.map(({ id, url }) => [id, url]));
		// A new key is left out of rows that JSON lines have no value for.
		for (const name of ["n", "k"]) expect(ours.map((row) => row[name] || null)).toEqual(theirs.map((row) => row[name] || null));
		expect(ours.map(({ c }) => c ?? null)).toEqual(theirs.map(({ c }) => (c === undefined ? null : String(c))));
		const others = ({ url, n, k, c, ...row }: Row) => row;
		expect(ours.map(others)).toEqual(ours.map(({ id }) => others(ALL[id] as Row)));
	});

	it.each([
		["validate", "--all"],
		["inspect", "--only", "rare-ipv4"],
	])("%s %s %s prints what it prints for JSON lines, from a file and through a pipe", (...options) => {
		const args = [...options.filter((option) => option !== undefined), "--column", "url"];
		const { status, stdout } = run([...args, JSONL]);
		expect(stdout.split("\n").length).toBeGreaterThan(10);
		for (const ours of [run([...args, file]), run([...args, "--format", "arrow"], readFileSync(file))]) {
			expect([ours.status, ours.stdout]).toEqual([status, stdout]);
			expect(ours.stderr).toContain(`${COUNT} rows, ${URLS.filter((url) => url === null || url.trim() === "").length} empty`);
		}
	});

	it("goes through pipes", () => {
		const { status, stdout } = spawnSync(process.execPath, [CLI, "dedupe", "--format", "arrow", "--column", "url"], {
			input: readFileSync(file),
		});
		expect([status, rowsOf(stdout)]).toEqual([0, written(["dedupe", "--column", "url", file])]);
		const isFile = (octets: Uint8Array) => Buffer.from(octets).toString("latin1", 0, 6) === "ARROW1";
		expect(isFile(stdout)).toBe(isFile(readFileSync(file)));
	});
});

/**
 * Values of all sizes, around those of a chunk, of the input of a workspace and of the longest reference, among runs of short ones; with
 * blanks, line ends, invalid ones and nulls in between.
 */
/** The plain rows are longer than a chunk in the long form, and so are the others. */
const MIXED_COUNT = size(30_000, 12_000);
const MIXED = Array.from({ length: MIXED_COUNT }, (_, id) => {
	if (id % size(9973, 3989) === 5)
		return `HTTP://LONG.example/${"x".repeat(id < MIXED_COUNT / 3 ? 32_748 : id < (MIXED_COUNT / 3) * 2 ? 32_749 : 200_000)}`;
	if (id === (MIXED_COUNT / 3) * 2) return `HTTP://H/${"y".repeat(16_777_300)}`;
	if (id % 5000 < 2500) return `HTTP://plain.example/%7e${id % 4000}`;
	return KINDS[(id * 7) % KINDS.length] ?? null;
});
const MIXED_JSONL = write("mixed.jsonl", MIXED.map((url, id) => `${JSON.stringify({ id, url })}\n`).join(""));
const MIXED_COMMANDS: readonly string[][] = [
	["normalize"],
	["normalize", "--into", "n", "--invalid", "blank"],
	["dedupe", "--print", "original"],
	["dedupe", "--keep", "last", "--into", "n", "--invalid", "drop"],
	["normalize", "--default-scheme", "https", "--invalid", "drop"],
];

/** The same as an Arrow file, where every second null has octets, which mean nothing. */
function mixedFile(type: arrow.Utf8 | arrow.LargeUtf8): Uint8Array {
	const values = MIXED.map((url, id) => Buffer.from(url ?? (id % 2 === 0 ? "http://null/\n" : "")));
	const offsets = new Int32Array(values.length + 1);
	for (const [row, { length }] of values.entries()) offsets[row + 1] = (offsets[row] as number) + length;
	const valid = new Uint8Array(Math.ceil(values.length / 8));
	for (const [row, url] of MIXED.entries()) if (url !== null) valid[row >> 3] = (valid[row >> 3] as number) | (1 << (row & 7));
	const isLarge = arrow.DataType.isLargeUtf8(type);
	const buffers = { 0: isLarge ? BigInt64Array.from(offsets, BigInt) : offsets, 1: Buffer.concat(values), 2: valid };
	const data = new arrow.Data(type, 0, values.length, -1, buffers as never);
	const id = arrow.vectorFromArray([...MIXED.keys()], new arrow.Int32());
	return arrow.tableToIPC(new arrow.Table({ id, url: new arrow.Vector([data]) } as never), "file");
}

describe("the column of references", () => {
	it.each([
		["LargeUtf8", new arrow.LargeUtf8(), "LargeUtf8"],
		["Utf8View", new arrow.Utf8View(), "Utf8"],
		["Dictionary", new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), "Utf8"],
	])("can be %s", (name, type, result) => {
		const urls = URLS.map((url) => (url === "x\r" ? `http://long.example/${"x".repeat(30)}` : url));
		const table = wholeTable(arrow.vectorFromArray(urls, type as arrow.DataType));
		const file = write(`${name}.arrow`, arrow.tableToIPC(table, "file"));
		const plain = write("plain.arrow", arrow.tableToIPC(tableOf(arrow.vectorFromArray(urls, new arrow.Utf8())), "file"));
		const args = ["dedupe", "--column", "url"];
		expect(written([...args, file])).toEqual(written([...args, plain], path("plain-out.arrow")));
		const { fields } = arrow.tableFromIPC(readFileSync(path("out.arrow"))).schema;
		expect(String(fields.find((field) => field.name === "url")?.type)).toBe(result);
	});

	const commands = everyNth(MIXED_COMMANDS, 2).map((options, number) => [options.join(" "), options, number] as const);
	it.each(commands)("can have any values, in chunks of any size: %s", (_, options, number) => {
		const args = [...options, "--column", "url"];
		for (const type of everyNth([new arrow.Utf8(), new arrow.LargeUtf8()], 2, number)) {
			const ours = written([...args, write("mixed.arrow", mixedFile(type))]);
			const theirs = expected(args, MIXED_JSONL);
			expect(ours.length).toBe(theirs.length);
			// One assertion on long texts: of a difference, its row alone is shown.
			const differs = ours.findIndex(({ id, url, n }, row) => {
				const [mine, other] = [{ id, url, n: n || null }, theirs[row] as Row];
				return JSON.stringify(mine) !== JSON.stringify({ id: other.id, url: other.url, n: other.n || null });
			});
			expect([differs, ours[differs]?.id, theirs[differs]?.id]).toEqual([-1, undefined, undefined]);
		}
	});

	it("keeps metadata, and a schema without rows", () => {
		const metadata = new Map([["owner", "x"]]);
		const schema = new arrow.Schema([new arrow.Field("url", new arrow.Utf8(), false, metadata)], metadata);
		const file = write("none.arrow", arrow.tableToIPC(new arrow.Table(schema), "file"));
		expect(written(["dedupe", "--column", "url", "--into", "n", file])).toEqual([]);
		const read = arrow.tableFromIPC(readFileSync(path("out.arrow"))).schema;
		expect([read.metadata, read.fields[0]?.metadata, read.fields.map(String)]).toEqual([
			metadata,
			metadata,
			["url: Utf8", "n: Utf8"].map((text) => expect.stringContaining(text.slice(0, 3))),
		]);
	});

	it("may have no batch, beside a column of lists", () => {
		const list = new arrow.List(new arrow.Field("item", new arrow.Int32(), true));
		const schema = new arrow.Schema([new arrow.Field("url", new arrow.Utf8(), true), new arrow.Field("list", list, true)]);
		const writer = new arrow.RecordBatchStreamWriter();
		writer.reset(undefined, schema);
		writer.finish();
		const file = write("no-batch.arrows", writer.toUint8Array(true));
		expect(written(["dedupe", "--column", "url", file])).toEqual([]);
		expect(arrow.tableFromIPC(readFileSync(path("out.arrow"))).schema.fields.map(String)).toEqual(schema.fields.map(String));
	});

	it("comes from several files with the same columns", () => {
		expect(written(["dedupe", "--column", "url", "--invalid", "drop", STREAM, STREAM])).toEqual(
			written(["dedupe", "--column", "url", "--invalid", "drop", STREAM], path("once.arrow")).concat(
				ALL.filter(({ url }) => url === null || String(url).trim() === ""),
			),
		);
		const { status, stderr } = run(["dedupe", "--column", "url", "-o", path("twice.arrow"), FILE, FILE]);
		const sentence = "cannot write Arrow: The Arrow File format does not support replacement dictionaries.";
		expect([status, stderr]).toEqual([3, `urlsieve: ${sentence}\n`]);
	});
});

/** A frame of LZ4 with matches. */
function lz4(octets: Uint8Array): Uint8Array {
	const block: number[] = [];
	const length = (count: number) => {
		if (count < 15) return;
		let rest = count - 15;
		for (; rest >= 255; rest -= 255) block.push(255);
		block.push(rest);
	};
	const places = new Map<string, number>();
	const keyAt = (at: number) => octets.subarray(at, at + 4).join();
	let [start, at] = [0, 0];
	while (at + 12 < octets.length) {
		const place = places.get(keyAt(at));
		places.set(keyAt(at), at);
		if (place === undefined || at - place > 0xffff) {
			++at;
			continue;
		}
		let end = at + 4;
		while (end + 5 < octets.length && octets[end] === octets[place + end - at]) ++end;
		const [literals, match] = [at - start, end - at - 4];
		block.push((Math.min(literals, 15) << 4) | Math.min(match, 15));
		length(literals);
		for (const octet of octets.subarray(start, at)) block.push(octet);
		block.push((at - place) & 0xff, (at - place) >> 8);
		length(match);
		[start, at] = [end, end];
	}
	block.push(Math.min(octets.length - start, 15) << 4);
	length(octets.length - start);
	for (const octet of octets.subarray(start)) block.push(octet);
	const size = [block.length & 0xff, (block.length >> 8) & 0xff, (block.length >> 16) & 0xff, 0];
	return Uint8Array.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, ...size, ...block, 0, 0, 0, 0]);
}

/** A frame of Zstandard with one block: of one octet that is repeated or, if they differ, of the octets as they are. */
function zstd(octets: Uint8Array): Uint8Array {
	const isRepeated = octets.every((octet) => octet === octets[0]);
	const header = (octets.length << 3) | (isRepeated ? 2 : 0) | 1;
	const content = isRepeated ? octets.subarray(0, 1) : octets;
	const size = new Uint8Array(Uint32Array.of(octets.length).buffer);
	const block = [header & 0xff, (header >> 8) & 0xff, header >> 16, ...content];
	return Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...size, ...block]);
}

describe("compressed buffers", () => {
	const { LZ4_FRAME, ZSTD } = arrow.CompressionType;
	it.each([
		["LZ4", LZ4_FRAME, lz4],
		["Zstandard", ZSTD, zstd],
	])("of %s are read, and written plain", (name, compressionType, encode) => {
		arrow.compressionRegistry.set(compressionType, { encode });
		const writer = new arrow.RecordBatchFileWriter({ compressionType });
		writer.write(TABLE);
		const file = write(`${name}.arrow`, writer.finish().toUint8Array(true));
		expect(readFileSync(file).equals(readFileSync(FILE))).toBe(false);
		expect(written(["normalize", "--column", "url", file])).toEqual(
			written(["normalize", "--column", "url", FILE], path("plain-out.arrow")),
		);
	});

	it.each([1, 2, 3, 7])("of LZ4 repeat a pattern of %i octets in few copies", (distance) => {
		const text = Buffer.alloc(1_000_000, "abcdefg".slice(0, distance));
		const frame = lz4(text);
		const append = vi.spyOn(OctetSink.prototype, "append");
		const isSame = text.equals(unlz4(frame));
		const copies = append.mock.calls.length;
		append.mockRestore();
		expect(isSame).toBe(true);
		expect(frame.length).toBeLessThan(5000);
		expect(copies).toBeLessThan(30);
	});

	it("of LZ4 are refused if they are damaged", () => {
		const text = new TextEncoder().encode("abcdabcdabcdabcdabcdabcdabcdabcd-".repeat(300));
		const frame = lz4(text);
		expect(Buffer.from(unlz4(frame)).equals(Buffer.from(text))).toBe(true);
		for (let at = 0; at < frame.length; ++at) expect(() => unlz4(frame.subarray(0, at))).toThrow();
		for (const [at, octet] of [
			[0, 0],
			[11, 0xff],
			[16, 0xff],
		] as const)
			expect(() => unlz4(frame.map((each, index) => (index === at ? octet : each)))).toThrow();
	});
});

describe("bad input", () => {
	const fail = (...expected: Refusal) => expectRefused(files, "kept.arrow", ...expected);
	const help = "; try: urlsieve dedupe --help";

	it("is refused if it is not Arrow, or not all of it", () => {
		const [file, stream] = [readFileSync(FILE), readFileSync(STREAM)];
		const neither = "it is neither an Arrow file nor an Arrow stream";
		const cases: [string, Uint8Array, string | RegExp][] = [
			["text.arrow", Buffer.from("id,url\n"), neither],
			["empty.arrow", new Uint8Array(0), neither],
			["cut.arrow", file.subarray(0, file.length - 1), "the Arrow file is truncated"],
			["half.arrow", file.subarray(0, file.length / 2), "the Arrow file is truncated"],
		];
		for (const [name, content, sentence] of cases) {
			const written = write(name, content);
			fail(["--column", "url", written], 3, `cannot read ${written}: ${sentence}`);
		}
		for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
			const cut = write("cut.arrows", stream.subarray(0, stream.length * part));
			fail(["--column", "url", cut], 3, /^urlsieve: cannot read .*cut\.arrows: the Arrow data is damaged or truncated [^\n]*\n$/);
		}
		fail(["--column", "url", path("none.arrows")], 3, `cannot read ${path("none.arrows")}: no such file`);
	});

	describe("that changes while it is read", () => {
		const bad = Array.from({ length: 4000 }, (_, id) => `http://[${id}`);
		const ipc = (urls: readonly string[]) =>
			arrow.tableToIPC(new arrow.Table({ url: arrow.vectorFromArray(urls, new arrow.Utf8()) }), "stream");
		const [input, other, rejects] = ["changed.arrows", "other.arrows", "rejects.tsv"].map(path) as [string, string, string];
		const sentence = (how: string) => `urlsieve: cannot read ${input} (input-changed): it changed while it was read${how}\n`;
		beforeEach(() => {
			writeFileSync(input, ipc(["http://a", ...bad, "http://b"]));
			writeFileSync(other, ipc(["http://b", ...bad, "http://a"]));
		});

		/** The first write lists rejects, after some rows have been read. Nothing is delivered. */
		it.each([
			["is replaced", ["--keep", "last"], { replace: { call: "writeSync", at: 1, file: input, by: other } }],
			["is touched", ["--count-into", "n"], { touch: { call: "writeSync", at: 1, file: input } }],
			["is shortened", ["--keep", "last"], { shrink: { call: "writeSync", at: 1, file: input } }],
			["is replaced after it was found", [], { replace: { call: "openSync", at: 1, file: input, by: other } }],
		])("ends the run if it %s", (_, options, faults) => {
			const output = write("kept.arrow", "kept");
			write("rejects.tsv", "kept");
			const args = ["dedupe", "--column", "url", ...options, "--rejects", rejects, "-o", output, input];
			const ended = runWithFaults(args, faults);
			expect([ended.status, ended.stdout]).toEqual([3, ""]);
			expect([output, rejects].map((file) => readFileSync(file, "utf8"))).toEqual(["kept", "kept"]);
			expect(ended.stderr).toBe(sentence("; repeat the run"));
			for (const file of [output, rejects]) rmSync(file);
		});

		it("says that standard output has rows already", () => {
			writeFileSync(input, ipc(Array<string>(20_000).fill("http://example.com/")));
			const faults = { replace: { call: "writeSync", at: 1, file: input, by: other } };
			const { status, stdout, stderr } = runWithFaults(["normalize", "--column", "url", input], faults);
			expect([status, stdout.length > 0]).toEqual([3, true]);
			expect(stderr).toBe(sentence("; standard output has some of its rows already; repeat the run"));
		});
	});

	it("ends the run in one sentence if it is damaged", () => {
		const octets = readFileSync(FILE);
		for (let at = 16; at < octets.length; at += Math.ceil(octets.length / 12)) {
			const file = write(
				"damaged.arrow",
				octets.map((octet, index) => (index >= at && index < at + 64 ? 0xff : octet)),
			);
			const { status, stderr } = run(["dedupe", "--quiet", "--column", "url", "-o", path("damaged-out.arrow"), file]);
			expect([at, [0, 2, 3].includes(status ?? -1), stderr.split("\n").length]).toEqual([at, true, status === 0 ? 1 : 2]);
		}
	});

	it.runIf(process.platform === "linux")("leaves no file open if a run ends early", async () => {
		const isOpen = (file: string) => readdirSync("/proc/self/fd").some((descriptor) => linkOf(descriptor) === file);
		const linkOf = (descriptor: string) => {
			try {
				return readlinkSync(join("/proc/self/fd", descriptor));
			} catch {
				return undefined;
			}
		};
		const stream = readFileSync(STREAM);
		const cut = write("open.arrows", stream.subarray(0, stream.length * 0.7));
		const source = await Source.open(arrow, cut);
		await source.schema();
		const readAll = async () => {
			for await (const { batch } of source.batches()) expect([batch.numRows > 0, isOpen(cut)]).toEqual([true, true]);
		};
		await expect(readAll()).rejects.toThrow("damaged or truncated");
		expect(isOpen(cut)).toBe(false);
		const whole = await Source.open(arrow, STREAM);
		for await (const _ of whole.batches()) break;
		expect(isOpen(STREAM)).toBe(false);
	});

	it("is refused without a column of text", () => {
		const names =
			ALL[0] === undefined
				? ""
				: Object.keys(ALL[0])
						.map((name) => `"${name}"`)
						.join(", ");
		fail([FILE], 2, `${FILE} is a table; choose a column with --column: ${names}${help}`);
		fail([STREAM], 2, `${STREAM} is a table; choose a column with --column: ${names}${help}`);
		fail(["--column", "ulr", FILE], 2, `${FILE}: the table has no column "ulr"; it has ${names} (did you mean url?)${help}`);
		fail(["--column", "id", FILE], 2, `${FILE}: the column "id" has the type Int32, not text${help}`);
		fail(["--column", "list", FILE], 2, `${FILE}: the column "list" has the type List<Utf8>, not text${help}`);
		fail(["--column", "url", "--into", "id", FILE], 2, `${FILE}: the table already has a column "id"${help}`);
		const max = `${FILE}: the column "list" has the type List<Utf8>, which --keep does not compare${help}`;
		fail(["--column", "url", "--keep", "max:list", FILE], 2, max);
	});

	it("is refused with options for other formats", () => {
		fail(["--column", "url", "--delimiter", ";", FILE], 2, `--delimiter is not for arrow${help}`);
		const { status, stderr } = run(["dedupe", "--format", "arrow", "--column", "url", "--keep", "last"], readFileSync(STREAM));
		const sentence = "--keep, --count-into and --memory read Arrow twice: pass files, not standard input";
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}${help}\n`]);
	});

	it("ends a run under --invalid fail with the row", () => {
		const row = 1 + URLS.indexOf("http://[");
		fail(
			["--column", "url", "--invalid", "fail", FILE],
			1,
			`row ${row}, byte 7: the bracketed host is neither IPv6 address nor IPvFuture`,
		);
	});
});
