/** Fingerprints for stores: uniform, and the same in each run. */

import type { Engine } from "urlsieve";
import { CoreRules, resolveOptions, Store, type StoreSettings } from "../seams/store";
import type { MemoryPlace } from "./storage";

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index);

/** Fingerprints number [from, from + count): 16 octets each. */
export function fingerprints(from: number, count: number): Uint8Array {
	const words = new Uint32Array(4 * count);
	for (let index = 0; index < count; ++index) {
		let state = from + index + 1;
		for (let word = 0; word < 4; ++word) {
			state = Math.imul(state ^ (state >>> 16), 0x7feb352d);
			state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
			state = (state ^ (state >>> 16)) + Math.imul(word + 1, 0x9e3779b9);
			words[4 * index + word] = state;
		}
	}
	return new Uint8Array(words.buffer);
}

function writable(engine: Engine): StoreSettings {
	return { engine, isWritable: true };
}

export function create(place: MemoryPlace, engine: Engine): Store {
	return Store.create(place, new CoreRules(resolveOptions({ engine })), KEY, writable(engine));
}

export function reopen(place: MemoryPlace, engine: Engine, isWritable = false): Store {
	const store = Store.open(place, { engine, isWritable });
	if (store === undefined) throw new Error("there is no file");
	return store;
}

/** Returns the number of fingerprints in [from, from + count) that a store has. Adds the others. */
export function countKnown(store: Store, from: number, count: number): number {
	const marks = store.addAll(fingerprints(from, count), () => store.makeRun());
	return marks.reduce((sum, mark) => sum + mark, 0);
}
