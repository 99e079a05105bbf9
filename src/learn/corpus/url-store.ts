/**
 * URLs as they came, by number, for the pairs that are evidence: in compressed blocks, in memory or, if they do not fit, in a temporary
 * file.
 *
 * ```
 *   block     length URL | length URL | …        about 8 KiB, compressed by the kernel: see assembly/learn/blocks.ts
 *   blocks    first number, start, length        of each
 *   pending   length URL | …                     what does not fill a block yet
 * ```
 *
 * A block that would not be smaller is kept as it is.
 */
import { BlockLimit } from "../../../assembly/learn/layout";
import { TemporaryFile } from "../../files/output/temporary-file";
import { textDecoder } from "../../utf8";
import { type Area, type LearnMemory, NO_AREA } from "./learn-kernel";
import { Words } from "./words";

/** Octets of a block: one URL may exceed them. */
const BLOCK = 1 << 13;
const BUFFER = 1 << 18;

export class UrlStore {
	readonly #kernel: LearnMemory;
	readonly #limit: number;
	readonly #folder: string;
	/** URLs in the memory of the kernel, compressed or not. */
	#plain: Area = NO_AREA;
	#packed: Area = NO_AREA;
	readonly #table: Area;
	/** `#pendingCount` URLs that did not fill a block yet, `#pending` octets, then those of the batch. The first has number `#count`. */
	#batch = new Uint8Array(0);
	#pending = 0;
	#count = 0;
	#pendingCount = 0;
	/** Blocks in memory, and how many octets on disk are before them. */
	#octets = new Uint8Array(1 << 12);
	#length = 0;
	#file: TemporaryFile | undefined;
	/** For each block: the number of its first URL, where it begins, and its length before compression. */
	readonly #firsts = new Words();
	readonly #starts: number[] = [];
	readonly #lengths = new Words();
	/** The last block that was read, and where it is in the memory of the kernel. */
	#read = -1;
	#block: Area = NO_AREA;

	/** `memory`: octets; the rest goes into a file in `folder`. */
	constructor(kernel: LearnMemory, memory: number, folder: string) {
		this.#kernel = kernel;
		this.#table = kernel.take(BlockLimit.TABLE);
		this.#limit = Math.max(BUFFER, memory);
		this.#folder = folder;
	}

	/** Octets in memory. */
	get memory(): number {
		return this.#octets.length;
	}

	/** Octets of all blocks. */
	get size(): number {
		return (this.#file?.length ?? 0) + this.#length;
	}

	/** Adds URLs, each after its length: see assembly/learn/numbers.ts. They get the next numbers. Throws Failure. */
	add(urls: Uint8Array): void {
		const all = this.#pending + urls.length;
		if (all > this.#batch.length) {
			const grown = new Uint8Array(all + (all >> 2));
			grown.set(this.#batch.subarray(0, this.#pending));
			this.#batch = grown;
		}
		const octets = this.#batch;
		octets.set(urls, this.#pending);
		let start = 0;
		let count = 0;
		for (let at = 0; at < all; ) {
			at = endOf(octets, at);
			++count;
			if (at - start < BLOCK) continue;
			this.#put(octets.subarray(start, at));
			this.#count += count;
			start = at;
			count = 0;
		}
		octets.copyWithin(0, start, all);
		this.#pending = all - start;
		this.#pendingCount = count;
	}

	/** The URL with a number. Throws Failure. */
	text(number: number): string {
		const { octets, first } = number < this.#count ? this.#blockOf(number) : { octets: this.#batch, first: this.#count };
		let at = 0;
		for (let skipped = first; skipped < number; ++skipped) at = endOf(octets, at);
		const { start, end } = spanAt(octets, at);
		return textDecoder.decode(octets.subarray(start, end));
	}

	/** The first URLs, at most `count`. */
	*first(count: number): Generator<string> {
		const all = Math.min(count, this.#count + this.#pendingCount);
		for (let number = 0; number < all; ++number) yield this.text(number);
	}

	/** Frees the space on disk. */
	close(): void {
		this.#file?.close();
	}

	#put(urls: Uint8Array): void {
		this.#read = -1;
		this.#firsts.push(this.#count);
		this.#starts.push(this.size);
		this.#lengths.push(urls.length);
		const packed = urls.length <= BlockLimit.OCTETS ? this.#pack(urls) : urls;
		const octets = packed.length < urls.length ? packed : urls;
		if (this.#length + octets.length > this.#octets.length) this.#makeRoom(octets.length);
		this.#octets.set(octets, this.#length);
		this.#length += octets.length;
	}

	#pack(urls: Uint8Array): Uint8Array {
		const kernel = this.#kernel;
		this.#reserve(urls.length);
		kernel.octets(this.#plain.start, urls.length).set(urls);
		const { start } = this.#plain;
		const end = kernel.kernel.call.packBlock(start, start + urls.length, this.#packed.start, this.#table.start);
		return kernel.octets(this.#packed.start, end - this.#packed.start);
	}

	#reserve(octets: number): void {
		this.#plain = this.#kernel.resized(this.#plain, octets);
		this.#packed = this.#kernel.resized(this.#packed, octets + (octets >> 3) + BlockLimit.OVERHEAD);
	}

	/** The block with a URL, and the number of its first. Throws Failure. */
	#blockOf(number: number): { octets: Uint8Array; first: number } {
		let block = 0;
		for (let last = this.#firsts.length; block + 1 < last; ) {
			const middle = (block + last) >> 1;
			if ((this.#firsts.array[middle] as number) <= number) block = middle;
			else last = middle;
		}
		if (block !== this.#read) this.#block = this.#unpacked(block);
		this.#read = block;
		const { start, octets } = this.#block;
		return { octets: this.#kernel.octets(start, octets), first: this.#firsts.array[block] as number };
	}

	/** The area of a block in the memory of the kernel: no array is made, since evidence asks for many thousands. */
	#unpacked(block: number): Area {
		const start = this.#starts[block] as number;
		const packed = (this.#starts[block + 1] ?? this.size) - start;
		const octets = this.#lengths.array[block] as number;
		this.#reserve(octets);
		const [from, to] = [this.#packed.start, this.#plain.start];
		this.#readAt(start, this.#kernel.octets(from, packed));
		if (packed === octets) return { start: from, octets };
		const end = this.#kernel.kernel.call.unpackBlock(from, from + packed, to, to + octets);
		if (end !== to + octets) throw (this.#file as TemporaryFile).damaged();
		return { start: to, octets };
	}

	#readAt(start: number, into: Uint8Array): void {
		const written = this.#file?.length ?? 0;
		if (start < written) this.#file?.readAll(into, start);
		else into.set(this.#octets.subarray(start - written, start - written + into.length));
	}

	#makeRoom(count: number): void {
		const needed = this.#length + count;
		if (this.#file === undefined && needed <= this.#limit) {
			const grown = new Uint8Array(Math.min(this.#limit, 2 * needed));
			grown.set(this.#octets.subarray(0, this.#length));
			this.#octets = grown;
			return;
		}
		this.#file ??= new TemporaryFile(this.#folder, 0);
		this.#file.append(this.#octets.subarray(0, this.#length));
		this.#length = 0;
		if (count > BUFFER || this.#octets.length !== BUFFER) this.#octets = new Uint8Array(Math.max(count, BUFFER));
	}
}

/** The end of the URL whose length is at `at`. */
function endOf(octets: Uint8Array, at: number): number {
	const length = octets[at] as number;
	return length < 0x80 ? at + 1 + length : spanAt(octets, at).end;
}

/** The span of the URL whose length is at `at`. */
function spanAt(octets: Uint8Array, at: number): { start: number; end: number } {
	let length = 0;
	let start = at;
	for (let shift = 0; ; shift += 7) {
		const octet = octets[start++] as number;
		length |= (octet & 0x7f) << shift;
		if (octet < 0x80) return { start, end: start + length };
	}
}
