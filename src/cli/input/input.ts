/** Where lines come from: files or standard input, plain, gzip or Zstandard, told apart by their first octets. */
import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Failure, ioFailure } from "../failure";
import type { OpenFile } from "../open-file";
import { decompressorFor, isSample, refuseNonList, SAMPLE_SIZE } from "./content";
import { LineSurvey } from "./line-survey";
import { OctetSource } from "./octet-source";

const STDIN = 0;
const CHUNK_SIZE = 262144;

/** Octets that are read at a time to examine the content of a compressed file. */
const PROBE_SIZE = 16384;

/** A source of octets that fills the memory it is given. */
export class Input implements OpenFile {
	readonly name: string;
	/** Octets of the file; 0 for what is no file. */
	readonly size: number;
	readonly #isFile: boolean;
	/** Octets of the file that have been read. */
	position = 0;
	/** Octets after compressed data that were ignored. */
	ignoredOctets = 0;
	/** What lines look like that were read by `read`. */
	readonly survey = new LineSurvey();
	readonly descriptor: number;
	/** What is no file and may keep one waiting: it is read by events, so that signals get through. */
	readonly #pipe: Readable | undefined;
	/** What is not read straight from a file. */
	#source: OctetSource | undefined;

	/** Opens a file; standard input when there is no path, or "-". Throws Failure, also if the file is no list. */
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
		refuseNonList(this.name, this.#peekFile());
	}

	/** Whether this is a file whose octets are taken as they are: `readOctets` can read it, from any thread. */
	get isPlainFile(): boolean {
		return this.#isFile && decompressorFor(this.#peekFile()) === undefined;
	}

	/** Throws Failure if this is a compressed file whose content is no list. Reads nothing that `read` would miss. */
	async check(): Promise<void> {
		const decompress = decompressorFor(this.#peekFile());
		if (decompress === undefined) return;
		const content = new OctetSource(decompress(new OctetSource(this.#probe()), () => {}));
		try {
			refuseNonList(this.name, await content.peek(isSample), true);
		} catch (error) {
			// Damage is reported where it is, behind the lines before it.
			if (error instanceof Failure) throw error;
		} finally {
			await content.close();
		}
	}

	/** Examines the first octets, and from then on decompresses if they say so. Throws Failure. */
	async begin(): Promise<void> {
		if (this.#pipe !== undefined) this.#source = new OctetSource(this.#pipe);
		const sample = this.#source === undefined ? this.#peekFile() : await this.#peek(this.#source);
		refuseNonList(this.name, sample);
		const decompress = decompressorFor(sample);
		if (decompress === undefined) return;
		const compressed = this.#source ?? new OctetSource(this.#fileChunks());
		this.#source = new OctetSource(
			decompress(compressed, (octets) => {
				this.ignoredOctets = octets;
			}),
		);
		refuseNonList(this.name, await this.#peek(this.#source), true);
	}

	/** Fills the start of `into`. Returns how many octets it put there: 0 at the end. Throws Failure. */
	read(into: Uint8Array): number | Promise<number> {
		if (this.#source !== undefined) return this.#readSource(into, this.#source);
		return this.#surveyed(into, this.#readFile(into));
	}

	close(): void {
		if (this.#pipe !== undefined) this.#pipe.destroy();
		else if (this.descriptor !== STDIN) closeSync(this.descriptor);
	}

	/** The first octets of a file, which are read again later. */
	#peekFile(): Uint8Array {
		const octets = new Uint8Array(SAMPLE_SIZE);
		try {
			return octets.subarray(0, this.size === 0 ? 0 : readSync(this.descriptor, octets, 0, SAMPLE_SIZE, 0));
		} catch (error) {
			throw ioFailure("read", this.name, error);
		}
	}

	async #peek(source: OctetSource): Promise<Uint8Array> {
		try {
			return await source.peek(isSample);
		} catch (error) {
			throw this.#failure(error);
		}
	}

	#readFile(into: Uint8Array): number {
		const count = readOctets(this, into);
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
		if (count === 0) this.survey.end();
		else this.survey.add(into.subarray(0, count));
		return count;
	}

	#failure(error: unknown): Failure {
		return error instanceof Failure ? error : ioFailure("read", this.name, error);
	}

	/** What is to be decompressed. */
	async *#fileChunks(): AsyncGenerator<Uint8Array> {
		while (true) {
			const chunk = new Uint8Array(CHUNK_SIZE);
			const count = this.#readFile(chunk);
			if (count === 0) return;
			yield chunk.subarray(0, count);
		}
	}

	/** The file from its start, without moving on in it. */
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

/** Throws Failure if one of several inputs is a compressed file whose content is no list: before the others are written. */
export async function refuseNonLists(inputs: readonly Input[]): Promise<void> {
	// A single one is examined when it begins.
	if (inputs.length > 1) for (const input of inputs) await input.check();
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
