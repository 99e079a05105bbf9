/** The rows of --audit for lines that are left out and are no duplicates. They follow those of duplicates, and wait in a file for that. */
import { tmpdir } from "node:os";
import { LineRecord } from "../../assembly/layout/addresses";
import { unmark } from "../../assembly/lines/line-record";
import type { OctetWriter } from "../files/output/octet-writer";
import { TemporaryFile } from "../files/output/temporary-file";
import { type Batch, isPiece } from "../lines/batch";
import { withoutLineEnd } from "../lines/line-end";
import { OctetSink } from "../lines/octet-sink";
import { writeRow } from "./audit/merge-rows";

/** Octets of rows that are written to the file at a time. */
const GATHERED = 65536;

export class LeftOutLog {
	readonly #file: TemporaryFile;
	#rows = new OctetSink(GATHERED);

	/** Puts its file in `folder`. Throws Failure. */
	constructor(folder = tmpdir()) {
		this.#file = new TemporaryFile(folder, 0);
	}

	/** Adds rows for records of a batch, in order. Requires: the batch has its input. Throws Failure. */
	addAll(batch: Batch, records: readonly number[], reasonFor: (record: number) => string): void {
		const { octets, words } = batch.workspace.kernel;
		const inputEnd = (record: number) =>
			unmark(words[(batch.workspace.records + record * LineRecord.SIZE + LineRecord.INPUT_END) >> 2] as number);
		let [line, at] = [batch.linesBefore, 0];
		for (const record of records) {
			for (; at <= record; ++at) if (!isPiece(batch, at)) ++line;
			const start = record === 0 ? batch.first : inputEnd(record - 1);
			const dropped = withoutLineEnd(octets.subarray(start, inputEnd(record)));
			const droppedLine = batch.rowOf?.(record) ?? line;
			writeRow(
				{ writeLater: (part) => this.#rows.append(part) },
				{ kept: undefined, keptLine: 0, dropped, droppedLine, reason: reasonFor(record) },
			);
		}
		if (this.#rows.length < GATHERED) return;
		this.#file.append(this.#rows.octets());
		this.#rows = new OctetSink(GATHERED);
	}

	/** Writes all rows to the log. Throws Failure. */
	end(output: OctetWriter): void {
		const chunk = new Uint8Array(GATHERED);
		for (let position = 0; position < this.#file.length; ) {
			const length = this.#file.read(chunk, position);
			if (length === 0) throw this.#file.damaged();
			output.writeLater(chunk.subarray(0, length));
			position += length;
		}
		output.writeLater(this.#rows.octets());
		this.#file.close();
	}
}
