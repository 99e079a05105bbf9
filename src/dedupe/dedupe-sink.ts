/** The sink of `dedupe`: the output, the rejects, the audit log and the report. */

import type { LineResults } from "../files/output/line-results";
import type { Output } from "../files/output/output";
import type { JobOutput } from "../job/outputs";
import type { Batch } from "../lines/lines";
import type { RowReject } from "../tables/text/table-sink";
import type { MergeLog } from "./audit";
import type { PassSink } from "./ends";
import type { Plan } from "./plan";
import type { ReportRun } from "./report/merge-report";
import type { ReportCounts, ReportFile } from "./report-file";

/** The files of --audit and --report. */
interface Logs {
	readonly audit?: Output | undefined;
	readonly report?: Output | undefined;
}

/** Facts about a run for the log and the report. */
interface Described {
	/** The arguments as they were given. */
	readonly args: readonly string[];
	/** The rules by which lines count as equal. */
	readonly rules: ReportRun["rules"];
	/** Creates the function that returns the reason why two lines are equal. */
	readonly reason: () => (kept: Uint8Array, dropped: Uint8Array) => string;
}

/** The counts that a sink adds to. */
type CountsOf = Omit<ReportCounts, "rejects" | "merges">;

export class DedupeSink implements PassSink {
	readonly results: LineResults<JobOutput>;
	readonly #audit: Output | undefined;
	readonly #reportOutput: Output | undefined;
	#log: MergeLog | undefined;
	#report: ReportFile | undefined;

	constructor(results: LineResults<JobOutput>, { audit, report }: Logs = {}) {
		this.results = results;
		this.#audit = audit;
		this.#reportOutput = report;
	}

	/** Begins the log and the report. `plan`: that of a run in passes. Throws Failure. */
	async begin({ args, rules, reason }: Described, plan: Plan | undefined): Promise<void> {
		if (!this.isLogged) return;
		const [{ MergeLog }, { ReportFile }] = await Promise.all([import("./audit"), import("./report-file")]);
		if (this.#reportOutput !== undefined) this.#report = new ReportFile(this.#reportOutput, rules, args, plan);
		this.#log = new MergeLog({ output: this.#audit, report: this.#report }, reason());
	}

	/** Whether duplicates are logged. */
	get isLogged(): boolean {
		return this.#audit !== undefined || this.#reportOutput !== undefined;
	}

	get log(): MergeLog | undefined {
		return this.#log;
	}

	get takeMerge(): PassSink["takeMerge"] {
		return this.#log?.write.bind(this.#log);
	}

	/** Octets of temporary files of the report. */
	get tempOctets(): number {
		return this.#report?.tempOctets ?? 0;
	}

	write(octets: Uint8Array): void {
		this.results.output.write(octets);
	}

	takeRejects(batch: Batch): void {
		this.results.writeRejects(batch);
		this.#report?.addRejects(batch);
	}

	/** Reports the rejected reference of a row. */
	takeReject({ row, code, reference }: RowReject): void {
		this.#report?.addReject(code, row, reference);
	}

	/** Writes the report. Returns the counts, with those of the log. Throws Failure. */
	end<Counts extends CountsOf>(counts: Counts): Counts & Partial<Pick<ReportCounts, "merges">> {
		const merges = this.#log?.merges;
		this.#report?.write({ ...counts, rejects: this.results.rejected - this.results.comments, merges: merges ?? {} });
		return merges === undefined ? counts : { ...counts, merges };
	}
}
