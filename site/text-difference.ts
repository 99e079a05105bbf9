/** What two spellings do not have in common. */
import { joined, type Range } from "./visible-ranges";

/** The parts of each of two texts that the other one does not have in its place. */
export interface Difference {
	readonly before: readonly Range[];
	readonly after: readonly Range[];
}

/** Triplets are compared as a whole. */
const TOKEN = /%[0-9A-Fa-f]{2}|./gsu;

/** From this length on texts are compared by their ends alone, character by character. */
const LONG = 20_000;
/** Pairs of tokens up to which the longest common subsequence is looked for; beyond that all between common start and end differs. */
const MOST_PAIRS = 250_000;

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

/** All between the common start and the common end, surrogate pairs kept whole. */
function betweenEnds(before: string, after: string): Difference {
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) ++start;
	if (isHighSurrogate(before, start - 1)) --start;
	let tail = 0;
	while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) ++tail;
	if (isHighSurrogate(before, before.length - tail - 1) || isHighSurrogate(after, after.length - tail - 1)) --tail;
	const range = (text: string) => [{ start, end: text.length - Math.max(0, tail) }];
	return { before: range(before), after: range(after) };
}

function isHighSurrogate(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0xd800 && unit < 0xdc00;
}

/** Which tokens of each are in their longest common subsequence. */
function commonTokens(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
	const common = { a: new Set<number>(), b: new Set<number>() };
	if (a.length * b.length > MOST_PAIRS) return common;
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

/** The lengths of the longest common subsequences of what follows, a row for each token of `a`. */
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

/** The ranges of the tokens that are not in the common ones, in UTF-16 units from `offset` on. */
function rangesWithout(tokens: readonly string[], common: ReadonlySet<number>, offset: number): Range[] {
	let start = offset;
	const ranges = tokens.map((token, index) => {
		const range = { start, end: start + token.length, isCommon: common.has(index) };
		start = range.end;
		return range;
	});
	return joined(ranges.filter(({ isCommon }) => !isCommon).map(({ start, end }) => ({ start, end })));
}
