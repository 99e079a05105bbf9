/** Sorts numbers of things by words, digit by digit: stable, and linear. */

const RADIX_BITS = 11;
const RADIX = 1 << RADIX_BITS;

/** Sorts `order` by `words[order[i]]`; what is equal stays in its order. Returns the sorted numbers: `order`, or another array. */
export function sortByWord(order: Uint32Array, words: Uint32Array): Uint32Array {
	let from = order;
	let to: Uint32Array = new Uint32Array(order.length);
	const starts = new Uint32Array(RADIX);
	for (let shift = 0; shift < 32; shift += RADIX_BITS) {
		starts.fill(0);
		for (let at = 0; at < from.length; ++at) {
			const digit = digitOf(words, from[at] as number, shift);
			starts[digit] = (starts[digit] as number) + 1;
		}
		if (starts[digitOf(words, from[0] as number, shift)] === from.length) continue;
		sumUp(starts);
		for (let at = 0; at < from.length; ++at) {
			const number = from[at] as number;
			const digit = digitOf(words, number, shift);
			const place = starts[digit] as number;
			to[place] = number;
			starts[digit] = place + 1;
		}
		[from, to] = [to, from];
	}
	return from;
}

function digitOf(words: Uint32Array, number: number, shift: number): number {
	return ((words[number] as number) >>> shift) & (RADIX - 1);
}

/** Turns counts into where each begins. */
function sumUp(counts: Uint32Array): void {
	let sum = 0;
	for (let digit = 0; digit < counts.length; ++digit) {
		const count = counts[digit] as number;
		counts[digit] = sum;
		sum += count;
	}
}
