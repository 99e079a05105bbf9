/** Reads files in chunks and decompresses gzip, which is recognized by its first octets. */
import { BLOCK_SIZE, refusedKind } from "../src/files/input/kinds";

const CHUNK_SIZE = 1 << 20;
/** Magic numbers: RFC 1952 §2.3.1 and RFC 8878 §3.1.1. */
const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/** A file could not be read. The message is shown to the user. */
export class ReadError extends Error {}

/**
 * Passes the decompressed octets of a file to `take`, chunk by chunk. `note` receives the number of file octets read, before
 * decompression. Ends early once `isDone`. Throws ReadError if the file cannot be read or decompressed, or is no list.
 */
export async function readFile(
	file: File,
	take: (chunk: Uint8Array) => void,
	note: (count: number) => void,
	isDone: () => boolean = () => false,
): Promise<void> {
	const first = await readPart(file, 0, BLOCK_SIZE);
	if (begins(first, ZSTANDARD)) {
		throw new ReadError(
			`${file.name} is compressed with Zstandard. This page reads plain text and gzip only; decompress the file first.`,
		);
	}
	if (begins(first, GZIP)) return readCompressed(file, take, note, isDone);
	refuseNonList(file.name, first);
	await readPlain(file, take, note, isDone);
}

function begins(octets: Uint8Array, magic: readonly number[]): boolean {
	return magic.every((octet, index) => octets[index] === octet);
}

/** Throws ReadError if a file does not begin like a list. */
function refuseNonList(name: string, first: Uint8Array): void {
	const kind = refusedKind(name, first);
	if (kind !== undefined) throw new ReadError(`${name} is ${kind.what}, not a list. On the command line, ${kind.remedy}.`);
}

async function readPlain(file: File, take: (chunk: Uint8Array) => void, note: (count: number) => void, isDone: () => boolean) {
	for (let at = 0; at < file.size && !isDone(); at += CHUNK_SIZE) {
		const chunk = await readPart(file, at, CHUNK_SIZE);
		take(chunk);
		note(chunk.length);
	}
}

async function readCompressed(
	file: File,
	take: (chunk: Uint8Array) => void,
	note: (count: number) => void,
	isDone: () => boolean,
) {
	let isFirst = true;
	const reader = chunks(file, note).pipeThrough(new DecompressionStream("gzip")).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			if (isFirst) refuseNonList(`The content of ${file.name}`, next.value);
			isFirst = false;
			take(next.value);
			if (isDone()) return await reader.cancel();
		}
	} catch (error) {
		// DecompressionStream reports invalid data as TypeError. Other errors come from reading the file or from `take`.
		if (!(error instanceof TypeError)) throw error;
		throw new ReadError(
			`${file.name} cannot be decompressed: it is damaged, truncated, or has several gzip members. Decompress it first: gunzip ${file.name}`,
		);
	}
}

/** The octets of a file as a stream. */
function chunks(file: File, note: (count: number) => void): ReadableStream<Uint8Array<ArrayBuffer>> {
	let at = 0;
	return new ReadableStream({
		async pull(controller) {
			if (at >= file.size) return controller.close();
			const chunk = await readPart(file, at, CHUNK_SIZE);
			at += chunk.length;
			note(chunk.length);
			controller.enqueue(chunk);
		},
	});
}

/** Throws ReadError. */
export async function readPart(file: File, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
	try {
		return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
	} catch {
		throw new ReadError(
			`${file.name} cannot be read: it is a folder, has changed since you chose it, or the browser was denied access.`,
		);
	}
}
