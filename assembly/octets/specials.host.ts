/** Leaf, typed-array side: the index of special octets. What it lists is said in specials.ts, the Wasm side. */
import { Octet } from "./char";
import { is } from "./classes";
import { attachedWords } from "./memory";

/** "/." as a pair of octets: a little-endian number. */
const SLASH_DOT = Octet.SLASH | (Octet.DOT << 8);

/** For each class, whether the first octet of each pair is special: 64 KiB, made when they are first needed. */
const pairTables: (Uint8Array | undefined)[] = [];

function pairTable(set: i32): Uint8Array {
	pairTables[set] ??= Uint8Array.from({ length: 65536 }, (_, pair) => (is(pair & 255, set) && pair !== SLASH_DOT ? 0 : 1));
	return pairTables[set];
}

/** Looks up each octet with the one after it, four at a time. */
export function indexSpecials(set: i32, start: i32, end: i32, to: i32): i32 {
	const pairs = pairTable(set);
	const words = attachedWords();
	let entry = to >> 2;
	let word = words[start >> 2] as number;
	for (let at = start & ~3; at < end; at += 4) {
		const next = words[(at + 4) >> 2] as number;
		const first = pairs[word & 0xffff] as number;
		const second = pairs[(word >>> 8) & 0xffff] as number;
		const third = pairs[word >>> 16] as number;
		const fourth = pairs[(word >>> 24) | ((next & 255) << 8)] as number;
		word = next;
		// Fast path only: none of the four is special.
		if ((first | second | third | fourth) === 0) continue;
		// Branch-free: each address is stored, and stays if its octet is special.
		words[entry] = at;
		if (at >= start) entry += first;
		words[entry] = at + 1;
		if (at + 1 >= start) entry += second;
		words[entry] = at + 2;
		if (at + 2 >= start) entry += third;
		words[entry] = at + 3;
		entry += fourth;
	}
	while (entry > to >> 2 && (words[entry - 1] as number) >= end) --entry;
	return entry << 2;
}
