/** Growable arrays of numbers from 0 to 2^32 - 1. */
export class Words {
	array = new Uint32Array(256);
	length = 0;

	push(word: number): void {
		if (this.length === this.array.length) {
			const grown = new Uint32Array(2 * this.length);
			grown.set(this.array);
			this.array = grown;
		}
		this.array[this.length++] = word;
	}

	append(words: Uint32Array): void {
		const needed = this.length + words.length;
		if (needed > this.array.length) {
			const grown = new Uint32Array(2 * needed);
			grown.set(this.words());
			this.array = grown;
		}
		this.array.set(words, this.length);
		this.length = needed;
	}

	/** The words so far, as a view. */
	words(): Uint32Array {
		return this.array.subarray(0, this.length);
	}
}
