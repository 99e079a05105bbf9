/** A buffer to which octets are appended. It grows, unless it is the caller's. */
export class OctetSink {
	#octets: Uint8Array;
	#length = 0;
	readonly #full: (() => Error) | undefined;

	/** Starts with room for so many octets, or with these. When they are full, it grows, or throws what `full` returns. */
	constructor(room: number | Uint8Array, full?: () => Error) {
		this.#octets = typeof room === "number" ? new Uint8Array(room) : room;
		this.#full = full;
	}

	append(octets: Uint8Array): void {
		const length = this.#length + octets.length;
		if (length > this.#octets.length) this.#grow(2 * length);
		this.#octets.set(octets, this.#length);
		this.#length = length;
	}

	#grow(capacity: number): void {
		if (this.#full !== undefined) throw this.#full();
		const grown = new Uint8Array(capacity);
		grown.set(this.octets());
		this.#octets = grown;
	}

	/** All octets so far, as a view that is valid until the next `append`. */
	octets(): Uint8Array {
		return this.#octets.subarray(0, this.#length);
	}
}
