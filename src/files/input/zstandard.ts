/**
 * Decompresses Zstandard (RFC 8878) as a stream, frame by frame, and verifies lengths and checksums.
 *
 * fzstd decompresses the blocks: Node.js has no decoder before 22.15, and its decoder stops after the first frame
 * (nodejs/node#64741). fzstd ignores checksums and lengths, so this file parses the frames itself:
 *
 * ```
 *   magic │ descriptor │ window, dictionary, length │ block │ block │ … │ checksum
 *     4         1                 0 … 13             3 + n                0 or 4
 * ```
 */
import { Decompress } from "fzstd";
import xxhash, { type XXHash } from "xxhash-wasm";
import { CompressionError, damaged } from "./compression-error";
import { isSkippable, MAGIC_SIZE, numberOf, ZSTANDARD_MAGIC } from "./magic";
import type { OctetSource } from "./octet-source";

/** The frame header descriptor: §3.1.1.1.1. */
enum Descriptor {
	DICTIONARY_SIZE = 0x03,
	CHECKSUM = 0x04,
	RESERVED = 0x08,
	SINGLE_SEGMENT = 0x20,
	LENGTH_SIZE_SHIFT = 6,
}

/** Octets of Dictionary_ID by its flag: §3.1.1.1.3. */
const DICTIONARY_SIZES = [0, 1, 2, 4];

/** The default limit of `zstd`. */
const MAX_WINDOW = 134217728;

/** The largest Block_Maximum_Size: §3.1.1.2.4. */
const MAX_BLOCK_SIZE = 131072;

/** Block_Type: §3.1.1.2.2. */
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

let hashes: ReturnType<typeof xxhash> | undefined;

/** Decompresses every frame. Throws CompressionError. */
export async function* unzstd(source: OctetSource): AsyncGenerator<Uint8Array> {
	while ((await source.peek(({ length }) => length > 0)).length > 0) {
		const magic = numberOf(await source.take(MAGIC_SIZE));
		if (magic === ZSTANDARD_MAGIC) yield* decompressFrame(source);
		else if (isSkippable(magic)) await source.skip(numberOf(await source.take(4)));
		else throw damaged();
	}
}

/** Decompresses a frame after its magic. Verifies its length and checksum if it has them. Throws CompressionError. */
async function* decompressFrame(source: OctetSource): AsyncGenerator<Uint8Array> {
	const { octets, length, hasChecksum } = await readHeader(source);
	const decoder = new FrameDecoder(octets);
	hashes ??= xxhash();
	const hash = hasChecksum ? (await hashes).create64() : undefined;
	let decoded = 0;
	for (let isLast = false; !isLast; ) {
		const header = await source.take(3);
		isLast = ((header[0] as number) & 1) !== 0;
		const content = await source.take(contentSize(numberOf(header)));
		for (const part of decoder.decode(Buffer.concat([header, content]), isLast)) {
			decoded += part.length;
			hash?.update(part);
			yield part;
		}
	}
	if (length !== undefined && length !== decoded) throw damaged();
	if (hash !== undefined && numberOf(await source.take(4)) !== checksumOf(hash)) throw damaged();
}

interface FrameHeader {
	/** The frame up to its first block, without the checksum flag. */
	readonly octets: Uint8Array;
	/** Size of the decompressed frame in octets, if known. */
	readonly length: number | undefined;
	readonly hasChecksum: boolean;
}

/** Reads a frame header after the magic: §3.1.1.1. Throws CompressionError. */
async function readHeader(source: OctetSource): Promise<FrameHeader> {
	const descriptor = (await source.take(1))[0] as number;
	const isSingleSegment = (descriptor & Descriptor.SINGLE_SEGMENT) !== 0;
	const window = await source.take(isSingleSegment ? 0 : 1);
	const dictionary = await source.take(DICTIONARY_SIZES[descriptor & Descriptor.DICTIONARY_SIZE] as number);
	const sizeFlag = descriptor >> Descriptor.LENGTH_SIZE_SHIFT;
	const size = sizeFlag > 0 ? 1 << sizeFlag : isSingleSegment ? 1 : 0;
	const field = await source.take(size);
	// A field of two octets is biased by 256: §3.1.1.1.4.
	const length = size === 0 ? undefined : numberOf(field) + (size === 2 ? 256 : 0);

	if ((descriptor & Descriptor.RESERVED) !== 0) throw damaged();
	if (numberOf(dictionary) !== 0) throw new CompressionError("ZSTD_DICTIONARY");
	if ((isSingleSegment ? numberOf(field) : windowSize(window)) > MAX_WINDOW) throw new CompressionError("ZSTD_WINDOW");
	return {
		octets: Uint8Array.of(...octetsOf(ZSTANDARD_MAGIC), descriptor & ~Descriptor.CHECKSUM, ...window, ...dictionary, ...field),
		length,
		hasChecksum: (descriptor & Descriptor.CHECKSUM) !== 0,
	};
}

/** Window_Size by its descriptor: §3.1.1.1.2. */
function windowSize([descriptor = 0]: Uint8Array): number {
	return 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);
}

/** Size of a block after its header: §3.1.1.2. Throws CompressionError. */
function contentSize(header: number): number {
	const type = (header >>> 1) & 3;
	const size = header >>> 3;
	if (type === RESERVED_BLOCK || size > MAX_BLOCK_SIZE) throw damaged();
	return type === RLE_BLOCK ? 1 : size;
}

/** An fzstd decoder for one frame. */
class FrameDecoder {
	#parts: Uint8Array[] = [];
	readonly #decoder = new Decompress((octets) => this.#parts.push(octets));

	constructor(header: Uint8Array) {
		this.#push(header, false);
	}

	/** Decompresses a block. fzstd may return the first blocks of a tiny frame with the last one only. Throws CompressionError. */
	decode(block: Uint8Array, isLast: boolean): Uint8Array[] {
		this.#parts = [];
		this.#push(block, isLast);
		return this.#parts;
	}

	/** fzstd throws many kinds of errors. Damaged data causes all of them. */
	#push(octets: Uint8Array, isLast: boolean): void {
		try {
			this.#decoder.push(octets, isLast);
		} catch {
			throw damaged();
		}
	}
}

/** The low four octets of XXH64: §3.1.1. */
function checksumOf(hash: XXHash<bigint>): number {
	return Number(BigInt.asUintN(32, hash.digest()));
}

/** Little-endian octets, at most eight, as a number. */
function octetsOf(magic: number): number[] {
	return [magic, magic >>> 8, magic >>> 16, magic >>> 24].map((word) => word & 0xff);
}
