/** Where lines come from: files or standard input, plain, gzip or Zstandard, told apart by their first octets. */
import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { Socket } from "node:net";
import { Readable, type Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { Failure, ioFailure } from "./failure";
import type { OpenFile } from "./octet-writer";
import { ZstandardUnpacker } from "./zstandard";

const STDIN = 0;
const CHUNK_SIZE = 262144;

/** The first octets of packed data: RFC 1952 §2.3.1, RFC 8878 §3.1.1. */
const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const MAGICS = [GZIP, ZSTANDARD];
const MAGIC_SIZE = 4;

/** A source of octets that fills the memory it is given. */
export class Input implements OpenFile {
	readonly name: string;
	/** Octets of the file; 0 for what is no file. */
	readonly size: number;
	readonly #isFile: boolean;
	/** Octets of the file that have been read. */
	position = 0;
	readonly descriptor: number;
	/** What is no file and may keep one waiting: it is read by events, so that signals get through. */
	readonly #pipe: Readable | undefined;
	/** Where octets come from that are not read straight from a file, and what is left of the last of them. */
	#chunks: AsyncIterator<Uint8Array> | undefined;
	#rest: Uint8Array = new Uint8Array(0);

	/** Opens a file; standard input when there is no path, or "-". Throws Failure. */
	constructor(path: string | undefined) {
		const isPath = path !== undefined && path !== "-";
		this.name = isPath ? path : "standard input";
		try {
			this.descriptor = isPath ? openSync(path, "r") : STDIN;
			const stat = fstatSync(this.descriptor);
			if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
			this.#isFile = stat.isFile();
			this.size = this.#isFile ? stat.size : 0;
			this.#pipe = pipeOf(this.descriptor, stat);
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	/** Says whether this is a file whose octets are taken as they are: it can be read by `readOctets`, from any thread. */
	get isPlainFile(): boolean {
		return this.#isFile && magicOf(this.#peekFile()) === undefined;
	}

	/** Looks at the first octets, and unpacks all when they say that it is packed. Throws Failure. */
	async begin(): Promise<void> {
		const first = this.#pipe === undefined ? this.#peekFile() : await this.#peekPipe(this.#pipe);
		const unpack = unpacker(first);
		if (unpack !== undefined) {
			const packed = Readable.from(this.#packedChunks(this.#chunks, this.#rest), { objectMode: false });
			packed.on("error", (error) => unpack.destroy(error));
			this.#chunks = packed.pipe(unpack)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
			this.#rest = new Uint8Array(0);
		}
	}

	/** Fills the start of `into`. Answers how many octets it put there: 0 at the end. Throws Failure. */
	read(into: Uint8Array): number | Promise<number> {
		return this.#chunks === undefined ? this.#readFile(into) : this.#readChunks(into, this.#chunks);
	}

	close(): void {
		if (this.#pipe !== undefined) this.#pipe.destroy();
		else if (this.descriptor !== STDIN) closeSync(this.descriptor);
	}

	/** The first octets of a file, which are read again later. */
	#peekFile(): Uint8Array {
		const octets = new Uint8Array(MAGIC_SIZE);
		try {
			return octets.subarray(0, this.size === 0 ? 0 : readSync(this.descriptor, octets, 0, MAGIC_SIZE, 0));
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	/** The first octets of a pipe, as many as it takes to tell whether it is packed: whoever writes may wait for an answer. */
	async #peekPipe(pipe: Readable): Promise<Uint8Array> {
		this.#chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
		while (this.#rest.length < MAGIC_SIZE && MAGICS.some((magic) => begins(magic, this.#rest))) {
			const { done, value } = await this.#next(this.#chunks);
			if (done) break;
			this.#rest = Buffer.concat([this.#rest, value]);
		}
		return this.#rest;
	}

	#readFile(into: Uint8Array): number {
		const count = readOctets(this, into);
		this.position += count;
		return count;
	}

	async #readChunks(into: Uint8Array, chunks: AsyncIterator<Uint8Array>): Promise<number> {
		while (this.#rest.length === 0) {
			const { done, value } = await this.#next(chunks);
			if (done) return 0;
			this.#rest = value;
		}
		const count = Math.min(this.#rest.length, into.length);
		into.set(this.#rest.subarray(0, count));
		this.#rest = this.#rest.subarray(count);
		return count;
	}

	async #next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
		try {
			return await chunks.next();
		} catch (error) {
			throw error instanceof Failure ? error : ioFailure("read", this.name, error);
		}
	}

	/** What is to be unpacked: what was peeked at, and the rest. */
	async *#packedChunks(chunks: AsyncIterator<Uint8Array> | undefined, peeked: Uint8Array): AsyncGenerator<Uint8Array> {
		if (chunks !== undefined) {
			yield peeked;
			for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
			return;
		}
		while (true) {
			const chunk = new Uint8Array(CHUNK_SIZE);
			const count = this.#readFile(chunk);
			if (count === 0) return;
			yield chunk.subarray(0, count);
		}
	}
}

/** Fills the start of `into`, from where the file was read to. Answers how many octets it put there: 0 at the end. Throws Failure. */
export function readOctets({ descriptor, name }: OpenFile, into: Uint8Array): number {
	try {
		return readSync(descriptor, into, 0, into.length, null);
	} catch (error) {
		throw ioFailure("read", name, error);
	}
}

/** A stream for what may keep one waiting; undefined for files and devices, which are read at once. */
function pipeOf(descriptor: number, stat: Stats): Readable | undefined {
	if (descriptor === STDIN && !stat.isFile()) return process.stdin;
	return stat.isFIFO() || stat.isSocket() ? new Socket({ fd: descriptor, readable: true, writable: false }) : undefined;
}

/** Says whether `octets` are the first of `magic`, or `magic` the first of them. */
function begins(magic: readonly number[], octets: Uint8Array): boolean {
	return magic.every((octet, index) => index >= octets.length || octet === octets[index]);
}

/** What packed data begins with, when these octets do; undefined when they are plain. */
function magicOf(first: Uint8Array): readonly number[] | undefined {
	return MAGICS.find((magic) => first.length >= magic.length && begins(magic, first));
}

/** What unpacks a stream that begins with these octets; undefined when it is plain. */
function unpacker(first: Uint8Array): Transform | undefined {
	const magic = magicOf(first);
	if (magic === undefined) return undefined;
	return magic === GZIP ? createGunzip({ chunkSize: CHUNK_SIZE }) : new ZstandardUnpacker();
}
