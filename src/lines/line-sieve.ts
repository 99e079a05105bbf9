/** Removes duplicates: lines → normal forms → fingerprints → lines that stay. */
import { LineRecord } from "../../assembly/layout/addresses";
import { unmark } from "../../assembly/lines/line-record";
import { FRESH } from "../engine/seen-table";
import type { SeenTables } from "../engine/seen-tables";
import type { LineWorkspace } from "../engine/workspace";
import type { Batch } from "./batch";
import { fingerprintBatch } from "./fingerprints";
import { LineFeed, type LineSettings } from "./lines";

/** The state of a set, which decides whether a line has been seen. */
export interface Seen<Rules extends LineSettings = LineSettings> {
	readonly settings: Rules;
	readonly key: Uint8Array;
	readonly tables: Pick<SeenTables, "addKeys" | "count">;
}

/** The form in which lines are printed: normal form, or unchanged. */
export type Print = "normalized" | "original";

/**
 * The lines of a batch that stay, and the rest that `invalid` leaves of rejected ones, in order, each ended by LF. Without marks, all stay.
 * Valid until the next batch.
 */
export function writtenLines(
	{ workspace, records: count, first }: Batch,
	marks: Int32Array | undefined,
	print: Print,
): Uint8Array {
	const { kernel, records, output, marks: marksAt, result } = workspace;
	if (marks === undefined) kernel.words.fill(FRESH, marksAt >> 2, (marksAt >> 2) + count);
	else kernel.words.set(marks, marksAt >> 2);
	const end =
		print === "normalized"
			? kernel.call.writeFreshLines(records, count, marksAt, output, result)
			: kernel.call.writeFreshOriginals(records, count, marksAt, first, output, result);
	return kernel.octets.subarray(result, end);
}

/** Whether a line has left something in the output: options may drop those that are rejected. */
export function hasOutput({ kernel, records, output }: LineWorkspace, index: number): boolean {
	const endOf = (record: number) =>
		unmark(kernel.words[(records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
	return endOf(index) > (index === 0 ? output : endOf(index - 1));
}

/** Feeds lines through a kernel and a set, and passes the fresh ones to `take`. */
export class LineSieve {
	readonly feed: LineFeed;
	readonly #seen: Seen;
	readonly #take: (fresh: Uint8Array, batch: Batch) => void;
	/** Number of new lines so far, and of lines that could not be normalized. */
	added = 0;
	rejected = 0;

	constructor(workspace: LineWorkspace, seen: Seen, take: (fresh: Uint8Array, batch: Batch) => void) {
		this.feed = new LineFeed(workspace, seen.settings, (batch) => this.#sieve(batch));
		this.#seen = seen;
		this.#take = take;
	}

	/** Number of lines so far that are equivalent to an earlier one. */
	get duplicates(): number {
		return this.feed.lines - this.added - this.rejected;
	}

	#sieve(batch: Batch): void {
		const { key, tables } = this.#seen;
		const before = tables.count;
		const marks = tables.addKeys(fingerprintBatch(batch, key));
		this.added += tables.count - before;
		this.rejected += batch.rejects;
		this.#take(writtenLines(batch, marks, "normalized"), batch);
	}
}
