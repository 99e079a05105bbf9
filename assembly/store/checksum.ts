/**
 * Leaf, Wasm side: the checksum of parts of the file. The typed-array side is checksum.host.ts.
 *
 * A Fletcher sum (Fletcher 1982) of each of four columns of words, mixed to one word by the finalizer of MurmurHash3. It detects damage,
 * not forgery, and takes a tenth of the time of a CRC-32.
 */

/** The constants of the finalizer. */
const enum Mix {
	FIRST = -2048144789, // 0x85ebca6b
	SECOND = -1028477387, // 0xc2b2ae35
}

/** The check of [start, end) under a seed. The length counts as well. Requires: 15 readable octets at `end`. */
export function checksum(start: i32, end: i32, seed: i32): i32 {
	const blocksEnd = start + ((end - start) & ~15);
	if (ASC_FEATURE_SIMD) {
		let sum = i32x4.splat(0);
		let sumOfSums = i32x4.splat(0);
		for (let at = start; at < blocksEnd; at += 16) {
			sum = i32x4.add(sum, v128.load(usize(at)));
			sumOfSums = i32x4.add(sumOfSums, sum);
		}
		sum = i32x4.add(sum, lastBlock(blocksEnd, end));
		sumOfSums = i32x4.add(sumOfSums, sum);
		let mixed = mix(seed, end - start);
		mixed = mix(mixed, i32x4.extract_lane(sum, 0));
		mixed = mix(mixed, i32x4.extract_lane(sum, 1));
		mixed = mix(mixed, i32x4.extract_lane(sum, 2));
		mixed = mix(mixed, i32x4.extract_lane(sum, 3));
		mixed = mix(mixed, i32x4.extract_lane(sumOfSums, 0));
		mixed = mix(mixed, i32x4.extract_lane(sumOfSums, 1));
		mixed = mix(mixed, i32x4.extract_lane(sumOfSums, 2));
		return mix(mixed, i32x4.extract_lane(sumOfSums, 3));
	} else {
		let mixed = mix(seed, end - start);
		for (let half = 0; half < 2; ++half) {
			for (let column = 0; column < 16; column += 4) {
				let sum: i32 = 0;
				let sumOfSums: i32 = 0;
				for (let at = start + column; at < blocksEnd; at += 16) {
					sum += load<i32>(usize(at));
					sumOfSums += sum;
				}
				sum += lastWord(blocksEnd + column, end);
				sumOfSums += sum;
				mixed = mix(mixed, half == 0 ? sum : sumOfSums);
			}
		}
		return mixed;
	}
}

/** The last octets, fewer than 16, and zeros. Needs SIMD. */
function lastBlock(start: i32, end: i32): v128 {
	let block = i32x4.splat(lastWord(start, end));
	block = i32x4.replace_lane(block, 1, lastWord(start + 4, end));
	block = i32x4.replace_lane(block, 2, lastWord(start + 8, end));
	return i32x4.replace_lane(block, 3, lastWord(start + 12, end));
}

/** The word at `at`, with zeros for octets at or after `end`. */
function lastWord(at: i32, end: i32): i32 {
	if (at >= end) return 0;
	const word = load<i32>(usize(at));
	return end - at >= 4 ? word : word & ((1 << ((end - at) << 3)) - 1);
}

function mix(state: i32, word: i32): i32 {
	let mixed = u32(state ^ word);
	mixed = (mixed ^ (mixed >> 16)) * u32(Mix.FIRST);
	mixed = (mixed ^ (mixed >> 13)) * u32(Mix.SECOND);
	return i32(mixed ^ (mixed >> 16));
}
