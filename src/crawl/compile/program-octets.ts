/** A growable buffer of octets and little-endian words, for programs. */
export class ProgramOctets {
	#octets = new Uint8Array(4096);
	#length: number;
	readonly #texts = new Map<string, number>();

	/** Starts with `length` zeros. */
	constructor(length: number) {
		this.#length = length;
	}

	/** Appends octets, unless they were appended before. Returns their offset. */
	text(octets: Uint8Array): number {
		const name = octets.join();
		const known = this.#texts.get(name);
		if (known !== undefined) return known;
		const offset = this.#take(octets.length);
		this.#octets.set(octets, offset);
		this.#texts.set(name, offset);
		return offset;
	}

	/** Appends words, aligned. Returns their offset. */
	words(words: readonly number[]): number {
		this.#take(-this.#length & 3);
		const offset = this.#take(4 * words.length);
		for (const [index, word] of words.entries()) this.set(offset + 4 * index, word);
		return offset;
	}

	set(offset: number, word: number): void {
		new DataView(this.#octets.buffer).setInt32(offset, word, true);
	}

	/** All octets so far. */
	octets(): Uint8Array<ArrayBuffer> {
		return this.#octets.slice(0, this.#length);
	}

	#take(size: number): number {
		const offset = this.#length;
		this.#length += size;
		if (this.#length > this.#octets.length) {
			const grown = new Uint8Array(2 * this.#length);
			grown.set(this.#octets);
			this.#octets = grown;
		}
		return offset;
	}
}
