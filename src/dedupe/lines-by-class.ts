/** `dedupe --count` and `--keep` of lines in passes: the last pass normalizes all lines again, and writes those that stay. */

import { FRESH } from "../engine/seen-table";
import type { OctetWriter } from "../files/output/octet-writer";
import type { LineRules } from "../job/line-rules";
import { LineFeed, type LineSink } from "../lines/lines";
import type { Member } from "./classes/classes";
import { LineMembers, writeCounted } from "./classes/line-members";
import type { PassRows } from "./passes/row-marks";

/** The form of the output: whether lines are written as they came, and with the sizes of their classes. */
interface LineForm {
	readonly isOriginal: boolean;
	readonly counts: boolean;
}

type Marks = Parameters<PassRows["writer"]>[1];

export class LinesByClass implements PassRows {
	readonly isTable = false;
	readonly #rules: LineRules;
	readonly #output: OctetWriter;
	readonly #form: LineForm;

	constructor(rules: LineRules, output: OctetWriter, form: LineForm) {
		this.#rules = rules;
		this.#output = output;
		this.#form = form;
	}

	reader({ feed }: Parameters<PassRows["reader"]>[0]): LineSink {
		return feed;
	}

	writer(workspace: Parameters<PassRows["writer"]>[0], marks: Marks): LineSink {
		const { settings, haveOneForm } = this.#rules;
		const classes = { add: (member: Member) => this.#write(member, marks) };
		const members = new LineMembers(classes, false, this.#form.isOriginal);
		return new LineFeed(workspace, settings, (batch) => {
			const { kernel, key, records, output, fingerprints } = workspace;
			const fates = marks.marksOf(batch);
			// Leaves only the fetch forms of lines with both forms.
			if (!haveOneForm) kernel.call.fingerprintLines(key, records, batch.records, output, fingerprints);
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
