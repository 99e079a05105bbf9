/**
 * Calls of the learn kernel, by the code of the package on each instance: rows become records, these keys and shards, and trials are
 * made of them; blocks of URLs are compressed. What each instance has made is compared.
 */
import { BlockLimit, Feature, LearnLimit } from "../../../assembly/learn/layout";
import { random } from "../../../bench/lists/random.mjs";
import { BatchMemory } from "../../../src/learn/batch-memory";
import { KeyReader } from "../../../src/learn/key-reader";
import { KeyTable } from "../../../src/learn/key-table";
import { ShardMaker, ShardMemory } from "../../../src/learn/shard-memory";
import { columnOf } from "../../../src/tables/rows/columns";
import type { KernelPair, Side } from "./kernel-pair";
import { BEFORE, GuardedMemory } from "./learn-memory";
import { shardText } from "./learn-shards";
import { makeTrials } from "./learn-trials";
import { type Lines, someLine } from "./lines";
import type { Scene } from "./references";

/** Octets for all areas of a scene. */
const ROOM = 8 << 20;
const HOSTS = ["a.com", "a.com", "www.a.com", "www.www.b.org.", "u@www.c.net:81", "[::1]:443", "www.d", ""];
const PATHS = ["/", "//", "x", "y", "index.html", "home.php", "http://e/", "default.a", "%2F", "index."];
const NAMES = ["a", "b", "%61", "ref", "+c", "%C3%A9", "d%", "%4", "", "sid", "%zz", "n1", "n2"];
const VALUES = ["", "=", "=1", "=2", "=%FF", "=="];
const LABELS = ["", "", "sha1:", "SHA-1:", "sha256:", "Sha-256:", "md5:", "sha1x:", "sha1", ":", "longlabel:"];
const EMPTIES = [
	"d41d8cd98f00b204e9800998ecf8427E",
	"3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
	"da39a3ee5e6b4b0d3255bfef95601890afd80709",
	"E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
];

type Next = (limit: number) => number;
const pick = <Value>(next: Next, values: readonly Value[]) => values[next(values.length)] as Value;

/** A key that rules could make shorter. */
function keyOf(next: Next): string {
	const path = Array.from({ length: next(4) }, () => pick(next, PATHS)).join(next(3) === 0 ? "" : "/");
	const pieces = Array.from({ length: next(50) === 0 ? 250 + next(20) : next(4) }, () => pick(next, NAMES) + pick(next, VALUES));
	const query = next(3) === 0 ? "" : `?${pieces.join("&")}`;
	return `${pick(next, ["http", "https", "https", "https", "ftp", "httpx"])}://${pick(next, HOSTS)}/${path}${query}${pick(next, ["", "", "#!f"])}`;
}

function digestOf(next: Next): string {
	if (next(8) === 0) return pick(next, ["", "-", "sha1:", "sha1:-", ":"]);
	const digest = next(8) === 0 ? pick(next, EMPTIES) : pick(next, ["A", "B", "b", "C"]) + (next(5) === 0 ? next(100) : "");
	return pick(next, LABELS) + (next(20) === 0 ? digest.slice(0, next(30)) : digest);
}

/** Rows of a crawl. Some hosts have many pages, and some pages many fetches. */
function rowsOf(next: Next, lines: Lines) {
	const columns = pick(next, [1, 1, 2, 3, 63]);
	const known = Array.from({ length: 3 + next(60) }, () => Buffer.from(keyOf(next), "latin1"));
	const count = pick(next, [0, 1, 40, 300]);
	const keys = Array.from({ length: count }, () => (next(8) === 0 ? pick(next, lines) : pick(next, known)));
	return {
		rows: count,
		marks: Uint8Array.from(keys, () => Math.min(1, next(9))),
		keys: columnOf(keys),
		urls: columnOf(keys.map((key) => (next(3) === 0 ? pick(next, lines) : key))),
		times:
			next(4) === 0 ? undefined : columnOf(keys.map(() => Buffer.from(next(4) === 0 ? "" : String(next(9) * 10 ** next(9))))),
		digests: Array.from({ length: columns }, () => columnOf(keys.map(() => Buffer.from(digestOf(next))))),
	};
}

/** Records, each after a word, as words by partition. */
function byPartition(records: Uint32Array): [words: number[], lengths: number[]] {
	const partitions = new Map<number, number[]>();
	for (let at = 0; at < records.length; ) {
		const header = records[at++] as number;
		const partition = header >>> LearnLimit.LENGTH_BITS;
		const count = (header & LearnLimit.LENGTH_MASK) >> 2;
		partitions.set(partition, [...(partitions.get(partition) ?? []), ...records.subarray(at, at + count)]);
		at += count;
	}
	const all = [...partitions].sort(([a], [b]) => a - b).map(([, words]) => words);
	return [all.flat(), all.map(({ length }) => length)];
}

/** Numbers from 0 to `count` - 1 in any order. */
function ranks(next: Next, count: number): Uint32Array {
	const numbers = Uint32Array.from({ length: count }, (_, number) => number);
	for (let at = count - 1; at > 0; --at) {
		const other = next(at + 1);
		[numbers[at], numbers[other]] = [numbers[other] as number, numbers[at] as number];
	}
	return numbers;
}

/** All that becomes of rows. */
function learnOn(memory: GuardedMemory, next: Next, rows: ReturnType<typeof rowsOf>): unknown[] {
	const reader = new KeyReader(memory, next(2) === 0);
	const batch = new BatchMemory(memory, reader);
	const records: number[] = [];
	const urls: number[] = [];
	for (let times = 1 + next(2); times > 0; --times)
		batch.read(rows, { records: (words) => records.push(...words), urls: (octets) => urls.push(...octets) });
	const names = reader.features.names.map(({ label }) => label);
	const made: unknown[] = [[...records], urls, batch.noDigest, batch.notHttp, batch.fetches, names, reader.siteNames];
	const table = new KeyTable(rows.digests.length, memory);
	const [words, lengths] = byPartition(Uint32Array.from(records));
	table.roomFor(words.length).set(words);
	table.fill(lengths);
	made.push([table.size, table.parts, table.fetches, table.repeated]);
	if (table.size === 0) return made;
	const sites = ranks(next, reader.siteNames.length);
	const named = ranks(next, names.length - Feature.NAMED);
	// The kernel knows the features of the structure by their places, which are their numbers.
	const features = Uint32Array.from(names, (_, feature) =>
		feature < Feature.NAMED ? feature : Feature.NAMED + (named[feature - Feature.NAMED] as number),
	);
	const room = new ShardMemory(memory);
	made.push([...new ShardMaker(memory, { sites, features }).make(room, table)]);
	for (let key = 0; key < room.shard.keys; ++key) if (next(3) === 0) room.shard.held[key] = 1;
	made.push(shardText(room.shard));
	made.push(...packed(room, next));
	made.push(makeTrials(memory, room.shard, next, sites.length, features.length));
	return made;
}

/** A shard as it is on disk, back from there, and damaged. */
function packed(room: ShardMemory, next: Next): unknown[] {
	const words = room.pack().slice();
	const before = shardText(room.shard);
	const damaged = words.slice();
	const header = 9 + room.shard.columns.length;
	for (let count = 1 + next(3); count > 0 && words.length > header; --count)
		damaged[header + next(words.length - header)]! ^= 1 << next(32);
	room.roomFor(damaged.length).set(damaged);
	const isRead = Boolean(room.unpack(damaged.length));
	const made = [[...words], isRead, isRead ? shardText(room.shard) : ""];
	const short = words.length - next(Math.min(4, words.length - header + 1));
	room.roomFor(words.length).set(words);
	made.push(Boolean(room.unpack(short)) && shardText(room.shard));
	room.roomFor(words.length).set(words);
	made.push(Boolean(room.unpack(words.length)) && shardText(room.shard) === before);
	return made;
}

/** Does the same with each instance, in the room of one area. */
function onEach(pair: KernelPair, what: string, play: (memory: GuardedMemory, next: Next, side: Side) => unknown): void {
	const seed = pair.next(2 ** 31);
	const start = pair.area(ROOM, 4) + BEFORE;
	pair.each(what, (side) => {
		const next = random(seed);
		const memory = new GuardedMemory(side.kernel, start, next);
		const made = play(memory, next, side);
		return JSON.stringify([memory.fault(), made]);
	});
}

function learn(pair: KernelPair, lines: Lines): void {
	const rows = rowsOf(pair.next, lines);
	onEach(pair, "learn", (memory, next) => learnOn(memory, next, rows));
}

/** A block of URLs is compressed, decompressed, and decompressed again once it is damaged. */
function block(pair: KernelPair, lines: Lines): void {
	const text = Buffer.concat(
		Array.from({ length: pair.of([0, 1, 4, 60]) }, () =>
			pair.of([someLine(pair, lines), Buffer.from(keyOf(pair.next)), Buffer.alloc(pair.next(400), "ab")]),
		),
	).subarray(0, BlockLimit.OCTETS);
	onEach(pair, "blocks", (memory, next, { octets, run }) => {
		const from = memory.take(text.length).start;
		const size = text.length + BlockLimit.OVERHEAD;
		const [to, table, back] = [
			memory.take(size).start,
			memory.take(BlockLimit.TABLE).start,
			memory.take(text.length + 100).start,
		];
		octets.set(text, from);
		const end = run("packBlock", from, from + text.length, to, table);
		const made: unknown[] = [Buffer.from(octets.subarray(to, end)).toString("latin1")];
		const unpack = (last: number, limit: number) => {
			const written = run("unpackBlock", to, last, back, limit);
			made.push(Math.max(-1, written - back), Buffer.from(octets.subarray(back, Math.max(back, written))).toString("latin1"));
		};
		unpack(end, back + text.length);
		if (text.length > 0) unpack(end, back + next(text.length));
		unpack(to + next(end - to + 1), back + text.length);
		for (let turn = 0; turn < 4 && end > to; ++turn) {
			octets[to + next(end - to)] = next(256);
			unpack(end, back + text.length);
		}
		return made;
	});
}

export const LEARNS: readonly Scene[] = [learn, block];
