/** Counts the rows of a crawl in the traps of a file of shapes, and leaves them out if asked to. */
import { otherKeys, readShapesFile } from "../../arguments/learned";
import type { CrawlNormalizer } from "../../crawl/index";
import { usageFailure } from "../../failure";
import type { Trap } from "../../learned/schema";
import { type SiteTrap, type TrapAction, TrappedKeys } from "../../learned/trapped-keys";
import { haveIdentity, rulesOf } from "../../rules/rules";
import { type BaseOptions, keysOf, openBase } from "../corpus/base";
import type { KeyedFetches } from "./fetch-thread";

/** Max traps that a report lists. */
const MAX_LISTED = 200;

/** The file of --shapes, what becomes of rows in its traps, and the file of --policy. */
interface TrapTask {
	readonly file: string;
	readonly action: TrapAction;
	readonly policy: string | undefined;
}

/** A trap, and the number of its rows. */
export interface RowTrap extends Pick<Trap, "trap" | "at" | "proposal"> {
	readonly site: string;
	readonly rows: number;
}

/** The rows of a crawl in traps. A row that is in several counts for the first of them. */
export interface TrapCounts {
	readonly file: string;
	readonly action: TrapAction;
	/** Rows in traps, whatever their status and digest. */
	readonly rows: number;
	/** Traps that have rows, those first that have most, and the number of those not listed. */
	readonly listed: readonly RowTrap[];
	readonly others: number;
	/** Traps of the file that have no rows. */
	readonly withoutRows: number;
}

/** A batch whose keys are made, with 1 for each row that is left out. */
interface SievedFetches extends KeyedFetches {
	readonly leftOut?: Uint8Array;
}

export class TrapRows {
	readonly #task: TrapTask;
	readonly #trapped: TrappedKeys;
	readonly #normalizer: CrawlNormalizer;
	readonly #rows = new Map<SiteTrap, number>();

	constructor(task: TrapTask, trapped: TrappedKeys, normalizer: CrawlNormalizer) {
		this.#task = task;
		this.#trapped = trapped;
		this.#normalizer = normalizer;
	}

	take(batch: KeyedFetches): SievedFetches {
		const { rows, url, keys = keysOf(this.#normalizer, url, rows) } = batch;
		const leftOut = new Uint8Array(rows);
		for (let row = 0, start = 0; row < rows; start = keys.ends[row++] as number) {
			const trap = this.#trapped.find(keys.bytes, start, keys.ends[row] as number);
			if (trap === undefined) continue;
			leftOut[row] = 1;
			this.#rows.set(trap, (this.#rows.get(trap) ?? 0) + 1);
		}
		return { ...batch, keys, ...(this.#task.action === "drop" && { leftOut }) };
	}

	get counts(): TrapCounts {
		const { file, action } = this.#task;
		const all = this.#trapped.traps;
		const found = all.filter((trap) => this.#rows.has(trap)).map((trap) => this.#counted(trap));
		const listed = found.sort((a, b) => b.rows - a.rows).slice(0, MAX_LISTED);
		return {
			file,
			action,
			rows: found.reduce((sum, { rows }) => sum + rows, 0),
			listed,
			others: found.length - listed.length,
			withoutRows: all.length - found.length,
		};
	}

	#counted(found: SiteTrap): RowTrap {
		const { trap, at, proposal } = found.trap;
		return { site: found.site, trap, ...(at !== undefined && { at }), rows: this.#rows.get(found) as number, proposal };
	}
}

/** Throws Failure if the file of shapes cannot be used, or has shapes of other keys. */
export async function openTrapRows(task: TrapTask, options: BaseOptions): Promise<TrapRows> {
	const { file, policy } = task;
	const { normalizer } = openBase(options);
	const shapes = await readShapesFile("learn", file);
	if (!haveIdentity(rulesOf(normalizer), shapes.keys)) throw usageFailure("learn", otherKeysThan(policy, file, shapes.keys));
	return new TrapRows(task, new TrappedKeys(shapes), normalizer);
}

function otherKeysThan(policy: string | undefined, file: string, keys: string): string {
	if (policy === undefined) return otherKeys(file, keys, "crawl@1", "make them by urlsieve shapes --profile crawl@1");
	return otherKeys(file, keys, policy, "make them by urlsieve shapes with the same --policy and --lists");
}
