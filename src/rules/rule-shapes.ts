/**
 * The shapes of keys, by the rules of a normalizer:
 *
 * ```
 *   output   http://h/1 LF   http://[ LF (rejected) ──▶ http://h/{int} LF   http://[ LF
 * ```
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked } from "../../assembly/lines/line-record";
import type { UriError } from "../errors";
import { notText, type Octets, toOctets, toStrings } from "../input";
import { type Batch, isPiece, isRejected, type Reject, rejectsOf } from "../lines/batch";
import { LineFeed, type NormalizedLines } from "../lines/lines";
import { OctetSink } from "../lines/octet-sink";
import { outputEndOf, skipLines, writeParts } from "../lines/parts";
import type { Rules } from "./rules";

/** The shape of each string, or its error. */
export function shapesOfStrings(rules: Rules, references: Iterable<string>): (string | UriError)[] {
	return toStrings(references).map((reference) => notText(reference) ?? rules.tryShape(reference));
}

/** The shape of the key of each line. Rejected lines are as in the lines of keys. */
export function shapesOfLines(rules: Rules, input: Octets): NormalizedLines {
	const lines = toOctets(input, "lines");
	const output = new OctetSink(lines.length);
	const rejects: Reject[] = [];
	const feed = new LineFeed(rules.workspace(), rules.lines("key"), (batch) => {
		appendShapes(batch, output);
		if (batch.rejects > 0) rejects.push(...rejectsOf(batch));
	});
	feed.push(lines);
	feed.end();
	return { lines: output.octets(), count: feed.lines, rejects };
}

function appendShapes(batch: Batch, output: OctetSink): void {
	const shapes = writeParts(batch, ["shape"]);
	if (isWhole(batch)) {
		output.append(shapes);
		return;
	}
	let next = 0;
	for (let record = 0; record < batch.records; ++record) {
		const end = isPiece(batch, record) ? next : skipLines(shapes, next, 1);
		if (isRejected(batch, record)) output.append(writtenLine(batch, record));
		else output.append(shapes.subarray(next, end));
		next = end;
	}
}

/** Whether each record of a batch is a line with a form. */
function isWhole({ records, workspace }: Batch): boolean {
	const start = workspace.records >> 2;
	return workspace.kernel.words.subarray(start, start + (records * LineRecord.SIZE) / 4).every((end) => !isMarked(end));
}

/** The output of a record. */
function writtenLine({ workspace }: Batch, record: number): Uint8Array {
	return workspace.kernel.octets.subarray(outputEndOf(workspace, record), outputEndOf(workspace, record + 1));
}
