/** Turns a snapshot of 128-bit fingerprints into a store, with its key. */
import { constants, copyFileSync, createReadStream, linkSync, statSync } from "node:fs";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import { engineInUse } from "../../engine/select";
import { UrlsieveError } from "../../errors";
import { EXIT, Failure, hasCode, ioFailure } from "../../failure";
import { followLinks } from "../../files/output/links";
import type { Rules } from "../../rules/rules";
import { readSnapshot, snapshotHeader } from "../../seen/snapshot";
import { MAX_BATCH } from "../lookup";
import { Store } from "../store";
import { Lock, type LockOptions } from "./lock";
import { named } from "./locked-store";
import { LatePlace, StorePlace } from "./store-place";

/** Converts the snapshot at a path, and keeps it as PATH.128. Returns the number of references. Throws Failure or SetError. */
export async function convertSnapshot(path: string, options: LockOptions): Promise<number> {
	const target = named("read", path, () => followLinks(path));
	const lock = await Lock.acquire(target, path, options);
	const place = new LatePlace(target);
	try {
		const store = await storeOfSnapshot(target, path, place);
		named("write", path, () => keepCopy(target));
		const { count } = store;
		lock.release(() =>
			named("write", path, () => {
				const unsynced = place.finish();
				if (unsynced !== undefined) throw unsynced;
			}),
		);
		store.close();
		return count;
	} catch (error) {
		place.undo();
		lock.abandon();
		throw error;
	}
}

/**
 * Writes what a snapshot has to a new store, which takes the place of the file when `place` is finished. `expected`: what its keys must be,
 * by default what it says. Throws Failure or SetError.
 */
export async function storeOfSnapshot(target: string, path: string, place: LatePlace, expected?: Rules): Promise<Store> {
	const header = snapshotHeader(named("read", path, () => startOf(target)));
	const { key } = header;
	const rules = expected ?? header.rules;
	const store = named("write", path, () => Store.create(place, rules, key, { engine: engineInUse(), isWritable: true }));
	const batch = new Uint8Array(MAX_BATCH * FINGERPRINT_SIZE);
	let filled = 0;
	const empty = () => {
		store.addAll(batch.subarray(0, filled), () => store.makeRun());
		filled = 0;
	};
	const tables = {
		count: 0,
		addKeys(fingerprints: Uint8Array) {
			if (filled + fingerprints.length > batch.length) named("write", path, empty);
			batch.set(fingerprints, filled);
			filled += fingerprints.length;
			this.count += fingerprints.length / FINGERPRINT_SIZE;
		},
	};
	try {
		await readSnapshot(createReadStream(target), { rules, tables });
		named("write", path, () => {
			empty();
			store.makeRun();
		});
		return store;
	} catch (error) {
		throw error instanceof UrlsieveError ? error : ioFailure("read", path, error);
	}
}

/** Octets at the start of a snapshot that have its header and identity. */
const MAX_HEADER = 66_000;

function startOf(path: string): Uint8Array {
	const storage = new StorePlace(path).open(false);
	if (storage === undefined) throw Object.assign(new Error(), { code: "ENOENT" });
	const octets = new Uint8Array(Math.min(storage.size, MAX_HEADER));
	storage.read(octets, 0);
	storage.close();
	return octets;
}

/** The name under which a snapshot is kept. */
export function copyOf(path: string): string {
	return `${path}.128`;
}

/** Keeps the snapshot under another name. A run that was killed may have done so: returns whether this one has. */
export function keepCopy(path: string): boolean {
	const copy = copyOf(path);
	try {
		linkSync(path, copy);
		return true;
	} catch (error) {
		if (!hasCode(error, "EEXIST")) copyFileSync(path, copy, constants.COPYFILE_EXCL);
		else if (statSync(copy).ino !== statSync(path).ino)
			throw new Failure(EXIT.IO, `cannot write ${copy}: it exists; move it away`);
		return !hasCode(error, "EEXIST");
	}
}
