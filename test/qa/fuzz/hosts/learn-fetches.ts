/** Records of fetches made by hand: hashes that share words, numbers of any length, pages that agree, differ and change. */
import { HIGH_SEED, LOW_SEED } from "../../../../assembly/learn/hash";
import { Feature, LearnLimit, RecordFlag } from "../../../../assembly/learn/layout";
import { ClassBy, Scan, Scanned } from "../../../../assembly/learn/thin-layout";
import type { KernelPair } from "./kernel-pair";
import { type GuardedMemory, type Next, onEach } from "./learn-memory";
import { makeTables, type Records } from "./learn-tables";

/** As records have them: see assembly/learn/numbers.ts. */
type Hash = readonly [low: number, high: number];

/** Often one of few, small or large. */
function wordOf(next: Next): number {
	const kind = next(4);
	return kind < 2 ? next(3) : kind === 2 ? 2 ** 32 - 1 - next(3) : next(2 ** 32);
}

/** A hash that often shares a word with another one. */
function hashOf(next: Next): Hash {
	return next(3) === 0 ? [wordOf(next), wordOf(next)] : [next(2 ** 32), next(2 ** 32)];
}

function numberOctets(number: number): number[] {
	const octets: number[] = [];
	let rest = number >>> 0;
	for (; rest > 0x7f; rest >>>= 7) octets.push((rest & 0x7f) | 0x80);
	return [...octets, rest];
}

const hashOctets = (...hashes: readonly Hash[]) => [...new Uint8Array(Uint32Array.from(hashes.flat()).buffer)];

/** With zeros, so that what follows is at a multiple of four. */
const padded = (octets: readonly number[]) => [...octets, ...new Array((4 - (octets.length % 4)) % 4).fill(0)];

/** The value of a parameter, or the empty one of its owner: the name of the part, and its hash. */
type Part = readonly [name: number, hash: Hash];

/** A page: its variants differ in the values of some features. */
interface Page {
	readonly site: number;
	readonly skeleton: Hash;
	/** The values of each of its features. */
	readonly features: readonly (readonly Part[])[];
	readonly rests: readonly Hash[];
	/** The digest of a fetch with these parts. */
	readonly digestOf: (parts: readonly Part[], next: Next) => Hash;
}

const NONE: Hash = [0, 0];

/** A number with any number of octets. */
function numberOf(next: Next): number {
	return next(3) > 0 ? 1 : (2 ** next(31) + next(160)) >>> 0;
}

/** The hash of a part, chosen so that the rests of a key without any two candidates have one form: see addErased in assembly/learn/trials.ts. */
const chosenHash = (feature: number): Hash => [Math.imul(feature, LOW_SEED) >>> 0, Math.imul(feature, HIGH_SEED) >>> 0];

/** The values of some of `features` features. */
function valuesOf(next: Next, features: number): Part[][] {
	const most = next(9) === 0 ? 200 : 4;
	const isChosen = next(5) === 0;
	const partOf = (name: number): Part => [name, isChosen ? chosenHash(name >> 1) : hashOf(next)];
	const values = (name: number) => Array.from({ length: 1 + next(most) }, () => partOf(name));
	const count = features > 200 ? next(300) : next(6);
	const names = Array.from({ length: count }, () => next(features)).filter((feature) => feature !== Feature.EMPTY_VALUE);
	return [...new Set(names)].flatMap((feature) => {
		const hasEmpty = feature >= Feature.NAMED && next(6) === 0;
		return hasEmpty ? [values(2 * feature), values(2 * feature + 1)] : [values(2 * feature)];
	});
}

function pageOf(next: Next, sites: number, features: number): Page {
	const values = valuesOf(next, features);
	const digests = Array.from({ length: 1 + next(3) }, () => hashOf(next));
	const kind = next(5);
	const digestOf: Page["digestOf"] = (parts, random) => {
		if (random(9) === 0) return NONE;
		if (kind === 0) return digests[0] as Hash;
		// The first part decides: the others may go.
		if (kind === 1) return parts[0]?.[1] ?? NONE;
		if (kind === 2) return hashOf(random);
		return digests[random(digests.length)] as Hash;
	};
	const rests = next(3) === 0 ? [hashOf(next), hashOf(next)] : [];
	// Equal high words leave the order of keys to the low ones.
	const skeleton: Hash = next(3) === 0 ? [wordOf(next), next(2) * (2 ** 32 - 1)] : hashOf(next);
	return { site: next(sites), skeleton, features: values, rests, digestOf };
}

/**
 * The number of parts, and a step. A few numbers of parts have five octets, the last with a continuation bit: they end there all the
 * same.
 */
function countsOf(next: Next, parts: number): number[] {
	if (parts < 128 && next(20) === 0) return [parts | 0x80, ...numberOctets(next(16) * 2 ** 28)];
	return [...numberOctets(parts), ...numberOctets(numberOf(next))];
}

/** The record of a fetch of a page. */
function recordOf(
	next: Next,
	{ site, skeleton, features, rests, digestOf }: Page,
	columns: number,
	ids: readonly Hash[],
): number[] {
	const parts = features.filter(() => next(3) > 0).map((values) => values[next(values.length)] as Part);
	const rest = rests[next(4)];
	const flags = (rest ? RecordFlag.HAS_REST : 0) | (next(2) === 0 ? RecordFlag.HAS_TIME : 0);
	const digests = Array.from({ length: columns }, () => digestOf(parts, next));
	const id = next(4) === 0 ? (ids[next(ids.length)] as Hash) : hashOf(next);
	const octets = [
		(columns << RecordFlag.COLUMNS_SHIFT) | flags,
		...countsOf(next, parts.length),
		...numberOctets(site),
		...hashOctets(skeleton, id, ...digests),
	];
	for (const [name, hash] of parts) octets.push(...numberOctets(name), ...hashOctets(hash));
	if (rest) octets.push(...hashOctets(rest));
	return padded(octets);
}

/** Records of a few pages, and these. */
function recordsOf(next: Next): { records: Records; pages: readonly Page[] } {
	const sites = [1, 3, 8, 300][next(4)] as number;
	// Their names have up to three octets.
	const features = Feature.NAMED + ([0, 2, 6, 12, 12, 900, 9000][next(7)] as number);
	const columns = [1, 1, 2, 3, LearnLimit.COLUMNS][next(next(9) === 0 ? 5 : 4)] as number;
	// One page that is fetched often, some, or a site with more pages than one octet counts.
	const pages = Array.from({ length: 1 + next([1, 1, 6, 6, 6, 220][next(6)] as number) }, () => pageOf(next, sites, features));
	const ids = Array.from({ length: 6 }, () => hashOf(next));
	// Records of many parts are few: all areas of a scene have their room.
	const counts = [[1], [4], [30], [90, 40], [260]][next(features > 200 ? 3 : 5)] as number[];
	const partitions = counts.map((count) =>
		Array.from({ length: count }, () => recordOf(next, pages[next(pages.length)] as Page, columns, ids)).flat(),
	);
	const words = [...new Uint32Array(Uint8Array.from(partitions.flat()).buffer)];
	return { records: { words, lengths: partitions.map(({ length }) => length >> 2), columns, sites, features }, pages };
}

/** Tables, shards and trials of hand-made records. */
export function fetches(pair: KernelPair): void {
	const { records } = recordsOf(pair.next);
	onEach(pair, "fetches", (memory, next) => makeTables(memory, next, records));
}

/** A sample of the fetches of a page, from records that are read in pieces. */
export function sample(pair: KernelPair): void {
	const { records, pages } = recordsOf(pair.next);
	const words = records.words.slice(0, records.lengths[0]);
	onEach(pair, "samples", (memory, next) => {
		const { skeleton } = pages[next(pages.length)] as Page;
		const scan = memory.take(Scan.SIZE).start;
		for (const [word, value] of [
			[Scan.ASKED, skeleton[0]],
			[Scan.ASKED + 4, next(9) === 0 ? skeleton[1] ^ 1 : skeleton[1]],
			[Scan.IS_ALL, next(2)],
			[Scan.BY, [ClassBy.VALUE, ClassBy.KEY, ClassBy.ID][next(3)]],
			[Scan.FEATURE, next(records.features)],
			[Scan.LIMIT, next(3) === 0 ? wordOf(next) : next(2 ** 32)],
			[Scan.FETCH, 0],
			[Scan.KEPT, 0],
		] as const) {
			memory.setWord(scan + word, value as number);
		}
		return scanned(memory, next, scan, words);
	});
}

/** Returns the findings in records, and the records that stay. */
function scanned(memory: GuardedMemory, next: Next, scan: number, words: readonly number[]): unknown[] {
	const [from, to, out] = [
		memory.take(4 * words.length).start,
		memory.take(4 * words.length).start,
		memory.take(words.length * Scanned.SIZE).start,
	];
	memory.words(from, words.length).set(words);
	const made: unknown[] = [];
	const last = from + 4 * words.length;
	const inPieces = (read: (start: number, end: number) => number) => {
		for (let start = from; start < last; ) start = read(start, Math.min(last, start + 4 * (1 + next(words.length))));
	};
	const { scanRecords, thinRecords } = memory.kernel.call;
	memory.setWord(scan + Scan.OUT, out);
	inPieces((start, end) => {
		const at = scanRecords(scan, start, end);
		made.push(at - from);
		return at;
	});
	made.push([...memory.octets(out, memory.word(scan + Scan.OUT) - out)]);
	memory.setWord(scan + Scan.FETCH, 0);
	inPieces((start, end) => {
		const written = thinRecords(scan, start, end, to);
		made.push([...memory.octets(to, written - to)]);
		return memory.word(scan + Scan.NEXT);
	});
	return made;
}
