/** Compiled policies, their placement in the crawl kernel, and lines by them or by any other rules. */

import type { CrawlOptions } from "urlsieve/crawl";
import { Limit } from "../../../../assembly/layout/addresses";
import { CrawlLimit } from "../../../../assembly/layout/crawl-addresses";
import { CrawlFlag, Profile } from "../../../../assembly/layout/crawl-options";
import { Flag } from "../../../../assembly/layout/options";
import { Base, Header } from "../../../../assembly/policy/program";
import { random } from "../../../../bench/lists/random.mjs";
import { programOf } from "../../../seams/kernels";
import { randomPolicy } from "../random-policy";
import type { KernelPair } from "./kernel-pair";
import { normalizeTightly } from "./lines";
import { MADE } from "./made-policies";

const LF = 0x0a;
const RANDOM_PROGRAMS = 60;
/** Octets that a program may need after it. */
const MAX_WORK = 1 << 18;
const LISTS = CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES;

/** The rules that lines are normalized by. */
const RULES = [
	Profile.WHATWG,
	Flag.NO_A_LABELS,
	Flag.STRICT,
	...[0, CrawlFlag.KEY, CrawlFlag.BOTH, CrawlFlag.BOTH | CrawlFlag.TWICE].flatMap((form) => [
		form | CrawlFlag.POLICY,
		form | CrawlFlag.POLICY | Flag.NO_A_LABELS,
		...[Profile.SURT, Profile.SURT_JAVA, Profile.W3LIB, Profile.SAFE_BROWSING, Profile.CRAWLEE].map((profile) => form | profile),
		form | Profile.CRAWLEE | CrawlFlag.KEEP_FRAGMENT,
	]),
	...[0, CrawlFlag.HOSTS_V5].flatMap((hosts) => [
		Profile.SAFE_BROWSING | CrawlFlag.EXPRESSIONS | hosts,
		Profile.SAFE_BROWSING | CrawlFlag.HASHES | hosts | (3 << CrawlFlag.PREFIX_SHIFT),
	]),
];

export const WHOLE = Flag.STREAM_START | Flag.STREAM_END;
/** Options of reading lines, and fates of rejected ones. */
const LINES = [
	WHOLE,
	WHOLE | Flag.DROP_INVALID,
	WHOLE | Flag.BLANK_INVALID,
	WHOLE | Flag.STOP_AT_INVALID,
	Flag.STREAM_END,
	Flag.STREAM_START,
	WHOLE | Flag.RESOLVE,
	WHOLE | Flag.RESOLVE | Flag.DROP_INVALID,
];

const ROOM = { factor: CrawlLimit.GROWTH, more: Limit.SLACK };
const ROOM_OF_LISTS = { factor: CrawlLimit.GROWTH_OF_LISTS, more: CrawlLimit.SLACK_OF_LISTS };

const compiled = new Map<number, Uint8Array>();

/** The program of `crawl@1`, that of a random policy, or a made one. */
export function someProgram(pair: KernelPair): Uint8Array {
	return programAt(pair.next(1 + RANDOM_PROGRAMS + MADE.length));
}

/** The program of `crawl@1`, or a made one: few of the random policies have rules that the fast path knows. */
export function fastProgram(pair: KernelPair): Uint8Array {
	const number = pair.next(1 + MADE.length);
	return programAt(number === 0 ? 0 : RANDOM_PROGRAMS + number);
}

/** A program of a policy on RFC 3986. */
export function genericProgram(pair: KernelPair): Uint8Array {
	for (;;) {
		const program = someProgram(pair);
		if (headerOf(program, Header.BASE) === Base.RFC3986) return program;
	}
}

/** A program by its number. Compiled on demand: a run that finds a fault at once needs few. */
function programAt(number: number): Uint8Array {
	const program = compiled.get(number) ?? compile(number);
	compiled.set(number, program);
	return program;
}

function compile(number: number): Uint8Array {
	if (number === 0) return programOf({ profile: "crawl@1", engine: "js" });
	if (number > RANDOM_PROGRAMS) return programOf({ ...(MADE[number - RANDOM_PROGRAMS - 1] as CrawlOptions), engine: "js" });
	for (let seed = number; ; seed += RANDOM_PROGRAMS) {
		const program = programOf({ ...randomPolicy(random(seed)), engine: "js" });
		if (workOf(program) <= MAX_WORK) return program;
	}
}

/** A word of the header of a program. */
function headerOf(program: Uint8Array, offset: number): number {
	return new DataView(program.buffer, program.byteOffset).getInt32(offset, true);
}

/** Octets that a program needs after it. */
export function workOf(program: Uint8Array): number {
	return headerOf(program, Header.WORK);
}

/** Sets a program in an area of its own. Returns the status. */
export function place(pair: KernelPair, program: Uint8Array): number {
	return set(pair, pair.area(program.length + workOf(program), 64), program);
}

/** Sets a program at an address, its checksum made right. Returns the status. */
export function set(pair: KernelPair, start: number, program: Uint8Array): number {
	pair.set(start, program);
	pair.run("fingerprint", 0, start + Header.BASE, start + program.length, start + Header.CHECKSUM);
	return pair.run("setProgram", start, program.length);
}

/** Lines by any rules of the kernel, perhaps by a program, perhaps against the first of them. */
export function normalizeByAny(pair: KernelPair, octets: Uint8Array): void {
	const options = pair.of(RULES) | pair.of(LINES);
	if (pair.next(4) > 0) place(pair, someProgram(pair));
	else pair.run("setProgram", pair.area(Header.SIZE, 4), 0);
	const end = (options & Flag.RESOLVE) === 0 ? 0 : octets.includes(LF) ? octets.indexOf(LF) : octets.length;
	const base = end === 0 ? 0 : placeBase(pair, octets.subarray(0, end), options);
	if (base < 0) return;
	const room = (options & LISTS) !== 0 ? ROOM_OF_LISTS : ROOM;
	normalizeTightly(pair, octets.subarray(end), { options, room, isCrawl: true, base });
}

/** Sets the base, in the form that the kernel wants. Returns its length, or a negative number if it cannot be a base. */
export function placeBase(pair: KernelPair, base: Uint8Array, options: number): number {
	let [start, end] = pair.put(base);
	const to = pair.area(ROOM.factor * base.length + ROOM.more);
	const written = pair.run("normalize", Flag.NO_A_LABELS, start, end, to);
	if (written < 0) return written;
	if (written > 0) [start, end] = [to, written];
	return pair.run("setBase", options, start, end) === 0 ? end - start : -1;
}
