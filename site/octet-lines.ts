/** Lines as octets. */

export const LF = 0x0a;
const CR = 0x0d;

/** U+FEFF in UTF-8. What reads lines drops one at the start. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * Lines that are put one behind the other, to be read as a stream of their own. A byte order mark is put before them: that one
 * is dropped, and none that a line begins with.
 */
export class LineBuffer {
	#octets: Uint8Array;
	#end = BYTE_ORDER_MARK.length;

	constructor(capacity: number) {
		this.#octets = new Uint8Array(capacity + BYTE_ORDER_MARK.length);
		this.#octets.set(BYTE_ORDER_MARK);
	}

	/** Number of octets that were appended. */
	get length(): number {
		return this.#end - BYTE_ORDER_MARK.length;
	}

	/** Number of octets for which there is room without growing. */
	get room(): number {
		return this.#octets.length - this.#end;
	}

	/** What was appended. Valid until the next change. */
	get appended(): Uint8Array {
		return this.#octets.subarray(BYTE_ORDER_MARK.length, this.#end);
	}

	/** The first `length` octets that were appended, a byte order mark before them. Valid until the next change. */
	marked(length = this.length): Uint8Array {
		return this.#octets.subarray(0, BYTE_ORDER_MARK.length + length);
	}

	append(octets: Uint8Array): void {
		if (octets.length > this.room) this.reserve(octets.length);
		this.#octets.set(octets, this.#end);
		this.#end += octets.length;
	}

	/** Makes room for `count` octets more, and for as many as there are. */
	reserve(count: number): void {
		const octets = new Uint8Array(2 * this.#octets.length + count);
		octets.set(this.marked());
		this.#octets = octets;
	}

	/** Drops the first `count` octets. */
	drop(count: number): void {
		this.#octets.copyWithin(BYTE_ORDER_MARK.length, BYTE_ORDER_MARK.length + count, this.#end);
		this.#end -= count;
	}

	clear(): void {
		this.drop(this.length);
	}
}

/** Says whether octets begin with a byte order mark. */
export function isMarked(octets: Uint8Array): boolean {
	return BYTE_ORDER_MARK.every((octet, index) => octets[index] === octet);
}

/** Number of octets of a byte order mark. */
export const MARK_LENGTH = BYTE_ORDER_MARK.length;

/** Where the line that begins at `start` ends, its LF included. */
export function lineEnd(octets: Uint8Array, start: number): number {
	const at = octets.indexOf(LF, start);
	return at < 0 ? octets.length : at + 1;
}

/** A line without its LF or CR LF. */
export function withoutEnd(line: Uint8Array): Uint8Array {
	const end = line.at(-1) === LF ? line.length - 1 : line.length;
	return line.subarray(0, line[end - 1] === CR ? end - 1 : end);
}
