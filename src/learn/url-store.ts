/** URLs as they came, one after the other, for the pairs that are evidence: in memory, and in a temporary file what does not fit. */
import { TemporaryFile } from "../files/output/temporary-file";

const BUFFER_SIZE = 1 << 18;
/** The length of a URL is one octet before it or, if it is longer, this octet and four. */
const LONG = 255;
const LONG_SIZE = 5;
const decoder = new TextDecoder();

export class UrlStore {
	readonly #limit: number;
	readonly #folder: string;
	#octets = new Uint8Array(1 << 12);
	/** Octets in memory, and those on disk before them. */
	#length = 0;
	#file: TemporaryFile | undefined;
	readonly #size = new Uint8Array(LONG_SIZE);

	/** `memory`: octets; what is more goes into a file in `folder`. */
	constructor(memory: number, folder: string) {
		this.#limit = Math.max(BUFFER_SIZE, memory);
		this.#folder = folder;
	}

	/** Octets in memory. */
	get memory(): number {
		return this.#octets.length;
	}

	/** Keeps a URL. Returns its place. Throws Failure. */
	add(octets: Uint8Array, start: number, end: number): number {
		const length = end - start;
		const size = sizeOf(length);
		if (this.#length + size + length > this.#octets.length) this.#makeRoom(size + length);
		const to = this.#octets;
		let at = this.#length;
		to[at++] = Math.min(length, LONG);
		if (size > 1) for (let shift = 0; shift < 32; shift += 8) to[at++] = length >>> shift;
		for (let from = start; from < end; ++from) to[at++] = octets[from] as number;
		const place = (this.#file?.length ?? 0) + this.#length;
		this.#length = at;
		return place;
	}

	/** The URL at a place. Throws Failure. */
	text(place: number): string {
		return decoder.decode(this.#octetsAt(place));
	}

	/** The first URLs, at most `count`. */
	*first(count: number): Generator<string> {
		const end = (this.#file?.length ?? 0) + this.#length;
		for (let place = 0, number = 0; place < end && number < count; ++number) {
			const octets = this.#octetsAt(place);
			place += sizeOf(octets.length) + octets.length;
			yield decoder.decode(octets);
		}
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file?.close();
	}

	#octetsAt(place: number): Uint8Array {
		const size = this.#size;
		this.#read(place, size.subarray(0, 1));
		if (size[0] === LONG) this.#read(place, size);
		const length = size[0] === LONG ? new DataView(size.buffer).getUint32(1, true) : (size[0] as number);
		const octets = new Uint8Array(length);
		this.#read(place + sizeOf(length), octets);
		return octets;
	}

	#read(place: number, into: Uint8Array): void {
		const written = this.#file?.length ?? 0;
		const fromFile = Math.max(0, Math.min(into.length, written - place));
		if (fromFile > 0) this.#file?.readAll(into.subarray(0, fromFile), place);
		const start = place + fromFile - written;
		into.set(this.#octets.subarray(start, start + into.length - fromFile), fromFile);
	}

	#makeRoom(count: number): void {
		const needed = this.#length + count;
		if (needed <= this.#limit) {
			const grown = new Uint8Array(Math.min(this.#limit, 2 * needed));
			grown.set(this.#octets.subarray(0, this.#length));
			this.#octets = grown;
			return;
		}
		this.#file ??= new TemporaryFile(this.#folder, 0);
		this.#file.append(this.#octets.subarray(0, this.#length));
		this.#length = 0;
		if (count > BUFFER_SIZE || this.#octets.length !== BUFFER_SIZE) this.#octets = new Uint8Array(Math.max(count, BUFFER_SIZE));
	}
}

/** Octets before a URL, for its length. */
function sizeOf(length: number): number {
	return length < LONG ? 1 : LONG_SIZE;
}
