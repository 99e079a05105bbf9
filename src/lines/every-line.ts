/** The lines of a batch as they are written if none is a duplicate. */
import { LineRecord } from "../../assembly/layout/addresses";
import { unmark } from "../../assembly/lines/line-record";
import { FRESH } from "../engine/seen-table";
import type { LineWorkspace } from "../engine/workspace";
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

/** Whether a line has left something in the output: options may drop those that are rejected. */
export function hasOutput({ kernel, records, output }: LineWorkspace, index: number): boolean {
	const endOf = (record: number) =>
		unmark(kernel.words[(records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
	return endOf(index) > (index === 0 ? output : endOf(index - 1));
}
