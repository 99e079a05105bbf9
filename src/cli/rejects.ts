/** The file of rejected lines: line number, octet, code, the line; separated by TAB. */
import { type Batch, rejectedLine, rejectsOf } from "../lines";
import type { Output } from "./output";

const encoder = new TextEncoder();
const LINE_END = encoder.encode("\n");

export function writeRejects(batch: Batch, output: Output): void {
	for (const [index, { line, offset, code }] of rejectsOf(batch).entries()) {
		output.writeLater(encoder.encode(`${line}\t${offset}\t${code}\t`));
		output.writeLater(rejectedLine(batch, index));
		output.writeLater(LINE_END);
	}
}
