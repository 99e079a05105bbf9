/**
 * Inputs of the fuzzer of kernels that coverage guides: what driver.c makes of them, on a pair of kernels. Those in test/qa/fuzz/corpus/ reach
 * all that was ever reached of the scalar builds.
 */
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../../../assembly/layout/crawl-addresses";
import { CrawlFlag, Profile } from "../../../../assembly/layout/crawl-options";
import { Flag, Level, Resolution } from "../../../../assembly/layout/options";
import { Status } from "../../../../assembly/layout/status";
import { Header } from "../../../../assembly/policy/program";
import { random } from "../../../../bench/lists/random.mjs";
import * as crawl from "../../../../src/crawl/index";
import * as core from "../../../../src/index";
import type { KernelPair } from "../hosts/kernel-pair";
import { normalizeTightly, splitLines } from "../hosts/lines";
import { randomPolicy } from "../random-policy";

/** The kernels that have a scalar build: wasm2c of Debian 12 translates no other. */
export type NativeKernel = "core" | "crawl";

/** Octets before the text of an input, as driver.c draws them. */
const HEAD = 6;
const enum Head {
	RULES = 0,
	LINES = 1,
	RESOLUTION = 2,
	PROGRAM = 4,
}

const LF = 0x0a;
export const MAX_INPUT = 512;
const RESOLUTIONS = Resolution.MERGE_FROM_ROOT << 1;
/** Programs of policies, and how much memory each may need after it. */
export const PROGRAMS = 12;
const PROGRAM_WORK = 1 << 18;
const LISTS = CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES;

/** The rules that an input chooses from. Those before `IDEMPOTENT` promise that a form is its own form. */
const RULES: Readonly<Record<NativeKernel, readonly number[]>> = {
	core: [
		Level.SCHEME,
		Level.SCHEME | Flag.NO_A_LABELS,
		Level.SCHEME | Flag.STRICT,
		Level.SYNTAX,
		Level.SYNTAX | Flag.STRICT,
		Level.STRING,
		Flag.STRICT,
		...[1, 2, 3].map((edition) => Level.SCHEME | (edition << Flag.EDITION_SHIFT)),
		...Array.from({ length: 14 }, (_, rule) => 1 << rule),
		...Array.from({ length: 14 }, (_, rule) => Level.SCHEME & ~(1 << rule)),
	],
	crawl: [
		Profile.WHATWG,
		Flag.NO_A_LABELS,
		Flag.STRICT,
		...[0, CrawlFlag.KEY, CrawlFlag.BOTH, CrawlFlag.BOTH | CrawlFlag.TWICE].flatMap((form) => [
			form | CrawlFlag.POLICY,
			form | CrawlFlag.POLICY | Flag.NO_A_LABELS,
			...[Profile.SURT, Profile.W3LIB, Profile.SAFE_BROWSING, Profile.CRAWLEE].map((profile) => form | profile),
			form | Profile.CRAWLEE | CrawlFlag.KEEP_FRAGMENT,
		]),
		...[0, CrawlFlag.HOSTS_V5].flatMap((hosts) => [
			Profile.SAFE_BROWSING | CrawlFlag.EXPRESSIONS | hosts,
			Profile.SAFE_BROWSING | CrawlFlag.HASHES | hosts | (3 << CrawlFlag.PREFIX_SHIFT),
		]),
	],
};
const IDEMPOTENT = { core: 5, crawl: 3 } as const;

const WHOLE = Flag.STREAM_START | Flag.STREAM_END;
/** How lines are read, and what becomes of rejected ones. */
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

const ROOMS = {
	core: { factor: Limit.GROWTH, more: Limit.SLACK },
	crawl: { factor: CrawlLimit.GROWTH, more: Limit.SLACK },
	lists: { factor: CrawlLimit.GROWTH_OF_LISTS, more: CrawlLimit.SLACK_OF_LISTS },
} as const;

/** The name of the corpus of a kernel. */
export function nativeCorpus(kernel: NativeKernel): string {
	return `kernel-${kernel}`;
}

/** What driver.c knows of a kernel, in C. */
export function layoutOf(kernel: NativeKernel): string {
	const isCrawl = kernel === "crawl";
	const { factor: growth, more: slack } = ROOMS[kernel];
	const numbers = {
		HEAD,
		MAX_INPUT,
		BASE_SIZE: (1 + growth) * MAX_INPUT + slack + 2 * Limit.MARGIN,
		// Forms of all lines, each of which may become an error or a list.
		OUTPUT_SIZE: CrawlLimit.GROWTH_OF_LISTS * MAX_INPUT + MAX_INPUT * MAX_INPUT,
		PROGRAMS_SIZE: 1 << 18,
		PROGRAM_WORK,
		RESOLUTIONS,
		IDEMPOTENT: IDEMPOTENT[kernel],
		RECORD_SIZE: LineRecord.SIZE,
		REJECT_SIZE: RejectRecord.SIZE,
		MARGIN: Limit.MARGIN,
		GROWTH: growth,
		SLACK: slack,
		LIST_GROWTH: ROOMS.lists.factor,
		LIST_SLACK: ROOMS.lists.more,
		LISTS: isCrawl ? LISTS : 0,
		STREAM_START: Flag.STREAM_START,
		STREAM_END: Flag.STREAM_END,
		DROP_INVALID: Flag.DROP_INVALID,
		RESOLVE: Flag.RESOLVE,
		NO_A_LABELS: Flag.NO_A_LABELS,
		NEEDS_ALABEL: Status.NEEDS_ALABEL,
		NEEDS_ROOM: Status.NEEDS_ROOM,
		QUESTION_AT: isCrawl ? CrawlAddress.QUESTION_AT : 0,
		QUESTION_END: CrawlAddress.QUESTION_END,
		QUESTION_LENGTH: Address.QUESTION_LENGTH,
		REGISTRABLE: isCrawl ? CrawlAddress.REGISTRABLE : 0,
		ANSWER: Address.ANSWER,
		LONG_ANSWER: CrawlAddress.ANSWER,
		ANSWER_LENGTH: Address.ANSWER_LENGTH,
		WRITTEN: Address.CURSOR + Cursor.WRITTEN,
		CONSUMED: Address.CURSOR + Cursor.CONSUMED,
		IN_LONG_LINE: Address.CURSOR + Cursor.IN_LONG_LINE,
		RECORDS_AT: Address.CURSOR + Cursor.RECORDS_AT,
		MAX_RECORDS_AT: Address.CURSOR + Cursor.MAX_RECORDS,
		REJECTS_AT: Address.CURSOR + Cursor.REJECTS_AT,
		MAX_REJECTS_AT: Address.CURSOR + Cursor.MAX_REJECTS,
	};
	const defines = Object.entries(numbers).map(([name, value]) => `#define ${name} ${value}\n`);
	const arrays = Object.entries({ RULES: RULES[kernel], LINES }).map(
		([name, values]) => `static const uint32_t ${name}[] = {${values.join()}};\n`,
	);
	return [...defines, ...(isCrawl ? ["#define HAS_PROGRAMS\n"] : []), ...arrays].join("");
}

/** The programs that inputs choose from, or more of them: that of `crawl@1`, and some of random policies. */
export function programsOf(kernel: NativeKernel, count = PROGRAMS): Uint8Array[] {
	if (kernel === "core") return [];
	const product = { name: "js", engine: "js", core, crawl } as const;
	const programs = [crawl.createNormalizer({ profile: "crawl@1", engine: "js" }).opened.program];
	for (let seed = 1; programs.length < count; ++seed) {
		const { policy, lists } = randomPolicy(random(seed), product);
		const { program } = crawl.createNormalizer({ policy, lists: lists as never, engine: "js" }).opened;
		if (workOf(program) <= PROGRAM_WORK) programs.push(program);
	}
	return programs;
}

/** Octets that a program needs after it. */
export function workOf(program: Uint8Array): number {
	return new DataView(program.buffer, program.byteOffset).getInt32(Header.WORK, true);
}

/** An input of any rules for a text. */
export function inputFor(next: (limit: number) => number, octets: Uint8Array): Uint8Array {
	const head = Uint8Array.from({ length: HEAD }, (_, at) => (at === Head.PROGRAM ? next(PROGRAMS + 4) : next(256)));
	return Buffer.concat([head, octets]);
}

/** Plays an input on a pair of kernels, which have to write the same. */
export function playInput(pair: KernelPair, kernel: NativeKernel, input: Uint8Array, programs: readonly Uint8Array[]): void {
	if (input.length < HEAD) return;
	const of = (values: readonly number[], head: Head) => values[(input[head] as number) % values.length] as number;
	const options = of(RULES[kernel], Head.RULES) | of(LINES, Head.LINES);
	const isCrawl = kernel === "crawl";
	if (isCrawl) placeProgram(pair, programs[input[Head.PROGRAM] as number]);
	let [octets, base] = [input.subarray(HEAD), 0];
	if ((options & Flag.RESOLVE) !== 0) {
		const end = octets.includes(LF) ? octets.indexOf(LF) : octets.length;
		const resolution = (input[Head.RESOLUTION] as number) % RESOLUTIONS;
		base = placeBase(pair, isCrawl, octets.subarray(0, end), isCrawl ? options : resolution);
		if (base < 0) return;
		octets = octets.subarray(end);
	}
	const room = isCrawl && (options & LISTS) !== 0 ? ROOMS.lists : ROOMS[kernel];
	normalizeTightly(pair, [], { options, room, isCrawl, count: splitLines(octets).length, base }, octets);
}

function placeProgram(pair: KernelPair, program: Uint8Array | undefined): void {
	if (program === undefined) {
		pair.run("setProgram", pair.area(Header.SIZE, 4), 0);
		return;
	}
	const start = pair.area(program.length + workOf(program), 64);
	pair.set(start, program);
	pair.run("setProgram", start, program.length);
}

/** Sets the base, in the form that the kernel wants. Returns its length, or a number below 0 if it is none. */
function placeBase(pair: KernelPair, isCrawl: boolean, base: Uint8Array, options: number): number {
	let [start, end] = pair.put(base);
	if (isCrawl) {
		const to = pair.area(ROOMS.crawl.factor * base.length + ROOMS.crawl.more);
		const written = pair.run("normalize", Flag.NO_A_LABELS, start, end, to);
		if (written < 0) return written;
		if (written > 0) [start, end] = [to, written];
	}
	return pair.run("setBase", options, start, end) === 0 ? end - start : -1;
}
