/** A store that one run at a time writes to. */
import { resolve } from "node:path";
import type { Engine } from "../../engine/kernel";
import { UrlsieveError } from "../../errors";
import { clause, EXIT, Failure, ioFailure } from "../../failure";
import { followLinks } from "../../files/output/links";
import type { Rules } from "../../rules/rules";
import type { Storage } from "../storage";
import { Store } from "../store";
import { Lock, type LockOptions } from "./lock";
import { rewriteFile, StorePlace } from "./store-place";

/** The properties of a store that is created. */
export interface NewStore {
	readonly rules: Rules;
	readonly key: Uint8Array;
}

export interface LockedStore {
	readonly store: Store;
	readonly lock: Lock;
}

/** Locks and opens a store, or creates it. An empty file is none. Throws Failure or SetError. */
export async function openLocked(path: string, engine: Engine, options: LockOptions, created?: NewStore): Promise<LockedStore> {
	// A program may change its folder while the store is open.
	const target = resolve(named("read", path, () => followLinks(path)));
	const lock = await Lock.acquire(target, path, { ...options, onSilence: () => named("write", path, () => rewriteFile(target)) });
	try {
		const place = new StorePlace(target);
		const verify = (storage: Storage) => {
			lock.verify();
			place.expectName(storage);
		};
		const settings = { engine, isWritable: true, verify };
		const store = named("write", path, () => openUsed(place, settings));
		if (store !== undefined) return { store, lock };
		if (created === undefined) throw noSuchFile(path);
		return { store: named("write", path, () => Store.create(place, created.rules, created.key, settings)), lock };
	} catch (error) {
		lock.abandon();
		throw error;
	}
}

/** Opens a store for reading, which needs no lock. Throws Failure or SetError. */
export function openForReading(path: string, engine: Engine): Store {
	const store = named("read", path, () => Store.open(new StorePlace(path), { engine, isWritable: false }));
	if (store === undefined) throw noSuchFile(path);
	return store;
}

/** Runs a step on a file. Converts the system's errors to Failures. */
export function named<Result>(verb: "read" | "write", path: string, step: () => Result): Result {
	try {
		return step();
	} catch (error) {
		throw error instanceof UrlsieveError ? error : ioFailure(verb, path, error);
	}
}

/** The failure for an error about a store, which names the file. */
export function storeFailure(path: string, error: unknown): unknown {
	if (!(error instanceof UrlsieveError)) return error;
	return new Failure(EXIT.IO, `cannot use ${path} (${error.code}): ${clause(error.message)}`);
}

function openUsed(place: StorePlace, settings: Parameters<typeof Store.open>[1]): Store | undefined {
	const storage = place.open(false);
	const isEmpty = storage === undefined || storage.size === 0;
	storage?.close();
	return isEmpty ? undefined : Store.open(place, settings);
}

function noSuchFile(path: string): Failure {
	return ioFailure("read", path, { code: "ENOENT" }) as Failure;
}
