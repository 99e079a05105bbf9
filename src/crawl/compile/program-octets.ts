import { encoder } from "../../utf8";

/** A growable buffer of octets and little-endian words, for programs. */
export class ProgramOctets {
	#octets = new Uint8Array(4096);
	#view = new DataView(this.#octets.buffer);
	#length: number;
	readonly #texts = new Map<string, number>();

	/** Starts with `length` zeros. */
	constructor(length: number) {
		this.#length = length;
	}

	/** Appends octets, unless they were appended before. Returns their offset. */
	text(octets: ArrayLike<number>): number {
		const name = latin(octets);
		const known = this.#texts.get(name);
		if (known !== undefined) return known;
		const offset = this.#take(octets.length);
		this.#octets.set(octets, offset);
		this.#texts.set(name, offset);
		return offset;
	}

	/** Appends words, aligned. Returns their offset. */
	words(words: ArrayLike<number>): number {
		this.#take(-this.#length & 3);
		const offset = this.#take(4 * words.length);
		for (let index = 0; index < words.length; ++index) this.#view.setInt32(offset + 4 * index, words[index] as number, true);
		return offset;
	}

	set(offset: number, word: number): void {
		this.#view.setInt32(offset, word, true);
	}

	/** All octets so far. */
	octets(): Uint8Array<ArrayBuffer> {
		return this.#octets.slice(0, this.#length);
	}

	#take(size: number): number {
		const offset = this.#length;
		this.#length += size;
		if (this.#length > this.#octets.length) {
			const grown = new Uint8Array(2 * this.#length);
			grown.set(this.#octets);
			this.#octets = grown;
			this.#view = new DataView(grown.buffer);
		}
		return offset;
	}
}

const MAX_NAME = 64;
/** The max arguments of a call: engines have a limit. */
const MAX_ARGUMENTS = 1024;

/** Octets as characters of Latin-1: a key for a map. Most texts are short names, for which a call with arguments takes longer. */
function latin(octets: ArrayLike<number>): string {
	let text = "";
	if (octets.length <= MAX_NAME) {
		for (let at = 0; at < octets.length; ++at) text += String.fromCharCode(octets[at] as number);
		return text;
	}
	for (let at = 0; at < octets.length; at += MAX_ARGUMENTS)
		text += String.fromCharCode.apply(undefined, Array.prototype.slice.call(octets, at, at + MAX_ARGUMENTS));
	return text;
}

/** A text as UTF-8. Most names are ASCII and short, for which a call of the host takes longer than this loop. */
export function octetsOf(text: string): Uint8Array {
	const octets = new Uint8Array(text.length);
	for (let at = 0; at < text.length; ++at) {
		const unit = text.charCodeAt(at);
		if (unit >= 0x80) return encoder.encode(text);
		octets[at] = unit;
	}
	return octets;
}

/** Octets with ASCII letters in lower case. */
export function lowered(octets: ArrayLike<number>): Uint8Array {
	const lower = new Uint8Array(octets.length);
	for (let at = 0; at < octets.length; ++at) {
		const octet = octets[at] as number;
		lower[at] = octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
	}
	return lower;
}
