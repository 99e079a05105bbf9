/**
 * Sorts texts by their octets: multikey quicksort (Bentley and Sedgewick, "Fast Algorithms for Sorting and Searching Strings", 1997). It
 * reads each octet that distinguishes texts about once, however long their common beginnings are.
 */

/** Texts one after the other. */
export interface Texts {
	readonly octets: Uint8Array;
	/** By number of a text: its end. */
	readonly ends: Float64Array;
}

/** The start of a text. */
export function startOf({ ends }: Texts, text: number): number {
	return text === 0 ? 0 : (ends[text - 1] as number);
}

/** Octets that are compared at a time. */
const STEP = 4;

/** Sorts the numbers of texts in place. Requires: the texts differ, and have no NUL. */
export function sortTexts(numbers: Uint32Array, texts: Texts): void {
	new TextSorter(numbers, texts).sort();
}

class TextSorter {
	readonly #numbers: Uint32Array;
	readonly #texts: Texts;
	/** The next octets of each text. */
	readonly #words: Uint32Array;
	/** Stretches whose texts have the same first `depth` octets: from, end, depth. */
	readonly #stretches: number[] = [];

	constructor(numbers: Uint32Array, texts: Texts) {
		this.#numbers = numbers;
		this.#texts = texts;
		this.#words = new Uint32Array(numbers.length);
	}

	sort(): void {
		const stretches = this.#stretches;
		this.#addDeeper(0, this.#numbers.length, 0);
		while (stretches.length > 0) {
			const depth = stretches.pop() as number;
			const end = stretches.pop() as number;
			const from = stretches.pop() as number;
			const [less, more] = this.#divide(from, end);
			if (less - from > 1) stretches.push(from, less, depth);
			if (end - more > 1) stretches.push(more, end, depth);
			this.#addDeeper(less, more, depth + STEP);
		}
	}

	/** Adds a stretch whose words are still to be read. */
	#addDeeper(from: number, end: number, depth: number): void {
		if (end - from < 2) return;
		const words = this.#words;
		const numbers = this.#numbers;
		for (let index = from; index < end; ++index) words[index] = wordAt(this.#texts, numbers[index] as number, depth);
		this.#stretches.push(from, end, depth);
	}

	/** Divides a stretch by one of its words. Returns where the texts with an equal word begin and end. */
	#divide(from: number, end: number): [less: number, more: number] {
		const numbers = this.#numbers;
		const words = this.#words;
		const pivot = words[from + Math.floor(Math.random() * (end - from))] as number;
		let less = from;
		let more = end;
		for (let at = from; at < more; ) {
			const word = words[at] as number;
			if (word === pivot) {
				++at;
				continue;
			}
			const to = word < pivot ? less++ : --more;
			const number = numbers[at] as number;
			numbers[at] = numbers[to] as number;
			words[at] = words[to] as number;
			numbers[to] = number;
			words[to] = word;
			if (word < pivot) ++at;
		}
		return [less, more];
	}
}

/** The next octets of a text as a big-endian number, with zeros after its end. */
function wordAt(texts: Texts, text: number, depth: number): number {
	const { octets, ends } = texts;
	const start = startOf(texts, text) + depth;
	const end = ends[text] as number;
	let word = 0;
	for (let at = start; at < start + STEP; ++at) word = word * 256 + (at < end ? (octets[at] as number) : 0);
	return word;
}
