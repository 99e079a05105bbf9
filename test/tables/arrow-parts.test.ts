/** Parts of Arrow tables, in process: schemas in base64, failures of a source and of the output, and batches without rows. */
import * as arrow from "apache-arrow";
import { UriError } from "urlsieve";
import { expect, it } from "vitest";
import { Failure } from "../../src/failure";
import { ArrowTable } from "../../src/tables/columnar/arrow";
import { ArrowSchema } from "../../src/tables/columnar/arrow-schema";
import { Source } from "../../src/tables/columnar/arrow-source";
import { useFolder } from "../cli/command";

const { write } = useFolder();

const TABLE = new arrow.Table({ url: arrow.vectorFromArray(["A", "B"], new arrow.Utf8()) });
const STREAM = Buffer.from(arrow.tableToIPC(TABLE, "stream"));
const stored = write("table.arrows", STREAM);

it("takes the message of a schema for a schema, and no other message", () => {
	const none = new arrow.Schema([]);
	const batch = new arrow.RecordBatch(
		none,
		arrow.makeData({ type: new arrow.Struct<arrow.TypeMap>([]), length: 0, children: [] }),
	);
	const writer = new arrow.RecordBatchStreamWriter();
	writer.reset(undefined, none);
	writer.write(batch);
	writer.finish();
	const octets = Buffer.from(writer.toUint8Array(true));
	const start = 8 + octets.readUInt32LE(4);
	const length = 8 + octets.readUInt32LE(start + 4);
	expect(length).toBeGreaterThan(8);
	expect(ArrowSchema.parse(octets.toString("base64", 0, start))?.meanings()).toEqual([]);
	expect(ArrowSchema.parse(octets.toString("base64", start, start + length))).toBeUndefined();
});

it("passes on failures and errors of the product as they are, and others as damage", async () => {
	const source = await Source.open(arrow, stored);
	const thrownBy = (error: unknown) => {
		try {
			return source.guard(() => {
				throw error;
			});
		} catch (thrown) {
			return thrown;
		}
	};
	for (const error of [new Failure(3, "full"), new UriError("invalid-option", "wrong"), "no error"])
		expect(thrownBy(error)).toBe(error);
	const message = `cannot read ${stored}: the Arrow data is damaged or truncated (odd)`;
	expect(thrownBy(new Error("odd."))).toMatchObject({ message });
});

it("reports a failure of the output as it is", async () => {
	const table = await ArrowTable.open("normalize", [stored]);
	const failure = new Failure(3, "the disk is full");
	let isChosen = false;
	const writeLater = () => {
		if (isChosen) throw failure;
	};
	const output = { name: "out", length: 0, path: undefined, writeLater };
	const settings = { column: "url", into: "form", keys: undefined, write: 0 };
	const chosen = {
		fates: new Uint8Array(2),
		marks: new Int32Array(2),
		forms: new Uint8Array(0),
		ends: new Int32Array(2),
		keys: undefined,
		sizes: new Int32Array(2),
		stays: Uint8Array.of(1, 1),
	};
	const choose = () => {
		isChosen = true;
		return chosen;
	};
	await expect(table.write(settings as never, output as never, choose as never)).rejects.toBe(failure);
});

it("reads no batch without rows", async () => {
	const none = new arrow.Table({ url: arrow.vectorFromArray([] as string[], new arrow.Utf8()) });
	const file = write("none.arrows", arrow.tableToIPC(none, "stream"));
	const rows: number[] = [];
	for (const name of [file, stored])
		await (await ArrowTable.open("normalize", [name])).read({ column: "url" }, (batch) => rows.push(batch.rows));
	expect(rows).toEqual([2]);
});
