/** Calls of the crawl kernel under compiled policies, and programs that are damaged. */
import { CrawlFlag, Profile } from "../../../../assembly/layout/crawl-options";
import { Flag, Level } from "../../../../assembly/layout/options";
import { MAX_REMOVALS, MAX_STEPS } from "../../../../assembly/policy/limits";
import { Header } from "../../../../assembly/policy/program";
import { policyLines, someBase } from "../policy-lines";
import type { KernelPair } from "./kernel-pair";
import { type Lines, normalizeBy, normalizeTightly, type Scene, someLine, text } from "./lines";
import { oddLines, onOdd, withOdd } from "./odd-lines";
import { fastProgram, genericProgram, normalizeByAny, place, placeBase, set, someProgram, WHOLE, workOf } from "./programs";
import { SHORT } from "./references";

const ROOM = { factor: 20, more: 1024 };
/** Programs that are damaged one after the other, since most of them are refused. */
const MAX_DAMAGES = 40;
/** Programs of one scene. */
const SEVERAL = 3;

/** Lines by any rules of the kernel, or by a program. */
function lines(pair: KernelPair, some: Lines): void {
	normalizeByAny(pair, text(pair, some, 1 + pair.next(6)));
}

/** Many lines, each with an odd piece, by any rules of the kernel, or by a program. */
function oddities(pair: KernelPair): void {
	normalizeByAny(pair, joined(oddLines(pair, 60 + pair.next(60))));
}

/** One reference by a program. */
function single(pair: KernelPair, some: Lines): void {
	place(pair, someProgram(pair));
	normalizeBy(pair, pair.of(["key", "both"]), CrawlFlag.POLICY, ROOM, some, true);
}

/** Many lines of names in policies, by any rules of the kernel, or by a program. */
function named(pair: KernelPair): void {
	normalizeByAny(pair, joined([someBase(pair), ...policyLines(pair, 40 + pair.next(40))]));
}

/** Lines of names in policies, by some programs: a few lines meet most rules of each. */
function several(pair: KernelPair): void {
	for (let left = SEVERAL; left > 0; --left) {
		place(pair, someProgram(pair));
		const form = pair.of([0, CrawlFlag.KEY, CrawlFlag.BOTH, CrawlFlag.BOTH | CrawlFlag.TWICE]);
		whole(pair, CrawlFlag.POLICY | form | pair.of([0, 0, Flag.NO_A_LABELS]), policyLines(pair, 20));
	}
}

/** All of these lines by rules, or by a program that is placed. */
function whole(pair: KernelPair, rules: number, some: Lines): void {
	normalizeTightly(pair, joined(some), { options: rules | WHOLE, room: ROOM, isCrawl: true });
}

/** Many lines, each with an odd piece or of names in policies, by a program whose rules the fast path knows. */
function fast(pair: KernelPair): void {
	place(pair, fastProgram(pair));
	const some = pair.of([oddLines, policyLines])(pair, 100);
	whole(pair, CrawlFlag.POLICY | pair.of([CrawlFlag.KEY, CrawlFlag.BOTH]), some);
}

/** One reference of names in policies, by a program, perhaps against a base. */
function resolved(pair: KernelPair): void {
	place(pair, someProgram(pair));
	const options = pair.of([CrawlFlag.POLICY, CrawlFlag.POLICY, 0]) | pair.of([0, Flag.NO_A_LABELS, Flag.STRICT]);
	const base = placeBase(pair, someBase(pair), options);
	const lines = [
		...policyLines(pair, 1),
		Buffer.from(pair.of(["", "?a=1", "../b", "//h/a/../b", "#a", "/a;x", "c|/a", "/.//a", "http:a", "file:a"])),
	];
	const room = { ...ROOM, more: ROOM.more + ROOM.factor * Math.max(0, base) };
	normalizeBy(pair, pair.of(["normalize", "key", "both"]), base < 0 ? options : options | Flag.RESOLVE, room, lines, true);
}

/** Many lines of names in policies, by a profile that copies a library. */
function copied(pair: KernelPair): void {
	const profile = pair.of([Profile.SURT, Profile.SURT_JAVA, Profile.W3LIB, Profile.SAFE_BROWSING, Profile.CRAWLEE]);
	whole(pair, profile | pair.of([0, CrawlFlag.KEY, CrawlFlag.BOTH]), policyLines(pair, 60));
}

/** Many lines of any scheme by a policy on RFC 3986. */
function generic(pair: KernelPair, some: Lines): void {
	place(pair, genericProgram(pair));
	const lines = Array.from({ length: 40 }, () => (pair.next(4) === 0 ? pair.of(SHORT) : someLine(pair, some)));
	whole(pair, CrawlFlag.POLICY | pair.of([0, CrawlFlag.KEY]) | pair.of([0, Flag.STRICT, Flag.NO_A_LABELS]), lines);
}

/** Lines of names in policies, by a program that has little room to keep states of its automata, or none. */
function crowded(pair: KernelPair): void {
	const program = someProgram(pair);
	place(pair, withWork(program, Math.min(leastWork(pair, program) + pair.of([0, 0, 64, 400, 2000]), workOf(program))));
	const options = CrawlFlag.POLICY | pair.of([CrawlFlag.KEY, CrawlFlag.BOTH]) | WHOLE;
	normalizeTightly(pair, text(pair, policyLines(pair, 20), 20), { options, room: ROOM, isCrawl: true });
}

function withWork(program: Uint8Array, work: number): Uint8Array {
	const octets = Uint8Array.from(program);
	new DataView(octets.buffer).setInt32(Header.WORK, work, true);
	return octets;
}

const leastWorks = new Map<Uint8Array, number>();

/** The least Header.WORK that is accepted. */
function leastWork(pair: KernelPair, program: Uint8Array): number {
	let [least, most] = [0, workOf(program)];
	const known = leastWorks.get(program);
	if (known !== undefined) return known;
	const start = pair.area(program.length + most, 64);
	while (least < most) {
		const work = (least + most) >> 1;
		if (set(pair, start, withWork(program, work)) === 0) most = work;
		else least = work + 1;
	}
	leastWorks.set(program, least);
	return least;
}

/** A reference of any scheme by a program, with only some of its rules. */
function limited(pair: KernelPair, some: Lines): void {
	place(pair, someProgram(pair));
	const bits = (limit: number) => pair.of([0, -1, 1 << pair.next(limit), ~(1 << pair.next(limit)), pair.next(2 ** limit)]);
	pair.run(
		"limitRules",
		bits(14) & Level.SCHEME,
		bits(30),
		pair.of([0, 1, MAX_REMOVALS]),
		pair.next(12),
		pair.of([0, 1, MAX_STEPS]),
	);
	normalizeBy(pair, "both", CrawlFlag.POLICY, ROOM, pair.of([SHORT, policyLines(pair, 1), withOdd(pair, some)]), true);
	pair.run("limitRules", Level.SCHEME, -1, MAX_REMOVALS, 0, MAX_STEPS);
}

/** A program with changed words. Each is refused, until one runs. */
function damaged(pair: KernelPair, some: Lines): void {
	const program = someProgram(pair);
	const start = pair.area(program.length + workOf(program), 64);
	for (let tries = 0; tries < MAX_DAMAGES; ++tries) {
		if (set(pair, start, damage(pair, program)) !== 0) continue;
		normalizeBy(pair, "key", CrawlFlag.POLICY, ROOM, pair.next(2) === 0 ? some : policyLines(pair, 1), true);
		return;
	}
}

/** A copy of a program with a word or two that are changed: in its header, in a table that an offset leads to, or anywhere. */
function damage(pair: KernelPair, program: Uint8Array): Uint8Array {
	const octets = Uint8Array.from(program);
	const view = new DataView(octets.buffer);
	for (let left = 1 + pair.next(2); left > 0; --left) {
		const at = pair.next(8) === 0 ? 4 * pair.next(octets.length >> 2) : structuralWord(pair, view);
		const word = view.getInt32(at, true);
		const bit = 1 << pair.next(31);
		// More work than requested would be beyond the area.
		const values = [
			0,
			-1,
			1,
			word + 1,
			word - 1,
			word + 4,
			word - 4,
			word ^ bit,
			octets.length - (octets.length & 3),
			0x7fffffff,
		];
		view.setInt32(at, at === Header.WORK ? Math.min(word, pair.of(values)) : pair.of(values), true);
	}
	return octets;
}

/** The offset of a word near the start of a table: offsets lead to tables, those in tables to others. */
function structuralWord(pair: KernelPair, view: DataView): number {
	let at = 4 * pair.next(Header.SIZE >> 2);
	for (let depth = pair.next(4); depth > 0; --depth) {
		const offset = view.getInt32(at, true);
		const near = offset + 4 * pair.next(16);
		if (offset < Header.SIZE || (offset & 3) !== 0 || near + 4 > view.byteLength) return at;
		at = near;
	}
	return at;
}

function joined(lines: Lines): Uint8Array {
	return Buffer.concat(lines.flatMap((line) => [line, Uint8Array.of(0x0a)]));
}

const twice = (...scenes: Scene[]): Scene[] => scenes.flatMap((scene) => [scene, scene]);

export const POLICIES: readonly Scene[] = [
	...[lines, single, damaged].map(onOdd),
	...twice(oddities, several, fast),
	several,
	named,
	resolved,
	crowded,
	...twice(limited, generic, copied),
];
