/** Which parts of a long text are shown. */

export interface Range {
	readonly start: number;
	readonly end: number;
}

/** How much is shown of a text: all of it up to `most` characters, else its start, its end, and the ends of what is marked. */
export interface Size {
	readonly most: number;
	readonly atStart: number;
	readonly atEnd: number;
	readonly around: number;
}

export const FULL: Size = { most: 900, atStart: 400, atEnd: 120, around: 60 };
export const EXCERPT: Size = { most: 180, atStart: 48, atEnd: 24, around: 36 };

/** The ranges of a text that are shown, in order. */
export function visibleRanges(length: number, size: Size, marks: readonly Range[] = []): Range[] {
	if (length <= size.most) return [{ start: 0, end: length }];
	const ranges = [
		{ start: 0, end: size.atStart },
		...aroundMarks(length, size, marks),
		{ start: length - size.atEnd, end: length },
	];
	return joined(ranges);
}

/** Where the first mark begins and where the last one ends. */
function aroundMarks(length: number, { around }: Size, marks: readonly Range[]): Range[] {
	const places = [marks.at(0)?.start, marks.at(-1)?.end].filter((at) => at !== undefined);
	return places.map((at) => ({ start: Math.max(0, at - around), end: Math.min(length, at + around) }));
}

/** The same ranges in order, those that touch as one. */
export function joined(ranges: readonly Range[]): Range[] {
	const result: Range[] = [];
	for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		if (last === undefined || range.start > last.end) result.push(range);
		else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
	}
	return result;
}
