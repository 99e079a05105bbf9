/** A growable octet buffer. */
export class OctetSink {
	#octets: Uint8Array;
	#length = 0;

	/** Starts with room for `capacity` octets. */
	constructor(capacity: number) {
		this.#octets = new Uint8Array(capacity);
	}

	append(octets: Uint8Array): void {
		const length = this.#length + octets.length;
		if (length > this.#octets.length) {
			const grown = new Uint8Array(2 * length);
			grown.set(this.#octets.subarray(0, this.#length));
			this.#octets = grown;
		}
		this.#octets.set(octets, this.#length);
		this.#length = length;
	}

	/** All octets so far, as a view that is valid until the next `append`. */
	octets(): Uint8Array {
		return this.#octets.subarray(0, this.#length);
	}
}
