/** Finds the name that a mistyped one was probably meant to be. */

/** Edits that a slip of the fingers makes. A short name must keep more than half of its letters. */
const MAX_EDITS = 2;

/** The name with the fewest edits, in the order of `names` among equals; undefined if none is close. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
	const limit = Math.min(MAX_EDITS, Math.floor((typed.length - 1) / 2));
	// The difference of lengths bounds the edits from below, so that a long name costs nothing.
	const comparable = names.filter((name) => Math.abs(name.length - typed.length) <= limit);
	const ranked = comparable.map((name) => ({ name, edits: editsBetween(typed, name) })).sort((a, b) => a.edits - b.edits);
	const [best] = ranked.filter(({ edits }) => edits <= limit);
	return best?.name;
}

/** " (did you mean NAME?)", or nothing if no name is close. */
export function suggestion(typed: string, names: readonly string[]): string {
	const name = nearest(typed, names);
	return name === undefined ? "" : ` (did you mean ${name}?)`;
}

/** The Damerau–Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of neighbours. */
function editsBetween(a: string, b: string): number {
	let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= a.length; ++i) {
		const row = [i];
		for (let j = 1; j <= b.length; ++j) {
			const isSame = a[i - 1] === b[j - 1];
			const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const edits = [cost(last, j) + 1, cost(row, j - 1) + 1, cost(last, j - 1) + (isSame ? 0 : 1)];
			row.push(Math.min(...edits, isSwap ? cost(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY));
		}
		[beforeLast, last] = [last, row];
	}
	return cost(last, b.length);
}

function cost(row: readonly number[], at: number): number {
	return row[at] ?? Number.POSITIVE_INFINITY;
}
