/** Calls of deduplication in passes: assembly/partition/layout.ts. */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../../assembly/layout/addresses";
import {
	Block,
	Counted,
	Fate,
	Fingerprinted,
	Kept,
	PartitionAddress,
	Print,
	Scatter,
	Table,
} from "../../../assembly/partition/layout";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { Key } from "../../../assembly/store/layout";
import { type Lines, normalizeLinesBy, splitLines, text } from "./lines";
import type { Scene } from "./references";
import type { Twin } from "./twin";

const ROOM = { factor: Limit.GROWTH, more: Limit.SLACK };
const WHOLE_STREAM = 3145728;
const OMIT_PLAIN = 67108864;

/** Fingerprints of lines, some of which stay in the input: whole lines of one length, or of any. */
function sortedPrints(twin: Twin, lines: Lines): void {
	const options = twin.of([0, 255, 16383]) | WHOLE_STREAM | twin.of([0, 262144, 524288]) | (twin.next(3) === 0 ? 0 : OMIT_PLAIN);
	const count = twin.of([6, 30, 200]);
	const written = normalizeLinesBy(twin, alike(twin, lines), { options, room: ROOM, isCrawl: false, count });
	const prints = twin.area(written.count * FINGERPRINT_SIZE + 4, 4);
	const [key] = twin.put(twin.random(16));
	const { records, input, output } = written;
	twin.run("fingerprintSorted", key, records, written.count, input, output, prints);
	twin.same("fingerprintSorted", prints, prints + written.count * FINGERPRINT_SIZE);
	scatterWritten(twin, records, written.count, prints, input, output);
}

/** Lines, of which many have as many blocks of octets: those share a loop. */
function alike(twin: Twin, lines: Lines): Lines {
	const blocks = 1 + twin.next(twin.next(8) === 0 ? 140 : 12);
	const prefix = Buffer.from(`http://${"a".repeat(8 * blocks - 8)}`);
	const made = Array.from({ length: 8 }, () => {
		return Buffer.from(`${prefix.subarray(0, 8 * blocks - 1)}${twin.of(["a", "ab", "abcdefg", "1.x/y", "b%41"])}`);
	});
	return twin.next(2) === 0 ? made : [...made, ...lines];
}

/** Creates streams. Returns their number. */
function createStreams(twin: Twin): number {
	const bits = 1 + twin.next(2);
	const size = Block.SIZE + (2 ** bits + Block.MAX_FULL) * Block.SIZE;
	const base = twin.area(size, Block.SIZE);
	twin.run("scatterCreate", base, bits);
	const numbers = twin.word(PartitionAddress.SCATTER + Scatter.NUMBERS);
	for (let partition = 0; partition < 2 ** bits; ++partition) twin.setWord(numbers + 4 * partition, twin.of([0, 1 << 20]));
	twin.setWord(PartitionAddress.SCATTER + Scatter.PRINT, twin.of([Print.NORMALIZED, Print.ORIGINAL, Print.RAW]));
	twin.setWord(PartitionAddress.SCATTER + Scatter.LINE, 1 + twin.next(1000));
	return 2 ** bits;
}

function scatterWritten(twin: Twin, records: number, count: number, prints: number, input: number, output: number): void {
	const partitions = createStreams(twin);
	const from = twin.next(2) === 0 ? 0 : Math.min(count, twin.next(4));
	twin.run("scatterLines", records, count, prints, input, output, from);
	twin.sameWords("scatterLines, LINE", PartitionAddress.SCATTER, Scatter.LINE, Scatter.FULL_COUNT);
	endStreams(twin, partitions);
}

/** Completes all streams, and compares the blocks. Returns where they are, and how many. */
function endStreams(twin: Twin, partitions: number): readonly [number, number] {
	for (let next = 0; next < partitions; ) next = Math.max(next + 1, twin.run("scatterEnd", next));
	const count = twin.word(PartitionAddress.SCATTER + Scatter.FULL_COUNT);
	const full = twin.word(PartitionAddress.SCATTER + Scatter.FULL);
	twin.sameWords("scatterEnd, FULL", PartitionAddress.SCATTER, Scatter.FULL, Scatter.FULL_COUNT);
	twin.same("blocks", full, full + count * Block.SIZE);
	return [full, count];
}

/** Random fingerprints, some of them twice. */
function prints(twin: Twin, count: number): Uint8Array {
	const octets = twin.random(count * FINGERPRINT_SIZE);
	for (let index = 1; index < count; ++index) {
		const at = FINGERPRINT_SIZE * index;
		const other = FINGERPRINT_SIZE * twin.next(index);
		if (twin.next(3) === 0) octets.copyWithin(at, other, other + FINGERPRINT_SIZE);
		if (twin.next(20) === 0) octets[at + twin.next(12)]! ^= 1 << twin.next(8);
	}
	return octets;
}

/** Fingerprints of an old set to blocks, which are checked and probed. */
function probe(twin: Twin): void {
	const partitions = createStreams(twin);
	const count = twin.of([10, 300, 2500]);
	const [from] = twin.put(prints(twin, count), 4);
	twin.run("scatterSet", from, count, twin.next(3));
	const [full, blocks] = endStreams(twin, partitions);
	if (blocks === 0) return;
	const block = full + twin.next(blocks) * Block.SIZE;
	const [partition, number] = [twin.word(block + Block.PARTITION), twin.word(block + Block.NUMBER)];
	const length = twin.run("checkBlock", block, partition, number);
	twin.run("checkBlock", block, partition, number + 1);
	twin.run("checkBlock", block, partition + 1, number);
	probeRecords(twin, block, Math.max(0, length), Math.log2(partitions));
	twin.set(block + twin.next(Block.SIZE), Uint8Array.of(twin.next(256)));
	twin.run("checkBlock", block, partition, number);
	twin.set(block + 48 + twin.next(16), Uint8Array.of(twin.next(256)));
	twin.run("checkBlock", block, partition, number);
}

function probeRecords(twin: Twin, block: number, length: number, partitionBits: number): void {
	const mapLines = 2000;
	for (let at = 0; at < length; at += Fingerprinted.SIZE) {
		twin.setWord(block + Block.RECORDS + at + Fingerprinted.LINE, twin.next(8) === 0 ? 0 : twin.next(2 * mapLines));
	}
	const merges = twin.area(Block.SIZE, 4);
	const map = twin.area(mapLines >> 2, 4);
	twin.set(map, new Uint8Array(mapLines >> 2));
	let bits = twin.of([4, 6, 9]);
	const table = twin.area(3 * Fingerprinted.SIZE * 2 ** 11, 16);
	const fields = [
		[Table.AT, table],
		[Table.BITS, bits],
		[Table.PARTITION_BITS, partitionBits],
		[Table.SHARE_BITS, twin.of([0, 0, 1, 2])],
		[Table.SHARE, twin.next(2)],
		[Table.MAP, map],
		[Table.MAP_FIRST, twin.of([0, 100])],
		[Table.MAP_LINES, mapLines],
	] as const;
	for (const [field, value] of fields) twin.setWord(PartitionAddress.TABLE + field, value);
	twin.run("probeBegin");
	for (let next = 0; next < length; ) {
		twin.setWord(PartitionAddress.TABLE + Table.MERGES, merges);
		next = twin.run("probeBlock", block, length, next);
		const end = twin.word(PartitionAddress.TABLE + Table.MERGES);
		twin.sameWords("probeBlock, TABLE", PartitionAddress.TABLE, Table.USED, Table.DROPPED, Table.MERGES);
		twin.same("probeBlock, merges", merges, end);
		twin.same("probeBlock, the map", map, map + (mapLines >> 2));
		if (next >= length || bits === 11) break;
		twin.run("probeGrow");
		++bits;
	}
	dropKnown(twin, block, length, merges);
	twin.same("the map", map, map + (mapLines >> 2));
	twin.same("the table", table, table + Fingerprinted.SIZE * 2 ** bits);
}

/** Drops the lines of some fingerprints of the block, and of others, and lists what there is of each kind. */
function dropKnown(twin: Twin, block: number, length: number, to: number): void {
	const stride = twin.of([Fingerprinted.SIZE, Key.SIZE]);
	twin.run("probeKnown", block + Block.RECORDS, twin.next(Math.floor(length / stride) + 1), stride);
	twin.sameWords("probeKnown, TABLE", PartitionAddress.TABLE, Table.DROPPED);
	for (const isKnown of [0, 1]) {
		twin.setWord(PartitionAddress.TABLE + Table.MERGES, to);
		twin.run("listSlots", isKnown, twin.next(20), twin.next(Block.SIZE / Fingerprinted.SIZE));
		twin.same("listSlots", to, twin.word(PartitionAddress.TABLE + Table.MERGES));
	}
}

/** Lines that are kept, by a random map. */
function keep(twin: Twin, lines: Lines): void {
	const isMany = twin.next(8) === 0;
	const octets = isMany
		? Buffer.concat(Array.from({ length: 30 }, () => text(twin, lines, 8)))
		: text(twin, lines, 1 + twin.next(30));
	const longest = Math.max(...splitLines(octets).map(({ length }) => 4 * length));
	keepOctets(twin, octets, twin.next(2) === 0 ? longest + ROOM.more : 4 * octets.length + ROOM.more);
}

/** Writes the lines of these octets that are kept to an area of `size` octets. */
export function keepOctets(twin: Twin, octets: Uint8Array, size: number): void {
	const [records, maxLines] = [1 + twin.next(40), 1 + twin.next(300)];
	const map = twin.area(500, 4);
	const fates = twin.of([[Fate.NORMALIZE, Fate.DROP, Fate.COPY], [Fate.COPY, Fate.DROP], [Fate.NORMALIZE]]);
	twin.set(
		map,
		Uint8Array.from({ length: 500 }, () => [0, 2, 4, 6].reduce((sum, shift) => sum | (twin.of(fates) << shift), 0)),
	);
	const [recordsAt, rejectsAt] = [twin.area(records * LineRecord.SIZE, 4), twin.area(records * RejectRecord.SIZE, 4)];
	const ends = twin.area((Limit.WINDOW + 1) * 4, 4);
	const print = twin.of([Print.NORMALIZED, Print.ORIGINAL, Print.RAW]);
	for (const [field, value] of [
		[Kept.MAP, map],
		[Kept.FIRST, twin.next(100)],
		[Kept.MAX_LINES, maxLines],
		[Kept.PRINT, print],
		[Kept.LINE_ENDS, ends],
	] as const)
		twin.setWord(PartitionAddress.KEPT + field, value);
	const cursors = [
		[Cursor.RECORDS_AT, recordsAt],
		[Cursor.MAX_RECORDS, records],
		[Cursor.REJECTS_AT, rejectsAt],
		[Cursor.MAX_REJECTS, records],
		[Cursor.IN_LONG_LINE, 0],
	] as const;
	for (const [field, value] of cursors) twin.setWord(Address.CURSOR + field, value);
	const to = twin.area(size + Limit.MARGIN);
	const [start, end] = twin.put(octets);
	const options = 16383 | twin.of([0, 262144, 524288]) | twin.of([0, 1048576, 2097152, WHOLE_STREAM, WHOLE_STREAM]);
	twin.run("countLines", options, start, end);
	let from = start;
	for (let calls = 0; calls < 12; ++calls) {
		const status = twin.run("writeKeptLines", options | 131072, from, end, to, to + size);
		twin.sameWords("writeKeptLines, CURSOR", Address.CURSOR, 0, 4, 8, 12, 16, 20, 24);
		twin.same("writeKeptLines", to, twin.word(Address.CURSOR + Cursor.WRITTEN));
		twin.same("writeKeptLines, records", recordsAt, recordsAt + twin.word(Address.CURSOR + Cursor.RECORDS) * LineRecord.SIZE);
		twin.same("writeKeptLines, rejects", rejectsAt, rejectsAt + twin.word(Address.CURSOR + Cursor.REJECTS) * RejectRecord.SIZE);
		if (status !== -65) return;
		from = twin.word(Address.CURSOR + Cursor.CONSUMED);
	}
}

/** A chunk of lines is counted, also one of line ends alone. */
function count(twin: Twin, lines: Lines): void {
	const octets = twin.of([
		() => new Uint8Array(twin.next(20_000)).fill(0x0a),
		() => Uint8Array.of(0xef, 0xbb, 0xbf, ...twin.random(twin.next(3))),
		() => Buffer.concat(Array.from({ length: twin.next(60) }, () => text(twin, lines, 3))),
		() => twin.random(twin.next(5000)).map((octet) => octet % 12),
	])();
	const [start, end] = twin.next(2) === 0 ? twin.put(octets) : twin.putLast(octets);
	twin.run("countLines", twin.of([0, 1048576, 2097152, WHOLE_STREAM]), start, end);
}

/** Lines, each after its size. */
function counted(twin: Twin, lines: Lines): void {
	const octets = text(twin, lines, 1 + twin.next(20));
	const sizes = twin.putWords(
		Array.from({ length: 20 }, () => twin.of([-1, 0, 1, 2, 9, 10, 99, 100, 12345, 999999999, 1000000000, 2147483647])),
	);
	const most = twin.next(21);
	const to = twin.area(octets.length + 11 * 21 + Limit.MARGIN);
	const [start, end] = twin.put(octets);
	twin.same("writeCounted", to, twin.run("writeCounted", start, end, sizes, most, to));
	twin.sameWords("writeCounted, COUNTED", PartitionAddress.COUNTED, Counted.LINES, Counted.REST);
}

export const PASSES: readonly Scene[] = [sortedPrints, probe, keep, count, counted];
