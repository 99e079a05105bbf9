/** Where lines come from: files or standard input, plain, gzip or Zstandard, told apart by their first octets. */
import { closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { Readable, type Transform } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { EXIT, Failure, hasCode, ioFailure } from "./failure";

const STDIN = 0;
const CHUNK_SIZE = 262144;
const MAGIC_SIZE = 4;

/** The first octets of packed data: RFC 1952 §2.3.1, RFC 8878 §3.1.1. */
const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const MAGICS = [GZIP, ZSTANDARD];

const readAsync = promisify(read);

/** A source of octets that fills the memory it is given. */
export class Input {
	readonly name: string;
	/** Octets of the file, as far as they are known: 0 for a pipe. */
	readonly size: number;
	/** Octets of the file that have been read. */
	position = 0;
	readonly #descriptor: number;
	/** A file answers at once, and is read synchronously; a pipe or terminal may not, and signals have to get through. */
	readonly #isFile: boolean;
	#peeked: Uint8Array = new Uint8Array(0);
	#unpacked: AsyncIterator<Uint8Array> | undefined;
	#rest: Uint8Array = new Uint8Array(0);

	/** Opens a file; standard input when there is no path, or "-". Throws Failure. */
	constructor(path: string | undefined) {
		const isFile = path !== undefined && path !== "-";
		this.name = isFile ? path : "standard input";
		try {
			this.#descriptor = isFile ? openSync(path, "r") : STDIN;
			const stat = fstatSync(this.#descriptor);
			if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
			this.#isFile = stat.isFile();
			this.size = this.#isFile ? stat.size : 0;
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	/** Reads the first octets, as long as they may say that the rest is packed; unpacks it if they do. */
	async begin(): Promise<void> {
		const octets = new Uint8Array(MAGIC_SIZE);
		let filled = 0;
		while (
			filled < MAGIC_SIZE &&
			MAGICS.some((magic) => magic.slice(0, filled).every((octet, index) => octet === octets[index]))
		) {
			const count = await this.#readRaw(octets.subarray(filled));
			if (count === 0) break;
			filled += count;
		}
		this.#peeked = octets.subarray(0, filled);
		const unpack = unpacker(this.#peeked, this.name);
		if (unpack === undefined) return;
		const packed = Readable.from(this.#chunks(), { objectMode: false });
		packed.on("error", (error) => unpack.destroy(error));
		this.#unpacked = packed.pipe(unpack)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
	}

	/** Fills the start of `into`. Answers how many octets it put there: 0 at the end. Throws Failure. */
	read(into: Uint8Array): number | Promise<number> {
		if (this.#unpacked !== undefined) return this.#readUnpacked(into, this.#unpacked);
		if (this.#peeked.length === 0) return this.#readRaw(into);
		const count = Math.min(this.#peeked.length, into.length);
		into.set(this.#peeked.subarray(0, count));
		this.#peeked = this.#peeked.subarray(count);
		return count;
	}

	close(): void {
		if (this.#descriptor !== STDIN) closeSync(this.#descriptor);
	}

	async #readUnpacked(into: Uint8Array, chunks: AsyncIterator<Uint8Array>): Promise<number> {
		while (this.#rest.length === 0) {
			const { done, value } = await chunks.next().catch((error) => {
				throw error instanceof Failure ? error : ioFailure("read", this.name, error);
			});
			if (done) return 0;
			this.#rest = value;
		}
		const count = Math.min(this.#rest.length, into.length);
		into.set(this.#rest.subarray(0, count));
		this.#rest = this.#rest.subarray(count);
		return count;
	}

	async *#chunks(): AsyncGenerator<Uint8Array> {
		yield this.#peeked;
		while (true) {
			const chunk = new Uint8Array(CHUNK_SIZE);
			const count = await this.#readRaw(chunk);
			if (count === 0) return;
			yield chunk.subarray(0, count);
		}
	}

	/** Reads what the file has, straight into `into`. Answers how many octets: 0 at the end. Throws Failure. */
	#readRaw(into: Uint8Array): number | Promise<number> {
		if (!this.#isFile) return this.#readPipe(into);
		try {
			const count = readSync(this.#descriptor, into, 0, into.length, null);
			this.position += count;
			return count;
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	async #readPipe(into: Uint8Array): Promise<number> {
		while (true) {
			try {
				const { bytesRead } = await readAsync(this.#descriptor, into, 0, into.length, null);
				this.position += bytesRead;
				return bytesRead;
			} catch (error) {
				if (hasCode(error, "EOF")) return 0;
				if (!hasCode(error, "EAGAIN")) throw ioFailure("read", this.name, error);
				await setTimeout(1);
			}
		}
	}
}

/** What unpacks a stream that begins with these octets; undefined when it is plain. */
function unpacker(first: Uint8Array, name: string): Transform | undefined {
	const isPackedBy = (magic: readonly number[]) => magic.every((octet, index) => octet === first[index]);
	if (isPackedBy(GZIP)) return zlib.createGunzip({ chunkSize: CHUNK_SIZE });
	if (!isPackedBy(ZSTANDARD)) return undefined;
	const { createZstdDecompress } = zlib as { createZstdDecompress?: (options: object) => Transform };
	if (createZstdDecompress !== undefined) return createZstdDecompress({ chunkSize: CHUNK_SIZE });
	throw new Failure(
		EXIT.IO,
		`cannot read ${name}: it is packed by Zstandard, which Node.js unpacks from version 22.15 on; try: zstd -dc FILE | urlsieve …`,
	);
}
