/** Cuts a stream of octets into batches of whole lines. */
import { BOM_LENGTH, hasBom, LF, LineBuffer } from "./octet-lines";

/** Capacity of a batch in octets. It grows only for a longer line. */
const BATCH_SIZE = 1 << 20;
/** One octet more than a reference may have: a line this long is rejected, however it continues. */
const TOO_LONG = 16_777_217;

/**
 * Cuts files into batches of whole lines, each ended by LF, and passes them to `take`. A batch is valid during the call.
 *
 * Every batch starts with a byte order mark (BOM), which the next reader drops; a BOM at the start of a line then survives. The
 * file's own BOM is dropped here. A line too long for a reference is cut, but stays long enough to be rejected: memory is
 * bounded for any file.
 */
export class LineBatcher {
	readonly #take: (lines: Uint8Array) => void;
	readonly #pending = new LineBuffer(BATCH_SIZE);
	#isFirst = true;
	#inLongLine = false;

	constructor(take: (lines: Uint8Array) => void) {
		this.#take = take;
	}

	push(chunk: Uint8Array): void {
		for (let taken = 0; taken < chunk.length; ) {
			if (this.#inLongLine) {
				taken = this.#skipLongLine(chunk, taken);
				continue;
			}
			const part = chunk.subarray(taken, taken + this.#room);
			this.#pending.append(part);
			if (this.#room === 0) this.#makeRoom();
			taken += part.length;
		}
	}

	/** Ends the file. Remaining octets form a last line even without LF. */
	end(): void {
		if (this.#inLongLine || this.#endsInLine) this.#pending.append(Uint8Array.of(LF));
		this.#inLongLine = false;
		this.#flush(this.#pending.length);
		this.#isFirst = true;
	}

	/** Free octets, less one that is kept for a final LF. */
	get #room(): number {
		return this.#pending.room - 1;
	}

	get #endsInLine(): boolean {
		const octets = this.#pending.appended;
		const text = this.#isFirst && hasBom(octets) ? octets.subarray(BOM_LENGTH) : octets;
		return text.length > 0 && text.at(-1) !== LF;
	}

	#makeRoom(): void {
		const linesEnd = this.#pending.appended.lastIndexOf(LF) + 1;
		if (linesEnd > 0) this.#flush(linesEnd);
		else if (this.#pending.length < TOO_LONG) this.#pending.reserve(1);
		else this.#inLongLine = true;
	}

	/** Skips the rest of an overlong line. Returns the offset after its LF, or the end of the chunk. */
	#skipLongLine(chunk: Uint8Array, from: number): number {
		const at = chunk.indexOf(LF, from);
		if (at < 0) return chunk.length;
		this.#inLongLine = false;
		this.#pending.append(Uint8Array.of(LF));
		this.#flush(this.#pending.length);
		return at + 1;
	}

	#flush(length: number): void {
		const batch = this.#pending.withBom(length);
		const lines = this.#isFirst && hasBom(batch.subarray(BOM_LENGTH)) ? batch.subarray(BOM_LENGTH) : batch;
		this.#isFirst = false;
		if (lines.length > BOM_LENGTH) this.#take(lines);
		this.#pending.drop(length);
	}
}
