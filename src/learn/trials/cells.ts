/**
 * Cells: the results of the trials of one candidate on one site. They are a table, since there can be millions of them:
 *
 * ```
 *   candidate   0   0   2   2   2   5      in order of candidates, then of sites
 *   site        3   8   0   3   8   3
 *   starts      0       2   2           5  the first cell of each candidate
 * ```
 */
import { Cell as Word } from "../../../assembly/learn/trial-layout";

/** Trials of a candidate on a site. */
export interface Cell {
	readonly site: number;
	/** Different digests on which trials agree. */
	readonly votes: number;
	/** Trials that agree, repeated digests included. */
	readonly agreements: number;
	readonly disagree: number;
	readonly proven: number;
	/** Keys that the candidate would save. */
	readonly saved: number;
	/** The places of two URLs whose pages differ, and of two whose pages are the same. */
	readonly contrary: readonly [number, number] | undefined;
	readonly example: readonly [number, number] | undefined;
}

/** Words of a cell: see `Cell` of the kernel's ledger. */
export const CELL_WORDS: number = Word.SIZE >> 2;
const [CANDIDATE, SITE] = [Word.CANDIDATE >> 2, Word.SITE >> 2];

export class Cells {
	/** Cells in order, and the first of each candidate. */
	readonly #words: Uint32Array;
	readonly #starts: Uint32Array;

	/** `lists`: words of cells in any order. Of several cells of a candidate on a site, the last counts. `sites`: their number. */
	constructor(lists: readonly Uint32Array[], candidates: number, sites: number) {
		const words = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
		let length = 0;
		for (const list of lists) {
			words.set(list, length);
			length += list.length;
		}
		const bySite = sorted(
			words,
			SITE,
			sites,
			Uint32Array.from({ length: words.length / CELL_WORDS }, (_, cell) => cell),
		);
		this.#words = withoutRepeated(words, sorted(words, CANDIDATE, candidates, bySite));
		this.#starts = startsOf(this.#words, CANDIDATE, candidates);
	}

	/** The cells of a candidate, in order of sites. */
	*of(candidate: number): Generator<Cell> {
		const [first, end] = this.#spanOf(candidate);
		for (let cell = first; cell < end; ++cell) yield this.#cell(cell);
	}

	/** The cell of a candidate on a site. */
	at(candidate: number, site: number): Cell | undefined {
		let [first, end] = this.#spanOf(candidate);
		while (first < end) {
			const middle = (first + end) >> 1;
			if (this.#word(middle, SITE) < site) first = middle + 1;
			else end = middle;
		}
		const isThere = first < this.#spanOf(candidate)[1] && this.#word(first, SITE) === site;
		return isThere ? this.#cell(first) : undefined;
	}

	/** All cells. */
	*all(): Generator<Cell> {
		for (let cell = 0; cell < this.#words.length / CELL_WORDS; ++cell) yield this.#cell(cell);
	}

	/** The candidates that have cells, in order. */
	*candidates(): Generator<number> {
		for (let candidate = 0; candidate + 1 < this.#starts.length; ++candidate) {
			const [first, end] = this.#spanOf(candidate);
			if (first < end) yield candidate;
		}
	}

	/** The words of the cells that are kept. */
	filter(isKept: (candidate: number, site: number) => boolean): Uint32Array {
		const kept = new Uint32Array(this.#words.length);
		let length = 0;
		for (let at = 0; at < this.#words.length; at += CELL_WORDS) {
			if (!isKept(this.#words[at + CANDIDATE] as number, this.#words[at + SITE] as number)) continue;
			kept.set(this.#words.subarray(at, at + CELL_WORDS), length);
			length += CELL_WORDS;
		}
		return kept.slice(0, length);
	}

	#spanOf(candidate: number): [first: number, end: number] {
		return [this.#starts[candidate] ?? 0, this.#starts[candidate + 1] ?? 0];
	}

	#word(cell: number, word: number): number {
		return this.#words[CELL_WORDS * cell + word] as number;
	}

	#cell(cell: number): Cell {
		return {
			site: this.#word(cell, SITE),
			votes: this.#word(cell, Word.VOTES >> 2),
			agreements: this.#word(cell, Word.AGREEMENTS >> 2),
			disagree: this.#word(cell, Word.DISAGREE >> 2),
			proven: this.#word(cell, Word.PROVEN >> 2),
			saved: this.#word(cell, Word.SAVED >> 2),
			contrary: this.#pair(cell, Word.CONTRARY >> 2),
			example: this.#pair(cell, Word.EXAMPLE >> 2),
		};
	}

	/** The places of two keys differ, if there are two. */
	#pair(cell: number, word: number): readonly [number, number] | undefined {
		const [one, other] = [this.#word(cell, word), this.#word(cell, word + 1)];
		return one === other ? undefined : [one, other];
	}
}

/** The words of cells without trials. */
export function emptyCells(candidate: number, sites: Iterable<number>): Uint32Array {
	const cells = Array.from(sites, (site) => {
		const words = new Array<number>(CELL_WORDS).fill(0);
		words[CANDIDATE] = candidate;
		words[SITE] = site;
		return words;
	});
	return Uint32Array.from(cells.flat());
}

/** The first cell with each value of a word, if they are in order of it. `count`: values are below. */
function startsOf(words: Uint32Array, word: number, count: number): Uint32Array {
	const starts = new Uint32Array(count + 1);
	for (let at = word; at < words.length; at += CELL_WORDS) {
		const next = (words[at] as number) + 1;
		starts[next] = (starts[next] as number) + 1;
	}
	for (let value = 0; value < count; ++value) starts[value + 1] = (starts[value + 1] as number) + (starts[value] as number);
	return starts;
}

/** The numbers of cells in order of a word. Those with the same value stay in the order that they had. */
function sorted(words: Uint32Array, word: number, count: number, order: Uint32Array): Uint32Array {
	const next = startsOf(words, word, count);
	const result = new Uint32Array(order.length);
	for (const cell of order) {
		const value = words[CELL_WORDS * cell + word] as number;
		const place = next[value] as number;
		next[value] = place + 1;
		result[place] = cell;
	}
	return result;
}

/** Cells in an order, of those of one candidate and site the last. */
function withoutRepeated(words: Uint32Array, order: Uint32Array): Uint32Array {
	const result = new Uint32Array(words.length);
	let length = 0;
	for (const cell of order) {
		const own = words.subarray(CELL_WORDS * cell, CELL_WORDS * (cell + 1));
		const last = length - CELL_WORDS;
		const isSame = last >= 0 && result[last + CANDIDATE] === own[CANDIDATE] && result[last + SITE] === own[SITE];
		if (isSame) length = last;
		result.set(own, length);
		length += CELL_WORDS;
	}
	// Few are repeated: a copy would take more memory than they do.
	return result.subarray(0, length);
}
