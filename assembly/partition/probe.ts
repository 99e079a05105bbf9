/**
 * Finds the first line of each fingerprint of a partition, as the second pass over a long list does: an open-addressing table with
 * linear probing, which should fit the L2 cache.
 *
 * ```
 *   slot    3 words of a fingerprint, the word of its first line    all zeros: free
 *   map     | c d n c | c c d c | ...                               two bits a line: `Fate`
 * ```
 *
 * Records may come in any order: threads scatter on their own. If an equal record is of an earlier line, that takes the slot, and
 * the later line is dropped after all.
 *
 * A partition that outgrows the memory is probed in shares, each of them by its own further bits.
 */
import { clear, load8, load32, move, store8, store32 } from "../memory";
import { Block, Fate, Fingerprinted, PartitionAddress, Table } from "./layout";

/** Empties the table, which is at Table.AT and has 2^Table.BITS slots. */
export function probeBegin(): void {
	clear(field(Table.AT), field(Table.AT) + (Fingerprinted.SIZE << field(Table.BITS)));
	setField(Table.USED, 0);
	setField(Table.DROPPED, 0);
}

/**
 * Probes the first `count` records of a block from number `from` on. Returns the number of the first record that is left: if that is
 * not `count`, the table is full, and the host grows it or divides the partition into more shares.
 */
export function probeBlock(block: i32, count: i32, from: i32): i32 {
	const table = field(Table.AT);
	const bits = field(Table.BITS);
	const shareBits = field(Table.SHARE_BITS);
	const shareShift = 32 - field(Table.PARTITION_BITS) - shareBits;
	const share = field(Table.SHARE);
	const max = maxUsed(bits);
	let used = field(Table.USED);
	let dropped = field(Table.DROPPED);
	let index = from;
	for (; index < count && used < max; ++index) {
		const record = block + Block.RECORDS + (index << Fingerprinted.SIZE_BITS);
		if (shareBits != 0 && ((load32(record) >>> shareShift) & ((1 << shareBits) - 1)) != share) continue;
		const slot = findSlot(table, bits, record);
		const line = load32(record + Fingerprinted.LINE);
		const known = load32(slot + Fingerprinted.LINE);
		if (isFree(slot)) {
			move(record, record + Fingerprinted.SIZE, slot);
			setFate(line, (line & 1) != 0 ? Fate.COPY : Fate.NORMALIZE);
			++used;
		} else if (isBefore(line, known)) {
			setFate(known, Fate.DROP);
			store32(slot + Fingerprinted.LINE, line);
			setFate(line, (line & 1) != 0 ? Fate.COPY : Fate.NORMALIZE);
			++dropped;
		} else {
			setFate(line, Fate.DROP);
			++dropped;
		}
	}
	setField(Table.USED, used);
	setField(Table.DROPPED, dropped);
	return index;
}

/** Doubles the table. Requires: as much memory after it as three tables have. */
export function probeGrow(): void {
	const table = field(Table.AT);
	const bits = field(Table.BITS);
	const end = table + (Fingerprinted.SIZE << bits);
	const grownEnd = end + (Fingerprinted.SIZE << (bits + 1));
	clear(end, grownEnd);
	for (let slot = table; slot < end; slot += Fingerprinted.SIZE) {
		if (!isFree(slot)) move(slot, slot + Fingerprinted.SIZE, findSlot(end, bits + 1, slot));
	}
	move(end, grownEnd, table);
	setField(Table.BITS, bits + 1);
}

function field(offset: i32): i32 {
	return load32(PartitionAddress.TABLE + offset);
}

function setField(offset: i32, value: i32): void {
	store32(PartitionAddress.TABLE + offset, value);
}

/** A table with this many slots in use is full: 11/16. */
function maxUsed(bits: i32): i32 {
	const slots = 1 << bits;
	return slots - (slots >> 2) - (slots >> 4);
}

/** The slot that has the fingerprint of a record, or the free one where it belongs. */
function findSlot(table: i32, bits: i32, record: i32): i32 {
	const first = load32(record);
	const second = load32(record + 4);
	const third = load32(record + 8);
	const mask = (1 << bits) - 1;
	let index = second >>> (32 - bits);
	while (true) {
		const slot = table + (index << Fingerprinted.SIZE_BITS);
		if (load32(slot + 4) == second && load32(slot) == first && load32(slot + 8) == third) return slot;
		if (isFree(slot)) return slot;
		index = (index + 1) & mask;
	}
}

/** A fingerprint that is all zeros, of line 0, would be taken for a free slot: a chance of 2^-96 in a run. */
function isFree(slot: i32): bool {
	return (load32(slot) | load32(slot + 4) | load32(slot + 8) | load32(slot + Fingerprinted.LINE)) == 0;
}

/** Whether the line of a record's word is before another one. The words are unsigned. */
function isBefore(word: i32, other: i32): bool {
	return word >>> 1 < other >>> 1;
}

/** Sets what becomes of the line of a record's word, if the map has it. */
function setFate(word: i32, fate: i32): void {
	const line = (word >>> 1) - field(Table.MAP_FIRST);
	if (line < 0 || line >= field(Table.MAP_LINES)) return;
	const at = field(Table.MAP) + (line >> 2);
	const shift = (line & 3) << 1;
	store8(at, (load8(at) & ~(Fate.MASK << shift)) | (fate << shift));
}
