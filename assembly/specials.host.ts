/** Leaf, typed-array side: the index of special octets. What it lists is said in specials.ts, the Wasm side. */
import { Octet } from "./char";
import { is } from "./classes";
import { attached, attachedWords } from "./memory";

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
	const octets = attached();
	const words = attachedWords();
	let entry = to >> 2;
	let word = words[start >> 2] as number;
	for (let at = start & ~3; at < end; at += 4) {
		const inner = (pairs[word & 0xffff] as number) | (pairs[(word >>> 8) & 0xffff] as number) | (pairs[word >>> 16] as number);
		const last = word >>> 24;
		word = words[(at + 4) >> 2] as number;
		if ((inner | (pairs[last | ((word & 255) << 8)] as number)) !== 0) {
			const stop = at + 4 < end ? at + 4 : end;
			for (let place = at < start ? start : at; place < stop; ++place) {
				const pair = (octets[place] as number) | ((octets[place + 1] as number) << 8);
				if (pairs[pair] === 1) words[entry++] = place;
			}
		}
	}
	return entry << 2;
}

export function nextSpecial(set: i32, start: i32): i32 {
	const pairs = pairTable(set);
	const octets = attached();
	let at = start;
	while (pairs[(octets[at] as number) | ((octets[at + 1] as number) << 8)] === 0) ++at;
	return at;
}
