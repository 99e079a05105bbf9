/** Reads a stream, another asynchronous source or octets in pieces of a given length. */
import { OptionError, SetError } from "../errors";
import { kindOf, type Octets, toOctets } from "../input";

/** A source of octets, read chunk by chunk. */
interface Chunks {
	next(): Promise<{ done?: boolean | undefined; value?: unknown }>;
	cancel(reason: unknown): unknown;
}

/** Throws OptionError `invalid-input` unless octets can be read from it. */
export function sourceOf(snapshot: unknown): OctetSource {
	return new OctetSource(chunksOf(snapshot));
}

function chunksOf(snapshot: unknown): Chunks {
	if (typeof snapshot === "object" && snapshot !== null) {
		if ("getReader" in snapshot) return chunksOfStream(snapshot as ReadableStream<unknown>);
		if (Symbol.asyncIterator in snapshot) return chunksOfIterable(snapshot as AsyncIterable<unknown>);
		if (isOctets(snapshot)) return chunksOfIterable(onlyChunk(toOctets(snapshot as Octets, "snapshot")));
	}
	throw inputError(`The argument "snapshot" must be a stream of bytes, or bytes; got ${kindOf(snapshot)}.`);
}

function chunksOfStream(stream: ReadableStream<unknown>): Chunks {
	if (stream.locked) throw inputError('The argument "snapshot" is a stream that is being read already.');
	const reader = stream.getReader();
	return { next: () => reader.read(), cancel: (reason) => reader.cancel(reason) };
}

function chunksOfIterable(chunks: AsyncIterable<unknown>): Chunks {
	const iterator = chunks[Symbol.asyncIterator]();
	return { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

async function* onlyChunk(octets: Uint8Array): AsyncGenerator<Uint8Array> {
	yield octets;
}

function isOctets(input: object): boolean {
	return ArrayBuffer.isView(input) || /^\[object (Shared)?ArrayBuffer\]$/.test(kindOf(input));
}

function inputError(sentence: string): OptionError {
	return new OptionError("invalid-input", sentence);
}

export class OctetSource {
	readonly #chunks: Chunks;
	#rest: Uint8Array = new Uint8Array(0);
	/** Number of octets taken so far. */
	offset = 0;

	constructor(chunks: Chunks) {
		this.#chunks = chunks;
	}

	/** Returns the next `count` octets. Throws SetError if the stream ends before. */
	async take(count: number): Promise<Uint8Array> {
		const octets = new Uint8Array(count);
		for (let filled = 0; filled < count; ) {
			if (!(await this.#refill())) throw this.#failure(filled, "The snapshot is truncated");
			const part = this.#rest.subarray(0, count - filled);
			octets.set(part, filled);
			filled += part.length;
			this.#rest = this.#rest.subarray(part.length);
		}
		this.offset += count;
		return octets;
	}

	/** Throws SetError unless the stream has ended. */
	async expectEnd(): Promise<void> {
		if (await this.#refill()) throw this.#failure(0, "The snapshot is damaged: there is data after its end");
	}

	/** Gives up reading, so that the source can free its resources. */
	cancel(reason: unknown): void {
		Promise.resolve(this.#chunks.cancel(reason)).catch(() => undefined);
	}

	/** Reads the next chunk if the rest is used up. Returns false at the end of the stream. */
	async #refill(): Promise<boolean> {
		while (this.#rest.length === 0) {
			const { done, value } = await this.#chunks.next();
			if (done) return false;
			this.#rest = toOctets(value as Octets, "chunk");
		}
		return true;
	}

	#failure(ahead: number, reason: string): SetError {
		const offset = this.offset + ahead;
		return new SetError("invalid-snapshot", `${reason} (at byte ${offset}).`, { offset });
	}
}
