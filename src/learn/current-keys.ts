/** Current keys: what rules so far leave of the keys of a skeleton, and whether the pages of each are one. */
import { HashIndex } from "./hash-index";
import { Lists } from "./lists";
import type { Shard } from "./shard";
import { currentOf } from "./skeletons";
import { Words } from "./words";

/** The current keys of some keys, numbered in the order of the first key of each. */
export class CurrentKeys {
	readonly index = new HashIndex();
	/** The keys that rules have merged into each. */
	readonly keys = new Lists();
	/** Its digest, and 1 if it is not volatile: a key with several digests is no evidence. */
	readonly lo = new Words();
	readonly hi = new Words();
	readonly stable = new Words();

	get size(): number {
		return this.index.size;
	}

	clear(): void {
		this.index.clear();
		this.keys.clear();
		this.lo.length = 0;
		this.hi.length = 0;
		this.stable.length = 0;
	}

	/** Adds a key that has entries, as what rules leave of it. */
	add(shard: Shard, key: number, mask: Uint8Array): void {
		const known = this.size;
		const number = currentOf(shard, key, mask, this.index);
		const entry = shard.entryStarts[key] as number;
		const isStable = (shard.entryStarts[key + 1] as number) - entry === 1;
		if (number === known) {
			this.keys.begin(key);
			this.lo.push(shard.entryLo[entry] as number);
			this.hi.push(shard.entryHi[entry] as number);
			this.stable.push(isStable ? 1 : 0);
			return;
		}
		this.keys.add(number, key);
		if (isStable && this.#isDigest(number, shard, entry)) return;
		this.stable.array[number] = 0;
	}

	/** A key that has the parts of a current key. */
	keyOf(number: number): number {
		return this.keys.valueAt(this.keys.first(number));
	}

	/** Whether two stable keys have the same digest. */
	isSame(a: number, b: number): boolean {
		return this.lo.array[a] === this.lo.array[b] && this.hi.array[a] === this.hi.array[b];
	}

	#isDigest(number: number, shard: Shard, entry: number): boolean {
		return this.lo.array[number] === shard.entryLo[entry] && this.hi.array[number] === shard.entryHi[entry];
	}
}
