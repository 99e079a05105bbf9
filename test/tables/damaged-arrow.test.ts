/** Arrow tables whose columns have no names, whose footer is wrong, or that something follows: what the library passes over in silence. */
import { readFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { expect, it } from "vitest";
import { run, useFolder } from "../cli/command";

const { path, write } = useFolder();
const HELP = "; try: urlsieve normalize --help\n";

/** A column of references, then the same without a name. */
function octetsOfTable(): Uint8Array {
	const vector = arrow.vectorFromArray(["HTTP://a", "http://b/"], new arrow.Utf8());
	const [batch] = new arrow.Table({ url: vector, other: vector }).batches as [arrow.RecordBatch];
	Object.assign(batch.schema.fields[1] as arrow.Field, { name: null });
	const writer = new arrow.RecordBatchFileWriter();
	writer.write(batch);
	writer.finish();
	return writer.toUint8Array(true);
}

it.each([
	["url", ["http://a/", "HTTP://a"]],
	["2", ["HTTP://a", "http://a/"]],
])("a nameless column stays where column %s is normalized", (column, first) => {
	const [file, out] = [write("nameless.arrow", octetsOfTable()), path("nameless-out.arrow")];
	expect(run(["normalize", "--quiet", "--column", column, "-o", out, file])).toEqual({ status: 0, stdout: "", stderr: "" });
	const table = arrow.tableFromIPC(readFileSync(out));
	expect(
		arrow.RecordBatchReader.from(readFileSync(out))
			.open()
			.schema.fields.map(({ name }) => name || ""),
	).toEqual(["url", ""]);
	expect([0, 1].map((index) => table.getChildAt(index)?.get(0))).toEqual(first);
});

it("a nameless column is shown as an empty name", () => {
	const file = write("nameless.arrow", octetsOfTable());
	const stderr = `urlsieve: ${file}: the table has no column "nope"; it has "url", ""${HELP}`;
	expect(run(["normalize", "--column", "nope", file])).toEqual({ status: 2, stdout: "", stderr });
});

it("a table without columns has none to choose", () => {
	const file = write("empty.arrow", arrow.tableToIPC(new arrow.Table(new arrow.Schema([]), []), "file"));
	const stderr = `urlsieve: ${file}: the table has no column "url"; it has no columns${HELP}`;
	expect(run(["normalize", "--column", "url", file])).toEqual({ status: 2, stdout: "", stderr });
});

interface Footer {
	recordBatches(): Iterable<{ readonly offset: number }>;
	dictionaryBatches(): Iterable<{ readonly offset: number }>;
}

/** A file of a dictionary and a batch, whose footer has another place for the batch. */
function withBatchAt(placeOf: (footer: Footer) => number): Uint8Array {
	const octets = Buffer.from(arrow.tableToIPC(arrow.tableFromArrays({ url: ["HTTP://a"] }), "file"));
	const { footer } = arrow.RecordBatchReader.from(octets).open() as unknown as { footer: Footer };
	const [batch] = footer.recordBatches();
	const [from, to] = [batch?.offset as number, placeOf(footer)].map((place) =>
		Buffer.from(BigInt64Array.of(BigInt(place)).buffer),
	);
	octets.set(to as Buffer, octets.lastIndexOf(from as Buffer));
	return octets;
}

it.each<[string, (footer: Footer) => number]>([
	["the dictionary", (footer) => [...footer.dictionaryBatches()][0]?.offset as number],
	["a place after the end", () => 1_000_000],
])("a footer that names %s as that of a batch ends the run", (_what, placeOf) => {
	const octets = withBatchAt(placeOf);
	const damage = expect.stringMatching(/^urlsieve: cannot read .*: the Arrow data is damaged or truncated \(.*\)\n$/);
	const { status, stderr } = run(["normalize", "--column", "url", "-o", path("footer-out.arrow"), write("footer.arrow", octets)]);
	expect([status, stderr]).toEqual([3, damage]);
	const piped = run(["normalize", "--column", "url", "--format", "arrow"], octets);
	expect([piped.status, piped.stderr]).toEqual([3, damage]);
});

function streamOf(columns: Record<string, string>): Uint8Array {
	const vectors = Object.entries(columns).map(([name, text]) => [name, arrow.vectorFromArray([text], new arrow.Utf8())]);
	return arrow.tableToIPC(new arrow.Table(Object.fromEntries(vectors)), "stream");
}

it("streams that follow one another are read as one, from a file and from a pipe", () => {
	const both = Buffer.concat([streamOf({ url: "HTTP://a" }), streamOf({ url: "HTTP://b" })]);
	const out = path("both-out.arrows");
	expect(run(["normalize", "--quiet", "--column", "url", "-o", out, write("both.arrows", both)]).status).toBe(0);
	expect(arrow.tableFromIPC(readFileSync(out)).toArray().map(String)).toEqual(['{"url": "http://a/"}', '{"url": "http://b/"}']);
	const { stderr } = run(["normalize", "--column", "url", "--format", "arrow"], both);
	expect(stderr).toContain("normalize: 2 rows,");
});

it.each([
	["other columns", streamOf({ link: "HTTP://b" }), "a stream follows that has other columns"],
	["no Arrow data", Buffer.from("http://b/\n"), ""],
	[
		"zeros and then a stream",
		Buffer.concat([Buffer.alloc(8), streamOf({ url: "HTTP://b" })]),
		"data follows the end of the stream",
	],
])("%s after a stream end the run", (_what, rest, reason) => {
	const file = write("rest.arrows", Buffer.concat([streamOf({ url: "HTTP://a" }), rest]));
	const { status, stderr } = run(["normalize", "--column", "url", "-o", path("rest-out.arrows"), file]);
	expect([status, stderr.split("\n").length]).toEqual([3, 2]);
	expect(stderr).toContain(`the Arrow data is damaged or truncated (${reason}`);
});

/** A table of one batch of three rows that says that it has others. */
function withLength(kind: "file" | "stream", rows: number): Uint8Array {
	const vector = arrow.vectorFromArray(["HTTP://a", "HTTP://b", "HTTP://c"], new arrow.Utf8());
	const octets = Buffer.from(arrow.tableToIPC(new arrow.Table({ url: vector }), kind));
	octets.writeBigInt64LE(BigInt(rows), octets.indexOf(Buffer.from(BigInt64Array.of(3n).buffer)));
	return octets;
}

it.each([
	["file", 2],
	["file", 0],
	["file", 4],
	["stream", 2],
	["stream", 0],
] as const)("a batch of a %s that says it has %i rows, which its columns have not, ends the run", (kind, rows) => {
	const file = write("length.arrow", withLength(kind, rows));
	const named = run(["normalize", "--column", "url", "-o", path("length-out.arrow"), file]);
	const piped = run(["normalize", "--column", "url", "--format", "arrow"], withLength(kind, rows));
	for (const { status, stderr } of [named, piped]) {
		expect([status, stderr]).toEqual([3, expect.stringContaining("(a column has another number of rows than its batch)\n")]);
	}
});

it("a stream that ends within the start of a message ends the run", () => {
	const two = [1, 2].map((number) => new arrow.Table({ url: arrow.vectorFromArray([`HTTP://${number}`], new arrow.Utf8()) }));
	const whole = arrow.tableToIPC(new arrow.Table(two.flatMap(({ batches }) => batches)), "stream");
	const first = arrow.tableToIPC(two[0] as arrow.Table, "stream");
	const cut = whole.slice(0, first.length - 8 + 5);
	const named = run(["normalize", "--column", "url", "-o", path("cut-out.arrows"), write("cut.arrows", cut)]);
	const piped = run(["normalize", "--column", "url", "--format", "arrow"], cut);
	for (const { status, stderr } of [named, piped]) {
		expect([status, stderr]).toEqual([3, expect.stringContaining("(it ends within a message)\n")]);
	}
});
