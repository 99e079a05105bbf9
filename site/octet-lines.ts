/** Lines of octets: a growable buffer, line ends and the byte order mark (BOM). */

export const LF = 0x0a;
const CR = 0x0d;

/** U+FEFF in UTF-8. Readers of lines drop one BOM at the start. */
const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * A growable buffer of lines that starts with a BOM. A reader drops that one, so a BOM at the start of the first line survives.
 */
export class LineBuffer {
	#octets: Uint8Array;
	#end = BOM.length;

	constructor(capacity: number) {
		this.#octets = new Uint8Array(capacity + BOM.length);
		this.#octets.set(BOM);
	}

	/** Number of appended octets. */
	get length(): number {
		return this.#end - BOM.length;
	}

	/** Free octets before the buffer has to grow. */
	get room(): number {
		return this.#octets.length - this.#end;
	}

	/** The appended octets: a view, valid until the next change. */
	get appended(): Uint8Array {
		return this.#octets.subarray(BOM.length, this.#end);
	}

	/** The BOM and the first `length` appended octets: a view, valid until the next change. */
	withBom(length = this.length): Uint8Array {
		return this.#octets.subarray(0, BOM.length + length);
	}

	append(octets: Uint8Array): void {
		if (octets.length > this.room) this.reserve(octets.length);
		this.#octets.set(octets, this.#end);
		this.#end += octets.length;
	}

	/** Grows by `count` octets, and doubles the size at least. */
	reserve(count: number): void {
		const octets = new Uint8Array(2 * this.#octets.length + count);
		octets.set(this.withBom());
		this.#octets = octets;
	}

	/** Drops the first `count` octets. */
	drop(count: number): void {
		this.#octets.copyWithin(BOM.length, BOM.length + count, this.#end);
		this.#end -= count;
	}

	clear(): void {
		this.drop(this.length);
	}
}

/** Whether octets begin with a BOM. */
export function hasBom(octets: Uint8Array): boolean {
	return BOM.every((octet, index) => octets[index] === octet);
}

/** Length of a BOM in octets. */
export const BOM_LENGTH = BOM.length;

/** The end of the line that starts at `start`, after its LF. */
export function lineEnd(octets: Uint8Array, start: number): number {
	const at = octets.indexOf(LF, start);
	return at < 0 ? octets.length : at + 1;
}

/** A line without its LF or CR LF. */
export function withoutEnd(line: Uint8Array): Uint8Array {
	const end = line.at(-1) === LF ? line.length - 1 : line.length;
	return line.subarray(0, line[end - 1] === CR ? end - 1 : end);
}

/** One character per octet. The label means windows-1252, which maps different octets to different characters. */
const octetDecoder = new TextDecoder("latin1", { ignoreBOM: true });

/** Octets as a key of maps and sets: different octets are different strings. Not for display. */
export function octetKey(octets: Uint8Array): string {
	return octetDecoder.decode(octets);
}

/** The lines without LF or CR LF, each as its `octetKey`. */
export function textLines(lines: Uint8Array): string[] {
	return octetKey(lines)
		.split("\n")
		.slice(0, -1)
		.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}
