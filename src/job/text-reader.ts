/** Reads the inputs of a job over text: lines, or the references of tables, as strings. */
import { setImmediate } from "node:timers/promises";
import { Limit } from "../../assembly/layout/addresses";
import { Octet } from "../../assembly/octets/char";
import { arrivalOf } from "../files/input/arrival";
import { Input, refuseNonLists } from "../files/input/input";
import type { ReadAs } from "../files/input/kinds";
import { NO_OCTETS } from "../files/input/octet-source";
import { readUnchanged, type Shown, WatchedFile } from "../files/input/watched-file";
import { withoutLineEnd } from "../lines/line-end";
import type { FileTable } from "../tables/text/table-options";
import { decoder } from "../utf8";
import type { ShowShare } from "./pace";
import type { TableText, TakeRow } from "./table-references";

/** Shows how far the job is. */
export interface TextProgress {
	/** Octets of the files read so far, before decompression. */
	readonly position: number;
	countRows(): void;
	advance(octets: number, lines: number, position: number): void;
	advanceShare: ShowShare;
}

type TakeText = (line: string, number: number, octets?: Uint8Array) => void;

/** A line without its end. */
interface Line {
	readonly text: string;
	readonly octets: Uint8Array;
}

/** The numbers of all rows, of their values if a row has several, and of those without a reference. */
interface RowCounts {
	readonly rows: number;
	readonly values?: number | undefined;
	readonly empty: number;
}

export class TextReader {
	/** The files, unless a library reads them; and those that a library reads. */
	readonly inputs: readonly Input[];
	readonly #watched: readonly WatchedFile[];
	/** Number of lines so far. */
	lines = 0;

	/** Opens the files. Throws Failure. */
	constructor(files: FileTable["files"], isByLibrary: boolean, as: ReadAs = {}) {
		this.inputs = isByLibrary ? [] : files.map((path) => new Input(path, as));
		this.#watched = isByLibrary ? files.map((path) => new WatchedFile(path)) : [];
	}

	/** All files, with their sizes in octets. */
	get files(): readonly { readonly size: number }[] {
		return this.#watched.length > 0 ? this.#watched : this.inputs;
	}

	/**
	 * Calls `take` for every reference, and every line of the files, with its number from 1 and, of a line, its octets, which are there until
	 * `take` returns. Calls `stalled` when a pipe stalls. Throws Failure, or what they throw.
	 */
	async each(references: readonly string[], take: TakeText, progress: TextProgress, stalled: () => void): Promise<void> {
		await refuseNonLists(this.inputs);
		for (const reference of references) take(reference, ++this.lines);
		await this.#closing(async () => {
			for (const input of this.inputs) await this.#readOne(input, take, progress, stalled);
		});
	}

	async #readOne(input: Input, take: TakeText, progress: TextProgress, stalled: () => void): Promise<void> {
		const before = progress.position;
		for await (const { lines, octets } of textLines(input, stalled)) {
			for (const { text, octets: own } of lines) take(text, ++this.lines, own);
			progress.advance(octets, this.lines, before + input.position);
			// Reading files is synchronous. Let the process handle signals.
			await setImmediate();
		}
	}

	/**
	 * Calls `take` for every row that has a reference, or that cannot be read, and `write` with each result. `output`: what readers may
	 * have seen already. Throws Failure, or what they throw.
	 */
	async eachRow(
		table: FileTable,
		take: TakeRow,
		write: (value: object | undefined) => void,
		output: Shown,
		progress: TextProgress,
	): Promise<RowCounts> {
		progress.countRows();
		if (table.container === undefined) return this.#readTables(table, take, write, progress);
		const { readReferences } = await import("./column-references");
		const takeRow: typeof take = (...row) => void write(take(...row));
		const read = () => readReferences(table, takeRow, (rows, share) => progress.advanceShare(rows, share));
		return readUnchanged(this.#watched, output, read);
	}

	async #readTables(
		table: FileTable,
		take: TakeRow,
		write: (value: object | undefined) => void,
		progress: TextProgress,
	): Promise<RowCounts> {
		const text = new (await import("./table-references")).TableText(table, take);
		await refuseNonLists(this.inputs);
		await this.#closing(async () => {
			for (const input of this.inputs) await readTable(input, text, write, progress);
		});
		const { rows, values, empty } = text.sink.counts;
		return { rows, values, empty };
	}

	async #closing(read: () => Promise<void>): Promise<void> {
		try {
			await read();
		} finally {
			for (const input of this.inputs) input.close();
		}
	}
}

async function readTable(
	input: Input,
	text: TableText,
	write: (value: object | undefined) => void,
	progress: TextProgress,
): Promise<void> {
	const before = progress.position;
	await input.begin();
	while (true) {
		const filled = input.read(text.sink.space());
		const octets = typeof filled === "number" ? filled : await filled;
		if (octets === 0) break;
		text.sink.advance(octets);
		for (const value of text.drain()) write(value);
		progress.advance(octets, text.sink.lines, before + input.position);
		await setImmediate();
	}
	text.sink.end();
	for (const value of text.drain()) write(value);
}

const CHUNK_SIZE = 65536;

/** Octets of a line to keep: enough to reject it as too long. */
const MAX_OCTETS = Limit.REFERENCE + 1;

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Reads an input and yields the lines that end in each chunk. Lines end with LF or CR LF. A byte order mark at the start is
 * dropped, and invalid UTF-8 becomes U+FFFD. A line that is too long for a reference is truncated, and is still too long. Calls
 * `stalled` when a pipe stalls. Throws Failure.
 */
async function* textLines(input: Input, stalled: () => void): AsyncGenerator<{ lines: Line[]; octets: number }> {
	await input.begin();
	const splitter = new LineSplitter();
	const chunk = new Uint8Array(CHUNK_SIZE);
	while (true) {
		await arrivalOf(input, stalled);
		const filled = input.read(chunk);
		const octets = typeof filled === "number" ? filled : await filled;
		if (octets === 0) break;
		yield { lines: splitter.push(chunk.subarray(0, octets)), octets };
	}
	yield { lines: splitter.end(), octets: 0 };
}

class LineSplitter {
	/** The unfinished line, and its size including octets beyond MAX_OCTETS. */
	#pieces: Uint8Array[] = [];
	#length = 0;
	#isFirst = true;

	/** Returns the lines that end in `chunk`. */
	push(chunk: Uint8Array): Line[] {
		const lines: Line[] = [];
		let start = 0;
		for (let end = chunk.indexOf(Octet.LF); end >= 0; end = chunk.indexOf(Octet.LF, start)) {
			lines.push(this.#take(chunk.subarray(start, end)));
			start = end + 1;
		}
		this.#keep(chunk.slice(start));
		return lines;
	}

	/** Returns the final line if it has no LF. */
	end(): Line[] {
		return this.#length > 0 ? [this.#take(NO_OCTETS)] : [];
	}

	#keep(piece: Uint8Array): void {
		// The last octet may be the CR of a line end.
		const room = MAX_OCTETS + 1 - this.#length;
		if (room > 0 && piece.length > 0) this.#pieces.push(piece.subarray(0, room));
		this.#length += piece.length;
	}

	/** Returns the unfinished line, completed by `last`. */
	#take(last: Uint8Array): Line {
		this.#keep(last);
		const line = this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#length = 0;
		const octets = withoutLineEnd(line);
		const text = decoder.decode(octets);
		const isMarked = this.#isFirst && text.startsWith(BYTE_ORDER_MARK);
		this.#isFirst = false;
		return { text: isMarked ? text.slice(1) : text, octets };
	}
}
