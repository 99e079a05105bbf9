/** Lines as text, with their keys in memory: for keys that no kernel makes. */
import type { Output } from "../files/output/output";
import { encoder } from "../utf8";
import { writeRow } from "./audit/merge-rows";

interface NumberedLine {
	readonly line: string;
	readonly number: number;
}

export class TextSieve {
	readonly #kept = new Map<string, NumberedLine>();
	readonly #log: Output | undefined;
	readonly #reason: string;
	duplicates = 0;

	/** Duplicates are logged to `log`, with this reason. */
	constructor(log: Output | undefined, reason: string) {
		this.#log = log;
		this.#reason = reason;
	}

	get unique(): number {
		return this.#kept.size;
	}

	/** Whether a line is the first with its key. Throws Failure. */
	isFirst(key: string, line: string, number: number): boolean {
		const first = this.#kept.get(key);
		if (first === undefined) {
			this.#kept.set(key, { line, number });
			return true;
		}
		++this.duplicates;
		if (this.#log !== undefined) this.#write(this.#log, first, { line, number });
		return false;
	}

	#write(log: Output, kept: NumberedLine, dropped: NumberedLine): void {
		writeRow(log, {
			kept: encoder.encode(kept.line),
			keptLine: kept.number,
			dropped: encoder.encode(dropped.line),
			droppedLine: dropped.number,
			reason: this.#reason,
		});
	}
}
