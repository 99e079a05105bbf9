/** What a copy of a Parquet file keeps of its metadata, and which columns cannot be copied: without DuckDB. */
import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { ParquetMetadata } from "../../src/tables/columnar/parquet-metadata";
import { changedColumn, columnsOf, type SchemaRow, schemaRow } from "../../src/tables/columnar/parquet-schema";

const { Duration, Field, FixedSizeList, Int32, Int64, List, Schema, Struct, TimeUnit, Timestamp, Utf8 } = arrow;
const EXTENSION = new Map([
	["ARROW:extension:name", "geoarrow.point"],
	["note", "x"],
]);

const units = [TimeUnit.SECOND, TimeUnit.MILLISECOND, TimeUnit.MICROSECOND, TimeUnit.NANOSECOND];
const field = (name: string, type: arrow.DataType, metadata?: Map<string, string>) => new Field(name, type, true, metadata);

/** A column of each kind whose meaning Parquet does not know, among others. */
const FIELDS = [
	field("url", new Utf8(), new Map([["owner", "é"]])),
	...units.map((unit) => field(`d${unit}`, new Duration(unit))),
	field("n", new Int32()),
	field("at", new Timestamp(TimeUnit.MICROSECOND, "UTC")),
	field("list", new List(field("item", new Duration(TimeUnit.SECOND)))),
	field("point", new FixedSizeList(2, field("xy", new Int64())), EXTENSION),
	field("struct", new Struct([field("a", new Utf8(), EXTENSION), field("b", new Int32())])),
];

/** The schema of fields as Arrow's libraries store it. */
function stored(fields: readonly arrow.Field[], metadata?: Map<string, string>): string {
	const octets = arrow.tableToIPC(new arrow.Table(new Schema([...fields], metadata)), "stream");
	return Buffer.from(octets).toString("base64");
}

/** The message of a schema, without the end of the stream. */
function schemaAlone(): Buffer {
	// So short that Node.js decodes it into a buffer that it shares with other octets.
	const octets = Buffer.from(stored(FIELDS.slice(0, 2)), "base64");
	return octets.subarray(0, 8 + octets.readUInt32LE(4));
}

/** The message after a schema: a batch. */
function secondMessage(): Uint8Array {
	const octets = arrow.tableToIPC(arrow.tableFromArrays({ a: [1] }), "stream");
	return octets.subarray(8 + new DataView(octets.buffer, octets.byteOffset).getUint32(4, true));
}

const metadataOf = (values: { readonly [key: string]: string }) => new ParquetMetadata(Object.entries(values));
const ARROW = "ARROW:schema";

/** The metadata that an option writes, by key. */
function writtenBy(metadata: ParquetMetadata, names: { into?: string; keys?: string; counts?: string } = {}) {
	const option = metadata.option({ column: 1, into: undefined, keys: undefined, counts: undefined, ...names } as never);
	if (option === "") return {};
	const [, list = ""] = /^, KV_METADATA \{(.*)\}$/s.exec(option) ?? [];
	return Object.fromEntries([...list.matchAll(/"([^"]+)": '((?:[^']|'')*)'/g)].map(([, key, value]) => [key, value]));
}

/** The schema of a message, as Arrow reads it. */
function schemaIn(base64: string | undefined): arrow.Schema {
	const end = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
	return arrow.tableFromIPC(Buffer.concat([Buffer.from(base64 as string, "base64"), end])).schema;
}

describe("the schema of Arrow", () => {
	it("stays, and new columns follow the others", () => {
		const owner = new Map([["owner", "x"]]);
		for (const metadata of [owner, undefined]) {
			const kept = metadataOf({ [ARROW]: stored(FIELDS, metadata) });
			const { fields, metadata: read } = schemaIn(writtenBy(kept, { into: "normal é", counts: "count" })[ARROW]);
			expect(fields.map(String)).toEqual([...FIELDS.map(String), "normal é: Utf8", "count: Int64"]);
			expect(fields.map(({ metadata: own }) => own).slice(0, FIELDS.length)).toEqual(FIELDS.map(({ metadata: own }) => own));
			expect(fields.slice(-2).every(({ nullable }) => nullable)).toBe(true);
			expect(read).toEqual(metadata ?? new Map());
		}
	});

	it.each([
		[{ keys: "k" }, ["k: Utf8"]],
		[{ into: "n", keys: "k", counts: "c" }, ["n: Utf8", "k: Utf8", "c: Int64"]],
	])("gets the columns of %j", (names, added) => {
		const { fields } = schemaIn(writtenBy(metadataOf({ [ARROW]: stored(FIELDS.slice(0, 1)) }), names)[ARROW]);
		expect(fields.map(String)).toEqual(["url: Utf8", ...added]);
	});

	it("stays as it is without new columns", () => {
		const text = stored(FIELDS);
		expect(writtenBy(metadataOf({ [ARROW]: text }))).toEqual({ [ARROW]: text });
	});

	it.each([
		["no base64", "%%%"],
		["nothing", ""],
		["a few octets", "AAAA"],
		["another message", Buffer.from(secondMessage()).toString("base64")],
		["half a schema", stored(FIELDS).slice(0, 200)],
		["a schema without its last octets", schemaAlone().subarray(0, -8).toString("base64")],
	])("is left out if it is %s", (_, text) => {
		const metadata = metadataOf({ [ARROW]: text, pandas: "{}" });
		expect(metadata.meanings).toEqual([]);
		expect(writtenBy(metadata, { into: "n" })).toEqual({ pandas: "{}" });
	});

	it("tells what Parquet does not know of columns: units of durations, and extension types, at any depth", () => {
		const meanings = (fields: readonly arrow.Field[]) => metadataOf({ [ARROW]: stored(fields) }).meanings;
		const alike = [
			field("n", new Int32()),
			field("b", new Int64()),
			field("at", new Timestamp(TimeUnit.SECOND)),
			field("u", new Utf8()),
		];
		expect(meanings(alike)).toEqual([]);
		expect(meanings(FIELDS)).toHaveLength(units.length + 3);
		const durations = units.map((unit) => meanings([field("d", new Duration(unit))]).join());
		expect(new Set(durations).size).toBe(units.length);
		expect(meanings([field("d", new Duration(TimeUnit.SECOND))])).not.toEqual(
			meanings([field("e", new Duration(TimeUnit.SECOND))]),
		);
		expect(meanings([field("e", new Int32(), EXTENSION)])).not.toEqual([]);
		expect(meanings([field("e", new Int32(), new Map([["note", "ARROW:extension:"]]))])).toEqual([]);
	});
});

describe("other metadata", () => {
	it("is kept if it is of pandas or GeoParquet, and no other", () => {
		const metadata = metadataOf({ owner: "x", geo: "it's", pandas: "{}" });
		expect(writtenBy(metadata, { into: "n" })).toEqual({ pandas: "{}", geo: "it''s" });
		expect(writtenBy(metadataOf({ owner: "x" }), { into: "n" })).toEqual({});
	});

	it("is that of all files, and the schema of Arrow that of the first", () => {
		const [first, other] = [FIELDS.slice(0, 1), FIELDS.slice(0, 2)].map((fields) => stored(fields));
		const files = [
			metadataOf({ [ARROW]: first as string, pandas: "{}", geo: "1" }),
			metadataOf({ [ARROW]: other as string, pandas: "{}", geo: "2" }),
			metadataOf({ pandas: "{}", geo: "1" }),
		];
		expect(writtenBy((files[0] as ParquetMetadata).commonWith(files))).toEqual({ [ARROW]: first, pandas: "{}" });
	});
});

describe("a column that DuckDB would change", () => {
	type Leaf = readonly [type: string, converted: string | null, logical?: string | null, precision?: number | null];
	const leaf = (name: string, [type, converted, logical = null, precision = null]: Leaf) =>
		schemaRow([name, type, null, converted, logical, precision]);
	const group = (name: string, children: number, logical: string | null = null, converted: string | null = null) =>
		schemaRow([name, null, BigInt(children), converted, logical, null]);
	const changed = (...rows: readonly SchemaRow[]) => changedColumn(columnsOf([group("schema", 99), ...rows]));
	const time = (name: "Time" | "Timestamp", unit: "MILLIS" | "MICROS" | "NANOS", isAdjusted: 0 | 1) => {
		const own = { MILLIS: "MilliSeconds()", MICROS: "MicroSeconds()", NANOS: "NanoSeconds()" }[unit];
		return `${name}Type(isAdjustedToUTC=${isAdjusted}, unit=TimeUnit(${unit}=${own}))`;
	};
	const decimal = (digits: number): readonly [string, number] => [`DecimalType(scale=2, precision=${digits})`, digits];

	const kept: readonly Leaf[] = [
		["BOOLEAN", null],
		["INT32", null],
		["INT32", "UINT_8"],
		["INT32", "INT_16", "IntType(bitWidth=16, isSigned=1)"],
		["INT32", "DATE", "DateType()"],
		["INT32", "TIME_MILLIS"],
		["INT32", null, time("Time", "MILLIS", 0)],
		["INT32", "DECIMAL", ...decimal(9)],
		["INT64", "UINT_64"],
		["INT64", "TIME_MICROS"],
		["INT64", "TIMESTAMP_MILLIS"],
		["INT64", "TIMESTAMP_MICROS"],
		["INT64", null, time("Timestamp", "MICROS", 0)],
		["INT64", null, time("Timestamp", "MICROS", 1)],
		["INT64", null, time("Timestamp", "NANOS", 0)],
		["FLOAT", null],
		["DOUBLE", null],
		["BYTE_ARRAY", null],
		["BYTE_ARRAY", "UTF8"],
		["BYTE_ARRAY", "UTF8", "StringType()"],
		["BYTE_ARRAY", "ENUM"],
		["BYTE_ARRAY", "JSON"],
		["BYTE_ARRAY", "BSON"],
		["BYTE_ARRAY", "DECIMAL", ...decimal(38)],
		["FIXED_LEN_BYTE_ARRAY", null, "UUIDType()"],
		["FIXED_LEN_BYTE_ARRAY", null, "Float16Type()"],
		["FIXED_LEN_BYTE_ARRAY", "INTERVAL"],
		["FIXED_LEN_BYTE_ARRAY", "DECIMAL", ...decimal(38)],
	];
	it.each(kept.map((type) => [type] as const))("is none of %j", (type) => {
		expect(changed(leaf("a", type))).toBeUndefined();
	});

	it("is none of groups, lists and maps, whose parts are kept", () => {
		const text = leaf("x", ["BYTE_ARRAY", "UTF8"]);
		const number = leaf("y", ["INT32", null]);
		const list = [group("l", 1, "ListType()"), group("list", 1), text];
		const map = [group("m", 1, "MapType()"), group("entries", 2, null, "MAP_KEY_VALUE"), text, number];
		expect(changed(...list, ...map, group("s", 2), text, number, group("old", 1, null, "MAP"), number)).toBeUndefined();
		expect(columnsOf([])).toEqual([]);
	});

	it.each<[Leaf, string, string]>([
		[["INT96", null], "INT96", "store it in microseconds"],
		[["INT64", null, time("Timestamp", "NANOS", 1)], "TIMESTAMP(NANOS, UTC)", "store it in microseconds"],
		[["INT64", null, time("Time", "NANOS", 0)], "TIME(NANOS)", "store it in microseconds"],
		[
			["INT64", null, "TimeType(isAdjustedToUTC=1, unit=TimeUnit(PICOS=PicoSeconds()))"],
			"TIME(unknown unit, UTC)",
			"leave it out",
		],
		[["BYTE_ARRAY", null, "GeometryType(crs=<null>)"], "GEOMETRY", "leave it out"],
		[["INT32", "UNKNOWN"], "UNKNOWN", "leave it out"],
		[["FIXED_LEN_BYTE_ARRAY", "DECIMAL", ...decimal(39)], "DECIMAL of 39 digits", "store it with 38 at most"],
	])("is one of %j", (type, name, remedy) => {
		const expected = { path: ["t"], what: `has the type ${name}`, remedy };
		expect(changed(leaf("a", ["INT32", null]), leaf("t", type))).toEqual(expected);
		const nested = changed(group("s", 1), group("in", 1), leaf("t", type));
		expect(nested).toEqual({ ...expected, path: ["s", "in", "t"] });
	});

	it("is one of a group that it does not know, or with two fields whose names differ in case alone", () => {
		const row = (name: string) => leaf(name, ["INT32", null]);
		expect(changed(group("v", 1, "VariantType()"), row("metadata"))).toEqual({
			path: ["v"],
			what: "has the type VARIANT",
			remedy: "leave it out",
		});
		const twice = (...names: readonly string[]) => changed(group("s", names.length), ...names.map(row));
		const what = 'has two fields named "a", regardless of case';
		expect(twice("A", "b", "a")).toEqual({ path: ["s"], what, remedy: "rename one" });
		expect(twice("b", "A", "a")?.path).toEqual(["s"]);
		expect(twice("Ä", "ä", "b")).toBeUndefined();
	});
});
