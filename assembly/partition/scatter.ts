/**
 * Scatters fingerprints to partitions by their leading bits, as the first pass over a long list does.
 *
 * A table of all fingerprints would miss the cache for each line. Partitions are small enough that a table of one of them fits the
 * L2 cache, and writing to a few hundred streams is cheap.
 *
 * ```
 *   line n, fingerprint 01101... ──▶ partition 01: | header | record | record | ...        16 KiB
 *                                                       full block ──▶ FULL: | block | block | ... ──▶ host, file
 * ```
 */

import { ABSENT, LineRecord } from "../layout/addresses";
import { unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { clear, load8, load32, move, store32 } from "../octets/memory";
import { FINGERPRINT_SIZE } from "../seen/fingerprint";
import { Block, Fingerprinted, PartitionAddress, Print, Scatter } from "./layout";
import { inputStart, outputStart } from "./one-by-one";
import { blockSum, findDifference, writeFingerprinted } from "./records";

/** "urlP" */
const MAGIC: i32 = 0x506c7275;

/**
 * Creates 2^`bits` empty streams at `base`, a multiple of Block.SIZE. `bits` is 1 to 16. Returns the end of their memory, which the host
 * reserves first.
 */
export function scatterCreate(base: i32, bits: i32): i32 {
	const partitions = 1 << bits;
	const blocks = base + (((partitions << 3) + Block.SIZE - 1) & ~(Block.SIZE - 1));
	setField(Scatter.CURSORS, base);
	setField(Scatter.NUMBERS, base + 4 * partitions);
	setField(Scatter.BLOCKS, blocks);
	setField(Scatter.FULL, blocks + (partitions << Block.SIZE_BITS));
	setField(Scatter.FULL_COUNT, 0);
	setField(Scatter.BITS, bits);
	setField(Scatter.LINE, 1);
	for (let partition = 0; partition < partitions; ++partition) {
		store32(base + 4 * partition, blocks + (partition << Block.SIZE_BITS) + Block.RECORDS);
		store32(base + 4 * (partitions + partition), 0);
	}
	return field(Scatter.FULL) + (Block.MAX_FULL << Block.SIZE_BITS);
}

/**
 * Appends records for the lines of `count` line records from number `from` on, rejected ones excepted. The first line starts at
 * `input` and `output`. A line without output was plain (Flag.OMIT_PLAIN). Returns the number of the first record that is left:
 * if that is not `count`, the host writes the full blocks and calls again.
 */
export function scatterLines(records: i32, count: i32, fingerprints: i32, input: i32, output: i32, from: i32): i32 {
	const bitShift = 32 - field(Scatter.BITS);
	const cursors = field(Scatter.CURSORS);
	const print = field(Scatter.PRINT);
	let line = field(Scatter.LINE);
	const first = records + from * LineRecord.SIZE;
	let index = from;
	let start = index == 0 ? input : inputStart(first);
	let written = index == 0 ? output : outputStart(first);
	for (; index < count && field(Scatter.FULL_COUNT) < Block.MAX_FULL; ++index) {
		const inputEnd = load32(records + index * LineRecord.SIZE + LineRecord.INPUT_END);
		const outputEnd = load32(records + index * LineRecord.SIZE + LineRecord.OUTPUT_END);
		if (outputEnd >= 0) {
			const isCopied =
				outputEnd == written ||
				print == Print.RAW ||
				(print == Print.NORMALIZED ? isEqual(start, inputEnd, written, outputEnd) : endsPlainly(start, inputEnd));
			append(fingerprints + index * FINGERPRINT_SIZE, (line << 1) | (isCopied ? 1 : 0), bitShift, cursors);
		}
		// A record that is a piece of a long line has the complement of its end.
		if (inputEnd >= 0) ++line;
		start = unmark(inputEnd);
		written = unmark(outputEnd);
	}
	setField(Scatter.LINE, line);
	return index;
}

/**
 * Appends records of line 0 for fingerprints [`from`, `count`) of the old set. Returns the number of the first that is left, as
 * `scatterLines` does.
 */
export function scatterSet(fingerprints: i32, count: i32, from: i32): i32 {
	const shift = 32 - field(Scatter.BITS);
	const cursors = field(Scatter.CURSORS);
	let index = from;
	for (; index < count && field(Scatter.FULL_COUNT) < Block.MAX_FULL; ++index) {
		append(fingerprints + index * FINGERPRINT_SIZE, 0, shift, cursors);
	}
	return index;
}

/** Appends a record to the stream of its partition. */
function append(fingerprint: i32, line: i32, shift: i32, cursors: i32): void {
	const partition = load32(fingerprint) >>> shift;
	const cursor = cursors + (partition << 2);
	const at = load32(cursor);
	writeFingerprinted(fingerprint, line, at);
	const end = at + Fingerprinted.SIZE;
	store32(cursor, end);
	if ((end & (Block.SIZE - 1)) == 0) complete(partition);
}

/**
 * Completes the blocks that are not full, from partition `from` on. Returns the first partition that is left: if that is not their
 * number, the host writes the full blocks and calls again.
 */
export function scatterEnd(from: i32): i32 {
	const partitions = 1 << field(Scatter.BITS);
	let partition = from;
	for (; partition < partitions && field(Scatter.FULL_COUNT) < Block.MAX_FULL; ++partition) {
		const at = load32(field(Scatter.CURSORS) + (partition << 2));
		const end = field(Scatter.BLOCKS) + ((partition + 1) << Block.SIZE_BITS);
		if (at == end - Block.SIZE + Block.RECORDS) continue;
		clear(at, end);
		complete(partition);
	}
	return partition;
}

/** The length in octets of a block's records; ABSENT if the block is damaged or is not block `number` of this partition. */
export function checkBlock(block: i32, partition: i32, number: i32): i32 {
	const sum = PartitionAddress.SCATTER + Scatter.SUM;
	blockSum(block, sum);
	const isIntact = load32(block + Block.SUM) == load32(sum) && load32(block + Block.SUM + 4) == load32(sum + 4);
	const isBlank = (load32(block + Block.SUM + 8) | load32(block + Block.SUM + 12)) == 0;
	const isExpected = load32(block + Block.PARTITION) == partition && load32(block + Block.NUMBER) == number;
	return isIntact && isBlank && isExpected && load32(block + Block.MAGIC) == MAGIC ? load32(block + Block.LENGTH) : ABSENT;
}

function field(offset: i32): i32 {
	return load32(PartitionAddress.SCATTER + offset);
}

function setField(offset: i32, value: i32): void {
	store32(PartitionAddress.SCATTER + offset, value);
}

/** Moves the block of a partition, whose records end at its cursor, to the full ones. */
function complete(partition: i32): void {
	const block = field(Scatter.BLOCKS) + (partition << Block.SIZE_BITS);
	const cursor = field(Scatter.CURSORS) + (partition << 2);
	const number = field(Scatter.NUMBERS) + (partition << 2);
	const records = block + Block.RECORDS;
	clear(block, records);
	store32(block + Block.MAGIC, MAGIC);
	store32(block + Block.PARTITION, partition);
	store32(block + Block.NUMBER, load32(number));
	store32(block + Block.LENGTH, load32(cursor) - records);
	blockSum(block, block + Block.SUM);
	move(block, block + Block.SIZE, field(Scatter.FULL) + (field(Scatter.FULL_COUNT) << Block.SIZE_BITS));
	setField(Scatter.FULL_COUNT, field(Scatter.FULL_COUNT) + 1);
	store32(number, load32(number) + 1);
	store32(cursor, records);
}

function isEqual(start: i32, end: i32, other: i32, otherEnd: i32): bool {
	return end - start == otherEnd - other && findDifference(start, end, other) == end;
}

/** Whether a line ends in LF without CR, so that it can be copied unchanged. */
function endsPlainly(start: i32, end: i32): bool {
	return end > start && load8(end - 1) == Octet.LF && (end - 1 == start || load8(end - 2) != Octet.CR);
}
