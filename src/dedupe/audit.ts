/**
 * The duplicates of a run: the file of --audit, with the kept line, the dropped line, the level at which they are equal and both numbers
 * for each, and the report of --report.
 */
import { tmpdir } from "node:os";
import { Duplicate } from "../../assembly/partition/layout";
import type { Engine } from "../engine/kernel";
import type { Output } from "../files/output/output";
import type { RejectedRow, RunCounts, RunLog } from "../files/output/sink";
import type { Batch } from "../lines/batch";
import type { Level } from "../options";
import type { MergeMemory } from "./audit/merge-memory";
import { MergeRows, UNKNOWN, writeRow } from "./audit/merge-rows";
import { PendingMerges } from "./audit/pending-merges";
import type { Plan } from "./plan";
import type { ReportRun } from "./report/merge-report";
import type { ReportFile } from "./report-file";

/** Duplicates that are logged at a time: their lines fit the L2 cache. */
const AT_A_TIME = 4096;

/** The reason of equal lines. */
const EQUAL: Level = "string";

/** The files of --audit and --report. */
export interface LogFiles {
	readonly audit: Output | undefined;
	readonly report: Output | undefined;
}

/** Facts about a run for the log and the report. */
interface Described {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	/** The rules by which lines count as equal. */
	readonly rules: ReportRun["rules"];
	/** Returns the reason why two lines are equal: a level, or rules. */
	readonly reason: (kept: Uint8Array, dropped: Uint8Array) => string;
}

/** Begins the log and the report. `plan`: that of a run in passes. Throws Failure. */
export async function openLog(
	{ audit, report }: LogFiles,
	{ args, rules, reason }: Described,
	plan: Plan | undefined,
): Promise<MergeLog> {
	const file = report && new (await import("./report-file")).ReportFile(report, rules, args, plan);
	return new MergeLog(audit, file, reason);
}

/** Counts duplicates by reason. Most follow one with the same reason. */
class ReasonCounts {
	readonly #counts: Record<string, number> = {};
	#last = "";
	/** Number of the last duplicates, all with the same reason, that are not yet among the counts. */
	#run = 0;

	countReason(reason: string, count: number): void {
		if (reason !== this.#last) this.#endRun();
		this.#last = reason;
		this.#run += count;
	}

	/** The counts, in the order in which reasons came. */
	get all(): Record<string, number> {
		this.#endRun();
		return this.#counts;
	}

	#endRun(): void {
		if (this.#run > 0) this.#counts[this.#last] = (this.#counts[this.#last] ?? 0) + this.#run;
		this.#run = 0;
	}
}

/** Finds out why each duplicate is one. Writes the file of --audit, a line for each, and the report. */
export class MergeLog implements RunLog {
	readonly #output: Output | undefined;
	readonly #report: ReportFile | undefined;
	readonly #reason: (kept: Uint8Array, dropped: Uint8Array) => string;
	readonly #counts = new ReasonCounts();
	/** The reasons of the duplicates that are logged at a time. */
	readonly #reasons: string[] = [];

	constructor(output: Output | undefined, report: ReportFile | undefined, reason: Described["reason"]) {
		this.#output = output;
		this.#report = report;
		this.#reason = reason;
	}

	/** Octets of temporary files of the report. */
	get tempOctets(): number {
		return this.#report?.tempOctets ?? 0;
	}

	takeRejects(batch: Batch): void {
		this.#report?.addRejects(batch);
	}

	reject({ row, code, reference }: RejectedRow): void {
		this.#report?.addReject(code, row, reference);
	}

	/** See `RunLog`. Writes the report. */
	end(counts: RunCounts): { readonly merges: Record<string, number> } {
		const merges = this.#counts.all;
		this.#report?.write({ ...counts, merges });
		return { merges };
	}

	/** Logs a duplicate. `kept` is undefined if only an earlier run knows it. Line numbers count from 1. Throws Failure. */
	write(kept: Uint8Array | undefined, keptLine: number, dropped: Uint8Array, droppedLine: number): void {
		const reason = kept === undefined ? UNKNOWN : this.#reason(kept, dropped);
		this.#counts.countReason(reason, 1);
		const merge = { reason, kept, keptLine, dropped, droppedLine };
		this.#report?.addMerge(merge);
		if (this.#output !== undefined) writeRow(this.#output, merge);
	}

	/** Logs the duplicates [from, count). Throws Failure. */
	writeAll(memory: MergeMemory, from: number, count: number): void {
		const rows = this.#output && new MergeRows(this.#output, memory, from, EQUAL);
		for (let next = from; next < count; next += AT_A_TIME) {
			const end = Math.min(next + AT_A_TIME, count);
			const areEqual = memory.kernel.call.compareMerges(next, end) === end - next;
			if (areEqual) this.#counts.countReason(EQUAL, end - next);
			else this.#giveReasons(memory, next, end, rows);
			this.#report?.addMerges(memory, next, end, areEqual ? EQUAL : this.#reasons);
			rows?.writeUpTo(end);
		}
	}

	/** Finds the reasons of the duplicates [from, count), of which some are unknown or differ in their texts. */
	#giveReasons(memory: MergeMemory, from: number, count: number, rows: MergeRows | undefined): void {
		for (let duplicate = from; duplicate < count; ++duplicate) {
			const kept = memory.of(duplicate, Duplicate.KEPT);
			const reason = kept === 0 ? UNKNOWN : kept > 0 ? EQUAL : this.#reason(memory.keptAt(kept), memory.dropped(duplicate));
			this.#counts.countReason(reason, 1);
			if (kept < 0) rows?.setReason(duplicate, reason);
			this.#reasons[duplicate - from] = reason;
		}
	}
}

/** The duplicates of a run with the set in memory. */
export class Audit {
	readonly #pending: PendingMerges;

	/** `earlier`: number of fingerprints in the set before this run. Puts a temporary file in `folder`. Throws Failure. */
	constructor(log: MergeLog, earlier: number, engine: Engine, folder = tmpdir()) {
		this.#pending = new PendingMerges(engine, folder, earlier, (memory, from, count) => log.writeAll(memory, from, count));
	}

	/** Adds the duplicates of a batch, which are logged later. Requires: the set is numbered. Throws Failure. */
	takeBatch(batch: Batch, marks: Int32Array): void {
		this.#pending.takeBatch(batch, marks);
	}

	/** Logs the rest. Throws Failure. */
	end(): void {
		this.#pending.flush();
		this.#pending.close();
	}
}
