/** Groups records by partition, so that the host copies each group in one go. */
import { clear, load32, store32 } from "../octets/memory";
import { LearnLimit } from "./layout";

const SIZES: i32 = 4 << LearnLimit.PARTITION_BITS;

/**
 * Copies the records [start, end), each after a word as `Batch.OUT` has it, to `to`, those of a partition in their order, after one word.
 * `sizes` has a word for each partition. Returns the end. Requires: together they are shorter than a record can be.
 */
export function groupRecords(start: i32, end: i32, to: i32, sizes: i32): i32 {
	clear(sizes, sizes + SIZES);
	for (let at = start; at < end; at += 4 + sizeAt(at)) {
		const size = sizes + partitionAt(at);
		store32(size, load32(size) + sizeAt(at));
	}
	let out = to;
	for (let partition = 0; partition < SIZES; partition += 4) {
		const size = load32(sizes + partition);
		if (size == 0) continue;
		store32(out, ((partition >> 2) << LearnLimit.LENGTH_BITS) | size);
		store32(sizes + partition, out + 4);
		out += 4 + size;
	}
	for (let at = start; at < end; at += 4 + sizeAt(at)) {
		const place = sizes + partitionAt(at);
		store32(place, copyWords(at + 4, at + 4 + sizeAt(at), load32(place)));
	}
	return out;
}

function sizeAt(header: i32): i32 {
	return load32(header) & LearnLimit.LENGTH_MASK;
}

/** The number of a record's partition, times four. */
function partitionAt(header: i32): i32 {
	return (load32(header) >>> LearnLimit.LENGTH_BITS) << 2;
}

/** Copies words without overwriting what follows. */
function copyWords(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	for (let at = start; at < end; at += 4) store32(at + shift, load32(at));
	return end + shift;
}
