/** Lines as texts, one after the other. */
export class TextLines {
	readonly #text: string;
	#start = 0;

	constructor({ buffer, byteOffset, length }: Uint8Array) {
		this.#text = Buffer.from(buffer, byteOffset, length).toString();
	}

	/** The next line. Requires: there is one. */
	next(): string {
		const start = this.#start;
		const end = this.#text.indexOf("\n", start);
		this.#start = end + 1;
		return this.#text.slice(start, end);
	}
}
