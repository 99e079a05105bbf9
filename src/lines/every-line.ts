/** The lines of a batch as they are written if none is a duplicate. */
import { FRESH } from "../engine/seen-table";
import type { Batch } from "./lines";

/** Writes all lines of a batch, each ended by LF: in normal form, or with `isOriginal` unchanged. Valid until the next batch. */
export function everyLine({ workspace, records: count, first }: Batch, isOriginal: boolean): Uint8Array {
	const { kernel, records, output, marks, result } = workspace;
	kernel.words.fill(FRESH, marks >> 2, (marks >> 2) + count);
	const end = isOriginal
		? kernel.call.writeFreshOriginals(records, count, marks, first, output, result)
		: kernel.call.writeFreshLines(records, count, marks, output, result);
	return kernel.octets.subarray(result, end);
}
