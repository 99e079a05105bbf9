/** Reads a stream of octets in the sizes that a format requires. */
import { truncated } from "./compression-error";

export const NO_OCTETS = new Uint8Array(0);

export class OctetSource {
	readonly #chunks: AsyncIterator<Uint8Array>;
	/** Octets received but not taken. */
	#rest: Uint8Array = NO_OCTETS;

	constructor(chunks: AsyncIterable<Uint8Array>) {
		this.#chunks = chunks[Symbol.asyncIterator]();
	}

	/** Returns the next octets without taking them, once they are `enough` or the stream ends. Requires: few octets are enough. */
	async peek(enough: (octets: Uint8Array) => boolean): Promise<Uint8Array> {
		while (!enough(this.#rest)) {
			const { done, value } = await this.#chunks.next();
			if (done) break;
			this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
		}
		return this.#rest;
	}

	/** Takes up to `max` octets. Returns undefined at the end. */
	async next(max = Number.POSITIVE_INFINITY): Promise<Uint8Array | undefined> {
		while (this.#rest.length === 0) {
			const { done, value } = await this.#chunks.next();
			if (done) return undefined;
			this.#rest = value;
		}
		const octets = this.#rest.subarray(0, Math.min(max, this.#rest.length));
		this.#rest = this.#rest.subarray(octets.length);
		return octets;
	}

	/** Takes `count` octets. Throws `Z_BUF_ERROR` if the stream ends before. */
	async take(count: number): Promise<Uint8Array> {
		if (this.#rest.length >= count) return (await this.next(count)) ?? NO_OCTETS;
		const octets = new Uint8Array(count);
		for (let length = 0; length < count; ) {
			const part = await this.next(count - length);
			if (part === undefined) throw truncated();
			octets.set(part, length);
			length += part.length;
		}
		return octets;
	}

	/** Skips `count` octets. Throws `Z_BUF_ERROR` if the stream ends before. */
	async skip(count: number): Promise<void> {
		for (let left = count; left > 0; ) {
			const part = await this.next(left);
			if (part === undefined) throw truncated();
			left -= part.length;
		}
	}

	/** Puts back the octets taken last. */
	unread(octets: Uint8Array): void {
		this.#rest = this.#rest.length === 0 ? octets : Buffer.concat([octets, this.#rest]);
	}

	/** Ends the stream early. */
	async close(): Promise<void> {
		await this.#chunks.return?.();
	}
}
