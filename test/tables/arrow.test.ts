/** Arrow IPC on the command line: files and streams, all types, and refusals. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { beforeEach, describe, expect, it } from "vitest";
import { expectRefused, type Refusal, run, runWithFaults, useFolder } from "../cli/command";

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

/** The result for JSON lines, as an oracle. */
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
	["normalize", "--into", "n", "--invalid", "drop"],
	["dedupe", "--profile", "crawl@1", "--into", "n", "--key-into", "k", "--count-into", "c", "--keep", "min:day"],
	["normalize", "--profile", "crawl@1", "--key-into", "k", "--default-scheme", "https"],
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
});

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

	it("of LZ4 are refused in one sentence if they are damaged", () => {
		const octets = readFileSync(path("LZ4.arrow"));
		const magic = Buffer.from([0x04, 0x22, 0x4d, 0x18]);
		const start = octets.indexOf(magic);
		for (const at of [start, start + 7, start + 11]) {
			const file = write("lz4-damaged.arrow", octets);
			octets[at] = (octets[at] as number) ^ 0xff;
			const { status, stderr } = run([
				"normalize",
				"--column",
				"url",
				"-o",
				path("lz4-out.arrow"),
				write("lz4-damaged.arrow", octets),
			]);
			octets[at] = (octets[at] as number) ^ 0xff;
			const sentence = expect.stringMatching(/^urlsieve: cannot read .*: the Arrow data is damaged or truncated [^\n]*\n$/);
			expect([at - start, file, status, stderr]).toEqual([at - start, file, 3, sentence]);
		}
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
		fail(["--column", "pair", FILE], 2, `${FILE}: the column "pair" has the type FixedSizeList[2]<Float64>, not text${help}`);
		fail(["--column", "url", "--into", "id", FILE], 2, `${FILE}: the table already has a column "id"${help}`);
		const max = `${FILE}: the column "list" has the type List<Utf8>, which --keep does not compare${help}`;
		fail(["--column", "url", "--keep", "max:list", FILE], 2, max);
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
