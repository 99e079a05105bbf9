/** Lines or rows by their class, until the last one has been read: which member of a class stays, and how many it has. */
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import { Spool } from "../../files/output/spool";
import { comparesValues, type Keep } from "./keep";
import { NumberSet } from "./number-set";
import { isBetter, type Sortable, sortable } from "./sortable";

/** A line or row. */
export interface Member {
	readonly octets: Uint8Array;
	/** Octets after the place where its count goes. */
	readonly tail?: number | undefined;
	/** The mark of its reference in a set that was empty: FRESH, or the number of its class. Undefined if it is in none. */
	readonly mark: number | undefined;
	/** Whether its mark does not count: it has no reference. */
	readonly isEmpty?: boolean;
	/** The value that `min` and `max` compare. */
	readonly value?: Uint8Array | undefined;
}

/** The class of members in no class, such as rejected lines. */
export const NO_CLASS = -1;
const NO_TAIL = -1;

export class Classes {
	readonly #which: Keep["which"];
	/** Members that stay unless a better one follows, in order, each with its class. */
	readonly #spool: Spool;
	readonly #classes = new NumberList();
	readonly #tails = new NumberList();
	/** By class: how many members it has, and the value of the one that stays. */
	readonly #counts = new NumberList();
	readonly #values: (Sortable | undefined)[] = [];

	/** Puts members in a temporary file in `folder`. Throws Failure. */
	constructor({ which }: Keep, folder: string | undefined) {
		this.#which = which;
		this.#spool = new Spool("--count and --keep", folder);
	}

	/** Throws Failure. */
	add({ octets, tail, mark, isEmpty = false, value }: Member): void {
		const number = mark === FRESH ? this.#counts.length : (mark ?? NO_CLASS);
		if (mark === FRESH) {
			this.#counts.push(1);
			if (comparesValues(this.#which)) this.#values.push(sortable(value));
		} else if (mark !== undefined && !isEmpty) {
			this.#counts.set(number, this.#counts.at(number) + 1);
			if (!this.#replaces(number, value)) return;
		}
		if (octets.length === 0) return;
		this.#spool.append(octets);
		this.#classes.push(isEmpty ? NO_CLASS : number);
		this.#tails.push(tail ?? NO_TAIL);
	}

	/** Passes on the members that stay, in order, with the size of their class; undefined for those in no class. Throws Failure. */
	forEach(take: (octets: Uint8Array, count: number | undefined, tail: number | undefined) => void): void {
		const replaced = this.#replaced();
		for (let item = 0; item < this.#classes.length; ++item) {
			if (replaced.has(item)) continue;
			const number = this.#classes.at(item);
			const tail = this.#tails.at(item) === NO_TAIL ? undefined : this.#tails.at(item);
			if (number === NO_CLASS) take(this.#spool.line(item), undefined, tail);
			else take(this.#spool.line(item), this.#counts.at(number), tail);
		}
	}

	/** Members that a later one of their class has replaced: from the end backwards, all but the first of each class. */
	#replaced(): NumberSet {
		const replaced = new NumberSet();
		if (this.#which === "first") return replaced;
		const kept = new NumberSet();
		for (let item = this.#classes.length - 1; item >= 0; --item) {
			const number = this.#classes.at(item);
			if (number === NO_CLASS) continue;
			if (kept.has(number)) replaced.add(item);
			else kept.add(number);
		}
		return replaced;
	}

	/** Whether a member of a class with this value stays instead of the one before. */
	#replaces(number: number, octets: Uint8Array | undefined): boolean {
		if (!comparesValues(this.#which)) return this.#which === "last";
		const value = sortable(octets);
		if (!isBetter(this.#which, value, this.#values[number])) return false;
		this.#values[number] = value;
		return true;
	}
}
