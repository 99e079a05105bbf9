/** Collects output for a download in blobs, which the browser may move to disk. */

/** Octets buffered in memory before they become a blob. */
const PART_SIZE = 1 << 22;

export class BlobSink {
	readonly #blobs: Blob[] = [];
	#waiting: Uint8Array<ArrayBuffer>[] = [];
	#length = 0;

	/** Appends a copy of the octets. */
	append(octets: Uint8Array): void {
		if (octets.length === 0) return;
		this.#waiting.push(octets.slice());
		this.#length += octets.length;
		if (this.#length >= PART_SIZE) this.#flush();
	}

	/** Everything appended so far, as a text file. */
	blob(): Blob {
		this.#flush();
		return new Blob(this.#blobs, { type: "text/plain" });
	}

	#flush(): void {
		this.#blobs.push(new Blob(this.#waiting));
		this.#waiting = [];
		this.#length = 0;
	}
}
