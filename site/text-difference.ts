/** Finds the differences of two spellings: a longest common subsequence of triplets and characters. */
import { joined, type Range } from "./visible-ranges";

/** The ranges of each text, in UTF-16 units, that the other text lacks. */
export interface Difference {
	readonly before: readonly Range[];
	readonly after: readonly Range[];
}

/** A triplet is one token. */
const TOKEN = /%[0-9A-Fa-f]{2}|./gsu;

/** Longer texts (in total) are compared only by their common start and end. */
const LONG = 20_000;
/** Max size of the table of the longest common subsequence. Beyond it, everything between common start and end differs. */
const MAX_PAIRS = 250_000;

export function differenceOf(before: string, after: string): Difference {
	if (before === after) return { before: [], after: [] };
	if (before.length + after.length > LONG) return betweenEnds(before, after);
	const [a, b] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []];
	let start = 0;
	while (start < a.length && start < b.length && a[start] === b[start]) ++start;
	let tail = 0;
	while (tail < Math.min(a.length, b.length) - start && a.at(-1 - tail) === b.at(-1 - tail)) ++tail;
	const [middleA, middleB] = [a.slice(start, a.length - tail), b.slice(start, b.length - tail)];
	const common = commonTokens(middleA, middleB);
	const offset = a.slice(0, start).join("").length;
	return { before: rangesWithout(middleA, common.a, offset), after: rangesWithout(middleB, common.b, offset) };
}

/** The range between the common start and the common end. Does not split surrogate pairs. */
function betweenEnds(before: string, after: string): Difference {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && before[start] === after[start]) ++start;
	if (isHighSurrogate(before, start - 1)) --start;
	let tail = 0;
	while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) ++tail;
	if (isHighSurrogate(before, before.length - tail - 1) || isHighSurrogate(after, after.length - tail - 1)) --tail;
	const range = (text: string) => [{ start, end: text.length - Math.max(0, tail) }];
	return { before: range(before), after: range(after) };
}

function isHighSurrogate(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0xd800 && unit < 0xdc00;
}

/** The token indices of a longest common subsequence, in each text. */
function commonTokens(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
	const common = { a: new Set<number>(), b: new Set<number>() };
	if (a.length * b.length > MAX_PAIRS) return common;
	const lengths = lengthsOfCommon(a, b);
	const row = b.length + 1;
	for (let i = 0, j = 0; i < a.length && j < b.length; ) {
		if (a[i] === b[j]) {
			common.a.add(i++);
			common.b.add(j++);
		} else if ((lengths[(i + 1) * row + j] as number) >= (lengths[i * row + j + 1] as number)) ++i;
		else ++j;
	}
	return common;
}

/** Lengths of the longest common subsequences of all pairs of suffixes: row i, column j for `a` from i and `b` from j. */
function lengthsOfCommon(a: readonly string[], b: readonly string[]): Uint32Array {
	const row = b.length + 1;
	const lengths = new Uint32Array((a.length + 1) * row);
	for (let i = a.length - 1; i >= 0; --i) {
		for (let j = b.length - 1; j >= 0; --j) {
			const at = i * row + j;
			lengths[at] =
				a[i] === b[j] ? 1 + (lengths[at + row + 1] as number) : Math.max(lengths[at + row] as number, lengths[at + 1] as number);
		}
	}
	return lengths;
}

/** The ranges of the tokens that are not common, in UTF-16 units from `offset`. */
function rangesWithout(tokens: readonly string[], common: ReadonlySet<number>, offset: number): Range[] {
	let start = offset;
	const ranges = tokens.map((token, index) => {
		const range = { start, end: start + token.length, isCommon: common.has(index) };
		start = range.end;
		return range;
	});
	return joined(ranges.filter(({ isCommon }) => !isCommon).map(({ start, end }) => ({ start, end })));
}
