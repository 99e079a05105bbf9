/** Marks the differences of two spellings: keeps their longest common part, then that of the texts before and after it, and so on. */

/** A part of a text. */
export interface Piece {
	readonly text: string;
	/** Whether the other text lacks it. */
	readonly isOwn: boolean;
}

/** Max product of the lengths to compare. Longer texts differ in all between their common start and end. */
const MAX_PAIRS = 65_000;

/** The pieces of both texts, in order. */
export function differences(a: string, b: string): [Piece[], Piece[]] {
	const pieces: [Piece[], Piece[]] = [[], []];
	compare([...a], [...b], (first, second, isOwn) => {
		add(pieces[0], first, isOwn);
		add(pieces[1], second, isOwn);
	});
	return pieces;
}

type Take = (a: readonly string[], b: readonly string[], isOwn: boolean) => void;

function compare(a: readonly string[], b: readonly string[], take: Take): void {
	const limit = Math.min(a.length, b.length);
	let start = 0;
	while (start < limit && a[start] === b[start]) ++start;
	let tail = 0;
	while (tail < limit - start && a.at(-1 - tail) === b.at(-1 - tail)) ++tail;
	take(a.slice(0, start), b.slice(0, start), false);
	compareMiddles(a.slice(start, a.length - tail), b.slice(start, b.length - tail), take);
	take(a.slice(a.length - tail), b.slice(b.length - tail), false);
}

function compareMiddles(a: readonly string[], b: readonly string[], take: Take): void {
	const common = a.length * b.length > MAX_PAIRS ? NOTHING : longestCommon(a, b);
	if (common.length === 0) {
		take(a, b, true);
		return;
	}
	compareMiddles(a.slice(0, common.inA), b.slice(0, common.inB), take);
	take(a.slice(common.inA, common.inA + common.length), b.slice(common.inB, common.inB + common.length), false);
	compareMiddles(a.slice(common.inA + common.length), b.slice(common.inB + common.length), take);
}

interface Common {
	readonly inA: number;
	readonly inB: number;
	readonly length: number;
}

const NOTHING: Common = { inA: 0, inB: 0, length: 0 };

/** The longest common substring. `ending[j]`: length of the one that ends at this character of `a`, and before j in `b`. */
function longestCommon(a: readonly string[], b: readonly string[]): Common {
	let longest = NOTHING;
	const ending = new Uint16Array(b.length + 1);
	for (const [i, character] of a.entries()) {
		for (let j = b.length; j > 0; --j) {
			const length = character === b[j - 1] ? (ending[j - 1] as number) + 1 : 0;
			ending[j] = length;
			if (length > longest.length) longest = { inA: i + 1 - length, inB: j - length, length };
		}
	}
	return longest;
}

/** Joins pieces of a kind. */
function add(pieces: Piece[], characters: readonly string[], isOwn: boolean): void {
	if (characters.length === 0) return;
	const last = pieces.at(-1);
	const joins = last?.isOwn === isOwn;
	if (joins) pieces.pop();
	pieces.push({ text: (joins ? (last?.text ?? "") : "") + characters.join(""), isOwn });
}
