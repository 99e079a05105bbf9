/**
 * Finds lines by number among those that the third pass has already read. It notes where a line begins once STRIDE lines or SPAN octets
 * have passed since the last note, and scans forward from there. If memory is short, it drops every second note, and doubles both.
 */
import { Octet } from "../../../assembly/octets/char";
import { NumberList } from "../../engine/number-list";

/** Inputs that have been read. */
export interface ReadAt {
	/** Reads an input from `position` into the start of `into`. Returns the number of octets read, 0 at the end. */
	readAt(input: number, into: Uint8Array, position: number): number;
}

const STRIDE = 16;
const SPAN = 4096;
/** Octets of a note. */
const NOTE_SIZE = 2 * Float64Array.BYTES_PER_ELEMENT;
/** Octets that are read at a time: of lines far apart, and of lines closer to each other than FAR octets. */
const CHUNK_SIZE = 4096;
const LARGE_CHUNK_SIZE = 262144;
const FAR = 16384;

/** Numbers of lines, ascending, and where in their input they begin. */
class Places {
	readonly #lines = new NumberList();
	readonly #positions = new NumberList();

	get length(): number {
		return this.#lines.length;
	}

	addPosition(line: number, position: number): void {
		this.#lines.push(line);
		this.#positions.push(position);
	}

	/** Requires: 0 ≤ index < length. */
	at(index: number): { readonly line: number; readonly position: number } {
		return { line: this.#lines.at(index), position: this.#positions.at(index) };
	}

	/** Returns the index of the last place at or before `line`, or −1 if there is none. */
	lastUpTo(line: number): number {
		let [low, high] = [0, this.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.#lines.at(middle) <= line) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	/** Every second place. */
	half(): Places {
		const half = new Places();
		for (let index = 0; index < this.length; index += 2) half.addPosition(this.#lines.at(index), this.#positions.at(index));
		return half;
	}
}

export class LineFinder {
	readonly #source: ReadAt;
	readonly #maxNotes: number;
	/** The first line of each input that has any, and the input's number. */
	readonly #inputs = new Places();
	readonly #numbers: number[] = [];
	#notes = new Places();
	#stride = STRIDE;
	#span = SPAN;
	/** The last line noted, or the first of the input. */
	#line = 0;
	#position = 0;
	/** Room for the octets that are read at a time; those that were read last, and where they begin. */
	#room = new Uint8Array(CHUNK_SIZE);
	#chunk = this.#room.subarray(0, 0);
	#chunkInput = -1;
	#chunkStart = 0;
	/** Octets of all inputs before the last one. */
	#before = 0;

	/** Plans for `memory` octets. */
	constructor(memory: number, source: ReadAt) {
		// While notes are dropped, there is half of them in addition.
		this.#maxNotes = Math.max(2, Math.floor(memory / NOTE_SIZE / 1.5));
		this.#source = source;
	}

	/** Records the first line of an input and its offset. */
	beginInput(input: number, line: number, position: number): void {
		this.#before += this.#position;
		this.#inputs.addPosition(line, position);
		this.#numbers.push(input);
		[this.#line, this.#position] = [line, position];
	}

	/** Records the offset of a line. Requires: every line is recorded, in order. */
	note(line: number, position: number): void {
		if (line - this.#line < this.#stride && position - this.#position < this.#span) return;
		if (this.#notes.length === this.#maxNotes) this.#dropHalf();
		this.#notes.addPosition(line, position);
		[this.#line, this.#position] = [line, position];
	}

	#dropHalf(): void {
		this.#notes = this.#notes.half();
		this.#stride *= 2;
		this.#span *= 2;
	}

	/** Prepares for `count` lines, in order. Drops the chunk in memory, since the inputs may have become longer. */
	expect(count: number): void {
		const size = (this.#before + this.#position) / count < FAR ? LARGE_CHUNK_SIZE : CHUNK_SIZE;
		if (this.#room.length !== size) this.#room = new Uint8Array(size);
		this.#chunkInput = -1;
	}

	/** Reads line `line`, counted from 0, line end included. Valid until the next call. Throws Failure. */
	find(line: number): Uint8Array {
		const input = this.#inputs.lastUpTo(line);
		const start = this.#inputs.at(input);
		const index = this.#notes.lastUpTo(line);
		const note = index < 0 ? start : this.#notes.at(index);
		const from = note.line < start.line ? start : note;
		return this.#readFrom(this.#numbers[input] as number, from.position, line - from.line);
	}

	/** Skips `skipped` lines from `position` and reads the next. */
	#readFrom(input: number, position: number, skipped: number): Uint8Array {
		const parts: Uint8Array[] = [];
		for (let start = this.#place(input, position), left = skipped; ; start = this.#place(input, this.#chunkEnd)) {
			const isEnd = this.#chunk.length === 0;
			for (; left > 0 && start < this.#chunk.length; --left) {
				const end = this.#chunk.indexOf(Octet.LF, start);
				if (end < 0) break;
				start = end + 1;
			}
			if (left > 0 && !isEnd) continue;
			const end = this.#chunk.indexOf(Octet.LF, start);
			const part = this.#chunk.subarray(start, end < 0 ? this.#chunk.length : end + 1);
			const isLast = end >= 0 || isEnd;
			if (isLast && parts.length === 0) return part;
			parts.push(part.slice());
			if (isLast) return Buffer.concat(parts);
		}
	}

	get #chunkEnd(): number {
		return this.#chunkStart + this.#chunk.length;
	}

	/** Returns the offset of a position in the chunk, which is read if necessary. */
	#place(input: number, position: number): number {
		const place = position - this.#chunkStart;
		if (input === this.#chunkInput && place >= 0 && place < this.#chunk.length) return place;
		this.#chunk = this.#room.subarray(0, this.#source.readAt(input, this.#room, position));
		[this.#chunkInput, this.#chunkStart] = [input, position];
		return 0;
	}
}
