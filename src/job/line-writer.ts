/** Writes the lines of batches that stay: in normal form or as they came, and after the numbers of lines that they stand for. */
import { Octet } from "../../assembly/octets/char";
import { FRESH } from "../engine/seen-table";
import type { OctetWriter } from "../files/output/octet-writer";
import { type Batch, isPiece, isRejected, type Verdict } from "../lines/batch";
import { hasOutput, type Print, writtenLines } from "../lines/line-sieve";
import { decimal } from "../utf8";

const TAB = Uint8Array.of(Octet.TAB);

export class LineWriter {
	readonly #output: OctetWriter;
	readonly #print: Print;
	/** Whether the next octets continue a line, which is too long for a batch. */
	#continues = false;

	constructor(output: OctetWriter, print: Print) {
		this.#output = output;
		this.#print = print;
	}

	/** Throws Failure. */
	write(batch: Batch, verdict: Verdict | undefined): void {
		const { kernel, output } = batch.workspace;
		if (verdict === undefined) this.#output.write(kernel.octets.subarray(output, batch.outputEnd));
		else if (verdict.sizes === undefined) this.#output.write(writtenLines(batch, verdict.marks, this.#print));
		else this.#writeCounted(batch, verdict.marks, verdict.sizes);
	}

	#writeCounted(batch: Batch, marks: Int32Array, sizes: Int32Array): void {
		const text = writtenLines(batch, undefined, this.#print);
		let at = 0;
		for (let index = 0; index < batch.records; ++index) {
			// A piece of a long line ends with the line.
			if (isPiece(batch, index)) continue;
			const rejected = isRejected(batch, index);
			if (rejected && !hasOutput(batch.workspace, index)) continue;
			const end = text.indexOf(Octet.LF, at) + 1;
			if (rejected || marks[index] === FRESH) this.#writeLine(text.subarray(at, end), rejected ? 1 : (sizes[index] as number));
			this.#continues = false;
			at = end;
		}
		if (at === text.length) return;
		this.#writeLine(text.subarray(at), 1);
		this.#continues = true;
	}

	/** A number goes before the line, unless this is not its start. */
	#writeLine(octets: Uint8Array, count: number): void {
		if (!this.#continues) {
			this.#output.writeLater(decimal(count));
			this.#output.writeLater(TAB);
		}
		this.#output.writeLater(octets);
	}
}
