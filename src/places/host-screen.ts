/**
 * A filter of names, in memory of its own: assembly/store/hosts.ts. Most hosts are not covered by any name: it says
 * so without hashing them. It also takes lines of files.
 *
 * ```
 *   screen │ fingerprints of names: all │ exact │ words of the filter │ records of hosts │ name │ LINES, which grow
 * ```
 */
import { Limit } from "../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { HostRecord, MAX_HOST, HostScreen as Screen } from "../../assembly/store/layout";
import type { Engine } from "../engine/kernel";
import { MAX_RECORDS } from "../engine/workspace";
import { StoreMemory } from "../store/store-kernel";

/** Lines of a file that a call takes. */
const BATCH = 4096;

/** Bits of the filter: powers of two. DEFAULT_BITS are those for an unknown number of names. */
const BITS_PER_NAME = 16;
const MIN_BITS = 2 ** 16;
const MAX_BITS = 2 ** 26;
const DEFAULT_BITS = 2 ** 24;

const WORD = 4;

/** Hosts that may be covered. Valid until the next call. */
export interface ScreenedHosts {
	readonly count: number;
	/** The memory, and its words: HostRecord.SIZE octets for each host, from the word `first` on. */
	readonly octets: Uint8Array;
	readonly words: Int32Array;
	readonly first: number;
}

export class HostScreen {
	readonly #memory: StoreMemory;
	readonly #screen: number;
	readonly #all: number;
	readonly #exact: number;
	readonly #records: number;
	readonly #name: number;
	readonly #lines: number;
	#capacity = 0;

	/** `expected`: the number of names, or 0 if it is unknown. Throws SetError `set-full`. */
	constructor(engine: Engine, key: Uint8Array, expected: number) {
		const bits = expected === 0 ? DEFAULT_BITS : 2 ** Math.ceil(Math.log2(expected * BITS_PER_NAME));
		const words = Math.min(Math.max(bits, MIN_BITS), MAX_BITS) / 32;
		const memory = new StoreMemory(engine);
		this.#memory = memory;
		this.#screen = memory.take(Screen.SIZE);
		this.#all = memory.take(BATCH * FINGERPRINT_SIZE);
		this.#exact = memory.take(BATCH * FINGERPRINT_SIZE);
		memory.setWord(this.#screen + Screen.WORDS, memory.take(WORD * words));
		memory.setWord(this.#screen + Screen.SHIFT, 32 - Math.log2(words));
		memory.setWord(this.#screen + Screen.LIMIT, BATCH);
		memory.area(this.#screen + Screen.KEY, key.length).set(key);
		this.#records = memory.take(MAX_RECORDS * HostRecord.SIZE);
		this.#name = memory.take(MAX_HOST);
		this.#lines = memory.take(0);
	}

	/** The room for lines, with at least `size` octets. Keeps them. Throws SetError `set-full`. */
	room(size: number): Uint8Array {
		if (size > this.#capacity) {
			this.#memory.giveBack(this.#lines);
			this.#capacity = Math.max(size, 2 * this.#capacity);
			this.#memory.take(this.#capacity + Limit.MARGIN);
		}
		return this.#memory.area(this.#lines, this.#capacity);
	}

	/**
	 * Adds lines of `room` from offset `from` on, up to one that is not the plain name of a host or does not end before `end`, or fewer.
	 * `all` and `exact`: the fingerprints of the names by what they cover, valid until the next call.
	 */
	addLines(from: number, end: number): { lines: number; next: number; all: Uint8Array; exact: Uint8Array } {
		const memory = this.#memory;
		memory.setWord(this.#screen + Screen.ALL, this.#all);
		memory.setWord(this.#screen + Screen.EXACT, this.#exact);
		const next = memory.kernel.call.addHostLines(this.#screen, this.#lines + from, this.#lines + end) - this.#lines;
		const taken = (start: number, field: Screen) => memory.kernel.octets.subarray(start, memory.word(this.#screen + field));
		return {
			lines: memory.word(this.#screen + Screen.LINES),
			next,
			all: taken(this.#all, Screen.ALL),
			exact: taken(this.#exact, Screen.EXACT),
		};
	}

	/** Adds a name without a port, of at most MAX_HOST octets. */
	add(name: Uint8Array): void {
		this.#memory.area(this.#name, name.length).set(name);
		this.#memory.kernel.call.addHost(this.#screen, this.#name, this.#name + name.length);
	}

	/** The hosts that may be covered, of at most MAX_RECORDS, a line each, with their ports or without. */
	hostsIn(lines: Uint8Array): ScreenedHosts {
		this.room(lines.length).set(lines);
		const { kernel } = this.#memory;
		const end = this.#lines + lines.length;
		const count = kernel.call.screenHosts(this.#screen, this.#lines, end, this.#records);
		return { count, octets: kernel.octets, words: kernel.words, first: this.#records / WORD };
	}
}
