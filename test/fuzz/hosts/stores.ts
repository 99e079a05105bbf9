/** Calls of the store kernel: keys are sorted, written as runs, searched, read and merged, and kept in a table. */
import { Key, KeyRecord, KeyTable, OUT_OF_ORDER, Run, Source, StoreLimit, Writer } from "../../../assembly/store/layout";
import { geometryFor, pagesOf } from "../../../src/store/geometry";
import type { Scene } from "./references";
import type { Twin } from "./twin";

/** Words of keys: uniform, with some that share words. */
function keys(twin: Twin, count: number): number[][] {
	const made: number[][] = [];
	const word = () => twin.next(65536) * 65536 + twin.next(65536);
	for (let index = 0; index < count; ++index) {
		const key = made.length > 0 && twin.next(5) === 0 ? [...twin.of(made)] : [word(), word(), word()];
		if (twin.next(4) === 0) key[twin.next(3)] = twin.of([0, 1, 0xffffffff, 0x80000000, word()]);
		made.push(key);
	}
	return made;
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
	const at = one.findIndex((word, index) => word !== other[index]);
	return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}

/** The keys in order, each once. */
function sorted(made: readonly number[][]): number[][] {
	return made
		.toSorted(compareKeys)
		.filter((key, index, all) => index === 0 || compareKeys(key, all[index - 1] as number[]) !== 0);
}

function check(twin: Twin): void {
	const octets = twin.random(twin.next(4) === 0 ? twin.next(6000) : twin.next(70));
	const [start, end] = twin.next(2) === 0 ? twin.put(octets) : twin.putLast(octets);
	twin.run("checksum", start, end, twin.next(2 ** 31));
}

/** Sorts records, marks those that repeat a key, and lists the others. */
function sort(twin: Twin): void {
	const made = keys(twin, twin.of([0, 1, 50, 700, twin.next(20) === 0 ? 9000 : 100]));
	const records = twin.putWords(made.flatMap((key, place) => [...key, place]));
	const spare = twin.area(made.length * KeyRecord.SIZE + StoreLimit.MARGIN, 4);
	const [counts, marks] = [twin.area(StoreLimit.COUNTERS, 4), twin.area(made.length + 1)];
	twin.run("sortKeys", records, made.length, spare, counts);
	twin.same("sortKeys", records, records + made.length * KeyRecord.SIZE);
	twin.run("markRepeats", records, made.length, marks);
	twin.same("markRepeats", marks, marks + made.length);
	twin.same("listKeys", spare, twin.run("listKeys", records, made.length, marks, spare));
}

/** Adds keys to a table, and finds some. */
function table(twin: Twin): void {
	const made = keys(twin, 1 + twin.next(100));
	const stride = twin.of([Key.SIZE, KeyRecord.SIZE]);
	const from = twin.putWords(made.flatMap((key) => (stride === Key.SIZE ? key : [...key, 0])));
	const slots = 256;
	const area = twin.area(KeyTable.SIZE, 4);
	const keysAt = twin.area(made.length * Key.SIZE + StoreLimit.MARGIN, 4);
	const slotsAt = twin.putWords(new Array(slots).fill(0));
	const marks = twin.area(200);
	for (const [field, value] of [
		[KeyTable.KEYS, keysAt],
		[KeyTable.SLOTS, slotsAt],
		[KeyTable.MASK, slots - 1],
		[KeyTable.COUNT, 0],
	] as const)
		twin.setWord(area + field, value);
	twin.run("addKeys", area, from, made.length, stride, marks);
	twin.same("addKeys, marks", marks, marks + made.length);
	twin.sameWords("addKeys, COUNT", area, KeyTable.COUNT);
	twin.same("addKeys, keys", keysAt, keysAt + twin.word(area + KeyTable.COUNT) * Key.SIZE);
	const asked = [...keys(twin, 60), ...made.slice(0, 60)];
	const records = twin.putWords(asked.flatMap((key) => [...key, 0]));
	twin.set(marks, new Uint8Array(asked.length));
	twin.run("findKeys", area, records, asked.length, marks);
	twin.same("findKeys", marks, marks + asked.length);
}

/** A run in memory, as `Run` says. */
interface Written {
	readonly run: number;
	readonly pages: number;
	readonly keys: readonly number[][];
}

/** Writes a run. The geometry is that of as many keys, or of another number. */
function write(twin: Twin, count: number): Written | undefined {
	const made = sorted(keys(twin, count));
	const { bucketBits, groupBits, rest } = geometryFor(Math.max(1, twin.of([made.length, made.length, 8 * made.length, 100])));
	const pages = pagesOf({ bucketBits, groupBits });
	const size = 4 * (pages + 1) * 16 + made.length * 14 + 2 ** bucketBits / 8 + 2 * StoreLimit.PAGE;
	const from = twin.putWords(made.flat());
	const [area, directory, output] = [twin.area(Writer.SIZE, 4), twin.area(4 * (pages + 1), 4), twin.area(size, 4)];
	const seed = twin.next(2 ** 31);
	const fields = [
		[Writer.BUCKET_BITS, bucketBits],
		[Writer.GROUP_BITS, groupBits],
		[Writer.REST, rest],
		[Writer.DIRECTORY, directory],
		[Writer.SEED, seed],
		[Writer.CURSOR, output],
		[Writer.LIMIT, output + (twin.next(8) === 0 ? StoreLimit.PAGE + 100 : size)],
		[Writer.PAGE, 0],
		[Writer.OFFSET, 0],
		[Writer.COUNT, 0],
		[Writer.BUCKET, 0],
		[Writer.BITMAP, twin.area(StoreLimit.PAGE, 4)],
		[Writer.KEYS, twin.area(StoreLimit.PAGE, 4)],
	] as const;
	for (const [field, value] of fields) twin.setWord(area + field, value);
	twin.set(fields[11][1], new Uint8Array(StoreLimit.PAGE));
	twin.setWord(directory, 0);
	const end = twin.run("writePages", area, from, from + made.length * Key.SIZE);
	const done = end === from + made.length * Key.SIZE && twin.run("endPages", area) === 1;
	twin.sameWords("writePages, the writer", area, Writer.CURSOR, Writer.PAGE, Writer.OFFSET, Writer.COUNT, Writer.BUCKET);
	twin.same("pages", output, twin.word(area + Writer.CURSOR));
	twin.same("the directory", directory, directory + 4 * (twin.word(area + Writer.PAGE) + 1));
	if (end === OUT_OF_ORDER || !done) return undefined;
	const run = twin.putWords([bucketBits, groupBits, rest, directory, seed, output, 0, 0]);
	return { run, pages, keys: made };
}

/** Searches a run for keys that it has and others, reads it, and searches it again once it is damaged. */
function search(twin: Twin): void {
	const written = write(twin, twin.of([1, 30, 400, 1500]));
	if (written === undefined) return;
	const { run, pages, keys: made } = written;
	const asked = sorted([...keys(twin, 40), ...Array.from({ length: 80 }, () => near(twin, twin.of(made)))]);
	const records = twin.putWords(asked.flatMap((key, place) => [...key, place]));
	const marks = twin.area(asked.length);
	const ask = () => {
		twin.set(
			marks,
			Uint8Array.from({ length: asked.length }, () => (twin.next(10) === 0 ? 1 : 0)),
		);
		for (let from = 0; from < asked.length; ) {
			const next = twin.run("planRead", run, records, asked.length, marks, from);
			twin.sameWords("planRead, the run", run, Run.FIRST, Run.LAST);
			if (twin.word(run + Run.FIRST) < 0) break;
			twin.setWord(run + Run.FIRST, 0);
			if (twin.run("searchPages", run, records, marks, from, next) >= 0) break;
			twin.same("searchPages", marks, marks + asked.length);
			if (next <= from) break;
			from = next;
		}
	};
	ask();
	twin.setWord(run + Run.FIRST, 0);
	twin.setWord(run + Run.LAST, pages - 1);
	const to = twin.area((made.length + 32) * Key.SIZE + 4 * StoreLimit.PAGE, 4);
	twin.same("readPages", to, twin.run("readPages", run, to));
	const [start, end] = [
		twin.word(run + Run.PAGES),
		twin.word(run + Run.PAGES) + 4 * twin.word(twin.word(run + Run.DIRECTORY) + 4 * pages),
	];
	const damaged = start + twin.next(end - start);
	twin.set(damaged, Uint8Array.of((twin.octets[damaged] as number) ^ (1 << twin.next(8))));
	ask();
	twin.setWord(run + Run.FIRST, 0);
	twin.setWord(run + Run.LAST, pages - 1);
	twin.run("readPages", run, to);
}

/** A key, or one that differs in one bit. */
function near(twin: Twin, key: readonly number[]): number[] {
	const other = [...key];
	const place = twin.next(3);
	if (twin.next(2) === 0) other[place] = ((other[place] as number) ^ (1 << twin.next(32))) >>> 0;
	return other;
}

/** Merges sources, of which some go on. */
function merge(twin: Twin): void {
	const lists = Array.from({ length: 1 + twin.next(5) }, () => sorted(keys(twin, twin.next(40))));
	if (lists.length > 1) lists[1] = sorted([...(lists[1] as number[][]), ...(lists[0] as number[][]).slice(0, 5)]);
	const sources = lists.flatMap((list) => {
		const start = twin.putWords(list.flat());
		return [start, start + list.length * Key.SIZE, twin.next(6) === 0 ? 0 : 1];
	});
	const area = twin.putWords(sources);
	const size = twin.of([5000, 100 + twin.next(300)]);
	const to = twin.area(size + StoreLimit.MARGIN, 4);
	twin.same("mergeKeys", to, twin.run("mergeKeys", area, lists.length, to, to + size));
	twin.same("mergeKeys, sources", area, area + lists.length * Source.SIZE);
}

export const STORES: readonly Scene[] = [check, sort, table, search, merge];
