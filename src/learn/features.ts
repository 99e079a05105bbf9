/** Features: what a rule can erase from a key. Those of the structure have fixed numbers, names follow as they come. */
import { Octet } from "../../assembly/octets/char";
import { Hash } from "./hash";
import { HashIndex } from "./hash-index";

/** Features that every base policy has, by number. */
export const Feature = { SCHEME: 0, WWW: 1, SLASHES: 2, TRAILING_SLASH: 3, EMPTY_VALUE: 4 } as const;
export const STRUCTURE = ["scheme", "www", "slashes", "trailingSlash", "emptyValue"] as const;

const NAME_SEED = 21;
const INDEX_SEED = 22;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A feature: `kind` and, for parameters and index names, `name`. `undefined` as name: not UTF-8, which no policy can name. */
export interface FeatureName {
	readonly kind: "structure" | "param" | "index";
	readonly name: string | undefined;
	/** How evidence calls it, and the order of candidates: by octets. */
	readonly label: string;
}

/** Gives parameter names and index names numbers. */
export class Features {
	readonly names: FeatureName[] = STRUCTURE.map((name) => ({ kind: "structure", name, label: name }));
	readonly #index = new HashIndex();
	readonly #hash = new Hash();

	/** The number of a parameter: the name is the octets from `start` to `end`, decoded as a policy does. */
	param(octets: Uint8Array, start: number, end: number): number {
		const hash = this.#hash;
		hash.begin(NAME_SEED);
		let length = 0;
		for (let at = start; at < end; ++length) {
			const triplet = tripletAt(octets, at, end);
			hash.add(triplet >= 0 ? triplet : octets[at] === Octet.PLUS ? Octet.SPACE : (octets[at] as number));
			at += triplet >= 0 ? 3 : 1;
		}
		hash.finish(length);
		return this.#numberOf(hash, "param", octets, start, end);
	}

	/** The number of an index name, which is written as it is compared. */
	index(octets: Uint8Array, start: number, end: number): number {
		return this.#numberOf(this.#hash.of(octets, start, end, INDEX_SEED), "index", octets, start, end);
	}

	#numberOf({ lo, hi }: Hash, kind: "param" | "index", octets: Uint8Array, start: number, end: number): number {
		const number = this.#index.add(lo, hi);
		if (number + STRUCTURE.length === this.names.length) {
			const name = decoded(octets.subarray(start, end));
			this.names.push({ kind, name, label: `${kind}:${name ?? ""}` });
		}
		return number + STRUCTURE.length;
	}
}

/** The octet of the triplet at `at`, or -1. */
function tripletAt(octets: Uint8Array, at: number, end: number): number {
	if (octets[at] !== Octet.PERCENT || at + 2 >= end) return -1;
	const high = hexValue(octets[at + 1] as number);
	const low = hexValue(octets[at + 2] as number);
	return high < 0 || low < 0 ? -1 : (high << 4) | low;
}

/** The value of a hex digit, or -1. Requires: a key, whose triplets are in upper case. */
function hexValue(octet: number): number {
	if (octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9) return octet - Octet.DIGIT_0;
	return octet >= Octet.UPPER_A && octet < Octet.UPPER_A + 6 ? octet - Octet.UPPER_A + 10 : -1;
}

function decoded(octets: Uint8Array): string | undefined {
	const out: number[] = [];
	for (let at = 0; at < octets.length; ) {
		const triplet = tripletAt(octets, at, octets.length);
		out.push(triplet >= 0 ? triplet : octets[at] === Octet.PLUS ? Octet.SPACE : (octets[at] as number));
		at += triplet >= 0 ? 3 : 1;
	}
	try {
		return decoder.decode(Uint8Array.from(out));
	} catch {
		return undefined;
	}
}
