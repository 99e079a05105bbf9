/** Leaf, typed-array side: the checksum of parts of the file. The contracts are in checksum.ts, the Wasm side. */
import { load32 } from "../octets/memory";

const FIRST = 0x85ebca6b;
const SECOND = 0xc2b2ae35;

export function checksum(start: i32, end: i32, seed: i32): i32 {
	const blocksEnd = start + ((end - start) & ~15);
	const sums = [0, 0, 0, 0];
	const sumsOfSums = [0, 0, 0, 0];
	for (let column = 0; column < 4; ++column) {
		let sum = 0;
		let sumOfSums = 0;
		for (let at = start + 4 * column; at < blocksEnd; at += 16) {
			sum = (sum + load32(at)) | 0;
			sumOfSums = (sumOfSums + sum) | 0;
		}
		sum = (sum + lastWord(blocksEnd + 4 * column, end)) | 0;
		sums[column] = sum;
		sumsOfSums[column] = (sumOfSums + sum) | 0;
	}
	return [...sums, ...sumsOfSums].reduce(mix, mix(seed, end - start));
}

function lastWord(at: i32, end: i32): i32 {
	if (at >= end) return 0;
	const word = load32(at);
	return end - at >= 4 ? word : word & ((1 << ((end - at) << 3)) - 1);
}

function mix(state: i32, word: i32): i32 {
	let mixed = state ^ word;
	mixed = Math.imul(mixed ^ (mixed >>> 16), FIRST);
	mixed = Math.imul(mixed ^ (mixed >>> 13), SECOND);
	return mixed ^ (mixed >>> 16);
}
