/** Ranks references by the words of `--prefer`. */
import { Octet } from "../../../assembly/octets/char";
import { isSpace } from "../../../assembly/tables/white-space";
import type { Preference } from "./class-choice";

/** Each length is below this, as is each other digit of a rank. */
const MAX_LENGTH = 2 ** 31;

const HTTPS = [..."https:"].map((character) => character.charCodeAt(0));
/** The bit by which lower case differs from upper case. */
const LOWER_CASE = 0x20;
/** A host that begins with "www", after a scheme and userinfo. */
const WWW = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#]*@)?www\./i;

/**
 * The rank of the reference in [start, end), without white space around it: the reference with the least rank stays. Its digits are what the
 * words say, the first word first. With all words once, it has 33 bits.
 */
export function rankOf(words: readonly Preference[], octets: Uint8Array, start: number, end: number): number {
	let [from, to] = [start, end];
	while (from < to && isSpace(octets[from] as number)) ++from;
	while (from < to && isSpace(octets[to - 1] as number)) --to;
	let rank = 0;
	for (const word of words) {
		if (word === "shortest") rank = rank * MAX_LENGTH + Math.min(to - from, MAX_LENGTH - 1);
		else rank = 2 * rank + Number(!has(word, octets, from, to));
	}
	return rank;
}

function has(word: Exclude<Preference, "shortest">, octets: Uint8Array, start: number, end: number): boolean {
	if (word === "https") return isHttps(octets, start, end);
	return hasWww(octets, start, end) === (word === "www");
}

function isHttps(octets: Uint8Array, start: number, end: number): boolean {
	if (end - start < HTTPS.length) return false;
	return HTTPS.every((octet, index) => ((octets[start + index] as number) | LOWER_CASE) === octet);
}

/** Only references with an authority have a host. */
function hasWww(octets: Uint8Array, start: number, end: number): boolean {
	const slash = octets.subarray(start, end).indexOf(Octet.SLASH);
	if (slash < 0) return false;
	return WWW.test(Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString("latin1"));
}
