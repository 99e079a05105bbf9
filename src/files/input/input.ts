/** Inputs: files or standard input, plain or compressed with gzip or Zstandard, as their first octets show. */
import { type BigIntStats, closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import type { Readable } from "node:stream";
import { Failure, ioFailure } from "../../failure";
import { type OpenFile, READ_SIZE, STDIN } from "../open-file";
import { completedChunks } from "./bare-host";
import { decompressorFor, isSample, refuseNonList, refuseUncompressed } from "./content";
import { BLOCK_SIZE, type ReadAs } from "./kinds";
import { LineSurvey } from "./line-survey";
import { OctetSource } from "./octet-source";
import { isSameState } from "./watched-file";

/** Octets to read at a time when examining the content of a compressed file. */
const PROBE_SIZE = 16384;
/** Max octets of `Input.head`. */
export const HEAD_SIZE = 60000;

/** The copy of an input that can be read only once: a temporary file. */
export interface Copy {
	append(octets: Uint8Array): void;
	/** Reads at `position` to the start of `into`. Returns the number of octets, 0 at the end. */
	read(into: Uint8Array, position: number): number;
}

/** A source of octets that fills the memory it is given. */
export class Input implements OpenFile {
	readonly name: string;
	/** Octets of the file; 0 for anything but a regular file. */
	readonly size: number;
	readonly #isFile: boolean;
	/** Octets of the file that have been read. */
	position = 0;
	/** Number of ignored octets after compressed data. */
	ignoredOctets = 0;
	/** Counts of the lines read by `read`. */
	readonly survey = new LineSurvey();
	readonly descriptor: number;
	/** A pipe or socket, where reading may block: read by events, so that signals are handled meanwhile. */
	readonly #pipe: Readable | undefined;
	/** A pipe, or decompressed octets. Undefined for plain files. */
	#source: OctetSource | undefined;
	/** The file as it was when it was opened. */
	readonly #stat: BigIntStats;
	/** Octets that the first reading of the file found. Undefined until it is read again. */
	#readBefore: number | undefined;
	#copy: Copy | undefined;
	readonly #as: ReadAs;
	/** The prefix that `read` puts before lines that begin with a host. */
	#prefix: string | undefined;
	/** The first octets of the content, at most HEAD_SIZE, once the input is closed. */
	head = new Uint8Array(0);

	/** Opens a file, or standard input if the path is undefined or "-". Throws Failure, even for a file that is not what it is read as. */
	constructor(path: string | undefined, as: ReadAs = {}) {
		this.#as = as;
		const isPath = path !== undefined && path !== "-";
		this.name = isPath ? path : "standard input";
		try {
			this.descriptor = isPath ? openSync(path, "r") : STDIN;
			this.#stat = fstatSync(this.descriptor, { bigint: true });
			const stat = fstatSync(this.descriptor);
			if (stat.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
			this.#isFile = stat.isFile();
			this.size = this.#isFile ? stat.size : 0;
			this.#pipe = pipeOf(this.descriptor, stat);
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
		refuseNonList(this.name, this.#peekFile(), false, as);
		if (this.#isFile) refuseUncompressed(this.name, this.#peekFile());
	}

	/** Whether this is an uncompressed regular file, which `readOctets` can read from any thread. */
	get isPlainFile(): boolean {
		return this.#isFile && decompressorFor(this.#peekFile()) === undefined;
	}

	/** Whether this is a regular file by its path, plain or compressed. */
	get isFile(): boolean {
		return this.descriptor !== STDIN && this.#isFile;
	}

	/** Whether this is a file that `rewind` can start again. Standard input may not have begun at its start. */
	get canRewind(): boolean {
		return this.descriptor !== STDIN && this.isPlainFile && this.#prefix === undefined;
	}

	/** Makes `read` put a prefix such as https:// before lines that begin with a host. The octets of the file are then no longer those read. */
	completeWith(prefix: string): void {
		this.#prefix = prefix;
	}

	/** Makes `read` copy all octets, so that it can start again. */
	copyTo(copy: Copy): void {
		this.#copy = copy;
	}

	/** Makes `read` start again at the first octet, without a survey. Requires: `canRewind`, or a copy. */
	rewind(): void {
		this.#readBefore = this.position;
		this.position = 0;
	}

	/** Notes that other threads have read the whole file. */
	noteReading(): void {
		this.position = this.size;
	}

	/** Reads octets at `position`, which has been read before, to the start of `into`. Returns their number, 0 at the end. Throws Failure. */
	readAt(into: Uint8Array, position: number): number {
		return this.#copy?.read(into, position) ?? readOctets(this, into, position);
	}

	/** Whether a file that has been read twice was the same both times. */
	get isUnchanged(): boolean {
		if (this.#copy !== undefined) return true;
		const now = fstatSync(this.descriptor, { bigint: true });
		const isWhole = Number(now.size) === this.position && this.position === this.#readBefore;
		return isWhole && isSameState(now, this.#stat);
	}

	/** Throws Failure if this is a compressed file whose content is not a list. Does not affect `read`. */
	async check(): Promise<void> {
		const decompress = decompressorFor(this.#peekFile());
		if (decompress === undefined) return;
		const content = new OctetSource(decompress(new OctetSource(this.#probe()), () => {}));
		try {
			refuseNonList(this.name, await content.peek(isSample), true, this.#as);
		} catch (error) {
			// Other errors are damage. `read` reports them after the lines before the damage.
			if (error instanceof Failure) throw error;
		} finally {
			await content.close();
		}
	}

	/** Examines the first octets and sets up decompression. Call it once, before `read`. Throws Failure. */
	async begin(): Promise<void> {
		if (this.#readBefore !== undefined) return;
		await this.#begin();
		if (this.#prefix === undefined) return;
		const chunks = this.#source === undefined ? this.#fileChunks() : chunksOf(this.#source);
		this.#source = new OctetSource(completedChunks(chunks, this.#prefix));
	}

	async #begin(): Promise<void> {
		if (this.#pipe !== undefined) this.#source = new OctetSource(this.#pipe);
		const sample = this.#source === undefined ? this.#peekFile() : await this.#peek(this.#source);
		refuseNonList(this.name, sample, false, this.#as);
		refuseUncompressed(this.name, sample);
		const decompress = decompressorFor(sample);
		if (decompress === undefined) return;
		const compressed = this.#source ?? new OctetSource(this.#fileChunks());
		this.#source = new OctetSource(
			decompress(compressed, (octets) => {
				this.ignoredOctets = octets;
			}),
		);
		refuseNonList(this.name, await this.#peek(this.#source), true, this.#as);
	}

	/** Resolves once a pipe has octets for `read`, or has ended. Undefined for files. Requires: `begin` was called. Throws Failure. */
	arrival(): Promise<unknown> | undefined {
		if (this.#pipe === undefined || this.#source === undefined || this.#readBefore !== undefined) return undefined;
		return this.#peek(this.#source, ({ length }) => length > 0);
	}

	/** Reads octets to the start of `into`. Returns their number, 0 at the end. Throws Failure. */
	read(into: Uint8Array): number | Promise<number> {
		if (this.#copy !== undefined && this.#readBefore !== undefined) return this.#readCopy(into, this.#copy);
		if (this.#source !== undefined) return this.#readSource(into, this.#source);
		return this.#surveyed(into, this.#readFile(into));
	}

	close(): void {
		// Other threads have read this file.
		if (this.head.length === 0 && this.isPlainFile) this.#addToHead(this.#peekFile(HEAD_SIZE));
		if (this.#pipe !== undefined) this.#pipe.destroy();
		else if (this.descriptor !== STDIN) closeSync(this.descriptor);
	}

	/** The first octets of a file. `read` returns them again. */
	#peekFile(count = BLOCK_SIZE): Uint8Array {
		const octets = new Uint8Array(count);
		try {
			return octets.subarray(0, this.size === 0 ? 0 : readSync(this.descriptor, octets, 0, count, 0));
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	async #peek(source: OctetSource, enough = isSample): Promise<Uint8Array> {
		try {
			return await source.peek(enough);
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#readCopy(into: Uint8Array, copy: Copy): number {
		const count = copy.read(into, this.position);
		this.position += count;
		return count;
	}

	#readFile(into: Uint8Array): number {
		const count = readOctets(this, into, this.#readBefore === undefined ? null : this.position);
		this.position += count;
		return count;
	}

	async #readSource(into: Uint8Array, source: OctetSource): Promise<number> {
		try {
			const octets = await source.next(into.length);
			if (octets !== undefined) into.set(octets);
			return this.#surveyed(into, octets?.length ?? 0);
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#surveyed(into: Uint8Array, count: number): number {
		if (this.#readBefore !== undefined) return count;
		if (count === 0) this.survey.end();
		else this.survey.surveyLines(into.subarray(0, count));
		if (this.head.length < HEAD_SIZE) this.#addToHead(into.subarray(0, count));
		this.#copy?.append(into.subarray(0, count));
		return count;
	}

	#addToHead(octets: Uint8Array): void {
		this.head = Uint8Array.from(Buffer.concat([this.head, octets.subarray(0, HEAD_SIZE - this.head.length)]));
	}

	#failure(error: unknown): Failure {
		return error instanceof Failure ? error : ioFailure("read", this.name, error);
	}

	/** The octets of a compressed file. */
	async *#fileChunks(): AsyncGenerator<Uint8Array> {
		while (true) {
			const chunk = new Uint8Array(READ_SIZE);
			const count = this.#readFile(chunk);
			if (count === 0) return;
			yield chunk.subarray(0, count);
		}
	}

	/** The file from its start, without moving the file position. */
	async *#probe(): AsyncGenerator<Uint8Array> {
		for (let position = 0; ; ) {
			const chunk = new Uint8Array(PROBE_SIZE);
			const count = readSync(this.descriptor, chunk, 0, chunk.length, position);
			if (count === 0) return;
			yield chunk.subarray(0, count);
			position += count;
		}
	}
}

async function* chunksOf(source: OctetSource): AsyncGenerator<Uint8Array> {
	for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) yield chunk;
}

/** Throws Failure if one of several inputs is a compressed file whose content is not a list, before any output is written. */
export async function refuseNonLists(inputs: readonly Input[]): Promise<void> {
	// `begin` examines a single one in time.
	if (inputs.length > 1) for (const input of inputs) await input.check();
}

/**
 * Reads octets at `position`, or at the file position if that is null, to the start of `into`. Returns their number, 0 at the end.
 * Throws Failure.
 */
export function readOctets({ descriptor, name }: OpenFile, into: Uint8Array, position: number | null = null): number {
	try {
		return readSync(descriptor, into, 0, into.length, position);
	} catch (error) {
		throw ioFailure("read", name, error);
	}
}

/** A stream of a pipe or socket. Undefined for files and devices, which are read synchronously. */
function pipeOf(descriptor: number, stat: Stats): Readable | undefined {
	if (descriptor === STDIN && !stat.isFile()) return process.stdin;
	if (!stat.isFIFO() && !stat.isSocket()) return undefined;
	const { Socket } = process.getBuiltinModule("node:net");
	return new Socket({ fd: descriptor, readable: true, writable: false });
}
