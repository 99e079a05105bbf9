/** URLs as they came, one for each key, for the pairs that are evidence. */

/** Keeps the smallest URL of each key, whatever the order of rows. */
export class UrlPool {
	#octets = new Uint8Array(1 << 16);
	#length = 0;
	#starts: number[] = [];
	#lengths: number[] = [];

	add(key: number, octets: Uint8Array, start: number, end: number): void {
		const url = octets.subarray(start, end);
		if (key < this.#starts.length && Buffer.compare(this.#of(key), url) <= 0) return;
		if (this.#length + url.length > this.#octets.length) this.#grow(url.length);
		this.#octets.set(url, this.#length);
		this.#starts[key] = this.#length;
		this.#lengths[key] = url.length;
		this.#length += url.length;
	}

	text(key: number): string {
		return new TextDecoder().decode(this.#of(key));
	}

	#of(key: number): Uint8Array {
		const start = this.#starts[key] as number;
		return this.#octets.subarray(start, start + (this.#lengths[key] as number));
	}

	#grow(room: number): void {
		const grown = new Uint8Array(2 * this.#octets.length + room);
		grown.set(this.#octets);
		this.#octets = grown;
	}
}
