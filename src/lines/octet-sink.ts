/** A growable buffer to which octets are appended. */
export class OctetSink {
	#octets: Uint8Array;
	#length = 0;

	/**
	 * Starts with room for `room` octets and a tenth more, or in the given buffer, which it abandons when that is full. Normal forms
	 * of a list can take a few octets more than the list. Without the tenth, they would double the buffer and copy all of it.
	 */
	constructor(room: number | Uint8Array) {
		this.#octets = typeof room === "number" ? new Uint8Array(1.1 * room) : room;
	}

	/** Number of octets so far. */
	get length(): number {
		return this.#length;
	}

	append(octets: Uint8Array): void {
		const length = this.#length + octets.length;
		if (length > this.#octets.length) this.#grow(2 * length);
		this.#octets.set(octets, this.#length);
		this.#length = length;
	}

	/** Forgets the octets, and keeps their room. */
	clear(): void {
		this.#length = 0;
	}

	#grow(capacity: number): void {
		const grown = new Uint8Array(capacity);
		grown.set(this.octets());
		this.#octets = grown;
	}

	/** All octets so far, as a view that is valid until the next `append`. */
	octets(): Uint8Array {
		return this.#octets.subarray(0, this.#length);
	}
}
