/** What `--keep min:` and `max:` compare: numbers by value, all else by its octets. */
import { isSpace } from "../../../assembly/datasets/white-space";

/** Octets of a part of a value. */
export const PART = 1024;

/** A value. It comes in parts, so that a comparison reads no more of a long value than of a short one. */
export interface Sortable {
	/** Octets of its text. */
	readonly length: number;
	/** NaN if it is not a number. */
	readonly number: number;
	/** Whether it is an integer. Its text then has neither leading zeros nor "+", and 0 has no sign. */
	readonly isInteger: boolean;
	/** The part of the text at `start`, a multiple of PART, with a character for each octet. Throws Failure. */
	part(start: number): string;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;
const SIGN_AND_ZEROS = /^[+-]?0*(?=\d)/;

/** Undefined for no value: none, an empty one, and only white space. */
export function sortable(octets: Uint8Array | undefined): Sortable | undefined {
	const text = trimmed(octets ?? new Uint8Array(0));
	if (text === "") return undefined;
	const isInteger = INTEGER.test(text);
	return new TextValue(isInteger ? canonical(text) : text, NUMBER.test(text) ? Number(text) : Number.NaN, isInteger);
}

class TextValue implements Sortable {
	readonly #text: string;
	readonly number: number;
	readonly isInteger: boolean;

	constructor(text: string, number: number, isInteger: boolean) {
		this.#text = text;
		this.number = number;
		this.isInteger = isInteger;
	}

	get length(): number {
		return this.#text.length;
	}

	part(start: number): string {
		return this.#text.slice(start, start + PART);
	}
}

/** Text with a character for each octet, without white space around it. */
function trimmed(octets: Uint8Array): string {
	let start = 0;
	let end = octets.length;
	while (start < end && isSpace(octets[start] as number)) ++start;
	while (start < end && isSpace(octets[end - 1] as number)) --end;
	return Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString("latin1");
}

function canonical(integer: string): string {
	const digits = integer.replace(SIGN_AND_ZEROS, "");
	return integer.startsWith("-") && digits !== "0" ? `-${digits}` : digits;
}

/** Whether a value wins against that of an earlier member of its class. No value never does; any wins against none. Throws Failure. */
export function isBetter(which: "min" | "max", value: Sortable | undefined, before: Sortable | undefined): boolean {
	if (value === undefined || before === undefined) return value !== undefined;
	const order = compare(value, before);
	return which === "min" ? order < 0 : order > 0;
}

/** Numbers by value, text by octets, numbers before text. */
function compare(a: Sortable, b: Sortable): number {
	if (Number.isNaN(a.number) || Number.isNaN(b.number)) {
		return Number(Number.isNaN(a.number)) - Number(Number.isNaN(b.number)) || compareTexts(a, b);
	}
	if (a.number !== b.number) return a.number < b.number ? -1 : 1;
	// Integers that are equal as floating-point numbers may differ.
	return a.isInteger && b.isInteger ? compareDigits(a, b) : 0;
}

/** Compares integers with the same sign. */
function compareDigits(a: Sortable, b: Sortable): number {
	const order = a.length - b.length || compareTexts(a, b);
	return a.number < 0 ? -order : order;
}

/** Reads both up to the part in which they differ, or the shorter one ends. */
function compareTexts(a: Sortable, b: Sortable): number {
	const length = Math.min(a.length, b.length);
	for (let at = 0; at < length; at += PART) {
		const [left, right] = [a.part(at), b.part(at)];
		if (left !== right) return left < right ? -1 : 1;
	}
	return a.length - b.length;
}
