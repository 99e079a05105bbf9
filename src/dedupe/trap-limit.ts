/** Counts the lines in the traps of a file of shapes and, if asked to, leaves them out. */
import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import { FRESH } from "../engine/seen-table";
import { keyStartOf } from "../learned/learned-lines";
import type { SiteTrap, TrapAction, TrappedKeys } from "../learned/trapped-keys";
import type { Batch } from "../lines/batch";
import type { LineLimit } from "./selection";

interface TrapTask {
	readonly trapped: TrappedKeys;
	readonly action: TrapAction;
}

/** By record: the trap that it is in. */
type Found = ReadonlyMap<number, SiteTrap>;

export class TrapLimit implements LineLimit {
	readonly #task: TrapTask;
	readonly #hasBoth: boolean;
	readonly #waiting: Found[] = [];
	#found: Found = new Map();
	readonly traps: { [trap: string]: number } = {};

	/** `hasBoth`: whether lines have both forms when they are prepared. */
	constructor(task: TrapTask, hasBoth: boolean) {
		this.#task = task;
		this.#hasBoth = hasBoth;
	}

	prepare(batch: Batch): void {
		const { kernel, output, records } = batch.workspace;
		const keyStart = keyStartOf(batch, this.#hasBoth);
		const { trapped } = this.#task;
		const found = new Map<number, SiteTrap>();
		let start = output;
		for (let record = 0; record < batch.records; ++record) {
			const recorded = kernel.words[(records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number;
			const end = unmark(recorded);
			const trap = isMarked(recorded) || end === start ? undefined : trapped.find(kernel.octets, keyStart(start, end), end - 1);
			if (trap !== undefined) found.set(record, trap);
			start = end;
		}
		this.#waiting.push(found);
	}

	beyond(_batch: Batch, marks: Int32Array): number[] {
		this.#found = this.#waiting.shift() ?? new Map();
		const fresh = [...this.#found].filter(([record]) => marks[record] === FRESH);
		for (const [, { trap }] of fresh) this.traps[trap.trap] = (this.traps[trap.trap] ?? 0) + 1;
		return this.#task.action === "drop" ? fresh.map(([record]) => record) : [];
	}

	/** The place of a trap that may be anywhere on its site is the site. */
	reasonFor(record: number): string {
		const { site, trap } = this.#found.get(record) as SiteTrap;
		return `trap ${trap.trap} ${trap.at ?? site}`;
	}
}
