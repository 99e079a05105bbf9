/** Cells: what trials say of one candidate on one site. */
import type { CurrentKeys } from "./current-keys";
import { joined } from "./hash";
import { HashIndex } from "./hash-index";
import type { Shard } from "./shard";
import { Votes } from "./votes";
import { Words } from "./words";

/** The weight of one group of contrary pages at most. */
const MAX_WEIGHT = 20;

/** Trials of a candidate on a site. */
export interface Cell {
	readonly site: number;
	/** Digests on which trials agree. */
	readonly votes: Votes;
	/** Trials that agree, repeated digests included. */
	agreements: number;
	disagree: number;
	proven: number;
	/** Keys that the candidate would save. */
	saved: number;
	/** The places of two URLs whose pages differ, and of two whose pages are the same. */
	contrary: readonly [number, number] | undefined;
	example: readonly [number, number] | undefined;
}

/** A cell without trials. */
export function newCell(site: number): Cell {
	const [contrary, example] = [undefined, undefined];
	return { site, votes: new Votes(), agreements: 0, disagree: 0, proven: 0, saved: 0, contrary, example };
}

/** Cells by candidate, then by site. */
export type CellsOf = Map<number, Map<number, Cell>>;

/** The cell of a candidate on a site, which is new if there is none. */
export function cellOf(cells: CellsOf, id: number, site: number): Cell {
	const bySite = cellsOf(cells, id);
	const found = bySite.get(site);
	if (found !== undefined) return found;
	const cell = newCell(site);
	bySite.set(site, cell);
	return cell;
}

/** The cells of a candidate, which are kept. */
export function cellsOf(cells: CellsOf, id: number): Map<number, Cell> {
	const found = cells.get(id);
	if (found !== undefined) return found;
	const bySite = new Map<number, Cell>();
	cells.set(id, bySite);
	return bySite;
}

/** Judges groups of current keys that a candidate would merge. */
export class Judge {
	/** Whether groups of contrary pages have a weight. */
	readonly #weighs: boolean;
	readonly #digests = new HashIndex();
	readonly #counts = new Words();

	constructor(weighs: boolean) {
		this.#weighs = weighs;
	}

	/** Adds the trial of a group to a cell. `members`: numbers of two or more current keys. */
	judge(cell: Cell, shard: Shard, current: CurrentKeys, members: Words): void {
		cell.saved += members.length - 1;
		const numbers = members.array;
		const stable = current.stable.array;
		let count = 0;
		let first = -1;
		let second = -1;
		let contrary = -1;
		for (let place = 0; place < members.length; ++place) {
			const number = numbers[place] as number;
			if (stable[number] !== 1) continue;
			if (count++ === 0) first = number;
			else if (count === 2) second = number;
			if (contrary < 0 && !current.isSame(number, first)) contrary = number;
		}
		if (count > 1 && contrary < 0) {
			agree(cell, shard, current, first, second);
			return;
		}
		const repeated = this.#repeatedIn(shard, current, members);
		if (count < members.length ? repeated < 2 : count < 2) return;
		const weight = this.#weighs ? Math.max(1, Math.min(MAX_WEIGHT, repeated - 1)) : 1;
		cell.disagree += weight;
		if (repeated > 0) cell.proven += weight;
		if (cell.contrary !== undefined) return;
		const one = first < 0 ? (numbers[0] as number) : first;
		const other = contrary >= 0 ? contrary : (numbers.subarray(0, members.length).find((number) => number !== first) as number);
		cell.contrary = [shard.placeOf(current.keyOf(one)), shard.placeOf(current.keyOf(other))];
	}

	/** How many digests were fetched twice or more in these keys. Pages that change with each fetch have none. */
	#repeatedIn(shard: Shard, current: CurrentKeys, members: Words): number {
		this.#digests.clear();
		this.#counts.length = 0;
		for (let place = 0; place < members.length; ++place) {
			const number = members.array[place] as number;
			for (let at = current.keys.first(number); at >= 0; at = current.keys.after(at))
				this.#countEntries(shard, current.keys.valueAt(at));
		}
		let repeated = 0;
		for (let digest = 0; digest < this.#counts.length; ++digest) if ((this.#counts.array[digest] as number) > 1) ++repeated;
		return repeated;
	}

	#countEntries(shard: Shard, key: number): void {
		const counts = this.#counts;
		for (let entry = shard.entryStarts[key] as number; entry < (shard.entryStarts[key + 1] as number); ++entry) {
			const digest = this.#digests.add(shard.entryLo[entry] as number, shard.entryHi[entry] as number);
			if (digest === counts.length) counts.push(0);
			counts.array[digest] = (counts.array[digest] as number) + (shard.entryCounts[entry] as number);
		}
	}
}

function agree(cell: Cell, shard: Shard, current: CurrentKeys, first: number, second: number): void {
	cell.votes.add(joined(current.lo.array[first] as number, current.hi.array[first] as number));
	++cell.agreements;
	cell.example ??= [shard.placeOf(current.keyOf(first)), shard.placeOf(current.keyOf(second))];
}
