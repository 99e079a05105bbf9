/** Opens the store of a program. */

import { checkFlags, checkNames, inputError, type Octets } from "../input";
import { resolveOptions } from "../options";
import { CoreRules } from "../rules/core-rules";
import { isSame } from "../rules/is-same";
import { keyOf } from "../rules/key-option";
import { type KeyNormalizer, type Rules, rulesOf } from "../rules/rules";
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
	/** Whether to open the file only for `has`, which needs no lock, and sees the keys acknowledged by now. The default is `false`. */
	readOnly?: boolean | undefined;
	/** Ends `addAll`, `addLines` and `addStream` with its reason. Acknowledged keys stay. */
	signal?: AbortSignal | undefined;
}

/** A store that is open. `lock` is absent if it is open for reading. */
export interface OpenStore {
	readonly store: Store;
	readonly rules: Rules;
	readonly lock: Lock | undefined;
}

/** Opens the store at a path, or creates it. Throws as `SeenStore.open` does. */
export async function openStore(path: string, options: SeenStoreOptions): Promise<OpenStore> {
	checkNames(options, "normalizer", "key", "readOnly", "signal");
	checkFlags(options, "readOnly");
	if (typeof path !== "string") throw inputError(path, "path", "a path");
	const { normalizer, key, readOnly = false, signal } = options;
	signal?.throwIfAborted();
	const rules = normalizer === undefined ? new CoreRules(resolveOptions()) : rulesOf(normalizer);
	const given = key === undefined ? undefined : keyOf(key);
	try {
		if (readOnly) return { store: expected(openForReading(path, rules.settings.engine), rules, given), rules, lock: undefined };
		return await openForWriting(path, rules, given);
	} catch (error) {
		throw asStoreError(error);
	}
}

async function openForWriting(path: string, rules: Rules, key: Uint8Array | undefined): Promise<OpenStore> {
	const options = { waits: false, say: () => {}, leavesSignals: true };
	const { store, lock } = await openLocked(path, rules.settings.engine, options, { rules, key: key ?? keyOf() });
	try {
		return { store: expected(store, rules, key), rules, lock };
	} catch (error) {
		lock.abandon();
		throw error;
	}
}

/** Throws SetError unless the store has keys of these rules, and this key. */
function expected(store: Store, rules: Rules, key: Uint8Array | undefined): Store {
	try {
		store.expect(rules);
		if (key !== undefined && !isSame(key, store.header.key)) throw invalidStore(0, "The store has another key");
		store.prepareSingle();
		return store;
	} catch (error) {
		store.close();
		throw error;
	}
}
