/** `dedupe --count` and `--keep` of lines in passes: the last pass normalizes all lines again, and writes those that stay. */

import type { Member } from "../../dedupe/classes/classes";
import { LineMembers, writeCounted } from "../../dedupe/classes/line-members";
import type { PassRows } from "../../dedupe/passes/row-marks";
import { FRESH } from "../../engine/seen-table";
import type { Output } from "../../files/output/output";
import { LineFeed, type LineSettings, type LineSink } from "../../lines/lines";
import type { CrawlRun } from "./line-reading";

/** How lines are written. */
interface LineForm {
	readonly settings: LineSettings;
	readonly crawl: CrawlRun | undefined;
	readonly isOriginal: boolean;
	/** Whether the size of the class is written before each line. */
	readonly counts: boolean;
}

type Marks = Parameters<PassRows["writer"]>[1];

export class LinesInPasses implements PassRows {
	readonly isTable = false;
	readonly #form: LineForm;
	readonly #output: Output;

	constructor(form: LineForm, output: Output) {
		this.#form = form;
		this.#output = output;
	}

	reader(feed: LineFeed): LineSink {
		return feed;
	}

	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Marks): LineSink {
		const { settings, crawl, isOriginal } = this.#form;
		const classes = { add: (member: Member) => this.#write(member, marks) };
		const members = new LineMembers(classes, false, isOriginal, settings.invalid === "drop");
		return new LineFeed(workspace, crawl?.settings ?? settings, (batch) => {
			const { kernel, key, records, output, fingerprints } = workspace;
			const fates = marks.marksOf(batch);
			// Of lines with both forms, this leaves the fetch forms.
			if (crawl !== undefined) kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
			members.add({ ...batch, marks: fates });
		});
	}

	/** A rejected line has no mark, and a piece of a long one no place for a count. */
	#write({ octets, tail, mark }: Member, marks: Marks): void {
		const { counts } = this.#form;
		const size = mark !== undefined && counts ? marks.nextSize() : 1;
		if (octets.length === 0 || (mark !== undefined && mark !== FRESH)) return;
		writeCounted(this.#output, octets, counts && tail !== undefined ? size : undefined);
	}
}
