/** Leaf, typed-array side: the index of the octets that structure a table. The contracts are in marks.ts, the Wasm side. */
import { Octet } from "../octets/char";
import { attached, attachedWords } from "../octets/memory";

export function indexMarks(delimiter: i32, start: i32, end: i32, to: i32): i32 {
	const octets = attached();
	const words = attachedWords();
	let entry = to >> 2;
	for (let at = start; at < end; ++at) {
		const octet = octets[at] as number;
		if (octet === delimiter || octet === Octet.QUOTATION_MARK || octet === Octet.LF) words[entry++] = at;
	}
	return entry << 2;
}

export function findFieldStop(delimiter: i32, start: i32, end: i32): i32 {
	const octets = attached();
	let at = start;
	for (; at < end; ++at) {
		const octet = octets[at] as number;
		if (octet === delimiter || octet === Octet.QUOTATION_MARK || octet < Octet.SPACE) break;
	}
	return at;
}

export function findStringStop(start: i32, end: i32): i32 {
	const octets = attached();
	let at = start;
	for (; at < end; ++at) {
		const octet = octets[at] as number;
		if (octet === Octet.QUOTATION_MARK || octet === Octet.BACKSLASH || octet < Octet.SPACE) break;
	}
	return at;
}
