/** The values of columns of any type in Arrow's layout, as texts. */
import * as arrow from "apache-arrow";
import { expect, it } from "vitest";
import { cellTexts } from "../../src/tables/columnar/arrow-texts";
import { isNumeric, sortables } from "../../src/tables/columnar/arrow-values";

const { vectorFromArray } = arrow;
const dataOf = (values: readonly unknown[], type: arrow.DataType) => vectorFromArray(values as never, type).data[0] as arrow.Data;
const item = (type: arrow.DataType) => new arrow.Field("item", type, true);

it("tells numbers and times from other values", () => {
	const numeric = [
		new arrow.Int8(),
		new arrow.Uint64(),
		new arrow.Float32(),
		new arrow.Float64(),
		new arrow.Bool(),
		new arrow.DateDay(),
		new arrow.DurationSecond(),
		new arrow.TimeMillisecond(),
		new arrow.TimestampNanosecond(),
	];
	const others = [
		new arrow.Float16(),
		new arrow.Utf8(),
		new arrow.Binary(),
		new arrow.Decimal(1, 2),
		new arrow.Null(),
		new arrow.List(item(new arrow.Int8())),
	];
	expect(numeric.map((type) => isNumeric(arrow, type))).toEqual(numeric.map(() => true));
	expect(others.map((type) => isNumeric(arrow, type))).toEqual(others.map(() => false));
});

it.each<[type: arrow.DataType, values: readonly unknown[], texts: (string | null)[]]>([
	[new arrow.Int32(), [1, null, -3], ["1", null, "-3"]],
	[new arrow.Int64(), [1n, 2n], ["1", "2"]],
	[new arrow.Float64(), [0.5, 1], ["0.5", "1"]],
	[new arrow.Bool(), [true, false, null], ["true", "false", null]],
	[new arrow.Utf8(), ["b", "", null], ["b", "", null]],
	[new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()), ["b", "a", "b"], ["b", "a", "b"]],
])("has the values of a column of %s for comparison", (type, values, texts) => {
	expect(sortables(arrow, dataOf(values, type))).toEqual(texts);
});

it("has the cells of a batch as texts", () => {
	const columns = {
		text: vectorFromArray(["a", null], new arrow.Utf8()),
		number: vectorFromArray([1, null], new arrow.Int32()),
		large: vectorFromArray([2n ** 40n, 0n], new arrow.Int64()),
		octets: vectorFromArray([Uint8Array.of(1, 171), null], new arrow.Binary()),
		time: vectorFromArray([1000, null], new arrow.TimestampMillisecond()),
		day: vectorFromArray([new Date(86_400_000), null], new arrow.DateDay()),
	};
	const batch = new arrow.Table(columns).batches[0] as arrow.RecordBatch;
	expect([0, 1, 2, 3, 4, 5].map((index) => cellTexts(arrow, batch, index))).toEqual([
		["a", null],
		["1", null],
		["1099511627776", "0"],
		["01ab", null],
		["1970-01-01T00:00:01.000Z", null],
		["1970-01-02T00:00:00.000Z", null],
	]);
	expect(cellTexts(arrow, batch, 9)).toEqual([null, null]);
});
