/**
 * The ordinals of fingerprints in a set of several tables: which one was added first, second and so on.
 *
 * Each table numbers its own fingerprints from 0. While there is one table, its ordinals are those of the set. Fingerprints that are
 * added later are recorded here by table, in the order in which that table numbers them. Only --audit needs this, so it is
 * separate from the set.
 */
import { NumberList } from "./number-list";
import { FRESH, MAX_BATCH } from "./seen-table";

/** Marks are i32. */
const MAX_ORDINALS = 0x7fffffff;

export class Ordinals {
	/** Ordinals of the first table below this number are those of the set. */
	#shared = 0;
	/** By table: the set's ordinals of its other fingerprints. */
	readonly #later: NumberList[] = [];
	/** By place in the batch: the index of the table that marked it. */
	readonly #owners = new Uint16Array(MAX_BATCH);

	/** Whether a set of `count` fingerprints has too few ordinals left for another batch. */
	isFullAt(count: number): boolean {
		return count > MAX_ORDINALS - MAX_BATCH;
	}

	/** Records that a single table has all `count` fingerprints of the set. */
	share(count: number): void {
		this.#shared = count;
	}

	/** Records the table that marks the fingerprint at `place` of the batch, if that is not the first one. */
	own(place: number, table: number): void {
		this.#owners[place] = table;
	}

	/** Converts marks from ordinals of a table to ordinals of the set, which had `count` fingerprints before this batch. */
	convert(marks: Int32Array, count: number): void {
		let next = count;
		for (let place = 0; place < marks.length; ++place) {
			const table = this.#owners[place] as number;
			const mark = marks[place] as number;
			this.#owners[place] = 0;
			if (mark === FRESH) this.#laterOf(table).push(next++);
			// Ordinal 0 of the first table is also the mark of the all-zero fingerprint, and needs no conversion.
			else if (mark > 0 || (mark === 0 && table > 0)) marks[place] = this.#ordinalOf(table, mark);
		}
	}

	#ordinalOf(table: number, mark: number): number {
		const shared = table === 0 ? this.#shared : 0;
		return mark < shared ? mark : this.#laterOf(table).at(mark - shared);
	}

	#laterOf(table: number): NumberList {
		this.#later[table] ??= new NumberList();
		return this.#later[table];
	}
}
