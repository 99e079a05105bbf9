/** Sets of octets: 256 bits in eight words, octet n at bit n & 31 of word n >> 5. */
import { Octet } from "../../../assembly/octets/char";

export type OctetSet = readonly number[];

const WORDS = 8;

/** The set of the octets for which `isIn` holds. */
export function octetsWhere(isIn: (octet: number) => boolean): OctetSet {
	const words = new Array<number>(WORDS).fill(0);
	for (let octet = 0; octet < 256; ++octet) {
		if (isIn(octet)) words[octet >> 5] = (words[octet >> 5] as number) | (1 << (octet & 31));
	}
	return words;
}

export function hasOctet(set: OctetSet, octet: number): boolean {
	return (((set[octet >> 5] as number) >>> (octet & 31)) & 1) !== 0;
}

export function union(a: OctetSet, b: OctetSet): OctetSet {
	return a.map((word, index) => word | (b[index] as number));
}

export function complement(set: OctetSet): OctetSet {
	return set.map((word) => ~word);
}

/** The set with both cases of each US-ASCII letter in it. */
export function inAnyCase(set: OctetSet): OctetSet {
	return octetsWhere((octet) => hasOctet(set, octet) || (isLetter(octet) && hasOctet(set, octet ^ 0x20)));
}

function isLetter(octet: number): boolean {
	return (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;
}

const singles = Array.from({ length: 256 }, (_, octet) => octetsWhere((other) => other === octet));
const singlesInAnyCase = singles.map(inAnyCase);

/** The set of one octet; in both cases, where it is a letter and case is ignored. */
export function oneOctet(octet: number, ignoreCase = false): OctetSet {
	return (ignoreCase ? singlesInAnyCase : singles)[octet] as OctetSet;
}

export const NO_OCTET = octetsWhere(() => false);
export const ANY_OCTET = octetsWhere(() => true);
/** `.`: not LF, not CR. */
export const ANY_IN_LINE = octetsWhere((octet) => octet !== Octet.LF && octet !== Octet.CR);
export const DIGITS = octetsWhere((octet) => octet >= 0x30 && octet <= 0x39);
export const WORD = octetsWhere((octet) => isLetter(octet) || hasOctet(DIGITS, octet) || octet === 0x5f);
export const WHITE_SPACE = octetsWhere((octet) => octet === Octet.SPACE || (octet >= Octet.TAB && octet <= Octet.CR));
