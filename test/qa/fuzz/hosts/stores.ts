/** Calls of the store kernel: keys are sorted, written as runs, searched, read and merged, and kept in a table. */
import {
	Key,
	KeyRecord,
	KeyTable,
	OUT_OF_ORDER,
	Run,
	RunList,
	Source,
	StoreLimit,
	Writer,
} from "../../../../assembly/store/layout";
import { type Geometry, geometryFor, MIN_BUCKET_BITS, pagesOf, restOf } from "../../../seams/store";
import { hostNames } from "./host-names";
import type { KernelPair } from "./kernel-pair";
import { place, type Scene } from "./lines";

/** Words of keys: uniform, with some that are equal or near to others. */
function keys(pair: KernelPair, count: number): number[][] {
	const made: number[][] = [];
	const word = () => pair.next(65536) * 65536 + pair.next(65536);
	for (let index = 0; index < count; ++index) {
		const key = made.length > 0 && pair.next(5) === 0 ? near(pair, pair.of(made)) : [word(), word(), word()];
		if (pair.next(4) === 0) key[pair.next(3)] = pair.of([0, 1, 0xffffffff, 0x80000000, word()]);
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

function check(pair: KernelPair): void {
	const octets = pair.random(pair.next(4) === 0 ? pair.next(6000) : pair.next(70));
	const [start, end] = place(pair, octets);
	pair.run("checksum", start, end, pair.next(2 ** 31));
}

/** Sorts records, marks those that repeat a key, and lists the others. */
function sort(pair: KernelPair): void {
	const made = keys(pair, pair.of([0, 1, 50, 700, pair.next(20) === 0 ? 9000 : 100]));
	const records = pair.putWords(made.flatMap((key, place) => [...key, place]));
	const spare = pair.area(made.length * KeyRecord.SIZE + StoreLimit.MARGIN, 4);
	const [counts, marks] = [pair.area(StoreLimit.COUNTERS, 4), pair.area(made.length + 1)];
	pair.run("sortKeys", records, made.length, spare, counts);
	pair.same("sortKeys", records, records + made.length * KeyRecord.SIZE);
	pair.run("markRepeats", records, made.length, marks);
	pair.same("markRepeats", marks, marks + made.length);
	const inOrder = pair.area(made.length + 1);
	pair.run("orderMarks", records, made.length, marks, inOrder);
	pair.same("orderMarks", inOrder, inOrder + made.length);
	pair.same("listKeys", spare, pair.run("listKeys", records, made.length, marks, spare));
}

/** Adds keys to a table, and finds some. */
function table(pair: KernelPair): void {
	const made = keys(pair, 1 + pair.next(100));
	const stride = pair.of([Key.SIZE, KeyRecord.SIZE]);
	const from = pair.putWords(made.flatMap((key) => (stride === Key.SIZE ? key : [...key, 0])));
	const slots = 256;
	const area = pair.area(KeyTable.SIZE, 4);
	const keysAt = pair.area(made.length * Key.SIZE + StoreLimit.MARGIN, 4);
	const slotsAt = pair.putWords(new Array(slots).fill(0));
	const marks = pair.area(200);
	pair.setWords(area, [
		[KeyTable.KEYS, keysAt],
		[KeyTable.SLOTS, slotsAt],
		[KeyTable.MASK, slots - 1],
		[KeyTable.COUNT, 0],
	]);
	pair.run("addKeys", area, from, made.length, stride, marks);
	pair.same("addKeys, marks", marks, marks + made.length);
	pair.sameWords("addKeys, COUNT", area, KeyTable.COUNT);
	pair.same("addKeys, keys", keysAt, keysAt + pair.word(area + KeyTable.COUNT) * Key.SIZE);
	const asked = [...keys(pair, 60), ...made.slice(0, 60)];
	const records = pair.putWords(asked.flatMap((key) => [...key, 0]));
	pair.set(marks, new Uint8Array(asked.length));
	pair.run("findKeys", area, records, asked.length, marks);
	pair.same("findKeys", marks, marks + asked.length);
}

/** A run in memory, as `Run` says. */
interface Written {
	readonly run: number;
	readonly pages: number;
	readonly keys: readonly number[][];
}

/** The geometry of `count` keys, of another number, or any: pages may have to hold more keys than they can. */
function geometry(pair: KernelPair, count: number): Geometry {
	if (pair.next(4) > 0) return geometryFor(Math.max(1, pair.of([count, count, 8 * count, 100])));
	const bucketBits = MIN_BUCKET_BITS + pair.next(9);
	return { bucketBits, groupBits: pair.next(bucketBits + 1), rest: restOf(bucketBits) };
}

/** Writes a run, unless its keys are not in order. */
function write(pair: KernelPair, count: number): Written | undefined {
	const made = sorted(keys(pair, count));
	if (pair.next(10) === 0) [made[0], made[made.length - 1]] = [made.at(-1) as number[], made[0] as number[]];
	const { bucketBits, groupBits, rest } = geometry(pair, made.length);
	const pages = pagesOf({ bucketBits, groupBits });
	const size = 4 * (pages + 1) * 16 + made.length * 14 + 2 ** bucketBits / 8 + 2 * StoreLimit.PAGE;
	const from = pair.putWords(made.flat());
	const [area, directory, output] = [pair.area(Writer.SIZE, 4), pair.area(4 * (pages + 1), 4), pair.area(size, 4)];
	const seed = pair.next(2 ** 31);
	pair.setWords(area, [
		[Writer.BUCKET_BITS, bucketBits],
		[Writer.GROUP_BITS, groupBits],
		[Writer.REST, rest],
		[Writer.DIRECTORY, directory],
		[Writer.SEED, seed],
		[Writer.CURSOR, output],
		[Writer.LIMIT, output + (pair.next(8) === 0 ? StoreLimit.PAGE + 100 : size)],
		[Writer.PAGE, 0],
		[Writer.OFFSET, 0],
		[Writer.COUNT, 0],
		[Writer.BUCKET, 0],
		[Writer.BITMAP, pair.area(StoreLimit.PAGE, 4)],
		[Writer.KEYS, pair.area(StoreLimit.PAGE, 4)],
	]);
	pair.set(pair.word(area + Writer.BITMAP), new Uint8Array(StoreLimit.PAGE));
	pair.setWord(directory, 0);
	const end = pair.run("writePages", area, from, from + made.length * Key.SIZE);
	const done = end === from + made.length * Key.SIZE && pair.run("endPages", area) === 1;
	pair.sameWords("writePages, the writer", area, Writer.CURSOR, Writer.PAGE, Writer.OFFSET, Writer.COUNT, Writer.BUCKET);
	pair.same("pages", output, pair.word(area + Writer.CURSOR));
	pair.same("the directory", directory, directory + 4 * (pair.word(area + Writer.PAGE) + 1));
	if (end === OUT_OF_ORDER || !done) return undefined;
	// IS_CHECKED is 0: pages may be damaged.
	const run = pair.putWords([bucketBits, groupBits, rest, directory, seed, output, 0, 0, 0, 0]);
	return { run, pages, keys: made };
}

/** Plans to read pages of a run that is not there: few keys in many pages, or many in few. */
function plan(pair: KernelPair): void {
	const asked = sorted(keys(pair, pair.of([1, 20, 300])));
	const records = pair.putWords(asked.flatMap((key, place) => [...key, place]));
	const marks = pair.area(asked.length);
	pair.set(
		marks,
		Uint8Array.from({ length: asked.length }, () => Math.min(1, pair.next(4))),
	);
	const bucketBits = pair.of([12, 16, 24]);
	const run = pair.putWords([bucketBits, pair.next(bucketBits), restOf(bucketBits), 0, 0, 0, 0, 0, 0, 0]);
	for (let from = 0, before = -1; from < asked.length && from > before; ) {
		before = from;
		from = pair.run("planRead", run, records, asked.length, marks, from);
		pair.sameWords("planRead, the run", run, Run.FIRST, Run.LAST);
	}
}

/** Searches a run for keys that it has and others, reads it, and searches it again once it is damaged. */
function search(pair: KernelPair): void {
	const written = write(pair, pair.of([1, 30, 400, 1500]));
	if (written === undefined) return;
	const { run, pages, keys: made } = written;
	const asked = sorted([...keys(pair, 40), ...Array.from({ length: 80 }, () => near(pair, pair.of(made)))]);
	const records = pair.putWords(asked.flatMap((key, place) => [...key, place]));
	const marks = pair.area(asked.length);
	const ask = () => {
		pair.set(
			marks,
			Uint8Array.from({ length: asked.length }, () => (pair.next(10) === 0 ? 1 : 0)),
		);
		for (let from = 0; from < asked.length; ) {
			const next = pair.run("planRead", run, records, asked.length, marks, from);
			pair.sameWords("planRead, the run", run, Run.FIRST, Run.LAST);
			const first = pair.word(run + Run.FIRST);
			if (first < 0) break;
			// The pages before the first may be in memory as well, or not.
			const start = pair.next(2) === 0 ? 0 : first;
			const all = pair.word(run + Run.PAGES);
			pair.setWord(run + Run.PAGES, pageAt(pair, run, start));
			pair.setWord(run + Run.FIRST, start);
			const damaged = pair.run("searchPages", run, records, marks, from, next);
			pair.setWord(run + Run.PAGES, all);
			if (damaged >= 0) break;
			pair.same("searchPages", marks, marks + asked.length);
			if (next <= from) break;
			from = next;
		}
	};
	ask();
	pair.setWord(run + Run.FIRST, 0);
	askSingly(pair, written, asked);
	pair.setWord(run + Run.IS_CHECKED, 0);
	pair.setWord(run + Run.LAST, pages - 1);
	const to = pair.area((made.length + 32) * Key.SIZE + 4 * StoreLimit.PAGE, 4);
	pair.same("readPages", to, pair.run("readPages", run, to));
	readSome(pair, written, to);
	const isForged = damage(pair, written);
	ask();
	readSome(pair, written, to);
	// Pages stay in memory once they are checked.
	if (isForged) askSingly(pair, written, asked);
}

/** Damages a page: any bit, or its number of keys. Returns whether it is forged: its length and its check hold. */
function damage(pair: KernelPair, { run, pages }: Written): boolean {
	const page = pair.next(pages);
	const [start, end] = [page, page + 1].map((each) => pageAt(pair, run, each)) as [number, number];
	const damaged = pair.of([start, start + 3, start + 4, start + pair.next(end - start)]);
	pair.set(damaged, Uint8Array.of((pair.octets[damaged] as number) ^ (1 << pair.next(8))));
	if (pair.next(2) === 0) return false;
	pair.setWord(end - 4, pair.run("checksum", start, end - 4, pair.word(run + Run.SEED)));
	return damaged >= start + 4;
}

/** The address of a page of a run whose pages are all in memory. */
function pageAt(pair: KernelPair, run: number, page: number): number {
	return pair.word(run + Run.PAGES) + 4 * pair.word(pair.word(run + Run.DIRECTORY) + 4 * page);
}

/** Reads pages of a run as if those before them were not in memory. */
function readSome(pair: KernelPair, { run, pages }: Written, to: number): void {
	const all = pair.word(run + Run.PAGES);
	const first = pair.next(pages);
	pair.setWord(run + Run.PAGES, pageAt(pair, run, first));
	pair.setWord(run + Run.FIRST, first);
	pair.setWord(run + Run.LAST, first + pair.next(pages - first));
	pair.same("readPages, some", to, pair.run("readPages", run, to));
	pair.setWord(run + Run.PAGES, all);
	pair.setWord(run + Run.FIRST, 0);
}

/** Keeps some pages of a run in memory, and asks for one key at a time. */
function askSingly(pair: KernelPair, { run, pages, keys: made }: Written, asked: readonly number[][]): void {
	const blockBits = pair.of([0, 3, 8]);
	const blocks = 1 << blockBits;
	const filter = pair.putWords(new Array(2 * blocks).fill(0));
	const kept = pair.area(pages + 1);
	pair.set(kept, new Uint8Array(pages + 1));
	// The run again: keys that it lacks are searched twice.
	const runs = pair.area(2 * Run.SIZE, 4);
	const list = pair.putWords([runs, pair.next(3), filter, 31 - blockBits, 0, 0, 0, 0, 0, 0]);
	const spare = pair.area(made.length * Key.SIZE + StoreLimit.MARGIN, 4);
	pair.setWord(run + Run.KEPT, pair.next(8) === 0 ? 0 : kept);
	pair.setWord(run + Run.IS_CHECKED, 1);
	if (pair.word(run + Run.KEPT) !== 0) {
		for (let page = 0; page < pages; ++page) if (pair.next(4) > 0) pair.run("keepPage", list, run, page, spare);
	}
	pair.same("keepPage, the filter", filter, filter + RunList.BLOCK * blocks);
	pair.same("keepPage, the marks of pages", kept, kept + pages);
	for (const at of [runs, runs + Run.SIZE]) {
		pair.set(at, pair.octets.slice(run, run + Run.SIZE));
		if (pair.next(8) === 0) pair.setWord(at + Run.KEPT, 0);
	}
	for (const key of asked) {
		for (const [word, value] of key.entries()) pair.setWord(list + RunList.RECORD + 4 * word, value | 0);
		pair.run("findKey", list, 0);
		pair.sameWords("findKey, the page", list, RunList.PAGE);
	}
}

/** A key, or one that differs in a bit, or in that bit of two words: differences that would cancel each other. */
function near(pair: KernelPair, key: readonly number[]): number[] {
	const other = [...key];
	const bit = 1 << pair.of([31, pair.next(32)]);
	for (let left = pair.next(4); left > 0; left -= 2) {
		const place = pair.next(3);
		other[place] = ((other[place] as number) ^ bit) >>> 0;
	}
	return other;
}

/** Merges sources, some of which have more keys to come. */
function merge(pair: KernelPair): void {
	const lists = Array.from({ length: 1 + pair.next(5) }, () => sorted(keys(pair, pair.next(40))));
	if (lists.length > 1)
		lists[1] = sorted([...(lists[1] as number[][]), ...(lists[0] as number[][]).slice(0, 9).map((key) => near(pair, key))]);
	const sources = lists.flatMap((list) => {
		const start = pair.putWords(list.flat());
		return [start, start + list.length * Key.SIZE, pair.next(6) === 0 ? 0 : 1];
	});
	const area = pair.putWords(sources);
	const size = pair.of([5000, 100 + pair.next(300)]);
	const to = pair.area(size + StoreLimit.MARGIN, 4);
	pair.same("mergeKeys", to, pair.run("mergeKeys", area, lists.length, to, to + size));
	pair.same("mergeKeys, sources", area, area + lists.length * Source.SIZE);
}

export const STORES: readonly Scene[] = [check, sort, table, plan, search, merge, hostNames];
