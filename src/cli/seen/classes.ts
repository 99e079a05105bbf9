/** Lines or rows by their class, until the last one has been read: which member of a class stays, and how many it has. */
import { NumberList } from "../../engine/number-list";
import { FRESH } from "../../engine/seen-table";
import { Spool } from "../output/spool";

/** Which member of a class stays: by place or, of tables, by the value in a column. */
export interface Keep {
	readonly which: "first" | "last" | "min" | "max";
	/** For `min` and `max`. */
	readonly column?: string | undefined;
}

/** A line or row. */
export interface Member {
	readonly octets: Uint8Array;
	/** Octets after the place where its count goes. */
	readonly tail?: number | undefined;
	/** The mark of its reference in a set that was empty: FRESH, or the number of its class. Undefined if it is in none. */
	readonly mark: number | undefined;
	/** Whether its mark does not count: it has no reference. */
	readonly isEmpty?: boolean;
	/** What `min` and `max` compare. */
	readonly value?: Uint8Array | undefined;
}

/** What is in no class. */
const NO_CLASS = -1;
const NO_TAIL = -1;

export class Classes {
	readonly #which: Keep["which"];
	/** Members that stay unless a better one follows, in order, each with its class. */
	readonly #spool = new Spool("--count and --keep");
	readonly #classes = new NumberList();
	readonly #tails = new NumberList();
	/** By class: how many members it has, which one stays, and its value. */
	readonly #counts = new NumberList();
	readonly #kept = new NumberList();
	readonly #values: (Sortable | undefined)[] = [];

	/** Throws Failure. */
	constructor({ which }: Keep) {
		this.#which = which;
	}

	/** Throws Failure. */
	add({ octets, tail, mark, isEmpty = false, value }: Member): void {
		const number = mark === FRESH ? this.#counts.length : (mark ?? NO_CLASS);
		if (mark === FRESH) {
			this.#counts.push(1);
			this.#kept.push(this.#classes.length);
			if (this.#compares) this.#values.push(sortable(value));
		} else if (mark !== undefined && !isEmpty) {
			this.#counts.set(number, this.#counts.at(number) + 1);
			if (!this.#replaces(number, value)) return;
			this.#kept.set(number, this.#classes.length);
		}
		if (octets.length === 0) return;
		this.#spool.append(octets);
		this.#classes.push(isEmpty ? NO_CLASS : number);
		this.#tails.push(tail ?? NO_TAIL);
	}

	/** Passes on what stays, in order, with the size of its class; undefined for what is in no class. Throws Failure. */
	forEach(take: (octets: Uint8Array, count: number | undefined, tail: number | undefined) => void): void {
		for (let item = 0; item < this.#classes.length; ++item) {
			const number = this.#classes.at(item);
			const tail = this.#tails.at(item) === NO_TAIL ? undefined : this.#tails.at(item);
			if (number === NO_CLASS) take(this.#spool.line(item), undefined, tail);
			else if (this.#kept.at(number) === item) take(this.#spool.line(item), this.#counts.at(number), tail);
		}
	}

	get #compares(): boolean {
		return this.#which === "min" || this.#which === "max";
	}

	/** Whether a member of a class with this value stays instead of the one before. */
	#replaces(number: number, octets: Uint8Array | undefined): boolean {
		if (!this.#compares) return this.#which === "last";
		const value = sortable(octets);
		const before = this.#values[number];
		if (value === undefined) return false;
		const order = before === undefined ? 0 : compare(value, before);
		if (before !== undefined && (this.#which === "min" ? order >= 0 : order <= 0)) return false;
		this.#values[number] = value;
		return true;
	}
}

/** Text with a character for each octet, and its number if it is one. */
interface Sortable {
	readonly text: string;
	readonly number: number | undefined;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const INTEGER = /^-?\d+$/;

function sortable(octets: Uint8Array | undefined): Sortable | undefined {
	const text = octets === undefined ? "" : Buffer.from(octets).toString("latin1").trim();
	return text === "" ? undefined : { text, number: NUMBER.test(text) ? Number(text) : undefined };
}

/** Numbers by value, text by octets, numbers before text. */
function compare(a: Sortable, b: Sortable): number {
	if (a.number === undefined || b.number === undefined) {
		if (a.number !== b.number) return a.number === undefined ? 1 : -1;
		return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
	}
	if (a.number !== b.number) return a.number < b.number ? -1 : 1;
	// Integers that are equal as floating-point numbers may differ.
	return INTEGER.test(a.text) && INTEGER.test(b.text) ? Number(BigInt(a.text) - BigInt(b.text)) : 0;
}
