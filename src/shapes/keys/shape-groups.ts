/** Rows of one site by their learned shapes: a hash table over the numbers of their tokens and their query. */
import type { ShapedKeys } from "./shaped-keys";
import { grown } from "./texts";

const FIRST_SLOTS = 64;

export class ShapeGroups {
	readonly #keys: ShapedKeys;
	/** Groups plus one, by hash. */
	#slots = new Int32Array(FIRST_SLOTS);
	/** By group: the row of least hash, and the keys that its rows stand for. */
	#least = new Int32Array(FIRST_SLOTS);
	#weights = new Float64Array(FIRST_SLOTS);
	/** Slots of this site, less one: a small site has few, which are soon cleared. */
	#mask = FIRST_SLOTS - 1;
	/** Number of groups. */
	length = 0;

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
	}

	/** Begins with the rows of a site: at most `most`. */
	clear(most: number): void {
		let size = FIRST_SLOTS;
		while (size < 2 * most) size *= 2;
		if (size > this.#slots.length) {
			this.#slots = new Int32Array(size);
			this.#least = grown(this.#least, size);
			this.#weights = new Float64Array(size);
		} else this.#slots.fill(0, 0, size);
		this.#mask = size - 1;
		this.length = 0;
	}

	/** Adds a row, which stands for `weight` keys. */
	add(row: number, weight: number): void {
		const mask = this.#mask;
		let slot = this.#hashOf(row) & mask;
		for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
			const group = (this.#slots[slot] as number) - 1;
			if (!this.#areEqual(this.#least[group] as number, row)) continue;
			this.#increase(group, row, weight);
			return;
		}
		this.#least[this.length] = row;
		this.#weights[this.length] = weight;
		this.#slots[slot] = ++this.length;
	}

	/** Calls `take` with a row of each group, that of least hash, and the keys of the group. */
	each(take: (row: number, keys: number) => void): void {
		for (let group = 0; group < this.length; ++group)
			take(this.#least[group] as number, Math.round(this.#weights[group] as number));
	}

	#increase(group: number, row: number, weight: number): void {
		(this.#weights[group] as number) += weight;
		if (this.#keys.compare(row, this.#least[group] as number) < 0) this.#least[group] = row;
	}

	#hashOf(row: number): number {
		const { tokens, tokenStarts, queries } = this.#keys;
		let hash = queries[row] as number;
		for (let at = tokenStarts[row] as number; at < (tokenStarts[row + 1] as number); ++at) {
			hash = Math.imul(hash ^ (tokens[at] as number), 0x2c1b3c6d);
			hash ^= hash >>> 15;
		}
		return hash;
	}

	#areEqual(a: number, b: number): boolean {
		const { tokens, tokenStarts, queries } = this.#keys;
		const [start, end] = [tokenStarts[a] as number, tokenStarts[a + 1] as number];
		const shift = (tokenStarts[b] as number) - start;
		if (queries[a] !== queries[b] || this.#keys.lengthOf(b) !== end - start) return false;
		for (let at = start; at < end; ++at) if (tokens[at] !== tokens[at + shift]) return false;
		return true;
	}
}
