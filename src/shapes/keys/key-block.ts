/**
 * Keys of a partition in memory, by site. Sites are numbered in the order of their octets.
 *
 * ```
 *   octets   12 │ http://h/a   13 │ http://g/bc   12 │ http://h/d       records of a KeyLog
 *   order    0 2                                                       the keys of sites that have several: http://h
 *   alone    1                                                         those of the others
 * ```
 */
import { isAscii } from "node:buffer";
import { siteEnd } from "../../learned/site";
import { grown, Texts } from "./texts";

const FIRST_KEYS = 4096;

export class KeyBlock {
	octets: Uint8Array = new Uint8Array(0);
	/** The same octets, and how they are encoded. */
	#buffer: Buffer = Buffer.alloc(0);
	#encoding: "latin1" | "utf8" = "latin1";
	/** Number of keys. */
	count = 0;
	starts = new Int32Array(FIRST_KEYS);
	ends = new Int32Array(FIRST_KEYS);
	/** Where the path of each key begins. */
	pathStarts = new Int32Array(FIRST_KEYS);
	/** The site of each key. */
	siteOf = new Int32Array(FIRST_KEYS);
	order = new Int32Array(0);
	alone: number[] = [];
	readonly #texts = new Texts();
	/** By site: the number of its text. */
	#sites: number[] = [];

	/** Replaces all keys by those of some records, which must stay as they are. */
	load(words: Uint32Array): void {
		this.octets = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
		this.#buffer = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
		this.count = 0;
		this.#texts.clear();
		for (let at = 0; at < words.length; at = (this.#add(4 * at + 4, words[at] as number) + 3) >> 2);
		// Lengths of more than 127 octets look like octets beyond US-ASCII: that only costs time.
		this.#encoding = isAscii(this.#buffer) ? "latin1" : "utf8";
		this.#numberSites();
		this.#sortKeys();
	}

	/** Number of sites. */
	get sites(): number {
		return this.#sites.length;
	}

	siteText(site: number): string {
		return this.#texts.textOf(this.#sites[site] as number);
	}

	/** The text of [start, end). */
	textAt(start: number, end: number): string {
		return this.#buffer.toString(this.#encoding, start, end);
	}

	/** Adds the key of `length` octets at `start`. Returns its end. */
	#add(start: number, length: number): number {
		if (this.count === this.starts.length) this.#grow();
		const end = start + length;
		const pathStart = siteEnd(this.octets, start, end);
		this.starts[this.count] = start;
		this.ends[this.count] = end;
		this.pathStarts[this.count] = pathStart;
		this.siteOf[this.count++] = this.#texts.add(this.octets, start, pathStart);
		return end;
	}

	#grow(): void {
		const size = 2 * this.starts.length;
		this.starts = grown(this.starts, size);
		this.ends = grown(this.ends, size);
		this.pathStarts = grown(this.pathStarts, size);
		this.siteOf = grown(this.siteOf, size);
	}

	/** Numbers the sites anew, in the order of their octets. */
	#numberSites(): void {
		const texts = this.#texts;
		const octets = Array.from({ length: texts.length }, (_, text) => texts.octetsOf(text));
		this.#sites = octets.map((_, text) => text).sort((a, b) => Buffer.compare(octets[a] as Uint8Array, octets[b] as Uint8Array));
		const numbers = new Int32Array(texts.length);
		for (const [site, text] of this.#sites.entries()) numbers[text] = site;
		for (let key = 0; key < this.count; ++key) this.siteOf[key] = numbers[this.siteOf[key] as number] as number;
	}

	/** A counting sort by site. */
	#sortKeys(): void {
		const counts = new Int32Array(this.sites);
		for (let key = 0; key < this.count; ++key) ++(counts[this.siteOf[key] as number] as number);
		const next = new Int32Array(this.sites);
		let shared = 0;
		for (let site = 0; site < this.sites; ++site) {
			next[site] = shared;
			if ((counts[site] as number) > 1) shared += counts[site] as number;
		}
		this.order = new Int32Array(shared);
		this.alone = [];
		for (let key = 0; key < this.count; ++key) {
			const site = this.siteOf[key] as number;
			if (counts[site] === 1) this.alone.push(key);
			else {
				const place = next[site] as number;
				this.order[place] = key;
				next[site] = place + 1;
			}
		}
	}
}
