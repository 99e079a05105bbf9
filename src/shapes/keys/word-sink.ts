/** Words that are appended to an array of a known size. */
export class WordSink {
	readonly #words: Uint32Array<ArrayBuffer>;
	#length = 0;

	constructor(most: number) {
		this.#words = new Uint32Array(most);
	}

	append(words: Uint32Array): void {
		this.#words.set(words, this.#length);
		this.#length += words.length;
	}

	/** All words so far, as a view. */
	words(): Uint32Array<ArrayBuffer> {
		return this.#words.subarray(0, this.#length);
	}
}
