/**
 * Calls of the learn kernel, by the code of the package on each instance: rows become records, these keys and shards, and trials are
 * made of them; blocks of URLs are compressed. The results of the instances are compared.
 */

import { BlockLimit } from "../../../../assembly/learn/layout";
import { BatchMemory, columnOf, KeyReader } from "../../../seams/learn";
import { partitionsIn, wordsByPartition } from "../../../support/learn-records";
import { texts } from "../texts";
import type { KernelPair } from "./kernel-pair";
import { fetches, sample } from "./learn-fetches";
import { type GuardedMemory, type Next, onEach } from "./learn-memory";
import { makeTables } from "./learn-tables";
import { type Lines, type Scene, someLine } from "./lines";

const HOSTS = ["a.com", "a.com", "www.a.com", "www.www.b.org.", "u@www.c.net:81", "[::1]:443", "www.d", ""];
const PATHS = texts("/ // x y index.html home.php http://e/ default.a %2F index.");
const NAMES = texts("a b %61 ref +c %C3%A9 d% %4 ∅ sid %zz n1 n2 %EF %zy");
const VALUES = ["", "=", "=1", "=2", "=%FF", "=="];
const LABELS = texts("∅ ∅ sha1: SHA-1: sha256: Sha-256: md5: sha1x: sha1 : longlabel: sha2: md6: fnv-1:");
const EMPTIES = [
	"d41d8cd98f00b204e9800998ecf8427E",
	"3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
	"da39a3ee5e6b4b0d3255bfef95601890afd80709",
	"E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
];

const pick = <Value>(next: Next, values: readonly Value[]) => values[next(values.length)] as Value;

/** Scheme, host and path of keys. */
function pageOf(next: Next): string {
	const path = Array.from({ length: next(4) }, () => pick(next, PATHS)).join(next(3) === 0 ? "" : "/");
	return `${pick(next, ["http", "https", "https", "https", "ftp", "httpx"])}://${pick(next, HOSTS)}/${path}`;
}

/** A key that rules could make shorter. */
function keyOf(next: Next, page = pageOf(next)): string {
	const pieces = Array.from({ length: next(50) === 0 ? 250 + next(20) : next(4) }, () => pick(next, NAMES) + pick(next, VALUES));
	const query = next(3) === 0 ? "" : `?${pieces.join("&")}`;
	return `${page}${query}${pick(next, ["", "", "#!f"])}`;
}

function digestOf(next: Next): string {
	if (next(8) === 0) return pick(next, ["", "-", "sha1:", "sha1:-", ":"]);
	const digest = next(8) === 0 ? pick(next, EMPTIES) : pick(next, ["A", "B", "b", "C"]) + (next(5) === 0 ? next(100) : "");
	return pick(next, LABELS) + (next(20) === 0 ? digest.slice(0, next(30)) : digest);
}

/** Rows with more sites and names than there is room for at once. */
function manyNames(next: Next) {
	const count = 530 + next(40);
	const name = () => `n${next(4)}${next(300)}`;
	const texts = Array.from({ length: count }, (_, row) => `https://s${row}.com/?${name()}=1&${name()}=`);
	const column = () => columnOf(texts.map((text) => Buffer.from(text)));
	return {
		rows: count,
		marks: new Uint8Array(count).fill(1),
		keys: column(),
		urls: column(),
		times: undefined,
		digests: [column()],
	};
}

/** Rows of a crawl. Some hosts have many pages, and some pages many fetches. */
function rowsOf(next: Next, lines: Lines) {
	const columns = pick(next, [1, 1, 2, 3, 63]);
	if (next(20) === 0) return manyNames(next);
	const pages = Array.from({ length: 1 + next(30) }, () => pageOf(next));
	const known = Array.from({ length: 3 + next(60) }, () => Buffer.from(keyOf(next, pick(next, pages)), "latin1"));
	const count = pick(next, [0, 1, 40, 300]);
	const keys = Array.from({ length: count }, () => (next(8) === 0 ? pick(next, lines) : pick(next, known)));
	// One digest can be longer than the room for the text of all keys.
	const digest = (): string => (count === 1 && next(3) === 0 ? "a".repeat(4000 + next(4000)) : digestOf(next));
	return {
		rows: count,
		marks: Uint8Array.from(keys, () => Math.min(1, next(9))),
		keys: columnOf(keys),
		urls: columnOf(keys.map((key) => (next(3) === 0 ? pick(next, lines) : key))),
		times:
			next(4) === 0 ? undefined : columnOf(keys.map(() => Buffer.from(next(4) === 0 ? "" : String(next(9) * 10 ** next(9))))),
		digests: Array.from({ length: columns }, () => columnOf(keys.map(() => Buffer.from(digest())))),
	};
}

/** All stages of rows. */
function learnOn(memory: GuardedMemory, next: Next, rows: ReturnType<typeof rowsOf>): unknown[] {
	const reader = new KeyReader(memory, next(2) === 0);
	const batch = new BatchMemory(memory, reader);
	const records = partitionsIn(memory);
	const urls: number[] = [];
	for (let times = 1 + next(2); times > 0; --times) batch.read(rows, { records, urls: (octets) => urls.push(...octets) });
	const partitions = wordsByPartition(records).filter(({ length }) => length > 0);
	const words = partitions.flatMap((own) => [...own]);
	const lengths = partitions.map(({ length }) => length);
	const names = reader.features.names.map(({ label }) => label);
	const made: unknown[] = [words, urls, batch.noDigest, batch.notHttp, batch.fetches, names, reader.siteNames];
	const [sites, features] = [reader.siteNames.length, names.length];
	made.push(makeTables(memory, next, { words, lengths, columns: rows.digests.length, sites, features }));
	return made;
}

function learn(pair: KernelPair, lines: Lines): void {
	const rows = rowsOf(pair.next, lines);
	onEach(pair, "learn", (memory, next) => learnOn(memory, next, rows));
}

/** Octets without a match, or of one match, whose length is a number of one to three octets. */
function run(pair: KernelPair): Uint8Array {
	const length = 2 ** pair.next(16) + pair.next(200);
	return pair.next(2) === 0 ? pair.random(length) : Buffer.alloc(length, "ab");
}

/** A block of URLs is compressed, decompressed, and decompressed again once it is damaged. */
function block(pair: KernelPair, lines: Lines): void {
	const text = Buffer.concat(
		Array.from({ length: pair.of([0, 1, 4, 60]) }, () =>
			pair.of([someLine(pair, lines), Buffer.from(keyOf(pair.next)), run(pair)]),
		),
	).subarray(0, BlockLimit.OCTETS);
	onEach(pair, "blocks", (memory, next, side) => {
		const { octets } = side;
		const from = memory.take(text.length).start;
		const size = text.length + BlockLimit.OVERHEAD;
		const [to, table, back] = [
			memory.take(size).start,
			memory.take(BlockLimit.TABLE).start,
			memory.take(text.length + 100).start,
		];
		octets.set(text, from);
		const end = side.run("packBlock", from, from + text.length, to, table);
		const made: unknown[] = [Buffer.from(octets.subarray(to, end)).toString("latin1")];
		const unpack = (last: number, limit: number) => {
			const written = side.run("unpackBlock", to, last, back, limit);
			made.push(
				written < 0 ? written : written - back,
				Buffer.from(octets.subarray(back, Math.max(back, written))).toString("latin1"),
			);
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

export const LEARNS: readonly Scene[] = [learn, learn, fetches, fetches, fetches, sample, block];
