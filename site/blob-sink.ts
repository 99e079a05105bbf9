/** Octets that are given to the browser to keep, which may put them on disk: here few of them are held. */
const PART_SIZE = 1 << 22;

export class BlobSink {
	readonly #blobs: Blob[] = [];
	#waiting: Uint8Array<ArrayBuffer>[] = [];
	#length = 0;

	/** Takes a copy of the octets. */
	append(octets: Uint8Array): void {
		if (octets.length === 0) return;
		this.#waiting.push(octets.slice());
		this.#length += octets.length;
		if (this.#length >= PART_SIZE) this.#flush();
	}

	/** All that was appended, as a file of text. */
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
