/**
 * Writes a shape. Literal octets are copied span by span, when a class follows:
 *
 * ```
 *   key      /item-  123  .html          [DONE, …) is not written yet
 *            └ copy ┘ └ a class: put
 *   output   /item-{int}                 OUT
 * ```
 */

import { ShapeAddress, ShapeClass, ShapeName, State } from "../layout/shapes";
import { Octet } from "../octets/char";
import { copyRun, load8, load32, store32 } from "../octets/memory";

export function get(word: i32): i32 {
	return load32(ShapeAddress.STATE + word);
}

export function set(word: i32, value: i32): void {
	store32(ShapeAddress.STATE + word, value);
}

/** Begins to write the key that continues at `start` to `to`. */
export function begin(start: i32, to: i32): void {
	set(State.OUT, to);
	set(State.DONE, start);
}

/** Writes what precedes `end` in the key. Returns the end of the output. */
export function flush(end: i32): i32 {
	const to = copyRun(get(State.DONE), end, get(State.OUT));
	begin(end, to);
	return to;
}

/** Leaves out [start, end). */
export function omit(start: i32, end: i32): void {
	flush(start);
	set(State.DONE, end);
}

/** Writes a class in place of [start, end). */
export function put(shapeClass: i32, start: i32, end: i32): void {
	const name = ShapeAddress.NAMES + (shapeClass << ShapeName.BITS);
	const to = copyRun(get(State.DONE), start, get(State.OUT));
	begin(end, copyRun(name, name + load8(name + ShapeName.LENGTH), to));
}

/** Where the octet at `start` will be in the output. Requires: nothing behind it is written. */
export function placeOf(start: i32): i32 {
	return get(State.OUT) + start - get(State.DONE);
}

/** Takes back what was written behind `start`, whose place is `place`. */
export function rewind(start: i32, place: i32): void {
	if (get(State.DONE) > start) begin(start, place);
}

/** Writes the brace at `at` as a triplet, so that nothing in a key looks like a class. */
export function putBrace(at: i32): void {
	put(load8(at) == Octet.OPEN_BRACE ? ShapeClass.OPEN_BRACE : ShapeClass.CLOSE_BRACE, at, at + 1);
}

export function isBrace(octet: i32): bool {
	return octet == Octet.OPEN_BRACE || octet == Octet.CLOSE_BRACE;
}
