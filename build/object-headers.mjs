/**
 * Clears the parts of AssemblyScript's object headers that no kernel reads. wasm-opt then leaves the zeros out of the data.
 *
 * ```
 *   mmInfo gcInfo gcInfo2 rtId rtSize payload       i32 each, before the octets of a constant
 *   \_______________________/                       of the allocator, the garbage collector and the types
 * ```
 *
 * Kernels allocate nothing, and take the length of a string or an array from `rtSize`.
 */
const DATA_SECTION = 11;
const HEADER = 20;
const RT_SIZE = 16;
/** `mmInfo` counts the octets after it. */
const MM_INFO = 4;

/** Clears them in place, in a module that asc compiled and no optimizer has changed. Requires: every segment is active. */
export function clearObjectHeaders(module) {
	const reader = { octets: module, at: 8 };
	while (reader.at < module.length) {
		const section = module[reader.at++];
		const end = readNumber(reader) + reader.at;
		if (section === DATA_SECTION) for (let left = readNumber(reader); left > 0; --left) clearSegment(reader);
		reader.at = end;
	}
}

/** A segment: a flag, `i32.const` and its operand, `end`, the length, the octets. */
function clearSegment(reader) {
	reader.at += 2;
	readNumber(reader);
	reader.at += 1;
	const length = readNumber(reader);
	const view = new DataView(reader.octets.buffer, reader.octets.byteOffset + reader.at, length);
	const isObject =
		length >= HEADER && view.getInt32(0, true) === length - MM_INFO && view.getInt32(RT_SIZE, true) <= length - HEADER;
	if (isObject) reader.octets.fill(0, reader.at, reader.at + RT_SIZE);
	reader.at += length;
}

/** LEB128. */
function readNumber(reader) {
	let number = 0;
	for (let shift = 0; ; shift += 7) {
		const octet = reader.octets[reader.at++];
		number |= (octet & 127) << shift;
		if (octet < 128) return number;
	}
}
