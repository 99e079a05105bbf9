/** Arrow tables with a column that has no name, which the format allows, and without any column. */
import { readFileSync } from "node:fs";
import * as arrow from "apache-arrow";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

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
