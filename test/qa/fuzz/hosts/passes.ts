/** Calls of deduplication in passes: assembly/partition/layout.ts. */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../../../assembly/layout/addresses";
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
} from "../../../../assembly/partition/layout";
import { FINGERPRINT_SIZE } from "../../../../assembly/seen/fingerprint";
import { Key } from "../../../../assembly/store/layout";
import type { KernelPair } from "./kernel-pair";
import { type Lines, normalizeLinesBy, place, placeRecords, type Scene, splitLines, text } from "./lines";

const ROOM = { factor: Limit.GROWTH, more: Limit.SLACK };
const WHOLE_STREAM = 3145728;
const OMIT_PLAIN = 67108864;

/** Fingerprints of lines, some of which stay in the input: whole lines of one length, or of any. */
function sortedPrints(pair: KernelPair, lines: Lines): void {
	const options = pair.of([0, 255, 16383]) | WHOLE_STREAM | pair.of([0, 262144, 524288]) | (pair.next(3) === 0 ? 0 : OMIT_PLAIN);
	const count = pair.of([6, 30, 200]);
	const written = normalizeLinesBy(pair, alike(pair, lines), count, { options, room: ROOM, isCrawl: false });
	const prints = pair.area(written.count * FINGERPRINT_SIZE + 4, 4);
	const [key] = pair.put(pair.random(16));
	const { records, input, output } = written;
	pair.run("fingerprintSorted", key, records, written.count, input, output, prints);
	pair.same("fingerprintSorted", prints, prints + written.count * FINGERPRINT_SIZE);
	scatterWritten(pair, records, written.count, prints, input, output);
}

/** Lines, many of which have the same number of blocks of octets: those share a loop. */
function alike(pair: KernelPair, lines: Lines): Lines {
	const blocks = 1 + pair.next(pair.next(8) === 0 ? 140 : 12);
	const prefix = Buffer.from(`http://${"a".repeat(8 * blocks - 8)}`);
	const made = Array.from({ length: 8 }, () => {
		return Buffer.from(`${prefix.subarray(0, 8 * blocks - 1)}${pair.of(["a", "ab", "abcdefg", "1.x/y", "b%41"])}`);
	});
	return pair.next(2) === 0 ? made : [...made, ...lines];
}

/** Creates streams. Returns their number. */
function createStreams(pair: KernelPair): number {
	const bits = 1 + pair.next(2);
	const size = Block.SIZE + (2 ** bits + Block.MAX_FULL) * Block.SIZE;
	const base = pair.area(size, Block.SIZE);
	pair.run("scatterCreate", base, bits);
	const numbers = pair.word(PartitionAddress.SCATTER + Scatter.NUMBERS);
	for (let partition = 0; partition < 2 ** bits; ++partition) pair.setWord(numbers + 4 * partition, pair.of([0, 1 << 20]));
	pair.setWord(PartitionAddress.SCATTER + Scatter.PRINT, pair.of([Print.NORMALIZED, Print.ORIGINAL, Print.RAW]));
	pair.setWord(PartitionAddress.SCATTER + Scatter.LINE, 1 + pair.next(1000));
	return 2 ** bits;
}

function scatterWritten(pair: KernelPair, records: number, count: number, prints: number, input: number, output: number): void {
	const partitions = createStreams(pair);
	const from = pair.next(2) === 0 ? 0 : Math.min(count, pair.next(4));
	pair.run("scatterLines", records, count, prints, input, output, from);
	pair.sameWords("scatterLines, LINE", PartitionAddress.SCATTER, Scatter.LINE, Scatter.FULL_COUNT);
	endStreams(pair, partitions);
}

/** Completes all streams, and compares the blocks. Returns their address and number. */
function endStreams(pair: KernelPair, partitions: number): readonly [number, number] {
	for (let next = 0; next < partitions; ) next = Math.max(next + 1, pair.run("scatterEnd", next));
	const count = pair.word(PartitionAddress.SCATTER + Scatter.FULL_COUNT);
	const full = pair.word(PartitionAddress.SCATTER + Scatter.FULL);
	pair.sameWords("scatterEnd, FULL", PartitionAddress.SCATTER, Scatter.FULL, Scatter.FULL_COUNT);
	pair.same("blocks", full, full + count * Block.SIZE);
	return [full, count];
}

/** Random fingerprints, some of them twice. */
function prints(pair: KernelPair, count: number): Uint8Array {
	const octets = pair.random(count * FINGERPRINT_SIZE);
	for (let index = 1; index < count; ++index) {
		const at = FINGERPRINT_SIZE * index;
		const other = FINGERPRINT_SIZE * pair.next(index);
		if (pair.next(3) === 0) octets.copyWithin(at, other, other + FINGERPRINT_SIZE);
		if (pair.next(20) === 0) octets[at + pair.next(12)]! ^= 1 << pair.next(8);
		// A slot with a word of zeros is still not free.
		if (pair.next(20) === 0) for (const word of [0, 4, 8]) if (pair.next(3) > 0) octets.fill(0, at + word, at + word + 4);
	}
	return octets;
}

/** Fingerprints of an old set to blocks, which are checked and probed. */
function probe(pair: KernelPair): void {
	const partitions = createStreams(pair);
	const count = pair.of([10, 300, 2500]);
	const [from] = pair.put(prints(pair, count), 4);
	pair.run("scatterSet", from, count, pair.next(3));
	const [full, blocks] = endStreams(pair, partitions);
	if (blocks === 0) return;
	const block = full + pair.next(blocks) * Block.SIZE;
	const [partition, number] = [pair.word(block + Block.PARTITION), pair.word(block + Block.NUMBER)];
	const length = pair.run("checkBlock", block, partition, number);
	pair.run("checkBlock", block, partition, number + 1);
	pair.run("checkBlock", block, partition + 1, number);
	probeRecords(pair, block, Math.max(0, length), Math.log2(partitions));
	pair.set(block + pair.next(Block.SIZE), Uint8Array.of(pair.next(256)));
	pair.run("checkBlock", block, partition, number);
	pair.set(block + 48 + pair.next(16), Uint8Array.of(pair.next(256)));
	pair.run("checkBlock", block, partition, number);
}

function probeRecords(pair: KernelPair, block: number, length: number, partitionBits: number): void {
	const mapLines = 2000;
	for (let at = 0; at < length; at += Fingerprinted.SIZE) {
		pair.setWord(block + Block.RECORDS + at + Fingerprinted.LINE, pair.next(8) === 0 ? 0 : pair.next(2 * mapLines));
	}
	const merges = pair.area(Block.SIZE, 4);
	const map = pair.area(mapLines >> 2, 4);
	pair.set(map, new Uint8Array(mapLines >> 2));
	let bits = pair.of([4, 6, 9]);
	const table = pair.area(3 * Fingerprinted.SIZE * 2 ** 11, 16);
	pair.setWords(PartitionAddress.TABLE, [
		[Table.AT, table],
		[Table.BITS, bits],
		[Table.PARTITION_BITS, partitionBits],
		[Table.SHARE_BITS, pair.of([0, 0, 1, 2])],
		[Table.SHARE, pair.next(2)],
		[Table.MAP, map],
		[Table.MAP_FIRST, pair.of([0, 100])],
		[Table.MAP_LINES, mapLines],
	]);
	pair.run("probeBegin");
	for (let next = 0; next < length; ) {
		pair.setWord(PartitionAddress.TABLE + Table.MERGES, merges);
		next = pair.run("probeBlock", block, length, next);
		const end = pair.word(PartitionAddress.TABLE + Table.MERGES);
		pair.sameWords("probeBlock, TABLE", PartitionAddress.TABLE, Table.USED, Table.DROPPED, Table.MERGES);
		pair.same("probeBlock, merges", merges, end);
		pair.same("probeBlock, the map", map, map + (mapLines >> 2));
		if (next >= length || bits === 11) break;
		pair.run("probeGrow");
		++bits;
	}
	dropKnown(pair, block, length, merges);
	pair.same("the map", map, map + (mapLines >> 2));
	pair.same("the table", table, table + Fingerprinted.SIZE * 2 ** bits);
}

/** Drops the lines of some fingerprints of the block, and of others, and lists the fingerprints of each kind. */
function dropKnown(pair: KernelPair, block: number, length: number, to: number): void {
	const stride = pair.of([Fingerprinted.SIZE, Key.SIZE]);
	pair.run("probeKnown", block + Block.RECORDS, pair.next(Math.floor(length / stride) + 1), stride);
	pair.sameWords("probeKnown, TABLE", PartitionAddress.TABLE, Table.DROPPED);
	for (const isKnown of [0, 1]) {
		pair.setWord(PartitionAddress.TABLE + Table.MERGES, to);
		pair.run("listSlots", isKnown, pair.next(20), pair.next(Block.SIZE / Fingerprinted.SIZE));
		pair.same("listSlots", to, pair.word(PartitionAddress.TABLE + Table.MERGES));
	}
}

/** Lines that are kept, by a random map. */
function keep(pair: KernelPair, lines: Lines): void {
	const isMany = pair.next(8) === 0;
	const octets = isMany
		? Buffer.concat(Array.from({ length: 30 }, () => text(pair, lines, 8)))
		: text(pair, lines, 1 + pair.next(30));
	const longest = Math.max(...splitLines(octets).map(({ length }) => 4 * length));
	keepOctets(pair, octets, pair.next(2) === 0 ? longest + ROOM.more : 4 * octets.length + ROOM.more);
}

/** Writes the lines of these octets that are kept to an area of `size` octets. */
export function keepOctets(pair: KernelPair, octets: Uint8Array, size: number): void {
	const [records, maxLines] = [1 + pair.next(40), 1 + pair.next(pair.of([8, 30, 300]))];
	const map = pair.area(500, 4);
	const fates = pair.of([[Fate.NORMALIZE, Fate.DROP, Fate.COPY], [Fate.COPY, Fate.DROP], [Fate.NORMALIZE]]);
	pair.set(
		map,
		Uint8Array.from({ length: 500 }, () => [0, 2, 4, 6].reduce((sum, shift) => sum | (pair.of(fates) << shift), 0)),
	);
	const [recordsAt, rejectsAt] = placeRecords(pair, records, records);
	const ends = pair.area((Limit.WINDOW + 1) * 4, 4);
	const print = pair.of([Print.NORMALIZED, Print.ORIGINAL, Print.RAW]);
	pair.setWords(PartitionAddress.KEPT, [
		[Kept.MAP, map],
		[Kept.FIRST, pair.next(100)],
		[Kept.MAX_LINES, maxLines],
		[Kept.PRINT, print],
		[Kept.LINE_ENDS, ends],
	]);
	const to = pair.area(size + Limit.MARGIN);
	const [start, end] = pair.put(octets);
	const options = 16383 | pair.of([0, 262144, 524288]) | pair.of([0, 1048576, 2097152, WHOLE_STREAM, WHOLE_STREAM]);
	pair.run("countLines", options, start, end);
	let from = start;
	for (let calls = 0; calls < 12; ++calls) {
		const status = pair.run("writeKeptLines", options | 131072, from, end, to, to + size);
		pair.sameWords("writeKeptLines, CURSOR", Address.CURSOR, 0, 4, 8, 12, 16, 20, 24);
		pair.same("writeKeptLines", to, pair.word(Address.CURSOR + Cursor.WRITTEN));
		pair.same("writeKeptLines, records", recordsAt, recordsAt + pair.word(Address.CURSOR + Cursor.RECORDS) * LineRecord.SIZE);
		pair.same("writeKeptLines, rejects", rejectsAt, rejectsAt + pair.word(Address.CURSOR + Cursor.REJECTS) * RejectRecord.SIZE);
		if (status !== -65) return;
		from = pair.word(Address.CURSOR + Cursor.CONSUMED);
	}
}

/** A chunk of lines is counted, even one of nothing but line ends. */
function count(pair: KernelPair, lines: Lines): void {
	const octets = pair.of([
		() => new Uint8Array(pair.next(20_000)).fill(0x0a),
		() => Uint8Array.of(0xef, 0xbb, 0xbf, ...pair.random(pair.next(3))),
		() => Buffer.concat(Array.from({ length: pair.next(60) }, () => text(pair, lines, 3))),
		() => pair.random(pair.next(5000)).map((octet) => octet % 12),
	])();
	const [start, end] = place(pair, octets);
	pair.run("countLines", pair.of([0, 1048576, 2097152, WHOLE_STREAM]), start, end);
}

/** Lines, each after its size. */
function counted(pair: KernelPair, lines: Lines): void {
	const octets = text(pair, lines, 1 + pair.next(20));
	const sizes = pair.putWords(
		Array.from({ length: 20 }, () => pair.of([-1, 0, 1, 2, 9, 10, 99, 100, 12345, 999999999, 1000000000, 2147483647])),
	);
	const most = pair.next(21);
	const to = pair.area(octets.length + 11 * 21 + Limit.MARGIN);
	const [start, end] = pair.put(octets);
	pair.same("writeCounted", to, pair.run("writeCounted", start, end, sizes, most, to));
	pair.sameWords("writeCounted, COUNTED", PartitionAddress.COUNTED, Counted.LINES, Counted.REST);
}

export const PASSES: readonly Scene[] = [sortedPrints, probe, keep, count, counted];
