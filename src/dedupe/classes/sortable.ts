/**
 * The order of `--keep min:` and `max:`: numbers by value, however long, all else by its octets.
 *
 * A number other than 0 is `0.DIGITS` times ten to the power of its scale, where DIGITS neither begin nor end with 0. Then the order of
 * magnitudes is that of scales, and for equal ones that of DIGITS as text.
 */
import { Octet } from "../../../assembly/octets/char";
import { isSpace } from "../../../assembly/tables/white-space";

/** Octets of a part of a value. */
export const PART = 1024;

/** The kinds of values, in order. */
export enum Kind {
	NEGATIVE = -1,
	ZERO = 0,
	POSITIVE = 1,
	TEXT = 2,
}

/** A value. It comes in parts, so that a comparison reads no more of a long value than of a short one. */
export interface Sortable {
	readonly kind: Kind;
	/** That of a number, or what stands for it: see `hugeMagnitude`. 0 for 0 and for text. */
	readonly scale: number;
	/** Octets of its digits or text. */
	readonly length: number;
	/** The part of them at `start`, a multiple of PART, with a character for each octet. Throws Failure. */
	part(start: number): string;
}

/** No two ways to match, so that it takes linear time. */
const NUMBER = /^([+-])?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-])?(\d+))?$/i;

/** Undefined for no value: none, an empty one, and only white space. */
export function sortable(octets: Uint8Array | undefined): Sortable | undefined {
	if (octets === undefined) return undefined;
	if (isShortInteger(octets)) return new ShortInteger(octets);
	const text = trimmed(octets);
	if (text === "") return undefined;
	const match = NUMBER.exec(text);
	return match === null ? new TextValue(Kind.TEXT, 0, text) : numberOf(match);
}

/** Digits of integers that are kept as a number. */
const SHORT = 15;

/** Whether these are a few digits that do not begin with 0: an identifier, a time or a size, as most values are. */
function isShortInteger(octets: Uint8Array): boolean {
	if (octets.length === 0 || octets.length > SHORT || octets[0] === Octet.DIGIT_0) return false;
	for (const octet of octets) if (octet < Octet.DIGIT_0 || octet > Octet.DIGIT_9) return false;
	return true;
}

/** A positive integer. Its text is made when it is compared with another one of the same length. */
class ShortInteger implements Sortable {
	readonly kind = Kind.POSITIVE;
	readonly scale: number;
	readonly #value: number;

	constructor(digits: Uint8Array) {
		this.scale = digits.length;
		let value = 0;
		for (const digit of digits) value = 10 * value + digit - Octet.DIGIT_0;
		this.#value = value;
	}

	get length(): number {
		return this.part(0).length;
	}

	part(start: number): string {
		return start === 0 ? String(this.#value).replace(/0+$/, "") : "";
	}
}

class TextValue implements Sortable {
	readonly kind: Kind;
	readonly scale: number;
	readonly #text: string;

	constructor(kind: Kind, scale: number, text: string) {
		this.kind = kind;
		this.scale = scale;
		this.#text = text;
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

function numberOf([
	,
	sign,
	whole = "",
	fraction = "",
	bareFraction = fraction,
	powerSign,
	power = "",
]: RegExpExecArray): Sortable {
	const digits = whole + bareFraction;
	const start = zerosAt(digits);
	if (start === digits.length) return new TextValue(Kind.ZERO, 0, "");
	let end = digits.length;
	while (digits[end - 1] === "0") --end;
	const { scale, prefix } = magnitude(power.slice(zerosAt(power)), powerSign === "-", whole.length - start);
	return new TextValue(sign === "-" ? Kind.NEGATIVE : Kind.POSITIVE, scale, prefix + digits.slice(start, end));
}

/** Number of zeros at the start. */
function zerosAt(digits: string): number {
	let count = 0;
	while (digits[count] === "0") ++count;
	return count;
}

/** Max decimal digits of a scale that is a number, so that sums with the length of a value are exact. */
const SCALE_DIGITS = 15;

interface Magnitude {
	readonly scale: number;
	/** Text that precedes the digits in comparisons. */
	readonly prefix: string;
}

/** The scale of digits with a power of ten, which has no leading zeros, and `shift` of them before the point. */
function magnitude(power: string, isNegative: boolean, shift: number): Magnitude {
	if (power.length > SCALE_DIGITS) return magnitudeOf(sum(power, isNegative ? -shift : shift), isNegative);
	const scale = shift + (isNegative ? -Number(power) : Number(power));
	return magnitudeOf(String(Math.abs(scale)), scale < 0);
}

function magnitudeOf(digits: string, isNegative: boolean): Magnitude {
	if (digits.length > SCALE_DIGITS) return hugeMagnitude(digits, isNegative);
	return { scale: isNegative ? -Number(digits) : Number(digits), prefix: "" };
}

/** The unit of what stands for scales that are no number. It is above all those that are. */
const HUGE = 2 ** 60;

/** A scale of many digits: their number stands for it, and they, or their complements to 9 if it is negative, precede those of the value. */
function hugeMagnitude(digits: string, isNegative: boolean): Magnitude {
	if (!isNegative) return { scale: digits.length * HUGE, prefix: digits };
	return { scale: -digits.length * HUGE, prefix: digits.replace(/\d/g, (digit) => String(9 - Number(digit))) };
}

/** Adds a number to one of more than SCALE_DIGITS digits, which stays positive, in linear time. */
function sum(digits: string, addend: number): string {
	const base = 10 ** SCALE_DIGITS;
	const last = Number(digits.slice(-SCALE_DIGITS)) + addend;
	const carry = Math.floor(last / base);
	return carried(digits.slice(0, -SCALE_DIGITS), carry) + String(last - carry * base).padStart(SCALE_DIGITS, "0");
}

/** Adds 1, 0 or -1 to digits, which are not 0. */
function carried(digits: string, carry: number): string {
	if (carry === 0) return digits;
	const [full, empty] = carry > 0 ? ["9", "0"] : ["0", "9"];
	let at = digits.length - 1;
	while (at >= 0 && digits[at] === full) --at;
	const changed = at < 0 ? "1" : String(Number(digits[at]) + carry);
	return (digits.slice(0, Math.max(at, 0)) + changed).replace(/^0/, "") + empty.repeat(digits.length - 1 - at);
}

/** Below 0 if a value wins against another one, above 0 if it loses. No value never wins; any wins against none. Throws Failure. */
export function orderOf(which: "min" | "max", value: Sortable | undefined, other: Sortable | undefined): number {
	if (value === undefined || other === undefined) return Number(value === undefined) - Number(other === undefined);
	const order = compare(value, other);
	return which === "min" ? order : -order;
}

/** Numbers by value, text by octets, numbers before text. */
function compare(a: Sortable, b: Sortable): number {
	if (a.kind !== b.kind) return a.kind - b.kind;
	const order = a.scale === b.scale ? compareTexts(a, b) : a.scale - b.scale;
	return a.kind === Kind.NEGATIVE ? -order : order;
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
