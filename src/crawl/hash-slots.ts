/** Hash tables of programs: open addressing, at most half full. */
import { slotOf } from "../../assembly/policy/hash";

/**
 * Returns the index of a hash + 1 for each slot, or 0. What has no hash gets no slot. Takes linear time, however many hashes are
 * equal: `next` leads from a slot that is taken towards a free one, and each walk halves the path.
 */
export function slotsOf(hashes: readonly (number | undefined)[]): number[] {
	const count = 2 ** Math.ceil(Math.log2(2 * hashes.length + 2));
	const slots = new Array<number>(count).fill(0);
	const next = slots.map((_, slot) => slot);
	for (const [index, hash] of hashes.entries()) {
		if (hash === undefined) continue;
		let slot = slotOf(hash, count);
		while (next[slot] !== slot) slot = next[slot] = next[next[slot] as number] as number;
		slots[slot] = index + 1;
		next[slot] = (slot + 1) & (count - 1);
	}
	return slots;
}
