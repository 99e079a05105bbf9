/** The octets of a file, unpacked when its first octets say that it is packed. */

const CHUNK_SIZE = 1 << 20;
/** RFC 1952 §2.3.1, RFC 8878 §3.1.1, and what a ZIP archive begins with. */
const GZIP = [0x1f, 0x8b];
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Why a file could not be read, in a sentence for people. */
export class ReadError extends Error {}

/** Hands the octets of a file to `take`, chunk by chunk, and says after each how many octets of the file were read. Throws ReadError. */
export async function readFile(file: File, take: (chunk: Uint8Array) => void, note: (count: number) => void): Promise<void> {
	const first = await read(file, 0, ZSTANDARD.length);
	const begins = (magic: readonly number[]) => magic.every((octet, index) => first[index] === octet);
	if (begins(ZSTANDARD) || begins(ZIP)) {
		throw new ReadError(
			`${file.name} is packed by ${begins(ZIP) ? "ZIP" : "Zstandard"}. This page unpacks gzip alone: unpack it first.`,
		);
	}
	if (begins(GZIP)) await readPacked(file, take, note);
	else await readPlain(file, take, note);
}

async function readPlain(file: File, take: (chunk: Uint8Array) => void, note: (count: number) => void): Promise<void> {
	for (let at = 0; at < file.size; at += CHUNK_SIZE) {
		const chunk = await read(file, at, CHUNK_SIZE);
		take(chunk);
		note(chunk.length);
	}
}

async function readPacked(file: File, take: (chunk: Uint8Array) => void, note: (count: number) => void): Promise<void> {
	const reader = chunks(file, note).pipeThrough(new DecompressionStream("gzip")).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
	} catch (error) {
		// What the platform says when the packed octets are at fault; other errors are the file's or the list's own.
		if (!(error instanceof TypeError)) throw error;
		throw new ReadError(
			`${file.name} cannot be unpacked: it is damaged, cut short, or several gzip files in one. Try it unpacked: gunzip ${file.name}`,
		);
	}
}

/** A file as a stream of its octets. */
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
			`${file.name} cannot be read: it is a folder, has changed since it was chosen, or the browser was not allowed to.`,
		);
	}
}
