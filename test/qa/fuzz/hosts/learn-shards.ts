/** Shards: as text, to be compared, and as they are on disk, made by hand. */
import { type Shard, ShardMemory } from "../../../seams/learn";
import type { KernelPair } from "./kernel-pair";
import { type Next, onEach } from "./learn-memory";
import { hashOctets, hashOf, numberOctets, padded, wordOf } from "./learn-numbers";

/** All that a shard says. */
export function shardText(shard: Shard): string {
	const { sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, columns, held } = shard;
	const places = Array.from({ length: shard.keys }, (_, key) => shard.placeOf(key));
	const ofKeys = [sites, siteStarts, skeletonLo, skeletonHi, partStarts, partNames, partLo, partHi, held, places];
	const entries = columns.flatMap(({ entryStarts, entryLo, entryHi, entryCounts }) => [
		entryStarts,
		entryLo,
		entryHi,
		entryCounts,
	]);
	return [...ofKeys, ...entries].map((numbers) => numbers.join()).join("\n");
}

/** A number of one to five octets. In many, those before the last have no more than their continuation bits. */
const numberOf = (next: Next) => (2 ** next(32) + next(2) * next(200)) >>> 0;

/** A shard that is written from its sites to its entries. */
class ShardWriter {
	readonly octets: number[] = [];
	readonly entries: number[];
	readonly #next: Next;
	keys = 0;
	parts = 0;

	constructor(next: Next, columns: number) {
		this.#next = next;
		this.entries = new Array(columns).fill(0);
	}

	site(): void {
		const skeletons = this.#count();
		// A count that is too large is found where the shard ends.
		const said = this.#next(9) === 0 ? numberOf(this.#next) : skeletons;
		this.octets.push(...numberOctets(numberOf(this.#next)), ...numberOctets(said));
		for (let skeleton = 0; skeleton < skeletons; ++skeleton) this.#skeleton();
	}

	/** Few. While there are few keys, now and then more than one octet can count: the room of a scene is limited. */
	#count(): number {
		return this.#next(12) === 0 && this.keys < 9 ? 120 + this.#next(200) : this.#next(3);
	}

	#skeleton(): void {
		const keys = 1 + this.#count();
		this.octets.push(...hashOctets(hashOf(this.#next)), ...numberOctets(keys));
		for (let key = 0; key < keys; ++key) this.#key();
	}

	#key(): void {
		const next = this.#next;
		++this.keys;
		const parts = this.#count();
		const hasRest = next(2);
		this.octets.push(...numberOctets((parts << 2) | (hasRest << 1) | next(2)), ...hashOctets([wordOf(next), 0]).slice(0, 4));
		for (let part = 0; part < parts; ++part) this.octets.push(...numberOctets(numberOf(next)), ...hashOctets(hashOf(next)));
		if (hasRest) this.octets.push(...hashOctets(hashOf(next)));
		this.parts += parts;
		for (const column of this.entries.keys()) this.#entriesOf(column);
	}

	#entriesOf(column: number): void {
		const entries = this.#count();
		this.octets.push(...numberOctets(entries));
		for (let entry = 0; entry < entries; ++entry)
			this.octets.push(...hashOctets(hashOf(this.#next)), ...numberOctets(numberOf(this.#next)));
		this.entries[column]! += entries;
	}
}

/** The words of a shard on disk. */
function wordsOf(next: Next): number[] {
	const [sites, columns] = [next(4), 1 + next(3)];
	const writer = new ShardWriter(next, columns);
	for (let site = 0; site < sites; ++site) writer.site();
	const { octets, keys, parts, entries } = writer;
	const most = [keys, parts, Math.max(...entries), parts];
	return [sites, keys, parts, columns, ...most, ...entries, ...new Uint32Array(Uint8Array.from(padded(octets)).buffer)];
}

/** Unpacks a shard, and packs it again. What was read of a damaged one is compared as well. */
export function shards(pair: KernelPair): void {
	const words = wordsOf(pair.next);
	onEach(pair, "shards", (memory) => {
		const room = new ShardMemory(memory);
		room.roomFor(words.length).set(words);
		const isRead = Boolean(room.unpack(words.length));
		return [isRead, shardText(room.shard), isRead ? [...room.pack()] : []];
	});
}
