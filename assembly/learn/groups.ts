/** Groups records by partition, so that the host writes each partition at once. */
import { clear, load32, store32 } from "../octets/memory";
import { LearnLimit } from "./layout";

const ENDS: i32 = 4 << LearnLimit.PARTITION_BITS;

/**
 * Copies the records [start, end) to `to`, partition by partition, each without the word before it (`Batch.OUT`). Records of a partition
 * keep their order. `ends` gets a word for each partition: the end of its records. The first partition begins at `to`.
 */
export function groupRecords(start: i32, end: i32, to: i32, ends: i32): void {
	clear(ends, ends + ENDS);
	for (let at = start; at < end; at += 4 + sizeAt(at)) {
		const size = ends + partitionAt(at);
		store32(size, load32(size) + sizeAt(at));
	}
	let out = to;
	for (let partition = ends; partition < ends + ENDS; partition += 4) {
		const size = load32(partition);
		store32(partition, out);
		out += size;
	}
	// Record by record, the start of a partition becomes its end.
	for (let at = start; at < end; at += 4 + sizeAt(at)) {
		const place = ends + partitionAt(at);
		store32(place, copyWords(at + 4, at + 4 + sizeAt(at), load32(place)));
	}
}

function sizeAt(header: i32): i32 {
	return load32(header) & LearnLimit.LENGTH_MASK;
}

/** The number of a record's partition, times four. */
function partitionAt(header: i32): i32 {
	return (load32(header) >>> LearnLimit.LENGTH_BITS) << 2;
}

/** Copies words, and writes nothing after them. Returns the end. */
function copyWords(start: i32, end: i32, to: i32): i32 {
	const shift = to - start;
	for (let at = start; at < end; at += 4) store32(at + shift, load32(at));
	return end + shift;
}
