/** Sets that begin empty, in memory. */
import type { Ordinals } from "../../engine/ordinals";
import { SeenTables } from "../../engine/seen-tables";
import type { LineRules } from "../../job/line-rules";
import type { SeenContents } from "../../seen/seen-set";

/** Creates an empty set with a random key. */
export function newSeen(keys: LineRules, ordinals: Ordinals | undefined, capacity = 0): Omit<SeenContents, "rules"> {
	return { settings: keys.settings, key: randomKey(), tables: newTables(keys, ordinals, capacity) };
}

/** Creates an empty set, which begins with room for `capacity` fingerprints. */
export function newTables(keys: LineRules, ordinals: Ordinals | undefined, capacity: number): SeenTables {
	return new SeenTables(() => keys.rules.createKernel(), { ordinals, capacity });
}

export function randomKey(): Uint8Array {
	return crypto.getRandomValues(new Uint8Array(16));
}
