/** The results of lines: the output, and the file of --rejects. */
import { type Batch, rejectedLine, rejectsOf } from "../../lines/lines";
import { asciiOctets, encoder } from "../../utf8";
import type { OctetWriter } from "./octet-writer";

const LINE_END = asciiOctets("\n");

/** The file of --rejects. */
export class RejectLog<Writer extends OctetWriter = OctetWriter> {
	readonly rejects: Writer | undefined;
	/** Number of rejected lines so far. */
	rejected = 0;
	/** Number of references so far that the rules of a policy do not act on. */
	notWeb = 0;

	constructor(rejects: Writer | undefined) {
		this.rejects = rejects;
	}

	/** Counts the rejects and lists them: line number, octet, code and the line itself, separated by TAB. Throws Failure. */
	writeRejects(batch: Batch): void {
		this.rejected += batch.rejects;
		this.notWeb += batch.notWeb;
		if (this.rejects === undefined || batch.rejects === 0) return;
		for (const [index, { line, offset, code }] of rejectsOf(batch).entries()) {
			this.writeReject([line, offset, code], rejectedLine(batch, index));
		}
	}

	/** Lists a reject: its columns, then the reference, separated by TAB. Throws Failure. */
	writeReject(columns: readonly (string | number)[], reference: Uint8Array): void {
		this.rejects?.writeLater(encoder.encode(`${columns.join("\t")}\t`));
		this.rejects?.writeLater(reference);
		this.rejects?.writeLater(LINE_END);
	}
}

export class LineResults<Writer extends OctetWriter = OctetWriter> extends RejectLog<Writer> {
	readonly output: Writer;

	constructor(output: Writer, rejects: Writer | undefined) {
		super(rejects);
		this.output = output;
	}

	/** Writes the output and the rejects of a batch. Throws Failure. */
	take(batch: Batch): void {
		this.writeRejects(batch);
		this.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
	}

	/** Writes what is buffered, before another thread writes. */
	flush(): void {
		this.output.flush();
		this.rejects?.flush();
	}
}
