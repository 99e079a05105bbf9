/** A growable buffer of octets and little-endian words, for programs. */
export class ProgramOctets {
	#octets = new Uint8Array(4096);
	#view = new DataView(this.#octets.buffer);
	#length: number;
	readonly #texts = new Map<string, number>();

	/** Starts with `length` zeros. */
	constructor(length: number) {
		this.#length = length;
	}

	/** Appends octets, unless they were appended before. Returns their offset. */
	text(octets: Uint8Array): number {
		const name = latin(octets);
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
		for (let index = 0; index < words.length; ++index) this.#view.setInt32(offset + 4 * index, words[index] as number, true);
		return offset;
	}

	set(offset: number, word: number): void {
		this.#view.setInt32(offset, word, true);
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
			this.#view = new DataView(grown.buffer);
		}
		return offset;
	}
}

/** Octets as characters of Latin-1: a key for a map. */
function latin(octets: Uint8Array): string {
	let text = "";
	for (const octet of octets) text += String.fromCharCode(octet);
	return text;
}
