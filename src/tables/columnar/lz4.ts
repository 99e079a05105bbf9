/**
 * Decompresses a frame of LZ4, as in buffers of Arrow. Checksums are not verified.
 *
 * ```
 *   magic │ FLG │ BD │ content size │ checksum │ size, block │ … │ 0 │ content checksum
 *     4      1    1       0 or 8         1         4 + n           4       0 or 4
 * ```
 */
import { OctetSink } from "../../lines/octet-sink";

const MAGIC = 0x184d2204;
/** Magic, FLG, BD and the checksum of the header. */
const HEADER_SIZE = 7;
const FLAGS_AT = 4;
const FIELD_SIZE = 4;
const CONTENT_SIZE = 8;

enum Flag {
	DICTIONARY_ID = 0x01,
	CONTENT_SIZE = 0x08,
	BLOCK_CHECKSUM = 0x10,
}

/** The highest bit of a block's size: it is stored as it is. */
const STORED = 0x80000000;
/** A length of four bits goes on in further octets, and a match is four octets longer than it says. */
const LONG = 15;
const MIN_MATCH = 4;
/** A further octet of a length that goes on. */
const GOES_ON = 255;

/** Returns the content of one frame. Throws Error if it is damaged. */
export function unlz4(octets: Uint8Array): Uint8Array {
	const words = new DataView(octets.buffer, octets.byteOffset, octets.length);
	if (words.getUint32(0, true) !== MAGIC) throw damaged();
	const flags = words.getUint8(FLAGS_AT);
	let at = HEADER_SIZE + (flags & Flag.CONTENT_SIZE ? CONTENT_SIZE : 0) + (flags & Flag.DICTIONARY_ID ? FIELD_SIZE : 0);
	const content = new OctetSink(4 * octets.length);
	while (true) {
		const size = words.getUint32(at, true);
		at += FIELD_SIZE;
		if (size === 0) return content.octets();
		const end = at + (size & ~STORED);
		if (end > octets.length) throw damaged();
		const block = octets.subarray(at, end);
		if ((size & STORED) !== 0) content.append(block);
		else expand(block, content);
		at = end + (flags & Flag.BLOCK_CHECKSUM ? FIELD_SIZE : 0);
	}
}

/** Appends the content of a block: literals and matches by turns, literals last. */
function expand(block: Uint8Array, content: OctetSink): void {
	let at = 0;
	const next = () => {
		if (at === block.length) throw damaged();
		return block[at++] as number;
	};
	const lengthFrom = (bits: number) => {
		let length = bits;
		if (bits === LONG) {
			let more = next();
			for (; more === GOES_ON; more = next()) length += more;
			length += more;
		}
		return length;
	};
	while (at < block.length) {
		const token = next();
		const literals = lengthFrom(token >> 4);
		if (at + literals > block.length) throw damaged();
		content.append(block.subarray(at, at + literals));
		at += literals;
		if (at === block.length) return;
		const distance = next() | (next() << 8);
		repeat(content, distance, lengthFrom(token & LONG) + MIN_MATCH);
	}
}

/**
 * Appends `length` octets from `distance` octets before the end on. They may overlap what is appended: each copy then begins at the
 * start of the match, so that the copied part doubles.
 */
function repeat(content: OctetSink, distance: number, length: number): void {
	const start = content.octets().length - distance;
	if (distance === 0 || start < 0) throw damaged();
	for (let rest = length; rest > 0; ) {
		const part = content.octets().subarray(start, start + rest);
		content.append(part);
		rest -= part.length;
	}
}

function damaged(): Error {
	return new Error("the LZ4 data is damaged");
}
