/**
 * A hostile host: random areas, options, answers and orders of calls, within docs/internals/abi.md and crawl-abi.md. No call traps, and
 * none changes an octet outside its areas.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Address, Cursor, Limit, LineRecord, RejectRecord } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { random } from "../../bench/lists/random.mjs";
import { runs } from "../support/extent";
import { linesOf } from "./answers";
import { Generator } from "./generator";

const CALLS = runs(16000);
const PAGES = 24;
const CANARY = 0xa5;
const MARGIN = 128;
/** What an area for a line needs: octets for each octet of the line, and octets more. */
const CORE_ROOM = { factor: 4, more: 1024 };
const CRAWL_ROOM = { factor: 20, more: 1024 };
const EXPRESSION_ROOM = { factor: 120, more: 8192 };
/** The documented bits of options, those of the base and of lines apart. */
const CORE_OPTIONS = [0, 255, 16383, 65536, 131072, 16777216, 33554432, 50331648];
const LINE_OPTIONS = [0, 262144, 524288, 1048576, 2097152, 4194304, 67108864];
const CRAWL_OPTIONS = [0, 16, 32, 48, 64, 128, 65536, 131072];
const EXPRESSIONS = [48 + 256, 48 + 512, 48 + 512 + 3 * 2048, 48 + 256 + 1024];

type Range = readonly [start: number, end: number];

/** A kernel whose heap is all canaries, except for the areas of a call. */
class HostileHost {
	readonly #call: { readonly [name: string]: (...words: number[]) => number };
	readonly #memory: Uint8Array;
	readonly #words: Int32Array;
	readonly #heap: number;
	readonly #generator = new Generator({ seed: 8 });
	readonly next = random(8);
	#at = 0;
	#areas: Range[] = [];
	readonly #canaries: Uint8Array;

	readonly isCrawl: boolean;

	constructor(file: string) {
		this.isCrawl = file.startsWith("crawl");
		const octets = readFileSync(new URL(`../../build/out/${file}`, import.meta.url));
		const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(octets)).exports;
		this.#call = functions as never;
		this.run("initialize");
		(memory as WebAssembly.Memory).grow(PAGES);
		this.#memory = new Uint8Array((memory as WebAssembly.Memory).buffer);
		this.#words = new Int32Array(this.#memory.buffer);
		this.#heap = this.run("heapBase");
		this.#canaries = new Uint8Array(this.#memory.length).fill(CANARY);
		this.begin();
	}

	/** Forgets all areas. */
	begin(): void {
		this.#memory.fill(CANARY, this.#heap);
		this.#areas = [];
		this.#at = this.#heap + this.next(100);
	}

	run(name: string, ...words: number[]): number {
		return (this.#call[name] as (...words: number[]) => number)(...words);
	}

	of<Value>(values: readonly Value[]): Value {
		return values[this.next(values.length)] as Value;
	}

	/** An area of the next octets, at any address or an aligned one, with canaries before and after. */
	area(size: number, alignment = 1): number {
		const start = Math.ceil((this.#at + this.next(80)) / alignment) * alignment;
		this.#at = start + size + MARGIN;
		expect(this.#at).toBeLessThan(this.#memory.length);
		this.#areas.push([start, start + size]);
		return start;
	}

	/** An area with octets; those after it may be overwritten. */
	put(octets: Uint8Array): Range {
		const start = this.area(octets.length + MARGIN);
		this.#memory.set(octets, start);
		return [start, start + octets.length];
	}

	line(): Uint8Array {
		const [line] = linesOf(this.#generator.batch(1));
		return (line as Uint8Array).subarray(0, 2000);
	}

	word(address: number): number {
		return this.#words[address >> 2] as number;
	}

	setWord(address: number, value: number): void {
		this.#words[address >> 2] = value;
	}

	/** Writes one octet outside of all areas. */
	damage(): void {
		this.#memory[this.#at + 1] = 0;
	}

	/** Answers a question about a name of `size` octets, at the place where the kernel looks for it: with any octets, or with letters. */
	answer(to: number, size: number, most: number): void {
		const atLimits = [3 * size + 128, 9 * size + 256].map((length) => length + this.next(2));
		const length = this.of([-2, 0, 1, 40, ...atLimits, most, most + 1]);
		const isText = this.next(2) === 0;
		for (let at = 0; at < Math.min(length, most); ++at) this.#memory[to + at] = isText ? 0x61 + this.next(26) : this.next(256);
		this.setWord(Address.ANSWER_LENGTH, length);
	}

	/** Whether all that is no area still has its canaries. */
	isIntact(): boolean {
		let at = this.#heap;
		for (const [start, end] of [...this.#areas, [this.#memory.length, 0] as Range]) {
			if (Buffer.compare(this.#memory.subarray(at, start), this.#canaries.subarray(at, start)) !== 0) return false;
			at = end;
		}
		return true;
	}
}

/** Calls of the core kernel: each takes the areas that its page asks for. */
const CORE: readonly ((host: HostileHost) => void)[] = [
	(host) => {
		const [start, end] = host.put(host.line());
		host.run("parse", host.of(CORE_OPTIONS), start, end);
	},
	(host) => normalizeBy(host, "normalize", host.of(CORE_OPTIONS), CORE_ROOM),
	(host) => {
		const base = host.put(host.line());
		if (host.run("setBase", host.next(64), ...base) < 0) return;
		const [start, end] = host.put(host.line());
		host.run("resolve", start, end, host.area(CORE_ROOM.factor * (end - start) + CORE_ROOM.more + base[1] - base[0]));
	},
	(host) => {
		const [start, end] = host.put(host.line());
		host.run("fingerprint", host.put(new Uint8Array(16))[0], start, end, host.area(16));
	},
	(host) => normalizeLinesBy(host, host.of(CORE_OPTIONS) + host.of(LINE_OPTIONS) + host.of([0, 1048576 + 2097152]), CORE_ROOM),
];

/** Calls of the crawl kernel. */
const CRAWL: readonly ((host: HostileHost) => void)[] = [
	(host) => normalizeBy(host, host.of(["normalize", "key", "both"]), host.of(CRAWL_OPTIONS), CRAWL_ROOM),
	(host) => normalizeBy(host, "normalize", host.of(EXPRESSIONS), EXPRESSION_ROOM),
	(host) => normalizeLinesBy(host, host.of(CRAWL_OPTIONS) + host.of([0, 262144, 524288]), CRAWL_ROOM),
	(host) => {
		const [start, end] = host.put(host.line());
		host.run("sha256", start, end, host.area(32));
	},
];

function answer(host: HostileHost): void {
	const start = host.isCrawl ? host.word(CrawlAddress.QUESTION_AT) : 0;
	if (start === 0) host.answer(Address.ANSWER, 40, Limit.ANSWER);
	else host.answer(CrawlAddress.ANSWER, host.word(CrawlAddress.QUESTION_END) - start, CrawlLimit.ANSWER);
}

/** Normalizes a line, and answers the questions. */
function normalizeBy(host: HostileHost, name: string, options: number, { factor, more }: typeof CORE_ROOM): void {
	const [start, end] = host.put(host.line());
	const to = host.area(factor * (end - start) + more);
	for (let tries = 0; tries < 3 && host.run(name, options, start, end, to) === -64; ++tries) answer(host);
}

/** Normalizes lines with little room for output and records, and goes on where the call stopped. */
function normalizeLinesBy(host: HostileHost, options: number, { factor, more }: typeof CORE_ROOM): void {
	const lines = Array.from({ length: 1 + host.next(6) }, () => host.line());
	const longest = Math.max(...lines.map((line) => line.length)) + 2;
	const [start, end] = host.put(Uint8Array.from(lines.flatMap((line) => [...line, 0x0a])));
	const size = factor * longest + more;
	const to = host.area(size + MARGIN);
	const [records, rejects] = [1 + host.next(4), 1 + host.next(4)];
	host.setWord(Address.CURSOR + Cursor.RECORDS_AT, host.area(records * LineRecord.SIZE, 4));
	host.setWord(Address.CURSOR + Cursor.MAX_RECORDS, records);
	host.setWord(Address.CURSOR + Cursor.REJECTS_AT, host.area(rejects * RejectRecord.SIZE, 4));
	host.setWord(Address.CURSOR + Cursor.MAX_REJECTS, rejects);
	host.setWord(Address.CURSOR + Cursor.IN_LONG_LINE, 0);
	let from = start;
	for (let calls = 0; calls < 20; ++calls) {
		const status = -host.run("normalizeLines", options, from, end, to, to + size);
		if (status === 64) answer(host);
		else if (status !== 65) return;
		from = host.word(Address.CURSOR + Cursor.CONSUMED);
		expect(from >= start && from <= end).toBe(true);
	}
}

describe.each([
	["kernel.wasm", CORE],
	["kernel.simd.wasm", CORE],
	["crawl.wasm", CRAWL],
	["crawl.simd.wasm", CRAWL],
] as const)("%s under a hostile host", (file, calls) => {
	it("traps nowhere, and leaves the canaries around all areas", () => {
		expect(MARGIN).toBe(Limit.MARGIN);
		const host = new HostileHost(file);
		for (let call = 0; call < CALLS; ++call) {
			host.begin();
			host.of(calls)(host);
			expect([call, host.isIntact()]).toEqual([call, true]);
		}
	});

	it("would notice an octet outside of all areas", () => {
		const host = new HostileHost(file);
		host.put(host.line());
		expect(host.isIntact()).toBe(true);
		host.damage();
		expect(host.isIntact()).toBe(false);
	});
});
