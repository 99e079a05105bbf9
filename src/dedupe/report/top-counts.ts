/**
 * Counts names in bounded memory, by lossy counting: rare names are forgotten, and may be counted too low when they return. An open
 * hash table of octets, so that no string is made of a name for each time it comes:
 *
 * ```
 *   hash of a name ──▶ slot ──▶ number of the name ──▶ hash, count, end in the text
 * ```
 */
import { encoder } from "../../utf8";

const MAX_NAMES = 20_000;
const MAX_LENGTH = 255;
/** Slots: at least twice the number of names. */
const SLOT_BITS = 16;
const SLOTS = 1 << SLOT_BITS;
/** Octets that text begins with room for. */
const TEXT_SIZE = 32768;

/** FNV-1a, in i32 as the hashes are kept. */
const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export class TopCounts {
	/** One more than the number of a name; 0 in a free slot. */
	readonly #slots = new Int32Array(SLOTS);
	readonly #hashes = new Int32Array(MAX_NAMES + 1);
	readonly #counts = new Uint32Array(MAX_NAMES + 1);
	readonly #ends = new Int32Array(MAX_NAMES + 1);
	#text = Buffer.alloc(TEXT_SIZE);
	#size = 0;
	/** No count is too low by more than this. */
	error = 0;

	countName(name: string): void {
		const octets = encoder.encode(name.slice(0, MAX_LENGTH));
		this.addOctets(octets, 0, octets.length);
	}

	/** Adds the name [start, end), in UTF-8. Max length: 255 octets, if they are US-ASCII. */
	addOctets(octets: Uint8Array, start: number, end: number): void {
		let hash = BASIS;
		for (let at = start; at < end; ++at) hash = Math.imul(hash ^ (octets[at] as number), PRIME);
		let slot = slotOf(hash);
		for (let found = this.#slots[slot] as number; found !== 0; found = this.#slots[slot] as number) {
			if (this.#hashes[found - 1] === hash && this.#isName(found - 1, octets, start, end)) {
				++(this.#counts[found - 1] as number);
				return;
			}
			slot = (slot + 1) & (SLOTS - 1);
		}
		this.#insert(slot, hash, octets.subarray(start, end));
		if (this.#size > MAX_NAMES) this.#forget();
	}

	/** The most frequent names with their counts, at most `limit`; equal counts by name. */
	top(limit: number): [name: string, count: number][] {
		const counted = this.#numbers.map((index): [string, number] => [this.#nameOf(index), this.#counts[index] as number]);
		return counted.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
	}

	get #numbers(): number[] {
		return Array.from({ length: this.#size }, (_, index) => index);
	}

	#isName(index: number, octets: Uint8Array, start: number, end: number): boolean {
		let at = this.#startOf(index);
		if ((this.#ends[index] as number) - at !== end - start) return false;
		for (let other = start; other < end; ++other, ++at) if (this.#text[at] !== octets[other]) return false;
		return true;
	}

	#startOf(index: number): number {
		return index === 0 ? 0 : (this.#ends[index - 1] as number);
	}

	#nameOf(index: number): string {
		return this.#text.toString("utf8", this.#startOf(index), this.#ends[index]);
	}

	#insert(slot: number, hash: number, name: Uint8Array): void {
		const index = this.#size++;
		const start = this.#startOf(index);
		if (start + name.length > this.#text.length) this.#text = Buffer.concat([this.#text], 2 * this.#text.length);
		this.#text.set(name, start);
		this.#slots[slot] = this.#size;
		this.#hashes[index] = hash;
		this.#counts[index] = 1;
		this.#ends[index] = start + name.length;
	}

	/** Forgets the rarer half. */
	#forget(): void {
		const stay = MAX_NAMES / 2;
		const counts = this.#counts.slice(0, this.#size).sort();
		const least = counts[this.#size - stay] as number;
		this.error += counts[this.#size - stay - 1] as number;
		const above = this.#size - 1 - counts.lastIndexOf(least);
		const tied = this.#numbers.filter((index) => this.#counts[index] === least).map((index) => this.#nameOf(index));
		const last = tied.sort()[stay - above - 1] as string;
		this.#keep(this.#numbers.filter((index) => this.#isAbove(index, least) || this.#isTied(index, least, last)));
	}

	#isAbove(index: number, count: number): boolean {
		return (this.#counts[index] as number) > count;
	}

	#isTied(index: number, count: number, last: string): boolean {
		return this.#counts[index] === count && this.#nameOf(index) <= last;
	}

	/** Keeps the names with these numbers, which ascend: they move to the front. */
	#keep(numbers: readonly number[]): void {
		this.#size = 0;
		this.#slots.fill(0);
		for (const index of numbers) {
			const [start, end, to] = [this.#startOf(index), this.#ends[index] as number, this.#startOf(this.#size)];
			this.#text.copyWithin(to, start, end);
			this.#counts[this.#size] = this.#counts[index] as number;
			this.#hashes[this.#size] = this.#hashes[index] as number;
			this.#ends[this.#size++] = to + end - start;
			let slot = slotOf(this.#hashes[index] as number);
			while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
			this.#slots[slot] = this.#size;
		}
	}
}

function slotOf(hash: number): number {
	return (hash ^ (hash >>> SLOT_BITS)) & (SLOTS - 1);
}
