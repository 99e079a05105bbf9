/** Numbers and hashes as records and shards have them: see assembly/learn/numbers.ts. */
import type { Next } from "./learn-memory";

export type Hash = readonly [low: number, high: number];

/** Often one of few, small or large. */
export function wordOf(next: Next): number {
	const kind = next(4);
	return kind < 2 ? next(3) : kind === 2 ? 2 ** 32 - 1 - next(3) : next(2 ** 32);
}

/** Often a word is another hash's as well. */
export function hashOf(next: Next): Hash {
	return next(3) === 0 ? [wordOf(next), wordOf(next)] : [next(2 ** 32), next(2 ** 32)];
}

export function numberOctets(number: number): number[] {
	const octets: number[] = [];
	let rest = number >>> 0;
	for (; rest > 0x7f; rest >>>= 7) octets.push((rest & 0x7f) | 0x80);
	return [...octets, rest];
}

export const hashOctets = (...hashes: readonly Hash[]) => [...new Uint8Array(Uint32Array.from(hashes.flat()).buffer)];

/** With zeros, so that what follows is at a multiple of four. */
export const padded = (octets: readonly number[]) => [...octets, ...new Array((4 - (octets.length % 4)) % 4).fill(0)];
