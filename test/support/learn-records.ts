/** Records of the learn kernel, by partition. */
import type { LearnMemory } from "../seams/kernels";
import { PARTITIONS, Partitions } from "../seams/learn";

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
