/** The lines of batches as members of their classes, and how a kept one is written. */
import { LineRecord } from "../../../assembly/layout/addresses";
import { isMarked } from "../../../assembly/lines/line-record";
import { Octet } from "../../../assembly/octets/char";
import { FRESH } from "../../engine/seen-table";
import { decimal } from "../../files/output/decimal";
import type { OctetWriter } from "../../files/output/octet-writer";
import { everyLine, hasOutput } from "../../lines/every-line";
import type { SievedBatch } from "../../lines/line-sieve";
import type { Classes } from "./classes";

const TAB = Uint8Array.of(Octet.TAB);

/** Writes a line, after the number of lines that it stands for, if there is one. */
export function writeCounted(output: OctetWriter, line: Uint8Array, count: number | undefined): void {
	if (count !== undefined) {
		output.writeLater(decimal(count));
		output.writeLater(TAB);
	}
	output.writeLater(line);
}

/** Passes the lines of batches, as they are printed, to their classes. */
export class LineMembers {
	readonly #classes: Pick<Classes, "add">;
	readonly #hasFresh: boolean;
	readonly #isOriginal: boolean;
	/** Whether the next octets continue a line, which is too long for a batch. */
	#continues = false;

	/** `hasFresh`: only first lines are needed, and batches have them. */
	constructor(classes: Pick<Classes, "add">, hasFresh: boolean, isOriginal: boolean) {
		this.#classes = classes;
		this.#hasFresh = hasFresh;
		this.#isOriginal = isOriginal;
	}

	/** Adds the lines of a batch. Throws Failure. */
	add(batch: Omit<SievedBatch, "fresh"> & { readonly fresh?: Uint8Array }): void {
		const { words } = batch.workspace.kernel;
		const text = this.#hasFresh && batch.fresh ? batch.fresh : everyLine(batch, this.#isOriginal);
		let at = 0;
		for (let index = 0; index < batch.records; ++index) {
			const record = batch.workspace.records + index * LineRecord.SIZE;
			// A piece of a long line ends with the line.
			if (isMarked(words[(record + LineRecord.INPUT_END) >> 2] as number)) continue;
			const isRejected = isMarked(words[(record + LineRecord.OUTPUT_END) >> 2] as number);
			const mark = isRejected ? undefined : batch.marks[index];
			const isPrinted = isRejected ? hasOutput(batch.workspace, index) : !this.#hasFresh || mark === FRESH;
			const end = isPrinted ? text.indexOf(Octet.LF, at) + 1 : at;
			this.#add(text.subarray(at, end), mark);
			this.#continues = false;
			at = end;
		}
		if (at === text.length) return;
		this.#add(text.subarray(at), undefined);
		this.#continues = true;
	}

	/** A count goes before the line, unless this is not its start. */
	#add(octets: Uint8Array, mark: number | undefined): void {
		this.#classes.add({ octets, mark, tail: this.#continues ? undefined : octets.length });
	}
}
