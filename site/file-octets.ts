/** Reads files in chunks and decompresses gzip, which is recognized by its first octets. */

const CHUNK_SIZE = 1 << 20;
/** Magic numbers: RFC 1952 §2.3.1, RFC 8878 §3.1.1, and the local file header of ZIP. */
const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** A file could not be read. The message is shown to the user. */
export class ReadError extends Error {}

/**
 * Passes the decompressed octets of a file to `take`, chunk by chunk. `note` receives the number of file octets read, before
 * decompression. Ends early once `isDone`. Throws ReadError if the file cannot be read or decompressed.
 */
export async function readFile(
	file: File,
	take: (chunk: Uint8Array) => void,
	note: (count: number) => void,
	isDone: () => boolean = () => false,
): Promise<void> {
	const first = await read(file, 0, ZSTANDARD.length);
	const begins = (magic: readonly number[]) => magic.every((octet, index) => first[index] === octet);
	if (begins(ZSTANDARD) || begins(ZIP)) {
		throw new ReadError(
			`${file.name} is compressed with ${begins(ZIP) ? "ZIP" : "Zstandard"}. This page reads plain text and gzip only; decompress the file first.`,
		);
	}
	if (begins(GZIP)) await readCompressed(file, take, note, isDone);
	else await readPlain(file, take, note, isDone);
}

async function readPlain(file: File, take: (chunk: Uint8Array) => void, note: (count: number) => void, isDone: () => boolean) {
	for (let at = 0; at < file.size && !isDone(); at += CHUNK_SIZE) {
		const chunk = await read(file, at, CHUNK_SIZE);
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
	const reader = chunks(file, note).pipeThrough(new DecompressionStream("gzip")).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
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
			const chunk = await read(file, at, CHUNK_SIZE);
			at += chunk.length;
			note(chunk.length);
			controller.enqueue(chunk);
		},
	});
}

async function read(file: File, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
	try {
		return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
	} catch {
		throw new ReadError(
			`${file.name} cannot be read: it is a folder, has changed since you chose it, or the browser was denied access.`,
		);
	}
}
