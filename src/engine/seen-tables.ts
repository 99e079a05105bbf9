/**
 * The set of fingerprints over as many memories as it needs.
 *
 * ```
 *                  first table                  when its memory is at its end, its pages close one by one:
 *              0 ╱             ╲ 1              what they refuse goes on by bit 0 of its last word,
 *          a table             a table
 *        0 ╱     ╲ 1         0 ╱     ╲ 1        then by bit 1, and so on
 *          …                   …
 * ```
 *
 * A fingerprint is searched for from the first table down: in no more than n tables while there are fewer than 2^n. Nothing is
 * ever moved from one table to another, so that no batch waits for that.
 */
import { REFUSED } from "../../assembly/layout";
import { UriError } from "../errors";
import type { Kernel } from "./kernel";
import { NumberList } from "./number-list";
import { FRESH, MAX_BATCH, SeenTable } from "./seen-table";
import { FINGERPRINT_SIZE } from "./workspace";

const WORDS = FINGERPRINT_SIZE / 4;
/** The word of a fingerprint by which tables part; their pages and buckets go by the first and the second one. */
const BRANCH_WORD = 3;
/** Marks are i32. */
const MAX_ORDINALS = 0x7fffffff;

/** How a set is made. */
export interface SeenTablesSettings {
	/** Whether marks tell the how-manieth a fingerprint was; 0 stands for all numbers unless they do. */
	readonly numbered?: boolean | undefined;
	/** Number of fingerprints for which room is made at once, as far as one table goes. */
	readonly capacity?: number | undefined;
	/** Pages of fingerprints in one table at most: what its memory can have unless given. */
	readonly maxPages?: number | undefined;
}

/** A table of the set. */
class Member {
	readonly table: SeenTable;
	/** The bit by which what the table refuses is parted, and the tables to which it goes. */
	readonly #bit: number;
	readonly next: [Member | undefined, Member | undefined] = [undefined, undefined];
	/** The places in the batch of those fingerprints that wait for this table. */
	readonly places = new Int32Array(MAX_BATCH);
	waiting = 0;
	/** So many numbers are the same in the table and in the set; then the numbers in the set, by those in the table. */
	same = 0;
	readonly #numbers = new NumberList();

	constructor(table: SeenTable, bit: number) {
		this.table = table;
		this.#bit = bit;
	}

	/** Which of the next tables it is for a fingerprint, by its parting word. */
	side(word: number): 0 | 1 {
		return ((word >>> this.#bit) & 1) as 0 | 1;
	}

	/** The empty member that follows on a side. */
	follow(side: 0 | 1, table: SeenTable): Member {
		const member = new Member(table, this.#bit + 1);
		this.next[side] = member;
		return member;
	}

	/** Notes the number in the set of what is the next new one in the table. */
	number(number: number): void {
		this.#numbers.push(number);
	}

	numberOf(mark: number): number {
		return mark < this.same ? mark : this.#numbers.at(mark - this.same);
	}
}

/** A set of fingerprints in one table, and in more when that cannot grow any further. */
export class SeenTables {
	readonly #createKernel: () => Kernel;
	readonly #settings: SeenTablesSettings;
	readonly #isNumbered: boolean;
	readonly #first: Member;
	/** All of them; what a table refuses goes to one that stands behind it. */
	readonly #members: Member[];
	/** In a numbered set of several tables: whose mark each one of the batch is. */
	readonly #owners = new Uint16Array(MAX_BATCH);
	/** Whether the machine has not refused to begin a table in this batch. */
	#mayFollow = true;

	/** An empty set; each of its tables is in a kernel of its own. Throws UriError `set-full` when the machine refuses memory. */
	constructor(createKernel: () => Kernel, settings: SeenTablesSettings = {}) {
		this.#createKernel = createKernel;
		this.#settings = settings;
		this.#isNumbered = settings.numbered ?? false;
		const table = this.#createTable(settings.capacity ?? 0);
		if (table === undefined) throw fullError(0);
		this.#first = new Member(table, 0);
		this.#members = [this.#first];
	}

	/** Number of fingerprints. */
	get count(): number {
		return this.#members.reduce((sum, { table }) => sum + table.count, 0);
	}

	/** Octets of memory that the fingerprints take. */
	get byteLength(): number {
		return this.#members.reduce((sum, { table }) => sum + table.byteLength, 0);
	}

	/**
	 * Adds fingerprints, 16 octets each, at most MAX_BATCH of them. Answers their marks: FRESH, or the number of the equal one
	 * that came before. The marks are valid until the next call.
	 *
	 * Throws UriError `set-full` when there is no memory for some of them; all others have been added then.
	 */
	add(fingerprints: Uint8Array): Int32Array {
		const before = this.count;
		if (this.#isNumbered && before > MAX_ORDINALS - MAX_BATCH) throw fullError(before);
		if (this.#members.length === 1) this.#first.same = before;
		const { table } = this.#first;
		const marks = table.add(fingerprints);
		const hasRefused = table.refused > 0;
		if (hasRefused) this.#passOn(marks);
		if (this.#isNumbered && this.#members.length > 1) this.#renumber(marks, before);
		if (hasRefused && marks.includes(REFUSED)) throw fullError(this.count);
		return marks;
	}

	/** Says whether a fingerprint is in the set. */
	has(fingerprint: Uint8Array): boolean {
		const { buffer, byteOffset } = fingerprint;
		const word = new DataView(buffer, byteOffset).getInt32(BRANCH_WORD * 4, true);
		let member: Member | undefined = this.#first;
		while (member !== undefined && !member.table.has(fingerprint)) member = member.next[member.side(word)];
		return member !== undefined;
	}

	/** All fingerprints, in no particular order, some thousand at a time: 16 octets each. */
	*fingerprints(): Generator<Uint8Array> {
		for (const { table } of this.#members) yield* table.fingerprints();
	}

	/** Adds what the first table refused of a batch to the others, and puts their marks in place. */
	#passOn(marks: Int32Array): void {
		const batch = this.#first.table.added;
		this.#mayFollow = true;
		for (let place = 0; place < marks.length; ++place) {
			if (marks[place] === REFUSED) this.#await(this.#first, batch, place);
		}
		// Members that are added on the way are behind the present one: they have their turn.
		for (const [owner, member] of this.#members.entries()) {
			const { places, waiting } = member;
			if (waiting === 0) continue;
			const own = member.table.add(gather(places.subarray(0, waiting), batch));
			member.waiting = 0;
			for (let index = 0; index < waiting; ++index) {
				const place = places[index] as number;
				marks[place] = own[index] as number;
				if (own[index] === REFUSED) this.#await(member, batch, place);
				else this.#owners[place] = owner;
			}
		}
	}

	/** Lets the fingerprint at a place of the batch, which `member` refused, wait for the next table, if there can be one. */
	#await(member: Member, batch: Int32Array, place: number): void {
		const side = member.side(batch[place * WORDS + BRANCH_WORD] as number);
		const next = member.next[side] ?? this.#follow(member, side);
		if (next !== undefined) next.places[next.waiting++] = place;
	}

	/** Begins the table that follows, unless the machine refuses memory. */
	#follow(member: Member, side: 0 | 1): Member | undefined {
		if (!this.#mayFollow || !member.table.hasItsShare) return undefined;
		const table = this.#createTable(0);
		this.#mayFollow = table !== undefined;
		if (table === undefined) return undefined;
		const next = member.follow(side, table);
		this.#members.push(next);
		return next;
	}

	/** Makes the numbers that tables give into numbers in the set, which had `count` fingerprints before this batch. */
	#renumber(marks: Int32Array, count: number): void {
		let next = count;
		for (let place = 0; place < marks.length; ++place) {
			const owner = this.#members[this.#owners[place] as number] as Member;
			const mark = marks[place] as number;
			this.#owners[place] = 0;
			if (mark === FRESH) owner.number(next++);
			// 0 of the first table is 0 of the set, and the mark of zeros, of which there need not have been a number before.
			else if (mark > 0 || (mark === 0 && owner !== this.#first)) marks[place] = owner.numberOf(mark);
		}
	}

	#createTable(capacity: number): SeenTable | undefined {
		try {
			return new SeenTable(this.#createKernel(), this.#isNumbered, capacity, this.#settings.maxPages);
		} catch (error) {
			if (error instanceof RangeError) return undefined;
			throw error;
		}
	}
}

/** The fingerprints at these places of a batch. */
function gather(places: Int32Array, batch: Int32Array): Uint8Array {
	const words = new Int32Array(places.length * WORDS);
	for (let index = 0; index < places.length; ++index) {
		const from = (places[index] as number) * WORDS;
		for (let word = 0; word < WORDS; ++word) words[index * WORDS + word] = batch[from + word] as number;
	}
	return new Uint8Array(words.buffer);
}

function fullError(count: number): UriError {
	return new UriError("set-full", `The set is full at ${count} fingerprints: its memory cannot grow any further.`);
}
