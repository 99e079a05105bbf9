/** Sorts numbers in place. */

const FEW = 64;

/** Sorts numbers [first, end). Few are sorted by insertion: a view of them would be garbage. */
export function sortNumbers(numbers: Float64Array, first: number, end: number): void {
	if (end - first > FEW) return void numbers.subarray(first, end).sort();
	for (let at = first + 1; at < end; ++at) {
		const number = numbers[at] as number;
		let to = at;
		for (; to > first && (numbers[to - 1] as number) > number; --to) numbers[to] = numbers[to - 1] as number;
		numbers[to] = number;
	}
}

/** Moves the different ones of the sorted numbers [first, end) to their start. Returns their end. */
export function keepDifferent(numbers: Float64Array, first: number, end: number): number {
	let to = first;
	for (let at = first; at < end; ++at) if (to === first || numbers[at] !== numbers[to - 1]) numbers[to++] = numbers[at] as number;
	return to;
}
