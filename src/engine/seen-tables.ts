/**
 * A set of fingerprints over one or more tables. A table is one kernel memory of at most 4 GiB (seen-table.ts).
 *
 * ```
 *                     table                    depth 0
 *              0 /             \ 1             bit 0 of the fingerprint's last word
 *            table             table           depth 1
 *          0 /   \ 1         0 /   \ 1         bit 1
 *            …                 …               depth 2
 * ```
 *
 * The tables form a binary trie over the bits of the last word. Pages and buckets use the first two words, so the choice of the
 * table is independent of the place in it. A table that is out of memory fills up page by page and refuses the rest. A refused
 * fingerprint moves on to the child table chosen by the next bit, which is created on demand.
 *
 * A search starts at the root and visits one table per level, so at most n tables while there are fewer than 2^n. Fingerprints
 * never move between tables: no batch ever waits for a rehash.
 *
 * Each table counts its own ordinals from 0. ordinals.ts converts them to the ordinals of the set.
 */

import { REFUSED } from "../../assembly/layout/addresses";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import { isError } from "../brand";
import { SetError } from "../errors";
import type { Kernel, SetFunctions } from "./kernel";
import type { Ordinals } from "./ordinals";
import { MAX_BATCH, SeenTable } from "./seen-table";

const WORDS = FINGERPRINT_SIZE / 4;
/** The word of a fingerprint whose bits choose the table. */
const BRANCH_WORD = 3;

/** Options of a set. */
export interface SeenTablesSettings {
	/** If given, the mark of a known fingerprint is its ordinal. If not, the mark is 0. */
	readonly ordinals?: Ordinals | undefined;
	/** Number of fingerprints for which the first table initially has room. */
	readonly capacity?: number | undefined;
	/** Max pages of fingerprints in a table. The default is the capacity of its memory. */
	readonly maxPages?: number | undefined;
}

/** A node of the trie. */
class Member {
	readonly table: SeenTable;
	/** The bit that chooses the child for a refused fingerprint. */
	readonly #bit: number;
	readonly next: [zero?: Member, one?: Member] = [];
	/** The places in the batch of the fingerprints that wait for this table. */
	readonly places = new Int32Array(MAX_BATCH);
	waiting = 0;

	constructor(table: SeenTable, bit: number) {
		this.table = table;
		this.#bit = bit;
	}

	/** The child that holds a fingerprint, by its branch word. */
	side(word: number): 0 | 1 {
		return ((word >>> this.#bit) & 1) as 0 | 1;
	}

	/** Adds an empty child. */
	follow(side: 0 | 1, table: SeenTable): Member {
		const member = new Member(table, this.#bit + 1);
		this.next[side] = member;
		return member;
	}
}

/** A set of fingerprints, in more than one table if the first cannot grow any further. */
export class SeenTables {
	readonly #createKernel: () => Kernel<SetFunctions>;
	readonly #settings: SeenTablesSettings;
	readonly #first: Member;
	/** All nodes in order of creation, hence each before its children. */
	readonly #members: Member[];
	/** Readings of the set while it may change. An abandoned one is not kept in memory. */
	#readings: WeakRef<Reading>[] = [];
	/** Cleared if a table could not be created, so that this batch does not try again. */
	#mayFollow = true;

	/** Creates an empty set. Throws SetError `set-full` if memory cannot be allocated. */
	constructor(createKernel: () => Kernel<SetFunctions>, settings: SeenTablesSettings = {}) {
		this.#createKernel = createKernel;
		this.#settings = settings;
		const table = this.#createTable(settings.capacity ?? 0);
		if (table === undefined) throw fullError(0);
		this.#first = new Member(table, 0);
		this.#members = [this.#first];
	}

	/** Number of fingerprints. */
	get count(): number {
		return this.#members.reduce((sum, { table }) => sum + table.count, 0);
	}

	/** Memory used, in octets. */
	get byteLength(): number {
		return this.#members.reduce((sum, { table }) => sum + table.byteLength, 0);
	}

	/**
	 * Adds up to MAX_BATCH fingerprints of 16 octets. Returns a mark for each, valid until the next call: FRESH, or the ordinal of
	 * the equal fingerprint added before.
	 *
	 * Throws SetError `set-full` if memory cannot be allocated for some of them. The others have been added by then.
	 */
	addKeys(fingerprints: Uint8Array): Int32Array {
		for (const reading of this.#readings.splice(0)) reading.deref()?.keep();
		const before = this.count;
		const { ordinals } = this.#settings;
		if (ordinals?.isFullAt(before)) throw fullError(before);
		if (this.#members.length === 1) ordinals?.share(before);
		const { table } = this.#first;
		const marks = table.addKeys(fingerprints);
		const hasRefused = table.refused > 0;
		if (hasRefused) this.#passOn(marks);
		if (this.#members.length > 1) ordinals?.convert(marks, before);
		if (hasRefused && marks.includes(REFUSED)) throw fullError(this.count);
		return marks;
	}

	/** Whether a fingerprint is in the set. */
	has(fingerprint: Uint8Array): boolean {
		const { buffer, byteOffset } = fingerprint;
		const word = new DataView(buffer, byteOffset).getInt32(BRANCH_WORD * 4, true);
		let member: Member | undefined = this.#first;
		while (member !== undefined && !member.table.has(fingerprint)) member = member.next[member.side(word)];
		return member !== undefined;
	}

	/** Yields copies of all fingerprints in no particular order, up to MAX_BATCH at a time. */
	*fingerprints(): Generator<Uint8Array> {
		for (const { table } of this.#members) yield* table.fingerprints();
	}

	/** A snapshot of the fingerprints, to be read while others are added. */
	read(): Reading {
		const reading = new Reading(this.fingerprints(), this.count);
		this.#readings = this.#readings.filter((other) => other.deref() !== undefined);
		this.#readings.push(new WeakRef(reading));
		return reading;
	}

	/** Adds the fingerprints that the first table refused to its descendants, and fills in their marks. */
	#passOn(marks: Int32Array): void {
		const batch = this.#first.table.added;
		this.#mayFollow = true;
		for (let place = 0; place < marks.length; ++place) {
			if (marks[place] === REFUSED) this.#await(this.#first, batch, place);
		}
		// Members created on the way are appended, so this loop reaches them.
		for (const [owner, member] of this.#members.entries()) {
			const { places, waiting } = member;
			if (waiting === 0) continue;
			const own = member.table.addKeys(fingerprintsAt(places.subarray(0, waiting), batch));
			member.waiting = 0;
			for (let index = 0; index < waiting; ++index) {
				const place = places[index] as number;
				marks[place] = own[index] as number;
				if (own[index] === REFUSED) this.#await(member, batch, place);
				else this.#settings.ordinals?.own(place, owner);
			}
		}
	}

	/** Queues the fingerprint at `place`, which `member` refused, for the child table. It stays refused if there can be none. */
	#await(member: Member, batch: Int32Array, place: number): void {
		const side = member.side(batch[place * WORDS + BRANCH_WORD] as number);
		const next = member.next[side] ?? this.#follow(member, side);
		if (next !== undefined) next.places[next.waiting++] = place;
	}

	/** Creates a child. Returns undefined if memory cannot be allocated. */
	#follow(member: Member, side: 0 | 1): Member | undefined {
		if (!this.#mayFollow || !member.table.hasItsShare) return undefined;
		const table = this.#createTable(0);
		this.#mayFollow = table !== undefined;
		if (table === undefined) return undefined;
		const next = member.follow(side, table);
		this.#members.push(next);
		return next;
	}

	#createTable(capacity: number): SeenTable | undefined {
		try {
			return new SeenTable(this.#createKernel(), this.#settings.ordinals !== undefined, capacity, this.#settings.maxPages);
		} catch (error) {
			if (isError(error, "RangeError")) return undefined;
			throw error;
		}
	}
}

/** The fingerprints of a set at a moment. They are read from the set, and copied, 16 octets each, only before it changes. */
export class Reading {
	readonly count: number;
	#rest: Iterator<Uint8Array>;

	constructor(fingerprints: Iterator<Uint8Array>, count: number) {
		this.#rest = fingerprints;
		this.count = count;
	}

	/** Copies the fingerprints that have not been read. Without memory for them, further reading throws SetError `set-full`. */
	keep(): void {
		try {
			this.#rest = [...this.fingerprints()].values();
		} catch {
			this.#rest = failing();
		}
	}

	/** Yields the fingerprints that have not been read. */
	*fingerprints(): Generator<Uint8Array> {
		for (let next = this.#rest.next(); !next.done; next = this.#rest.next()) yield next.value;
	}
}

// biome-ignore lint/correctness/useYield: it is an iterator that has nothing to yield.
function* failing(): Generator<Uint8Array> {
	throw new SetError("set-full", "The set changed while it was saved, and there is no memory for a copy of it.");
}

/** Copies the fingerprints at these places of a batch. */
function fingerprintsAt(places: Int32Array, batch: Int32Array): Uint8Array {
	const words = new Int32Array(places.length * WORDS);
	for (let index = 0; index < places.length; ++index) {
		const from = (places[index] as number) * WORDS;
		for (let word = 0; word < WORDS; ++word) words[index * WORDS + word] = batch[from + word] as number;
	}
	return new Uint8Array(words.buffer);
}

function fullError(count: number): SetError {
	return new SetError("set-full", `The set is full at ${count} fingerprints.`);
}
