/** Counts the lines in the traps of a file of shapes and, if asked to, leaves them out. */
import { LineRecord } from "../../assembly/layout/addresses";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import { FRESH } from "../engine/seen-table";
import { keyStartOf } from "../learned/learned-lines";
import type { Trap } from "../learned/schema";
import { siteEnd } from "../learned/site";
import type { TrappedKeys } from "../learned/trapped-keys";
import type { Batch } from "../lines/batch";
import { decoder } from "../utf8";
import type { LineLimit } from "./selection";

/** What becomes of lines in traps. */
export type TrapAction = "drop" | "keep";

interface TrapTask {
	readonly trapped: TrappedKeys;
	readonly action: TrapAction;
}

/** The kind of a trap, and its place: the site, if it is anywhere on it. */
type PlacedTrap = Required<Pick<Trap, "trap" | "at">>;
/** By record: the trap that it is in. */
type Found = ReadonlyMap<number, PlacedTrap>;

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
		const found = new Map<number, PlacedTrap>();
		let start = output;
		for (let record = 0; record < batch.records; ++record) {
			const recorded = kernel.words[(records + record * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number;
			const end = unmark(recorded);
			const trap = isMarked(recorded) || end === start ? undefined : this.#trapOf(kernel.octets, keyStart(start, end), end - 1);
			if (trap !== undefined) found.set(record, trap);
			start = end;
		}
		this.#waiting.push(found);
	}

	beyond(_batch: Batch, marks: Int32Array): number[] {
		this.#found = this.#waiting.shift() ?? new Map();
		const fresh = [...this.#found].filter(([record]) => marks[record] === FRESH);
		for (const [, { trap }] of fresh) this.traps[trap] = (this.traps[trap] ?? 0) + 1;
		return this.#task.action === "drop" ? fresh.map(([record]) => record) : [];
	}

	reasonFor(record: number): string {
		const { trap, at } = this.#found.get(record) as PlacedTrap;
		return `trap ${trap} ${at}`;
	}

	#trapOf(octets: Uint8Array, start: number, end: number): PlacedTrap | undefined {
		const site = siteEnd(octets, start, end);
		if (site < 0) return undefined;
		const siteText = decoder.decode(octets.subarray(start, site));
		if (!this.#task.trapped.has(siteText)) return undefined;
		const found = this.#task.trapped.trapOf(siteText, decoder.decode(octets.subarray(site, end)));
		return found && { trap: found.trap, at: found.at ?? siteText };
	}
}
