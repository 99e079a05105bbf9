/** A file whose syncs count: what is refused after a failure, and what becomes of the old file. */

import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../src/store/storage";
import { SyncedStorage } from "../../src/store/synced-storage";
import { MemoryPlace } from "./storage";

/** A file in memory, with the steps it has taken, and whether it is closed. */
function opened(verify?: (storage: Storage) => void) {
	const place = new MemoryPlace(new Uint8Array(8));
	const storage = place.open()!;
	const state = { isClosed: false };
	const close = storage.close.bind(storage);
	storage.close = () => {
		state.isClosed = true;
		close();
	};
	return { place, storage, state, synced: new SyncedStorage(storage, verify), kinds: () => place.steps.map(({ kind }) => kind) };
}

const refused = (message: string) =>
	new UriError("store-failed", `The store must be opened again, because a write failed: ${message}.`);

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a sync", () => {
	it("is followed by the check of the file, and leaves nothing to acknowledge", async () => {
		const order: string[] = [];
		const { synced, place, storage } = opened((file) => order.push(file === storage ? "verify" : "another"));
		place.onStep = ({ kind }) => order.push(kind);
		synced.isUnsynced = true;
		synced.sync();
		expect([order.splice(0), synced.isUnsynced]).toEqual([["sync", "verify"], false]);
		synced.isUnsynced = true;
		const later = synced.syncLater();
		expect(synced.isUnsynced).toBe(false);
		await later;
		expect(order).toEqual(["sync", "verify"]);
		synced.verify();
		expect(order).toHaveLength(3);
	});

	it("needs no check", async () => {
		const { synced, kinds } = opened();
		synced.verify();
		synced.sync();
		await synced.syncLater();
		synced.refuse();
		expect(kinds()).toEqual(["sync", "sync"]);
	});

	it.each(["sync", "syncLater"] as const)("that fails ends the store: %s", async (kind) => {
		const { synced, place, kinds } = opened();
		place.onStep = () => {
			throw new Error("EIO: i/o error.");
		};
		await expect((async () => synced[kind]())()).rejects.toThrow("EIO: i/o error.");
		place.onStep = () => {};
		expect(() => synced.refuse()).toThrow(refused("EIO: i/o error"));
		expect(() => synced.sync()).toThrow(refused("EIO: i/o error"));
		await expect(synced.syncLater()).rejects.toThrow(refused("EIO: i/o error"));
		expect(() => synced.attempt(() => {})).toThrow(refused("EIO: i/o error"));
		expect(kinds()).toEqual([]);
	});

	it.each(["sync", "syncLater"] as const)("whose check fails ends the store: %s", async (kind) => {
		const { synced } = opened(() => {
			throw new Error("taken over");
		});
		await expect((async () => synced[kind]())()).rejects.toThrow("taken over");
		expect(() => synced.refuse()).toThrow(refused("taken over"));
	});
});

describe("a store that has failed elsewhere", () => {
	it("is refused with the first failure", () => {
		const { synced } = opened();
		synced.refuse();
		synced.fail(new Error("first."));
		synced.fail(new Error("second"));
		expect(() => synced.refuse()).toThrow(refused("first"));
		expect(() => synced.refuse()).toThrow(expect.objectContaining({ code: "store-failed" }));
	});

	it("takes a step that fails as its failure", () => {
		const { synced } = opened();
		synced.attempt(() => {});
		synced.refuse();
		const step = () => {
			throw new Error("step");
		};
		expect(() => synced.attempt(step)).toThrow(new Error("step"));
		expect(() => synced.refuse()).toThrow(refused("step"));
	});
});

describe("a new file", () => {
	it("takes the place of the old one, which is closed", async () => {
		const { synced, storage, state } = opened();
		const other = opened();
		synced.isUnsynced = true;
		expect(synced.current).toBe(storage);
		synced.replaceBy(other.storage);
		expect([synced.current, synced.isUnsynced]).toEqual([other.storage, false]);
		synced.sync();
		expect(other.kinds()).toEqual(["sync"]);
		await settled();
		expect([state.isClosed, other.state.isClosed]).toEqual([true, false]);
	});

	it("leaves the old one open until its sync has ended, however it ends", async () => {
		for (const fails of [false, true]) {
			const { synced, storage, state } = opened();
			let end = () => {};
			storage.syncLater = () =>
				new Promise<void>((resolve, reject) => {
					end = () => (fails ? reject(new Error("EIO")) : resolve());
				});
			const syncing = synced.syncLater().catch((error: Error) => error.message);
			synced.replaceBy(opened().storage);
			await settled();
			expect(state.isClosed).toBe(false);
			end();
			expect(await syncing).toBe(fails ? "EIO" : undefined);
			await settled();
			expect(state.isClosed).toBe(true);
		}
	});

	it("is not disturbed by an old one that cannot be closed", async () => {
		const { synced, storage } = opened();
		storage.close = () => {
			throw new Error("EBADF");
		};
		const other = opened();
		synced.replaceBy(other.storage);
		await settled();
		synced.refuse();
		expect(synced.current).toBe(other.storage);
	});
});

describe("what a failed write has left", () => {
	it("is cut off, unless that fails, too", () => {
		const { synced, place, storage } = opened();
		synced.giveBack(3);
		expect(storage.size).toBe(3);
		place.onStep = () => {
			throw new Error("EIO");
		};
		synced.giveBack(1);
		expect(storage.size).toBe(3);
		synced.refuse();
	});
});
