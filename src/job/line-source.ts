/** Lists: files and pipes in order, a reference a line, on one thread or several. */

import { Octet } from "../../assembly/octets/char";
import { FRESH } from "../engine/seen-table";
import type { OctetWriter } from "../files/output/octet-writer";
import type { Sink } from "../files/output/sink";
import { type Batch, isPiece, isRejected, type Verdict } from "../lines/batch";
import { hasOutput, type Print, writtenLines } from "../lines/line-sieve";
import { LineFeed, type LineSink } from "../lines/lines";
import { LineCrew } from "../threads/crew";
import { decimal } from "../utf8";
import type { Reader } from "./reader";
import type { Each, Source } from "./source";

/** Writes what stays of a batch. */
interface BatchWriter {
	write(batch: Batch, verdict: Verdict | undefined): void;
}

export class LineSource implements Source {
	readonly #reader: Reader;
	readonly #sink: Pick<Sink, "takeRejects">;
	readonly #writer: BatchWriter;
	/** Number of lines that have been read once. */
	#lines = 0;

	constructor(reader: Reader, sink: Pick<Sink, "takeRejects">, writer: BatchWriter) {
		this.#reader = reader;
		this.#sink = sink;
		this.#writer = writer;
	}

	get counts(): { readonly lines: number } {
		return { lines: this.#lines };
	}

	async each(task: Each): Promise<void> {
		const { rules, pace, inputs } = this.#reader;
		const { pass, until, flush } = task;
		const { workspace, settings } = task.at ?? rules;
		const feed = new LineFeed(workspace, settings, (batch) => this.#take(batch, task));
		if (task.unique !== undefined) pace.showUnique(task.unique);
		if (pass !== undefined) await this.feed(feed, pass);
		else if (until !== undefined) await inputs.feedUntil(feed, pace, until);
		else await this.#feedAll(feed, task.needs, flush);
		if (pass === undefined) this.#lines = feed.lines;
	}

	write(batch: Batch, verdict: Verdict | undefined): void {
		this.#writer.write(batch, verdict);
	}

	/** Feeds all lines, or those that another reading has left, in one of two readings. */
	async feed(sink: LineFeed, pass: NonNullable<Each["pass"]>): Promise<void> {
		const { inputs, pace } = this.#reader;
		this.#reader.beginPass(pass);
		// Rejects have the numbers of all lines.
		sink.goOn(pass === "reading" ? this.#lines : 0, this.#lines === 0);
		await inputs.feedLines(sink, pace);
		pace.endPass?.(sink.lines);
	}

	/** Feeds all lines, with several threads if that pays. */
	async #feedAll(feed: LineFeed, needs: Each["needs"], flush: Each["flush"]): Promise<void> {
		const { rules, pace, inputs, threads } = this.#reader;
		const feedLines = (sink: LineSink) => inputs.feedLines(sink, pace, flush);
		if (threads === 1 || rules.base !== undefined) return feedLines(feed);
		const { key, input: needsInput = false } = needs ?? {};
		const crew = new LineCrew(feed, { ...rules.crewRules(), threads, key, needsInput });
		await feedLines(crew).finally(() => crew.stop());
	}

	#take(batch: Batch, { step, writes = true, pass }: Each): void {
		if (pass !== "writing") this.#sink.takeRejects(batch);
		const verdict = step?.(batch);
		if (writes) this.write(batch, verdict);
	}
}

const TAB = Uint8Array.of(Octet.TAB);

/** Writes the lines of batches that stay: in normal form or as they came, and after the numbers of lines that they stand for. */
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
