/** The file of a report: a page, or data, about the merged lines. */
import { tmpdir } from "node:os";
import { version } from "../../package.json";
import type { Output } from "../files/output/output";
import type { RunCounts } from "../files/output/sink";
import { encoder } from "../utf8";
import type { Plan } from "./plan";
import { MergeReport, type ReportRun } from "./report/merge-report";
import { reportPage } from "./report/page";

/** Octets for the sizes of classes without --memory. */
const REPORT_MEMORY = 16777216;

/** The report of a run, to be written when it ends. */
export class ReportFile extends MergeReport {
	readonly #output: Output;
	readonly #rules: ReportRun["rules"];
	readonly #args: readonly string[];

	/** `plan`: that of a run in passes. Throws Failure. */
	constructor(output: Output, rules: ReportRun["rules"], args: readonly string[], plan: Plan | undefined) {
		super(plan?.folder ?? tmpdir(), plan?.reportSize ?? REPORT_MEMORY);
		this.#output = output;
		this.#rules = rules;
		this.#args = args;
	}

	/** Throws Failure. */
	write(counts: RunCounts & Pick<ReportRun, "merges">): void {
		const command = ["urlsieve", "dedupe", ...this.#args];
		const date = new Date().toISOString().replace(/\.\d+/, "");
		const data = this.data({ version, command, date, rules: this.#rules, ...counts });
		const isPage = /\.html$/i.test(this.#output.name);
		this.#output.writeLater(encoder.encode(isPage ? reportPage(data) : `${JSON.stringify(data, undefined, "\t")}\n`));
	}
}
