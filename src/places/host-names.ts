/**
 * Names of hosts in memory of their own, in which the store kernel looks up the hosts that they cover: assembly/store/hosts.ts. Lines of
 * files are added there too.
 *
 * ```
 *   names │ tables │ records │ their marks │ answers │ marks of hosts │ name │ words of the filter │ slots, keys │ lines │ slots, keys of the next table │ …
 * ```
 */
import { Limit } from "../../assembly/layout/addresses";
import { HostAnswer, KeyRecord, KeyTable, MAX_HOST, Cover as Mark, HostNames as Names } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { MAX_RECORDS } from "../engine/workspace";
import { StoreMemory } from "../store/store-kernel";
import { asciiOctets } from "../utf8";
import { MIN_KEYS, placeTable, tableSize } from "./key-tables";
import type { Cover } from "./place-names";

/** Lines of a file that a call takes. */
const BATCH = 4096;
/** Tables of names: each has room for twice as many as the one before. */
const MAX_TABLES = 24;

/** Bits of the filter: powers of two. DEFAULT_BITS are those for an unknown number of names. */
const BITS_PER_NAME = 16;
const MIN_BITS = 2 ** 16;
const MAX_BITS = 2 ** 26;
const DEFAULT_BITS = 2 ** 24;

const WORD = 4;
const MARKS: { readonly [cover in Cover]: number } = { all: Mark.ALL, exact: Mark.EXACT, below: Mark.BELOW };

export class HostNames {
	readonly #memory: StoreMemory;
	readonly #names: number;
	readonly #tables: number;
	/** The marks of hosts. */
	readonly #marks: number;
	readonly #name: number;
	#lines = 0;
	#linesSize = 0;
	/** Keys that the last table has room for. */
	#capacity: number;

	/** `expected`: the number of names, or 0 if it is unknown. Throws SetError `set-full`. */
	constructor(engine: Engine, key: Uint8Array, expected: number) {
		const bits = expected === 0 ? DEFAULT_BITS : 2 ** Math.ceil(Math.log2(expected * BITS_PER_NAME));
		const words = Math.min(Math.max(bits, MIN_BITS), MAX_BITS) / 32;
		const memory = new StoreMemory(engine);
		this.#memory = memory;
		this.#capacity = Math.max(expected, MIN_KEYS);
		this.#names = memory.take(Names.SIZE);
		this.#tables = memory.take(MAX_TABLES * KeyTable.SIZE);
		const [records, found] = [memory.take(BATCH * KeyRecord.SIZE), memory.take(BATCH)];
		const answers = memory.take(HostAnswer.SIZE << HostAnswer.COUNT_BITS);
		this.#marks = memory.take(MAX_RECORDS);
		this.#name = memory.take(MAX_HOST + Limit.MARGIN);
		memory.expect(WORD * words + tableSize(this.#capacity));
		memory.area(this.#names + Names.KEY, key.length).set(key);
		this.#set(Names.WORDS, memory.take(WORD * words));
		this.#set(Names.SHIFT, 32 - Math.log2(words));
		this.#set(Names.TABLES, this.#tables);
		this.#set(Names.ANSWERS, answers);
		this.#set(Names.RECORDS, records);
		this.#set(Names.MARKS, found);
		this.#addTable();
	}

	/** Whether there are no names. */
	get isEmpty(): boolean {
		return this.#memory.word(this.#tables + KeyTable.COUNT) === 0;
	}

	/** Whether a name has a port. */
	get hasPorts(): boolean {
		return this.#memory.word(this.#names + Names.HAS_PORTS) !== 0;
	}

	/** Takes lines, for `addLines`. Throws SetError `set-full`. */
	hold(lines: Uint8Array): void {
		if (lines.length > this.#linesSize) {
			this.#linesSize = Math.max(lines.length, 2 * this.#linesSize);
			this.#lines = this.#memory.take(this.#linesSize + Limit.MARGIN);
		}
		this.#memory.area(this.#lines, lines.length).set(lines);
	}

	/**
	 * Adds held lines from offset `from` on, up to one that is not the plain name of a host or does not end before `end`, or fewer. Returns
	 * their number, and the offset after them. Throws SetError `set-full`.
	 */
	addLines(from: number, end: number): { lines: number; next: number } {
		this.#set(Names.LIMIT, Math.min(BATCH, this.#room()));
		const { call } = this.#memory.kernel;
		const next = call.addHostLines(this.#names, this.#lines + from, this.#lines + end) - this.#lines;
		return { lines: this.#memory.word(this.#names + Names.COUNT), next };
	}

	/** Adds a name of at most MAX_HOST octets, and its port. Throws SetError `set-full`. */
	add(name: string, cover: Cover): void {
		this.#room();
		const octets = asciiOctets(name);
		this.#memory.area(this.#name, octets.length).set(octets);
		this.#memory.kernel.call.addHost(this.#names, this.#name, this.#name + octets.length, MARKS[cover]);
	}

	/**
	 * Sets the mark of each host that a name covers to 1. `hosts`: at most MAX_RECORDS, a line each, with their ports if a name has one.
	 * Throws SetError `set-full`. Requires: no name has been added since the first call.
	 */
	mark(hosts: Uint8Array, marks: Uint8Array): void {
		this.hold(hosts);
		const { kernel } = this.#memory;
		kernel.octets.set(marks, this.#marks);
		kernel.call.markHosts(this.#names, this.#lines, this.#lines + hosts.length, this.#marks);
		marks.set(kernel.octets.subarray(this.#marks, this.#marks + marks.length));
	}

	/** The room of the last table: for a key at least. Throws SetError `set-full`. */
	#room(): number {
		const room = this.#capacity - this.#memory.word(this.#last + KeyTable.COUNT);
		if (room > 0) return room;
		this.#capacity *= 2;
		this.#addTable();
		return this.#capacity;
	}

	#addTable(): void {
		this.#set(Names.TABLE_COUNT, this.#tableCount + 1);
		placeTable(this.#memory, this.#last, this.#capacity);
	}

	get #tableCount(): number {
		return this.#memory.word(this.#names + Names.TABLE_COUNT);
	}

	get #last(): number {
		return this.#tables + (this.#tableCount - 1) * KeyTable.SIZE;
	}

	#set(field: Names, value: number): void {
		this.#memory.setWord(this.#names + field, value);
	}
}
