/** Stores that one run at a time writes to, and snapshots that become stores, with their locks. */
import "../../src/engine/wasm-engine";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { SeenSet } from "urlsieve";
import { describe, expect, it } from "vitest";
import { convertSnapshot } from "../../src/dedupe/seen/convert";
import { openForReading, openLocked } from "../../src/dedupe/seen/locked-store";
import { EXIT, Failure } from "../../src/failure";
import { LockFailure, type LockOptions } from "../../src/job/lock";
import { CoreKeys } from "../../src/keys/core-keys";
import { resolveOptions } from "../../src/options";
import { useFolder } from "../cli/command";
import { fingerprints } from "../store/fingerprints";

const { folder, path } = useFolder();
const LOCK: LockOptions = { waits: false, say: () => {}, neverBlocks: true };
const CREATED = { keys: new CoreKeys(resolveOptions()), key: new Uint8Array(16).fill(3) };
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".urlsieve"));

describe("a store that is locked", () => {
	it("is created where there is none, and found again", async () => {
		const name = path("new.seen");
		const { store, lock } = await openLocked(name, "js", LOCK, CREATED);
		expect(store.header.key).toEqual(CREATED.key);
		store.add(fingerprints(1, 1));
		store.writeLog();
		store.sync();
		expect(leftovers().length).toBeGreaterThan(0);
		await expect(openLocked(name, "js", LOCK, CREATED)).rejects.toBeInstanceOf(LockFailure);
		store.close();
		lock.abandon();
		expect(leftovers()).toEqual([]);
		const again = await openLocked(name, "js", LOCK);
		expect([again.store.count, again.store.has(fingerprints(1, 1))]).toEqual([1, true]);
		again.store.close();
		again.lock.abandon();
	});

	it("may be an empty file, but not a missing one unless it is created", async () => {
		const [empty, missing] = [path("empty.seen"), path("missing.seen")];
		writeFileSync(empty, "");
		const none = (name: string) => new Failure(EXIT.IO, `cannot read ${name}: no such file`);
		for (const name of [empty, missing]) await expect(openLocked(name, "js", LOCK)).rejects.toThrow(none(name));
		expect([leftovers(), existsSync(missing), readFileSync(empty, "utf8")]).toEqual([[], false, ""]);
		const { store, lock } = await openLocked(empty, "js", LOCK, CREATED);
		store.close();
		lock.abandon();
		expect(openForReading(empty, "js").count).toBe(0);
	});

	it("writes nothing once its file was removed or replaced", async () => {
		const name = path("moved.seen");
		const { store, lock } = await openLocked(name, "js", LOCK, CREATED);
		writeFileSync(`${name}.other`, readFileSync(name));
		renameSync(`${name}.other`, name);
		store.add(fingerprints(1, 1));
		store.writeLog();
		expect(() => store.sync()).toThrow(`The store ${name} was removed or replaced while it was open.`);
		store.close();
		lock.abandon();
	});
});

describe("a snapshot", () => {
	it("becomes a store of as many references, and is kept", async () => {
		const set = new SeenSet();
		set.addAll(Array.from({ length: 5000 }, (_, index) => `http://h/${index}`));
		const snapshot = Buffer.from(await new Response(set.save()).arrayBuffer());
		const name = path("snapshot.seen");
		writeFileSync(name, snapshot);
		expect(await convertSnapshot(name, LOCK)).toBe(5000);
		const store = openForReading(name, "js");
		store.verify();
		expect([store.count, store.facts.logged, store.header.coreWord]).toEqual([5000, 0, CREATED.keys.coreWord]);
		expect([readFileSync(`${name}.128`).equals(snapshot), leftovers()]).toEqual([true, []]);
	});

	it("stays as it is if it is none, is damaged, or its copy cannot be kept", async () => {
		const name = path("other.seen");
		const fails = async (content: string | Uint8Array, message: string) => {
			writeFileSync(name, content);
			await expect(convertSnapshot(name, LOCK)).rejects.toThrow(message);
			expect([readFileSync(name).equals(Buffer.from(content)), leftovers()]).toEqual([true, []]);
		};
		await fails("http://a\n", "This is not a urlsieve snapshot (at byte 0).");
		const snapshot = Buffer.from(await new Response(new SeenSet().save()).arrayBuffer());
		await fails(snapshot.subarray(0, 70), "The snapshot is truncated (at byte 70).");
		expect(existsSync(`${name}.128`)).toBe(false);
		writeFileSync(`${name}.128`, "taken");
		await fails(snapshot, `cannot write ${name}.128: it exists; move it away`);
		await expect(convertSnapshot(path("nothing"), LOCK)).rejects.toThrow(`cannot read ${path("nothing")}: no such file`);
		expect(leftovers()).toEqual([]);
	});
});
