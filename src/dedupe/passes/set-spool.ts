/**
 * The keys that a run in passes adds to the file of --seen: the second pass writes fingerprints to a temporary file, from where the
 * store takes their keys. They are never in memory as a whole.
 */
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import { TemporaryFile } from "../../files/output/temporary-file";
import type { Plan } from "../plan";
import { NewKeys, STRIDE, wordsOf } from "../seen/new-keys";

const SET_BUFFER_SIZE = 1048576;

/** Parts of the memory, of which one takes new keys: to sort them takes five. */
const KEY_PARTS = 16;
/** Keys of a part, whatever the memory: sorting more at a time would be slower, and would take memory beyond 2 GiB. */
const MAX_PART_KEYS = 1_048_576;

/** Fingerprints in a temporary file. */
export class SetSpool {
	readonly #file: TemporaryFile;
	readonly #buffer = new Uint8Array(SET_BUFFER_SIZE);
	#buffered = 0;

	/** `expected` is the size that the file will have, for messages. Throws Failure. */
	constructor(folder: string, expected: number) {
		this.#file = new TemporaryFile(folder, expected);
	}

	get count(): number {
		return (this.length + this.#buffered) / FINGERPRINT_SIZE;
	}

	/** Octets written. */
	get length(): number {
		return this.#file.length;
	}

	/** Throws Failure. */
	spoolKeys(fingerprints: Uint8Array): void {
		for (let at = 0; at < fingerprints.length; at += SET_BUFFER_SIZE) {
			const part = fingerprints.subarray(at, at + SET_BUFFER_SIZE);
			if (this.#buffered + part.length > SET_BUFFER_SIZE) this.#flush();
			this.#buffer.set(part, this.#buffered);
			this.#buffered += part.length;
		}
	}

	/**
	 * Yields the keys of all fingerprints in parts of whole partitions, which take about a sixteenth of the memory or have about MAX_PART_KEYS,
	 * Key.SIZE octets each. Requires: they are in the order of partitions, the leading bits of their first words. Throws Failure.
	 */
	*keyParts({ memory, bits }: Plan): Generator<Uint8Array> {
		const least = Math.min(memory / KEY_PARTS / Key.SIZE, MAX_PART_KEYS);
		let news = new NewKeys();
		let before = 0;
		for (const fingerprints of this.#fingerprints()) {
			const words = wordsOf(fingerprints);
			for (let at = 0; at < words.length; at += STRIDE) {
				const partition = (words[at] as number) >>> (32 - bits);
				if (partition !== before && news.count >= least) {
					yield news.all();
					news = new NewKeys();
				}
				before = partition;
				news.addKey(words, at);
			}
		}
		yield news.all();
	}

	/** Yields all fingerprints in batches; each is valid until the next. Throws Failure. */
	*#fingerprints(): Generator<Uint8Array> {
		this.#flush();
		for (let at = 0; at < this.length; at += SET_BUFFER_SIZE) {
			const piece = this.#buffer.subarray(0, Math.min(SET_BUFFER_SIZE, this.length - at));
			this.#file.readAll(piece, at);
			yield piece;
		}
	}

	close(): void {
		this.#file.close();
	}

	#flush(): void {
		this.#file.append(this.#buffer.subarray(0, this.#buffered));
		this.#buffered = 0;
	}
}
