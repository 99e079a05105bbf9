/**
 * Finds the first line of each fingerprint of a partition, as the second pass over a long list does: an open-addressing table with
 * linear probing, which should fit the L2 cache.
 *
 * ```
 *   slot    the record of the first line of a class; all zeros if free
 *   map     | c d n c | c c d c | ...                               two bits a line: `Fate`
 * ```
 *
 * Records may come in any order: threads scatter on their own. If an equal record of an earlier line comes, it takes the slot, and
 * the later line is dropped after all.
 *
 * A partition that outgrows the memory is probed in shares, selected by further bits.
 */
import { clear, load8, load32, move, store8, store32 } from "../octets/memory";
import { Block, Fate, Fingerprinted, PartitionAddress, Table } from "./layout";
import { writeFingerprinted } from "./records";

/** Empties the table, which is at Table.AT and has 2^Table.BITS slots. */
export function probeBegin(): void {
	clear(field(Table.AT), slotAt(field(Table.AT), 1 << field(Table.BITS)));
	setField(Table.USED, 0);
	setField(Table.DROPPED, 0);
}

/**
 * Probes the records of a block, `length` octets, from octet `from` on. Returns the offset of the first record that is left. If that
 * is not `length`, the table is full: the host grows it, or splits the partition into more shares.
 *
 * Requires: room at Table.MERGES for two words per record.
 */
export function probeBlock(block: i32, length: i32, from: i32): i32 {
	const table = field(Table.AT);
	const bits = field(Table.BITS);
	const shareBits = field(Table.SHARE_BITS);
	const shareShift = 32 - field(Table.PARTITION_BITS) - shareBits;
	const share = field(Table.SHARE);
	const max = maxUsed(bits);
	let used = field(Table.USED);
	let dropped = field(Table.DROPPED);
	let merges = field(Table.MERGES);
	let at = from;
	prefetchFates(block, at, length);
	for (; at < length && used < max; at += Fingerprinted.SIZE) {
		const record = block + Block.RECORDS + at;
		if (shareBits != 0 && ((load32(record) >>> shareShift) & ((1 << shareBits) - 1)) != share) continue;
		const slot = findSlot(table, bits, record);
		const line = load32(record + Fingerprinted.LINE);
		const known = load32(slot + Fingerprinted.LINE);
		if (isFree(slot)) {
			writeFingerprinted(record, line, slot);
			setFate(line, (line & 1) != 0 ? Fate.COPY : Fate.NORMALIZE);
			++used;
		} else if (isBefore(line, known)) {
			setFate(known, Fate.DROP);
			merges = writeMerge(known, line, merges);
			store32(slot + Fingerprinted.LINE, line);
			setFate(line, (line & 1) != 0 ? Fate.COPY : Fate.NORMALIZE);
			++dropped;
		} else {
			setFate(line, Fate.DROP);
			merges = writeMerge(line, known, merges);
			++dropped;
		}
	}
	setField(Table.USED, used);
	setField(Table.DROPPED, dropped);
	setField(Table.MERGES, merges);
	return at;
}

/** Writes the numbers of a dropped line and of the first line, given as words of records. Returns the end. */
function writeMerge(dropped: i32, first: i32, to: i32): i32 {
	store32(to, dropped >>> 1);
	store32(to + 4, first >>> 1);
	return to + 8;
}

/**
 * Drops the lines of the fingerprints that are known: keys of three words, `stride` octets from one to the next. Their slots then have
 * line 0. Other keys change nothing.
 */
export function probeKnown(keys: i32, count: i32, stride: i32): void {
	const table = field(Table.AT);
	const bits = field(Table.BITS);
	let dropped = field(Table.DROPPED);
	for (let index = 0; index < count; ++index) {
		const slot = findSlot(table, bits, keys + index * stride);
		const line = load32(slot + Fingerprinted.LINE);
		if (line == 0) continue;
		setFate(line, Fate.DROP);
		store32(slot + Fingerprinted.LINE, 0);
		++dropped;
	}
	setField(Table.DROPPED, dropped);
}

/**
 * Writes the fingerprints of the slots from number `from` on to Table.MERGES, which moves on: those of line 0 or, with `isKnown` 0, all
 * others, at most `limit`. Their last words are zeros. Returns the number of the first slot that is left.
 */
export function listSlots(isKnown: i32, from: i32, limit: i32): i32 {
	const table = field(Table.AT);
	const slots = 1 << field(Table.BITS);
	let to = field(Table.MERGES);
	const end = to + (limit << Fingerprinted.SIZE_BITS);
	let index = from;
	for (; index < slots && to < end; ++index) {
		const slot = slotAt(table, index);
		if ((load32(slot + Fingerprinted.LINE) == 0 ? 1 : 0) != isKnown || isFree(slot)) continue;
		writeFingerprinted(slot, 0, to);
		to += Fingerprinted.SIZE;
	}
	setField(Table.MERGES, to);
	return index;
}

/** Doubles the table. Requires: memory for three tables of its size, from its start on. */
export function probeGrow(): void {
	const table = field(Table.AT);
	const bits = field(Table.BITS);
	const end = slotAt(table, 1 << bits);
	const grownEnd = slotAt(end, 2 << bits);
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

/** The address of a slot. */
function slotAt(table: i32, index: i32): i32 {
	return table + (index << Fingerprinted.SIZE_BITS);
}

/** The slot that has the fingerprint of a record, or the free one where it belongs. */
function findSlot(table: i32, bits: i32, record: i32): i32 {
	const first = load32(record);
	const second = load32(record + 4);
	const third = load32(record + 8);
	const mask = (1 << bits) - 1;
	let index = second >>> (32 - bits);
	while (true) {
		const slot = slotAt(table, index);
		if (load32(slot + 4) == second && load32(slot) == first && load32(slot + 8) == third) return slot;
		if (isFree(slot)) return slot;
		index = (index + 1) & mask;
	}
}

/** Line numbers start at 1, so only a fingerprint of the old set whose first three words are zeros could look like a free slot. */
function isFree(slot: i32): bool {
	return (load32(slot) | load32(slot + 4) | load32(slot + 8) | load32(slot + Fingerprinted.LINE)) == 0;
}

/** Whether the line of a record's word is before another one. The words are unsigned. */
function isBefore(word: i32, other: i32): bool {
	return word >>> 1 < other >>> 1;
}

/**
 * Loads the octet of the map of each record from octet `from` on. In a map beyond the cache, each record of a partition has
 * another cache line. These loads are independent, so that their cache misses overlap.
 */
function prefetchFates(block: i32, from: i32, length: i32): void {
	const map = field(Table.MAP);
	let combined = 0;
	for (let at = from; at < length; at += Fingerprinted.SIZE) {
		// Prefetch only: no result depends on what is loaded.
		const line = placeInMap(load32(block + Block.RECORDS + at + Fingerprinted.LINE));
		if (line >= 0) combined |= load8(map + (line >> 2));
	}
	setField(Table.PREFETCH_SINK, combined);
}

/** Sets the fate of the line in a record's last word, if the map covers it. */
function setFate(word: i32, fate: i32): void {
	const line = placeInMap(word);
	if (line < 0) return;
	const at = field(Table.MAP) + (line >> 2);
	const shift = (line & 3) << 1;
	store8(at, (load8(at) & ~(Fate.MASK << shift)) | (fate << shift));
}

/** The number in the map of the line in a record's last word; negative if the map does not cover it. */
function placeInMap(word: i32): i32 {
	const line = (word >>> 1) - 1 - field(Table.MAP_FIRST);
	return line < field(Table.MAP_LINES) ? line : -1;
}
