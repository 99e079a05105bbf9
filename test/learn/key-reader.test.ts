/** The reader of keys and rows: what it leaves where its layout says, and that it stays within its text. */
import { describe, expect, it } from "vitest";
import { Batch, Column, Feature, Hash, LearnLimit, Reader, Table } from "../../assembly/learn/layout";
import { BatchMemory, type Taken } from "../../src/learn/batch-memory";
import { EMPTY_DIGESTS } from "../../src/learn/digest";
import { KeyReader } from "../../src/learn/key-reader";
import { KeyTable } from "../../src/learn/key-table";
import { LearnMemory } from "../../src/learn/learn-kernel";
import { columnOf } from "../../src/tables/rows/columns";
import { partitionsIn, wordsByPartition } from "../support/learn-records";

const octets = (text: string) => new TextEncoder().encode(text);

/** Reads rows of one page, each with the digests of its columns. */
function readInto(
	batch: BatchMemory,
	records: Taken["records"],
	rows: readonly (readonly string[])[],
	times?: readonly string[],
) {
	const urls = columnOf(rows.map(() => octets("https://a.com/")));
	const digests = (rows[0] as readonly string[]).map((_, column) => columnOf(rows.map((row) => octets(row[column] as string))));
	const marks = new Uint8Array(rows.length).fill(1);
	const given = { rows: rows.length, marks, keys: urls, urls, times: times && columnOf(times.map(octets)), digests };
	batch.read(given, { records, urls: () => {} });
}

/** The table of rows of one page. */
function tableOf(memory: LearnMemory, rows: readonly (readonly string[])[], times: readonly string[]): KeyTable {
	const records = partitionsIn(memory);
	readInto(new BatchMemory(memory, new KeyReader(memory, true)), records, rows, times);
	const table = new KeyTable((rows[0] as readonly string[]).length, memory);
	const partition = wordsByPartition(records).findIndex(({ length }) => length > 0);
	const length = records.sizeOf(partition);
	records.copyTo(partition, table.roomFor(length));
	table.fill([length]);
	return table;
}

describe.each(["wasm", "js"] as const)("the %s engine", (engine) => {
	it.each([
		["https://a.com/x?b=1", false],
		["https://u@a.com/x", true],
		["https://a.com:81/x", true],
		["https://a.com/x#a", true],
		["https://a.com/x?b=1&c=2", true],
	])("keeps in %s what no rule erases: %s", (key, hasRest) => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, false);
		reader.read(octets(key));
		expect([...memory.words(reader.address + Reader.REST, 2)].some((word) => word !== 0)).toBe(hasRest);
	});

	it("lists the features of the pieces of a query where it is told", () => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		reader.read(octets("https://a.com/?b=1&c=2&b=3"));
		const [b, c] = [Feature.NAMED, Feature.NAMED + 1];
		expect([...memory.words(memory.word(reader.address + Reader.PIECES), 3)]).toEqual([b, c, b]);
	});

	it("tells as many pieces apart as it reads one by one, each with an empty value", () => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const names = Array.from({ length: LearnLimit.PIECES }, (_, index) => `n${index}=`);
		const alone = names.map((name) => reader.read(octets(`https://a.com/?${name}`))?.parts);
		const all = reader.read(octets(`https://a.com/?${names.join("&")}`))?.parts;
		expect(all?.size).toBe(names.length + 1);
		for (const [index, parts] of alone.entries()) {
			const feature = Feature.NAMED + index;
			expect(parts?.get(feature)).toEqual(all?.get(feature));
		}
		expect([...memory.words(memory.word(reader.address + Reader.PIECES), names.length)]).toEqual(
			names.map((_, index) => Feature.NAMED + index),
		);
	});

	it("ends a key without a path where its octets do, whatever follows them", () => {
		const reader = new KeyReader(new LearnMemory(engine), true);
		const sites = ["https://b.community/x", "https://a.com"].map((key) => {
			reader.read(octets(key));
			return reader.siteNames[reader.site()];
		});
		expect(sites).toEqual(["b.community", "a.com"]);
	});

	it("knows names after the room for them has grown", () => {
		const reader = new KeyReader(new LearnMemory(engine), true);
		const numbersOf = () => Array.from({ length: 600 }, (_, site) => reader.addSite(`s${site}.com`));
		expect(numbersOf()).toEqual(numbersOf());
		expect(reader.siteNames.length).toBe(600);
	});

	it("writes the hashes of a row alone within its room, however many columns of digests there are", () => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const size = LearnLimit.COLUMNS * Hash.SIZE;
		const [batch, values, ends, digests, ids, room] = [Batch.SIZE, 4, 4, LearnLimit.COLUMNS * Column.SIZE, 8, 4096].map(
			(octets) => memory.take(octets).start,
		) as [number, number, number, number, number, number];
		memory.octets(batch, Batch.SIZE).fill(0);
		memory.octets(values, 1).fill(97);
		memory.setWord(ends, 1);
		memory.words(batch + Batch.URLS, 2).set([values, ends]);
		for (let column = 0; column < LearnLimit.COLUMNS; ++column)
			memory.words(digests + column * Column.SIZE, 2).set([values, ends]);
		for (const [word, value] of [
			[Batch.ROWS, 1],
			[Batch.COLUMNS, LearnLimit.COLUMNS],
			[Batch.DIGESTS, digests],
			[Batch.IDS, ids],
			[Batch.ROW_DIGESTS, room],
		] as const)
			memory.setWord(batch + word, value);
		const behind = memory
			.octets(room, 4096)
			.fill(7)
			.subarray(size + LearnLimit.MARGIN);
		memory.kernel.call.hashRows(reader.address, batch);
		expect(behind.every((octet) => octet === 7)).toBe(true);
		const hashes = Array.from({ length: LearnLimit.COLUMNS }, (_, column) => memory.words(room + column * Hash.SIZE, 2).join());
		expect([new Set(hashes).size, hashes.includes("0,0")]).toEqual([1, false]);
	});

	it("works within the batch, wherever the host has placed it", () => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const around = memory.take(256 + Batch.SIZE + 256);
		const batch = around.start + 256;
		const [values, ends, digests, ids, hashes] = [4, 4, Column.SIZE, Hash.SIZE, Hash.SIZE].map(
			(octets) => memory.take(octets).start,
		) as [number, number, number, number, number];
		memory.octets(around.start, around.octets).fill(7);
		memory.octets(batch, Batch.SIZE).fill(0);
		memory.octets(values, 1).fill(97);
		memory.setWord(ends, 1);
		for (const column of [batch + Batch.URLS, batch + Batch.TIMES, digests]) memory.words(column, 2).set([values, ends]);
		for (const word of [Batch.ROWS, Batch.COLUMNS]) memory.setWord(batch + word, 1);
		memory.setWord(batch + Batch.DIGESTS, digests);
		memory.setWord(batch + Batch.IDS, ids);
		memory.setWord(batch + Batch.ROW_DIGESTS, hashes);
		memory.kernel.call.hashRows(reader.address, batch);
		const outside = [around.start, batch + Batch.SIZE].flatMap((start) => [...memory.octets(start, 256)]);
		expect(outside.every((octet) => octet === 7)).toBe(true);
	});

	it("makes a record once there is room for the largest, its digests included", () => {
		const memory = new LearnMemory(engine);
		const batch = new BatchMemory(memory, new KeyReader(memory, true));
		const largest = LearnLimit.RECORD + 2 * Hash.SIZE;
		const { start } = memory.take(largest);
		const rooms = [largest - 1, largest];
		const written: number[] = [];
		const records: Taken["records"] = {
			space: () => ({ start, end: start + (rooms.shift() as number) }),
			advance: (end) => written.push(end - start),
		};
		readInto(batch, records, [["A", "B"]]);
		expect([written[0], written.length, batch.fetches]).toEqual([0, 2, 1]);
	});

	it("takes rows with the same URL and time for one fetch, wherever they are in a batch", () => {
		const times = ["1", "2", "1", "3", "4"];
		const table = tableOf(new LearnMemory(engine), new Array(times.length).fill(["D"]), times);
		expect([table.fetches, table.repeated]).toEqual([4, 1]);
	});

	it("takes no row without a digest for a fetch, even if the next row has one", () => {
		expect(
			tableOf(
				new LearnMemory(engine),
				[
					["", ""],
					["", "D"],
					["", ""],
					["D", ""],
				],
				["1", "2", "3", "4"],
			).fetches,
		).toBe(2);
	});

	it("takes the smaller digest of each column of the rows of one fetch, whichever comes first", () => {
		const digestsOf = (rows: readonly (readonly string[])[]) => {
			const memory = new LearnMemory(engine);
			const table = tableOf(memory, rows, new Array(rows.length).fill("1"));
			expect([table.fetches, table.repeated]).toEqual([1, rows.length - 1]);
			const octets = Buffer.from(memory.octets(memory.word(table.address + Table.DIGESTS), 2 * Hash.SIZE));
			return [octets.readBigUInt64LE(0), octets.readBigUInt64LE(Hash.SIZE)] as const;
		};
		const hashes = [..."ABCDEFGH"].map((digest) => [digest, digestsOf([[digest, ""]])[0]] as const);
		expect(new Set([0n, ...hashes.map(([, hash]) => hash)]).size).toBe(9);
		const sorted = hashes.toSorted(([, one], [, other]) => (one < other ? -1 : 1));
		for (const [place, [first, hash]] of sorted.entries()) {
			for (const [second, other] of sorted.slice(place + 1)) {
				const rows = [
					[first, second],
					[second, ""],
					["", first],
				];
				expect(digestsOf(rows.slice(0, 2))).toEqual([hash, other]);
				expect(digestsOf(rows)).toEqual([hash, hash]);
				expect(digestsOf(rows.toReversed())).toEqual([hash, hash]);
			}
		}
	});

	it("adds no time behind the last row of a batch, whatever its column has there", () => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const [batch, values, ends, ids] = [Batch.SIZE, 8, 8, 2 * Hash.SIZE].map((octets) => memory.take(octets).start) as [
			number,
			number,
			number,
			number,
		];
		memory.octets(batch, Batch.SIZE).fill(0);
		memory.octets(batch + Batch.PAIR, 2 * Hash.SIZE).fill(7);
		memory.octets(values, 8).fill(97);
		memory.words(ends, 2).set([1, 2]);
		for (const column of [Batch.URLS, Batch.TIMES]) memory.words(batch + column, 2).set([values, ends]);
		memory.setWord(batch + Batch.ROWS, 1);
		memory.setWord(batch + Batch.IDS, ids);
		const behind = memory.octets(ids + Hash.SIZE, Hash.SIZE).fill(7);
		memory.kernel.call.hashRows(reader.address, batch);
		expect([...behind]).toEqual(Array(Hash.SIZE).fill(7));
	});

	it.each(["first", "second"])("takes no digest for that of no octets, if the %s word of the hash differs", (place) => {
		const memory = new LearnMemory(engine);
		const reader = new KeyReader(memory, true);
		const hashes = memory.words(memory.word(reader.address + Reader.EMPTIES), 2 * EMPTY_DIGESTS.length);
		for (let word = place === "first" ? 0 : 1; word < hashes.length; word += 2) hashes[word] = (hashes[word] as number) ^ 1;
		const batch = new BatchMemory(memory, reader);
		const rows = EMPTY_DIGESTS.map((digest) => [digest]);
		readInto(batch, partitionsIn(memory), rows);
		expect([batch.fetches, batch.noDigest]).toEqual([rows.length, 0]);
	});
});
