/** What becomes of lines: an output, and a file of those that are rejected. */
import { type Batch, rejectedLine, rejectsOf } from "../../lines/lines";
import type { OctetWriter } from "./octet-writer";

const encoder = new TextEncoder();
const LINE_END = encoder.encode("\n");

export class LineResults<Writer extends OctetWriter = OctetWriter> {
	readonly output: Writer;
	readonly rejects: Writer | undefined;
	/** Number of lines so far that were rejected. */
	rejected = 0;

	constructor(output: Writer, rejects: Writer | undefined) {
		this.output = output;
		this.rejects = rejects;
	}

	/** Writes what the kernel made of the lines, and notes the rejects. */
	take(batch: Batch): void {
		this.noteRejects(batch);
		this.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.written));
	}

	/** Writes line number, octet, code and the line itself of each reject, separated by TAB. */
	noteRejects(batch: Batch): void {
		this.rejected += batch.rejects;
		if (this.rejects === undefined || batch.rejects === 0) return;
		for (const [index, { line, offset, code }] of rejectsOf(batch).entries()) {
			this.rejects.writeLater(encoder.encode(`${line}\t${offset}\t${code}\t`));
			this.rejects.writeLater(rejectedLine(batch, index));
			this.rejects.writeLater(LINE_END);
		}
	}

	/** Writes what is gathered: another thread may write now. */
	flush(): void {
		this.output.flush();
		this.rejects?.flush();
	}
}
