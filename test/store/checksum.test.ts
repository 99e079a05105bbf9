/** The check of what a store has, against its definition: sums of four columns of words, mixed by the finalizer of MurmurHash3. */

import type { Engine } from "urlsieve";
import { describe, expect, it } from "vitest";
import { Checks } from "../seams/kernels";
import { ENGINES } from "../support/engines";

const WORD = 2n ** 32n;

function mix(state: bigint, word: bigint): bigint {
	let mixed = state ^ word;
	mixed = ((mixed ^ (mixed >> 16n)) * 0x85ebca6bn) % WORD;
	mixed = ((mixed ^ (mixed >> 13n)) * 0xc2b2ae35n) % WORD;
	return mixed ^ (mixed >> 16n);
}

/** The definition, to the letter: the octets are followed by zeros up to a whole block, which always is one of zeros at the least. */
function literal(octets: Uint8Array, seed: number): number {
	const padded = new Uint8Array(16 * (Math.floor(octets.length / 16) + 1));
	padded.set(octets);
	const view = new DataView(padded.buffer);
	const [sums, sumsOfSums] = [new Array<bigint>(4).fill(0n), new Array<bigint>(4).fill(0n)] as [bigint[], bigint[]];
	for (let at = 0; at < padded.length; at += 4) {
		const column = (at / 4) % 4;
		sums[column] = ((sums[column] as bigint) + BigInt(view.getUint32(at, true))) % WORD;
		sumsOfSums[column] = ((sumsOfSums[column] as bigint) + (sums[column] as bigint)) % WORD;
	}
	return Number([...sums, ...sumsOfSums].reduce(mix, mix(BigInt(seed), BigInt(octets.length))));
}

const octetsOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 167 + 255) & 0xff);

describe.each(ENGINES)("the check of octets [%s]", (engine) => {
	it("is that of the definition, for every length up to 70, and for pages", () => {
		const checks = new Checks(engine as Engine);
		for (const length of [...Array(70).keys(), 4095, 4096, 4097]) {
			for (const seed of [0, 1, 0x7fffffff]) {
				expect([length, checks.of(octetsOf(length), seed)]).toEqual([length, literal(octetsOf(length), seed)]);
			}
		}
	});
});
