/** Calls on the duplicates of a run: assembly/partition/merges.ts. */
import { Limit, LineRecord } from "../../../assembly/layout/addresses";
import { Decimal, Duplicate, Merging, PartitionAddress } from "../../../assembly/partition/layout";
import { type Lines, someLine } from "./lines";
import type { Scene } from "./references";
import type { Twin } from "./twin";

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
function merge(twin: Twin, lines: Lines): void {
	const batch = Array.from({ length: 1 + twin.next(MOST) }, () => lineOf(twin, lines));
	const areas = areasFor(twin, batch.length);
	const [start] = twin.put(Buffer.concat(batch));
	placeBatch(twin, areas, batch, start);
	const done = twin.run("collectMerges", start, 0, batch.length);
	const [count, keptCount] = [field(twin, Merging.COUNT), field(twin, Merging.KEPT_COUNT)];
	twin.sameWords(
		"collectMerges, MERGES",
		PartitionAddress.MERGES,
		Merging.KEPT_AT,
		Merging.COUNT,
		Merging.TEXT_AT,
		Merging.REST,
		Merging.KEPT_COUNT,
	);
	twin.same("collectMerges, LINE", PartitionAddress.MERGES + Merging.LINE, PartitionAddress.MERGES + Merging.LINE + Decimal.SIZE);
	twin.same("kept lines", areas.kept, field(twin, Merging.KEPT_AT));
	twin.same("duplicates", areas.duplicates, areas.duplicates + count * Duplicate.SIZE);
	twin.same("texts", areas.text, field(twin, Merging.TEXT_AT));
	if (done < 0 || count === 0) return;
	findAll(twin, areas, count, keptCount);
	compareAll(twin, areas, count);
}

/** A line with its end, often one that another line has, too. */
function lineOf(twin: Twin, lines: Lines): Uint8Array {
	const line =
		twin.next(3) === 0
			? Buffer.from(twin.of(["http://h/", "http://H/\ta\t\tb", "", "//h", "\t", "http://%zz"]))
			: someLine(twin, lines).subarray(0, twin.of([300, 1100]));
	return Buffer.concat([line, Uint8Array.from(twin.next(6) === 0 ? [CR, LF] : [LF])]);
}

function areasFor(twin: Twin, count: number): Areas {
	const room = twin.next(6) === 0 ? 500 : TEXT;
	const areas = {
		records: twin.area(count * LineRecord.SIZE, 4),
		marks: twin.area(count * 4, 4),
		kept: twin.area(room + Limit.MARGIN),
		keptEnd: 0,
		duplicates: twin.area(count * Duplicate.SIZE + 512, 16),
		text: twin.area(2 * room + Limit.MARGIN),
		order: twin.area(count * 8 + 8, 4),
		ordinals: twin.area(count * 4 + 4, 4),
	};
	const fields = [
		[Merging.RECORDS, areas.records],
		[Merging.MARKS, areas.marks],
		[Merging.NUMBERS, twin.next(3) === 0 ? decimals(twin, count) : 0],
		[Merging.EARLIER, twin.of([0, 0, 3])],
		[Merging.KEPT_AT, areas.kept],
		[Merging.KEPT_LIMIT, areas.kept + room],
		[Merging.DUPLICATES, areas.duplicates],
		[Merging.COUNT, 0],
		[Merging.MAX_COUNT, twin.next(6) === 0 ? 2 : count],
		[Merging.TEXT_AT, areas.text],
		[Merging.TEXT_LIMIT, areas.text + room],
		[Merging.ORDER, areas.order],
		[Merging.ORDINALS, areas.ordinals],
		[Merging.KEPT_COUNT, 0],
	] as const;
	for (const [name, value] of fields) twin.setWord(PartitionAddress.MERGES + name, value);
	writeDecimal(twin, PartitionAddress.MERGES + Merging.LINE, twin.of(["1", "9", "99", "1234567", "999999"]));
	return areas;
}

function field(twin: Twin, name: Merging): number {
	return twin.word(PartitionAddress.MERGES + name);
}

function decimals(twin: Twin, count: number): number {
	const start = twin.area(count * Decimal.SIZE, 4);
	for (let index = 0; index < count; ++index) writeDecimal(twin, start + index * Decimal.SIZE, String(twin.next(100_000)));
	return start;
}

function writeDecimal(twin: Twin, to: number, text: string): void {
	const octets = new Uint8Array(Decimal.SIZE);
	octets.set(Buffer.from(text));
	octets[Decimal.LENGTH] = text.length;
	twin.set(to, octets);
}

/** Records and marks of a batch: rejected lines, pieces of long ones, duplicates of those that were kept before. */
function placeBatch(twin: Twin, { records, marks }: Areas, batch: Lines, start: number): void {
	const shift = twin.of([0, 0, 1000]);
	twin.setWord(PartitionAddress.MERGES + Merging.SHIFT, shift);
	const earlier = field(twin, Merging.EARLIER);
	let [end, kept] = [start, 0];
	for (const [index, line] of batch.entries()) {
		end += line.length;
		const isRejected = twin.next(10) === 0;
		const isPiece = isRejected && twin.next(2) === 0;
		twin.setWord(records + index * LineRecord.SIZE, isPiece ? ~(end - shift) : end - shift);
		twin.setWord(records + index * LineRecord.SIZE + 4, isRejected ? ~end : end);
		const isFresh = kept + earlier === 0 || twin.next(2) === 0;
		twin.setWord(marks + 4 * index, isFresh ? -1 : twin.next(kept + earlier));
		if (isFresh && !isRejected) ++kept;
	}
}

/** Finds the kept lines, as they are in the block. */
function findAll(twin: Twin, { duplicates, order, ordinals, kept, text }: Areas, count: number, keptCount: number): void {
	const found = Array.from(
		{ length: count },
		(_, index) => [index, twin.word(duplicates + index * Duplicate.SIZE + Duplicate.ORDINAL)] as const,
	)
		.filter(([, ordinal]) => ordinal >= 0 && ordinal < keptCount)
		.sort(([, one], [, other]) => one - other);
	for (const [place, [index, ordinal]] of found.entries()) {
		twin.setWord(order + 4 * place, index);
		twin.setWord(ordinals + 4 * place, ordinal);
	}
	twin.setWord(PartitionAddress.MERGES + Merging.ORDERED, found.length);
	twin.setWord(
		PartitionAddress.MERGES + Merging.TEXT_LIMIT,
		field(twin, Merging.TEXT_LIMIT) + twin.of([0, 500, field(twin, Merging.TEXT_LIMIT) - text]),
	);
	twin.run("findKept", kept, field(twin, Merging.KEPT_AT), 0, 0);
	twin.same("findKept, texts", text, field(twin, Merging.TEXT_AT));
	twin.same("findKept, duplicates", duplicates, duplicates + count * Duplicate.SIZE);
}

function compareAll(twin: Twin, { duplicates, order }: Areas, count: number): void {
	const from = twin.next(6) === 0 ? twin.next(count) : 0;
	twin.run("compareMerges", from, count);
	twin.same("compareMerges", duplicates, duplicates + count * Duplicate.SIZE);
	const reasons = ["same", "case and a long reason", ""].map((reason) => {
		const address = twin.area(4 + reason.length, 4);
		twin.setWord(address, reason.length);
		twin.set(address + 4, Buffer.from(reason));
		return address;
	});
	const most = twin.of([10, 300, 1024]);
	const [room, size] = [twin.area(most + Limit.MARGIN), twin.of([2000, 100_000])];
	const to = twin.area(size + Limit.MARGIN);
	for (let index = 0; index < count; ++index) {
		const at = duplicates + index * Duplicate.SIZE;
		if (twin.word(at + Duplicate.KEPT) < 0) twin.setWord(at + Duplicate.REASON, twin.of(reasons));
	}
	twin.run("findHosts", most, from, count, order, room);
	twin.same("findHosts", order, order + 8 * (count - from));
	twin.run("writeMembers", most, from, count, to, to + size);
	twin.same("writeMembers", to, field(twin, Merging.REST));
	twin.run("writeMerges", twin.of(reasons), from, count, to, to + size);
	twin.sameWords("writeMerges, REST", PartitionAddress.MERGES, Merging.REST);
	twin.same("writeMerges", to, field(twin, Merging.REST));
}

export const MERGES: readonly Scene[] = [merge];
