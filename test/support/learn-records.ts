/** Fetches as the kernel has them, made by hand: hashes of any value, which no URL has. */
import type { KeyTable } from "../../src/learn/key-table";
import type { LearnMemory } from "../../src/learn/learn-kernel";
import { PARTITIONS, Partitions } from "../../src/learn/partitions";

export type Hash = readonly [low: number, high: number];

/** A fetch as a record has it. The name of a part is a feature << 1, or an owner << 1, + 1. */
export interface Fetch {
	readonly site: number;
	readonly skeleton: Hash;
	readonly id: Hash;
	readonly digest: Hash;
	readonly parts: readonly (readonly [name: number, hash: Hash])[];
	readonly rest?: Hash;
}

/** Columns of digests: the second one has none. */
export const COLUMNS = 2;
const wordsOf = (...hashes: readonly Hash[]) => [...new Uint8Array(Uint32Array.from(hashes.flat()).buffer)];
const sumOf = (hashes: readonly Hash[]): Hash => [
	hashes.reduce((sum, [low]) => (sum + low) >>> 0, 0),
	hashes.reduce((sum, [, high]) => (sum + high) >>> 0, 0),
];
/** The hash of the base key of a fetch. */
export const hashOf = ({ skeleton, parts, rest }: Fetch) =>
	sumOf([skeleton, ...parts.map(([, hash]) => hash), ...(rest ? [rest] : [])]);

/** The record of a fetch, the next one in its partition. All numbers are below 128. The second column has no digest. */
function recordOf({ site, skeleton, id, digest, parts, rest }: Fetch): number[] {
	const octets = [(COLUMNS << 2) | (rest ? 2 : 0), parts.length, 1, site, ...wordsOf(skeleton, id, digest, [0, 0])];
	for (const [name, hash] of parts) octets.push(name, ...wordsOf(hash));
	if (rest) octets.push(...wordsOf(rest));
	return [...octets, ...new Array((4 - (octets.length % 4)) % 4).fill(0)];
}

/** The records of a partition that has these fetches. */
export const recordsOf = (fetches: readonly Fetch[]) => Uint8Array.from(fetches.flatMap(recordOf));

/** Replaces what is in a table by fetches. */
export function fillTable(table: KeyTable, fetches: readonly Fetch[]): void {
	const records = recordsOf(fetches);
	table.roomFor(records.length >> 2).set(new Uint32Array(records.buffer));
	table.fill([records.length >> 2]);
}

/** Partitions that stay in memory. */
export function partitionsIn(memory: LearnMemory): Partitions {
	return new Partitions(PARTITIONS, { memory, octets: 1 << 24, folder: "/nonexistent" });
}

/** The words of each partition. */
export function wordsByPartition(partitions: Partitions): Uint32Array[] {
	return Array.from({ length: partitions.count }, (_, partition) => {
		const words = new Uint32Array(partitions.sizeOf(partition));
		partitions.copyTo(partition, words);
		return words;
	});
}
