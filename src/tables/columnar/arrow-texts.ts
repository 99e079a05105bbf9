/** The values of a column of Arrow as texts, whatever its type is. */
import type * as Arrow from "apache-arrow";
import { isOctets } from "../../brand";
import type { Library } from "./arrow-rows";

/** The values of the column `index` of a batch. Null stands for none. */
export function cellTexts(arrow: Library, batch: Arrow.RecordBatch, index: number): (string | null)[] {
	const vector = batch.getChildAt(index);
	if (vector === null) return Array<null>(batch.numRows).fill(null);
	const isInstant = arrow.DataType.isTimestamp(vector.type) || arrow.DataType.isDate(vector.type);
	return Array.from({ length: batch.numRows }, (_, row) => textOf(vector.get(row), isInstant));
}

/** Octets are hex digits. Instants are milliseconds in the library. */
function textOf(value: unknown, isInstant: boolean): string | null {
	if (value === null || value === undefined) return null;
	if (isInstant) return new Date(Number(value)).toISOString();
	return isOctets(value) ? Buffer.from(value).toString("hex") : String(value);
}
