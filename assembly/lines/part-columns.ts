/**
 * Parts of references in normal form, a column each, in the layout of `column.ts`:
 *
 * ```
 *   column   http://h/a?q/b          offsets  [0, 12, 14]
 *                  | HOST │ QUERY, in one word
 *   to       h                       ends     [0, 1, ~1]      ~: the reference has no such part
 *   + room   q                                [0, 1, ~1]
 * ```
 */

import { ABSENT, Component } from "../layout/addresses";
import { Part, partRoom } from "../layout/parts";
import { copyRun, load32, store32 } from "../octets/memory";
import { endOf, startOf } from "../reference/record";
import { writeShape } from "../shape/shape";
import { mark, unmark } from "./line-record";
import { scanForm, writePoliteness } from "./parts";

/**
 * Writes `parts` of the values of a column, whose offsets are at [offsets, last] as for `spread`: those of the first part to `to`, those
 * of each other part `partRoom` of the values on. At `ends`, writes the offsets of each part, one more than values, which begin with 0.
 * The end of a part that a value does not have is marked; so are all ends of a value that is no URI reference, but that of its shape.
 *
 * Requires: `partRoom` of the values for each part, without overlap; Limit.MARGIN readable octets after the values.
 */
export function writePartColumns(offsets: i32, last: i32, data: i32, parts: i32, to: i32, ends: i32): void {
	const size = last - offsets + 4;
	const room = partRoom(parts, load32(last) - load32(offsets));
	for (let rest = parts, end = ends; rest != 0; rest >>>= Part.BITS, end += size) store32(end, 0);
	let start = data + load32(offsets);
	for (let at = offsets + 4; at <= last; at += 4) {
		const valueEnd = data + load32(at);
		scanForm(start, valueEnd);
		let column = to;
		let end = ends;
		for (let rest = parts; rest != 0; rest >>>= Part.BITS) {
			const part = rest & Part.MASK;
			const length = unmark(load32(end));
			const isShape = part == Part.SHAPE;
			store32(end + 4, isShape ? writeShape(start, valueEnd, column + length) - column : writePartAt(part, column, length));
			column += room;
			end += size;
		}
		ends += 4;
		start = valueEnd;
	}
}

/** Writes a part of the scanned reference to a column that has `length` octets. Returns its length then, marked without such a part. */
function writePartAt(part: i32, column: i32, length: i32): i32 {
	const component = part == Part.POLITENESS ? Component.HOST : part - 1;
	const start = startOf(component);
	if (start == ABSENT) return mark(length);
	const to = column + length;
	return (part == Part.POLITENESS ? writePoliteness(to) : copyRun(start, endOf(component), to)) - column;
}
