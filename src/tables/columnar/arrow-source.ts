/** The source of record batches: an Arrow file, a stream, or standard input. */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type * as Arrow from "apache-arrow";
import { isError } from "../../brand";
import { UrlsieveError } from "../../errors";
import { Failure, FileFailure, ioFailure } from "../../failure";
import { shownText } from "../../text/shown-text";
import type { Library } from "./arrow-rows";

/** A file begins and ends with this; a stream begins with the other, before its first message. */
const MAGIC = "ARROW1";
const CONTINUATION = "\xff\xff\xff\xff";

/** Octets of a message are a multiple of this. */
const ALIGNMENT = 8;

/** The input stays open at the end of a stream: another one may follow. */
const OPENING = { autoDestroy: false };

type Batch = Arrow.RecordBatch;
type Schema = Arrow.Schema;
type Reader = Arrow.RecordBatchReader;
type FileReader = Arrow.RecordBatchFileReader | Arrow.AsyncRecordBatchFileReader;
type NextBatch = () => Promise<Batch | undefined>;

/** An Arrow file or stream. */
export class Source {
	readonly name: string;
	readonly #arrow: Library;
	readonly #path: string | undefined;
	readonly isFile: boolean;
	readonly #size: number;
	/** The reader of standard input, which is read once. */
	#reader: Reader | undefined;
	#handle: FileHandle | undefined;
	/** Octets of the file up to the end of the last read. */
	#read = 0;

	private constructor(arrow: Library, name: string, path: string | undefined, isFile: boolean, size: number) {
		this.#arrow = arrow;
		this.name = name;
		this.#path = path;
		this.isFile = isFile;
		this.#size = size;
	}

	/** Throws Failure. */
	static async open(arrow: Library, file: string | undefined): Promise<Source> {
		if (file === undefined || file === "-") return Source.#openStandard(arrow);
		try {
			const handle = await open(file, "r");
			try {
				const { size } = await handle.stat();
				const ends = Buffer.alloc(2 * MAGIC.length);
				await readWhole(handle, ends, 0, MAGIC.length, 0);
				await readWhole(handle, ends, MAGIC.length, MAGIC.length, Math.max(size - MAGIC.length, MAGIC.length));
				const [head, tail] = [ends.toString("latin1", 0, MAGIC.length), ends.toString("latin1", MAGIC.length)];
				if (head === MAGIC && tail !== MAGIC) throw unreadable(file, "the Arrow file is truncated");
				refuseOther(file, head);
				return new Source(arrow, file, file, head === MAGIC, size);
			} finally {
				await handle.close();
			}
		} catch (error) {
			throw ioFailure("read", file, error);
		}
	}

	static async #openStandard(arrow: Library): Promise<Source> {
		const name = "standard input";
		const chunks = createReadStream("", { fd: 0, autoClose: false })[Symbol.asyncIterator]();
		let head = Buffer.alloc(0);
		while (head.length < MAGIC.length) {
			const { value, done } = await chunks.next();
			if (done) break;
			head = Buffer.concat([head, value]);
		}
		const start = head.toString("latin1", 0, MAGIC.length);
		refuseOther(name, start);
		const source = new Source(arrow, name, undefined, start === MAGIC, 0);
		const all = async function* () {
			yield head;
			source.#read = head.length;
			for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
				source.#read += chunk.length;
				yield chunk;
			}
		};
		source.#reader = await source.#attempt(async () => arrow.RecordBatchReader.from(all()) as Promise<Reader>);
		return source;
	}

	/** Throws Failure. */
	async schema(): Promise<Schema> {
		try {
			return (await this.#begin()).schema;
		} finally {
			await this.#handle?.close();
		}
	}

	/** All batches, and the share of the file up to the end of each. Throws Failure. */
	async *batches(): AsyncGenerator<{ batch: Batch; share: number }> {
		try {
			const reader = await this.#begin();
			const next = this.isFile ? listed(reader as FileReader) : streamed(this.#arrow, reader);
			let octets = 0;
			while (true) {
				const batch = await this.#attempt(next);
				if (batch === undefined) break;
				// The batch that stands for those of an empty stream has lists without values.
				if (batch.numRows > 0) octets += batch.data.byteLength;
				yield { batch, share: this.#size === 0 ? 0 : Math.min(octets / this.#size, 1) };
			}
			// To the library, zeros end a stream.
			const isWhole = this.isFile || this.#path === undefined || this.#read >= this.#size;
			if (!isWhole) throw this.#failure(new Error("data follows the end of the stream"));
			// The library takes the start of a message for the end. All messages have a multiple of eight octets.
			if (!this.isFile && this.#read % ALIGNMENT !== 0) throw this.#failure(new Error("it ends within a message"));
		} finally {
			await this.#handle?.close();
		}
	}

	/** Runs a step on a batch, whose octets may contradict each other. Throws Failure. */
	guard<Result>(step: () => Result): Result {
		try {
			return step();
		} catch (error) {
			throw this.#failure(error);
		}
	}

	async #begin(): Promise<Reader> {
		if (this.#reader !== undefined)
			return this.#attempt(async () => refusingOtherLengths((await (this.#reader as Reader).open(OPENING)) as Reader));
		this.#read = 0;
		return this.#attempt(async () => {
			this.#handle = refusingEnd(await open(this.#path as string, "r"), (end) => {
				this.#read = Math.max(this.#read, end);
			});
			const reader = (await this.#arrow.RecordBatchReader.from(this.#handle)) as Reader;
			return refusingOtherLengths((await reader.open(OPENING)) as Reader);
		});
	}

	async #attempt<Result>(step: () => Promise<Result>): Promise<Result> {
		try {
			return await step();
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#failure(error: unknown): unknown {
		if (error instanceof Failure || error instanceof UrlsieveError || !isError(error)) return error;
		return unreadable(this.name, `the Arrow data is damaged or truncated (${error.message.trim().replace(/\.$/, "")})`);
	}
}

/** The batches of a stream, and of those that follow it, as `cat` joins them. */
function streamed({ util }: Library, reader: Reader): NextBatch {
	const { schema } = reader;
	let batches = (reader as AsyncIterable<Batch>)[Symbol.asyncIterator]();
	return async () => {
		while (true) {
			const { value, done } = await batches.next();
			if (!done) return value;
			const next = (await reader.reset().open(OPENING)) as Reader;
			if (next.closed) return undefined;
			if (!util.compareSchemas(schema, next.schema)) throw new Error("a stream follows that has other columns");
			batches = (next as AsyncIterable<Batch>)[Symbol.asyncIterator]();
		}
	};
}

/**
 * The batches that the footer of a file lists. The library's own iterator ends early where there is no message, and never where there is
 * one of another kind.
 */
function listed(reader: FileReader): NextBatch {
	let index = 0;
	return async () => {
		if (index >= reader.numRecordBatches) return undefined;
		const batch = await reader.readRecordBatch(index++);
		if (batch === null) throw new Error(`record batch ${index} is not where the footer says`);
		return batch;
	};
}

interface Lengthy {
	readonly length: number;
}
type LoadVectors = (header: Lengthy, ...others: unknown[]) => readonly Lengthy[];

/**
 * The library truncates or pads columns whose length differs from that of their batch, so rows would be lost or added silently. It does
 * so in methods outside of its public interface: a version without them is not checked.
 */
function refusingOtherLengths(reader: Reader): Reader {
	const loader = (reader as unknown as { readonly _impl?: Record<string, LoadVectors> })._impl;
	for (const name of ["_loadVectors", "_loadCompressedVectors"]) {
		const load = loader?.[name];
		if (loader === undefined || load === undefined || Object.hasOwn(loader, name)) continue;
		loader[name] = (header, ...others) => {
			const columns = load.call(loader, header, ...others);
			if (columns.every(({ length }) => length === header.length)) return columns;
			throw new Error("a column has another number of rows than its batch");
		};
	}
	return reader;
}

/** Reads `length` octets, or those up to the end of the file: one call may return fewer. Returns the count. */
async function readWhole(handle: Pick<FileHandle, "read">, octets: Uint8Array, at: number, length: number, position: number) {
	for (let count = 0; ; ) {
		const { bytesRead } = await handle.read(octets, at + count, length - count, position + count);
		count += bytesRead;
		if (bytesRead === 0 || count === length) return count;
	}
}

/**
 * Makes each read whole, and one beyond the end an error: the library retries forever in a file that has become shorter, and takes some
 * partial reads for whole. Calls `onEnd` with the end of each read.
 */
function refusingEnd(handle: FileHandle, onEnd: (end: number) => void): FileHandle {
	const read = handle.read.bind(handle) as FileHandle["read"];
	const readAll = async (buffer: Uint8Array, at: number, length: number, position: number) => {
		const bytesRead = await readWhole({ read }, buffer, at, length, position);
		if (bytesRead < length || length === 0) throw new Error("it has become shorter");
		onEnd(position + bytesRead);
		return { bytesRead, buffer };
	};
	return Object.assign(handle, { read: readAll });
}

function unreadable(name: string, sentence: string): Failure {
	return new FileFailure(name, shownText(`cannot read ${name}: ${sentence}`));
}

/** Throws Failure for content that begins neither as a file nor as a stream. */
function refuseOther(name: string, head: string): void {
	if (head !== MAGIC && !head.startsWith(CONTINUATION)) throw unreadable(name, "it is neither an Arrow file nor an Arrow stream");
}
