/** Calls on the duplicates of a run: assembly/partition/merges.ts. */
import { Limit, LineRecord } from "../../../../assembly/layout/addresses";
import { Decimal, Duplicate, Merging, PartitionAddress } from "../../../../assembly/partition/layout";
import type { KernelPair } from "./kernel-pair";
import { type Lines, type Scene, someLine } from "./lines";

const LF = 0x0a;
const CR = 0x0d;
const MOST = 60;
const TEXT = 200_000;

/** The addresses of a scene. */
interface Areas {
	readonly records: number;
	readonly marks: number;
	readonly kept: number;
	readonly keptEnd: number;
	readonly duplicates: number;
	readonly text: number;
	readonly order: number;
	readonly ordinals: number;
}

/** A batch of lines is taken, the kept lines of its duplicates are found and compared, and rows are written. */
function merge(pair: KernelPair, lines: Lines): void {
	const batch = Array.from({ length: 1 + pair.next(MOST) }, () => lineOf(pair, lines));
	const areas = areasFor(pair, batch.length);
	const [start] = pair.put(Buffer.concat(batch));
	placeBatch(pair, areas, batch, start);
	const done = pair.run("collectMerges", start, 0, batch.length);
	const [count, keptCount] = [field(pair, Merging.COUNT), field(pair, Merging.KEPT_COUNT)];
	pair.sameWords(
		"collectMerges, MERGES",
		PartitionAddress.MERGES,
		Merging.KEPT_AT,
		Merging.COUNT,
		Merging.TEXT_AT,
		Merging.REST,
		Merging.KEPT_COUNT,
	);
	pair.same("collectMerges, LINE", PartitionAddress.MERGES + Merging.LINE, PartitionAddress.MERGES + Merging.LINE + Decimal.SIZE);
	pair.same("kept lines", areas.kept, field(pair, Merging.KEPT_AT));
	pair.same("duplicates", areas.duplicates, areas.duplicates + count * Duplicate.SIZE);
	pair.same("texts", areas.text, field(pair, Merging.TEXT_AT));
	if (done < 0 || count === 0) return;
	findAll(pair, areas, count, keptCount);
	compareAll(pair, areas, count);
}

/** A line with its end, often equal to another line. */
function lineOf(pair: KernelPair, lines: Lines): Uint8Array {
	const line =
		pair.next(3) === 0
			? Buffer.from(pair.of(["http://h/", "http://H/\ta\t\tb", "", "//h", "\t", "http://%zz"]))
			: someLine(pair, lines).subarray(0, pair.of([300, 1100]));
	return Buffer.concat([line, Uint8Array.from(pair.next(6) === 0 ? [CR, LF] : [LF])]);
}

function areasFor(pair: KernelPair, count: number): Areas {
	const room = pair.next(6) === 0 ? 500 : TEXT;
	const areas = {
		records: pair.area(count * LineRecord.SIZE, 4),
		marks: pair.area(count * 4, 4),
		kept: pair.area(room + Limit.MARGIN),
		keptEnd: 0,
		duplicates: pair.area(count * Duplicate.SIZE + 512, 16),
		text: pair.area(2 * room + Limit.MARGIN),
		order: pair.area(count * 8 + 8, 4),
		ordinals: pair.area(count * 4 + 4, 4),
	};
	pair.setWords(PartitionAddress.MERGES, [
		[Merging.RECORDS, areas.records],
		[Merging.MARKS, areas.marks],
		[Merging.NUMBERS, pair.next(3) === 0 ? decimals(pair, count) : 0],
		[Merging.EARLIER, pair.of([0, 0, 3])],
		[Merging.KEPT_AT, areas.kept],
		[Merging.KEPT_LIMIT, areas.kept + room],
		[Merging.DUPLICATES, areas.duplicates],
		[Merging.COUNT, 0],
		[Merging.MAX_COUNT, pair.next(6) === 0 ? 2 : count],
		[Merging.TEXT_AT, areas.text],
		[Merging.TEXT_LIMIT, areas.text + room],
		[Merging.ORDER, areas.order],
		[Merging.ORDINALS, areas.ordinals],
		[Merging.KEPT_COUNT, 0],
	]);
	writeDecimal(pair, PartitionAddress.MERGES + Merging.LINE, pair.of(["1", "9", "99", "1234567", "999999"]));
	return areas;
}

function field(pair: KernelPair, name: Merging): number {
	return pair.word(PartitionAddress.MERGES + name);
}

function decimals(pair: KernelPair, count: number): number {
	const start = pair.area(count * Decimal.SIZE, 4);
	for (let index = 0; index < count; ++index) writeDecimal(pair, start + index * Decimal.SIZE, String(pair.next(100_000)));
	return start;
}

function writeDecimal(pair: KernelPair, to: number, text: string): void {
	const octets = new Uint8Array(Decimal.SIZE);
	octets.set(Buffer.from(text));
	octets[Decimal.LENGTH] = text.length;
	pair.set(to, octets);
}

/** Records and marks of a batch: rejected lines, pieces of long ones, duplicates of those that were kept before. */
function placeBatch(pair: KernelPair, { records, marks }: Areas, batch: Lines, start: number): void {
	const shift = pair.of([0, 0, 1000]);
	pair.setWord(PartitionAddress.MERGES + Merging.SHIFT, shift);
	const earlier = field(pair, Merging.EARLIER);
	let [end, kept] = [start, 0];
	for (const [index, line] of batch.entries()) {
		end += line.length;
		const isRejected = pair.next(10) === 0;
		const isPiece = isRejected && pair.next(2) === 0;
		pair.setWord(records + index * LineRecord.SIZE, isPiece ? ~(end - shift) : end - shift);
		pair.setWord(records + index * LineRecord.SIZE + 4, isRejected ? ~end : end);
		const isFresh = kept + earlier === 0 || pair.next(2) === 0;
		pair.setWord(marks + 4 * index, isFresh ? -1 : pair.next(kept + earlier));
		if (isFresh && !isRejected) ++kept;
	}
}

/** Finds the kept lines, as they are in the block. */
function findAll(pair: KernelPair, { duplicates, order, ordinals, kept, text }: Areas, count: number, keptCount: number): void {
	const found = Array.from(
		{ length: count },
		(_, index) => [index, pair.word(duplicates + index * Duplicate.SIZE + Duplicate.ORDINAL)] as const,
	)
		.filter(([, ordinal]) => ordinal >= 0 && ordinal < keptCount)
		.sort(([, one], [, other]) => one - other);
	for (const [place, [index, ordinal]] of found.entries()) {
		pair.setWord(order + 4 * place, index);
		pair.setWord(ordinals + 4 * place, ordinal);
	}
	pair.setWord(PartitionAddress.MERGES + Merging.ORDERED, found.length);
	pair.setWord(
		PartitionAddress.MERGES + Merging.TEXT_LIMIT,
		field(pair, Merging.TEXT_LIMIT) + pair.of([0, 500, field(pair, Merging.TEXT_LIMIT) - text]),
	);
	pair.run("findKept", kept, field(pair, Merging.KEPT_AT), 0, 0);
	pair.same("findKept, texts", text, field(pair, Merging.TEXT_AT));
	pair.same("findKept, duplicates", duplicates, duplicates + count * Duplicate.SIZE);
}

function compareAll(pair: KernelPair, { duplicates, order }: Areas, count: number): void {
	const from = pair.next(6) === 0 ? pair.next(count) : 0;
	pair.run("compareMerges", from, count);
	pair.same("compareMerges", duplicates, duplicates + count * Duplicate.SIZE);
	const reasons = ["same", "case and a long reason", ""].map((reason) => {
		const address = pair.area(4 + reason.length, 4);
		pair.setWord(address, reason.length);
		pair.set(address + 4, Buffer.from(reason));
		return address;
	});
	const most = pair.of([10, 300, 1024]);
	const [room, size] = [pair.area(most + Limit.MARGIN), pair.of([2000, 100_000])];
	const to = pair.area(size + Limit.MARGIN);
	for (let index = 0; index < count; ++index) {
		const at = duplicates + index * Duplicate.SIZE;
		if (pair.word(at + Duplicate.KEPT) < 0) pair.setWord(at + Duplicate.REASON, pair.of(reasons));
	}
	pair.run("findHosts", most, from, count, order, room);
	pair.same("findHosts", order, order + 8 * (count - from));
	pair.run("writeMembers", most, from, count, to, to + size);
	pair.sameWords("writeMembers, REST", PartitionAddress.MERGES, Merging.REST);
	pair.same("writeMembers", to, field(pair, Merging.REST));
	pair.run("writeMerges", pair.of(reasons), from, count, to, to + size);
	pair.sameWords("writeMerges, REST", PartitionAddress.MERGES, Merging.REST);
	pair.same("writeMerges", to, field(pair, Merging.REST));
}

export const MERGES: readonly Scene[] = [merge];
