/**
 * The duplicates of a run: the file of --audit, with the kept line, the dropped line, the level at which they are equal and both numbers
 * for each, and the report of --report.
 */
import { Octet } from "../../../assembly/char";
import { LineRecord } from "../../../assembly/layout";
import { isMarked, unmark } from "../../../assembly/line-record";
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import type { Workspace } from "../../engine/workspace";
import { withoutLineEnd } from "../../lines/line-end";
import type { SievedBatch } from "../../lines/line-sieve";
import { atLevel, type Level, type Settings } from "../../options";
import { normalizeRaw } from "../../reference/reference";
import { isSame } from "../../seen/snapshot";
import type { MergeReport } from "../merge-report/merge-report";
import type { Output } from "../output/output";
import { Spool } from "../output/spool";

const encoder = new TextEncoder();
const ENCODED_TAB = encoder.encode("%09");

/** In place of a line that an earlier run kept, its number, and the level. */
const UNKNOWN = "-";

/** The outputs that list duplicates. */
export interface MergeTakers {
	/** The file of --audit. */
	readonly output: Output | undefined;
	readonly report: MergeReport | undefined;
}

/** Finds out why each duplicate is one. Writes the file of --audit, a line for each. */
export class MergeLog {
	readonly #output: Output | undefined;
	readonly #report: MergeReport | undefined;
	/** The level or the rules by which two lines are equal. */
	readonly #reason: (kept: Uint8Array, dropped: Uint8Array) => string;
	/** Number of duplicates by reason. */
	readonly merges: Record<string, number> = {};

	constructor({ output, report }: MergeTakers, reason: (kept: Uint8Array, dropped: Uint8Array) => string) {
		this.#output = output;
		this.#report = report;
		this.#reason = reason;
	}

	/** Logs a duplicate. `kept` is undefined if only an earlier run knows it. Line numbers count from 1. Throws Failure. */
	write(kept: Uint8Array | undefined, keptLine: number, dropped: Uint8Array, droppedLine: number): void {
		const reason = kept === undefined ? UNKNOWN : this.#reason(kept, dropped);
		this.merges[reason] = (this.merges[reason] ?? 0) + 1;
		this.#report?.addMerge({ reason, kept, keptLine, dropped, droppedLine });
		if (this.#output !== undefined) write(this.#output, [kept, dropped], [reason, keptLine, droppedLine]);
	}
}

function write(
	output: Output,
	[kept, dropped]: readonly [Uint8Array | undefined, Uint8Array],
	[reason, keptLine, droppedLine]: readonly [string, number, number],
): void {
	output.writeLater(kept === undefined ? encoder.encode(UNKNOWN) : withoutTabs(kept));
	output.writeLater(encoder.encode("\t"));
	output.writeLater(withoutTabs(dropped));
	const number = kept === undefined ? UNKNOWN : String(keptLine);
	output.writeLater(encoder.encode(`\t${reason}\t${number}\t${droppedLine}\n`));
}

/** The duplicates of a run with the set in memory. */
export class Audit {
	readonly #log: MergeLog;
	/** Number of fingerprints in the set before this run. */
	readonly #earlier: number;
	readonly #kept = new Spool("--audit and --report");
	/** Line numbers by the ordinal of their fingerprint in this run. */
	readonly #keptLines = new NumberList();
	#line = 1;

	constructor(log: MergeLog, earlier: number) {
		this.#log = log;
		this.#earlier = earlier;
	}

	/**
	 * Logs the duplicates of a batch. `rowOf`: the number to log for a record; by default, that of its line. Requires: the set is
	 * numbered. Throws Failure.
	 */
	add(
		{ workspace, records, first, marks }: Pick<SievedBatch, "workspace" | "records" | "first" | "marks">,
		rowOf: (record: number) => number = () => this.#line,
	): void {
		const { octets, words } = workspace.kernel;
		let start = first;
		for (let index = 0; index < records; ++index) {
			const record = workspace.records + index * LineRecord.SIZE;
			const inputEnd = words[(record + LineRecord.INPUT_END) >> 2] as number;
			const isRejected = isMarked(words[(record + LineRecord.OUTPUT_END) >> 2] as number);
			const end = unmark(inputEnd);
			if (!isRejected) this.#addLine(withoutLineEnd(octets.subarray(start, end)), marks[index] as number, rowOf(index));
			if (!isMarked(inputEnd)) ++this.#line;
			start = end;
		}
	}

	#addLine(line: Uint8Array, mark: number, number: number): void {
		if (mark === FRESH) {
			this.#kept.append(line);
			this.#keptLines.push(number);
		} else if (mark < this.#earlier) {
			this.#log.write(undefined, 0, line, number);
		} else {
			const kept = this.#kept.line(mark - this.#earlier);
			this.#log.write(kept, this.#keptLines.at(mark - this.#earlier), line, number);
		}
	}
}

/** The lowest level at which two lines are equal that are equal at the level of this run. */
export function levelBy(settings: Settings, workspace: Workspace): (kept: Uint8Array, dropped: Uint8Array) => Level {
	return (kept, dropped) => {
		if (isSame(kept, dropped)) return "string";
		if (settings.level === "syntax") return "syntax";
		const [a, b] = [kept, dropped].map((line) => normalizeRaw(line, atLevel(settings, "syntax"), workspace));
		return a !== undefined && b !== undefined && isSame(a, b) ? "syntax" : "scheme";
	};
}

/** Percent-encodes TABs, which separate columns. */
function withoutTabs(line: Uint8Array): Uint8Array {
	if (!line.includes(Octet.TAB)) return line;
	return Uint8Array.from([...line].flatMap((octet) => (octet === Octet.TAB ? [...ENCODED_TAB] : [octet])));
}
