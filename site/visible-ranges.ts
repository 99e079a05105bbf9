/** Chooses the parts of a long text that are shown. */

export interface Range {
	readonly start: number;
	readonly end: number;
}

/**
 * Limits in UTF-16 units. A text of up to `max` is shown whole. Of a longer one, `atStart` and `atEnd` are shown, and `around` on
 * both sides of where the first mark starts and the last mark ends.
 */
export interface Size {
	readonly max: number;
	readonly atStart: number;
	readonly atEnd: number;
	readonly around: number;
}

export const FULL: Size = { max: 900, atStart: 400, atEnd: 120, around: 60 };
export const EXCERPT: Size = { max: 180, atStart: 48, atEnd: 24, around: 36 };

/** The visible ranges of a text, in order and disjoint. */
export function visibleRanges(length: number, size: Size, marks: readonly Range[] = []): Range[] {
	if (length <= size.max) return [{ start: 0, end: length }];
	const ranges = [
		{ start: 0, end: size.atStart },
		...aroundMarks(length, size, marks),
		{ start: length - size.atEnd, end: length },
	];
	return joined(ranges);
}

/** The surroundings of where the first mark starts and the last mark ends. */
function aroundMarks(length: number, { around }: Size, marks: readonly Range[]): Range[] {
	const places = [marks.at(0)?.start, marks.at(-1)?.end].filter((at) => at !== undefined);
	return places.map((at) => ({ start: Math.max(0, at - around), end: Math.min(length, at + around) }));
}

/** Sorts ranges and merges those that overlap or touch. */
export function joined(ranges: readonly Range[]): Range[] {
	const result: Range[] = [];
	for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		if (last === undefined || range.start > last.end) result.push(range);
		else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
	}
	return result;
}
