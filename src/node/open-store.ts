/** Opens the store of a program. */

import { checkFlags, checkNames, inputError, type Octets } from "../input";
import { CoreKeys } from "../keys/core-keys";
import { isSame } from "../keys/is-same";
import { keyOf } from "../keys/key-option";
import { type KeyNormalizer, type Keys, keysOf } from "../keys/keys";
import { resolveOptions } from "../options";
import type { Lock } from "../store/disk/lock";
import { openForReading, openLocked } from "../store/disk/locked-store";
import type { Store } from "../store/store";
import { invalidStore } from "../store/store-error";
import { asStoreError } from "./store-writer";

/** Options of a store. All are optional. */
export interface SeenStoreOptions {
	/** The normalizer whose keys are compared, of `urlsieve` or `urlsieve/crawl`. The default is one of `urlsieve` with default options. */
	normalizer?: KeyNormalizer | undefined;
	/** The key of the fingerprints, 16 octets, for a new file; it must be that of an old one. Random by default. It is in the file. */
	key?: Octets | undefined;
	/** Whether to open the file for `has` alone, which needs no lock, and sees what was acknowledged by now. The default is `false`. */
	readOnly?: boolean | undefined;
	/** Ends `addAll`, `addLines` and `addStream` with its reason. What has been acknowledged stays. */
	signal?: AbortSignal | undefined;
}

/** A store that is open. `lock` is absent if it is open for reading. */
export interface OpenStore {
	readonly store: Store;
	readonly keys: Keys;
	readonly lock: Lock | undefined;
}

/** Opens the store at a path, or creates it. Throws as `SeenStore.open` does. */
export async function openStore(path: string, options: SeenStoreOptions): Promise<OpenStore> {
	checkNames(options, "normalizer", "key", "readOnly", "signal");
	checkFlags(options, "readOnly");
	if (typeof path !== "string") throw inputError(path, "path", "a path");
	const { normalizer, key, readOnly = false, signal } = options;
	signal?.throwIfAborted();
	const keys = normalizer === undefined ? new CoreKeys(resolveOptions()) : keysOf(normalizer);
	const given = key === undefined ? undefined : keyOf(key);
	try {
		if (readOnly) return { store: expected(openForReading(path, keys.settings.engine), keys, given), keys, lock: undefined };
		return await openForWriting(path, keys, given);
	} catch (error) {
		throw asStoreError(error);
	}
}

async function openForWriting(path: string, keys: Keys, key: Uint8Array | undefined): Promise<OpenStore> {
	const options = { waits: false, say: () => {}, leavesSignals: true };
	const { store, lock } = await openLocked(path, keys.settings.engine, options, { keys, key: key ?? keyOf() });
	try {
		return { store: expected(store, keys, key), keys, lock };
	} catch (error) {
		lock.abandon();
		throw error;
	}
}

/** Throws UriError unless the store has keys of these rules, and this key. */
function expected(store: Store, keys: Keys, key: Uint8Array | undefined): Store {
	try {
		store.expect(keys);
		if (key !== undefined && !isSame(key, store.header.key)) throw invalidStore(0, "The store has another key");
		store.prepareSingle();
		return store;
	} catch (error) {
		store.close();
		throw error;
	}
}
