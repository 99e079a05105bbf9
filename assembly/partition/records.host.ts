/** Leaf, typed-array side: records and sums of blocks. The contracts are in records.ts, the Wasm side. */
import { Octet } from "../octets/char";
import { attached, load32, store32 } from "../octets/memory";
import { Block, Fingerprinted } from "./layout";

export function writeFingerprinted(fingerprint: i32, line: i32, to: i32): void {
	store32(to, load32(fingerprint));
	store32(to + 4, load32(fingerprint + 4));
	store32(to + 8, load32(fingerprint + 8));
	store32(to + Fingerprinted.LINE, line);
}

export function findDifference(start: i32, end: i32, other: i32): i32 {
	const octets = attached();
	const shift = other - start;
	let at = start;
	while (at < end && octets[at] === octets[at + shift]) ++at;
	return at;
}

export function indexLineEnds(start: i32, end: i32, to: i32): i32 {
	const octets = attached();
	let entry = to;
	for (let at = octets.indexOf(Octet.LF, start); at >= 0 && at < end; at = octets.indexOf(Octet.LF, at + 1)) {
		store32(entry, at);
		entry += 4;
	}
	return entry;
}

export function countLineEnds(start: i32, end: i32): i32 {
	const octets = attached();
	let count = 0;
	for (let at = octets.indexOf(Octet.LF, start); at >= 0 && at < end; at = octets.indexOf(Octet.LF, at + 1)) ++count;
	return count;
}

export function blockSum(block: i32, to: i32): void {
	const sums = new Int32Array(8);
	for (let at = block; at < block + Block.SIZE; at += 4) {
		const column = ((at - block) >> 2) & 3;
		if (at - 4 * column === block + Block.SUM) continue;
		sums[column] = (sums[column] as number) + load32(at);
		sums[4 + column] = (sums[4 + column] as number) + (sums[column] as number);
	}
	let first = 0;
	let second = 0;
	for (const sum of sums) {
		first = (first + sum) | 0;
		second = (second + first) | 0;
	}
	store32(to, first);
	store32(to + 4, second);
}
