/** Files of stores on the disk: opening, replacing, reading as text, merging, and what is said of those that cannot be used. */
import "../../src/engine/wasm-engine";
import {
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UriError } from "urlsieve";
import { afterAll, describe, expect, it } from "vitest";
import { copyOf, keepCopy } from "../../src/dedupe/seen/convert";
import { keyLines } from "../../src/dedupe/seen/key-lines";
import { named, openForReading, storeFailure } from "../../src/dedupe/seen/locked-store";
import { addStore } from "../../src/dedupe/seen/merge-stores";
import { type FileStorage, LatePlace, rewriteFile, StorePlace } from "../../src/dedupe/seen/store-place";
import { EXIT, Failure } from "../../src/failure";
import { CoreKeys } from "../../src/keys/core-keys";
import { resolveOptions } from "../../src/options";
import { Store } from "../../src/store/store";
import { countKnown, create, fingerprints } from "../store/fingerprints";
import { MemoryPlace } from "../store/storage";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-store-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** A path without a file, or with one. */
function path(content?: string): string {
	const name = join(folder, `${files++}`);
	if (content !== undefined) writeFileSync(name, content);
	return name;
}
const text = (name: string) => readFileSync(name, "utf8");
const octets = (content: string) => new TextEncoder().encode(content);

describe("a file of a store", () => {
	it("reads up to its end, writes anywhere, and is cut off", async () => {
		const name = path("0123456789");
		const storage = new StorePlace(name).open(true) as FileStorage;
		const into = new Uint8Array(4);
		expect([storage.size, storage.read(into, 2), Buffer.from(into).toString()]).toEqual([10, 4, "2345"]);
		expect([storage.read(into, 8), storage.read(into, 10), storage.read(new Uint8Array(0), 0)]).toEqual([2, 0, 0]);
		storage.write(octets("xy"), 9);
		storage.sync();
		await storage.syncLater();
		storage.truncate(10);
		expect(text(name)).toBe("012345678x");
		storage.close();
		// The system gives the number to the next file, which this one must not touch.
		expect(storage.descriptor).toBe(-1);
		expect(() => storage.write(octets("z"), 0)).toThrow();
	});

	it("is opened for reading or for writing, if it is a regular one", () => {
		expect(new StorePlace(path()).open(true)).toBeUndefined();
		const reading = new StorePlace(path("a")).open(false) as FileStorage;
		expect(() => reading.write(octets("b"), 0)).toThrow("EBADF");
		reading.close();
		const before = readdirSync("/proc/self/fd").length;
		expect(() => new StorePlace(folder).open(false)).toThrow("not a regular file");
		expect(() => new StorePlace(folder).open(true)).toThrow("EISDIR");
		expect(readdirSync("/proc/self/fd").length).toBe(before);
	});

	it("is known by its name", () => {
		const name = path("a");
		const place = new StorePlace(name);
		const storage = place.open(true) as FileStorage;
		place.expectName(storage);
		const removed = new UriError("store-failed", `The store ${name} was removed or replaced while it was open.`);
		renameSync(name, `${name}.moved`);
		expect(() => place.expectName(storage)).toThrow(removed);
		writeFileSync(name, "b");
		expect(() => place.expectName(storage)).toThrow(removed);
		expect(() => place.expectName(storage)).toThrow(expect.objectContaining({ code: "store-failed" }));
		renameSync(`${name}.moved`, name);
		place.expectName(storage);
		storage.close();
	});
});

describe("a file beside a store", () => {
	const temporary = () => readdirSync(folder).filter((name) => name.startsWith(".urlsieve"));

	it("takes its place, or goes", () => {
		const name = path("old");
		const place = new StorePlace(name);
		const storage = place.createBeside() as FileStorage;
		storage.write(octets("new"), 0);
		expect([text(name), temporary().length, statSync(join(folder, temporary()[0] as string)).mode & 0o777]).toEqual([
			"old",
			1,
			0o600,
		]);
		place.replace(storage);
		place.syncName();
		expect([text(name), temporary(), storage.size]).toEqual(["new", [], 3]);
		storage.close();
		const other = place.createBeside() as FileStorage;
		place.discard(other);
		place.discard(other);
		expect([text(name), temporary(), other.descriptor]).toEqual(["new", [], -1]);
	});

	it("waits for the end of a run", () => {
		const name = path("old");
		const place = new LatePlace(name);
		expect([place.isPending, place.finish()]).toEqual([false, undefined]);
		place.undo();
		const storage = place.createBeside();
		storage.write(octets("new"), 0);
		place.replace(storage);
		place.syncName();
		expect([place.isPending, text(name)]).toEqual([true, "old"]);
		expect([place.finish(), text(name), temporary()]).toEqual([undefined, "new", []]);
		storage.close();
	});

	it("goes if the run is undone, and another one that is discarded leaves it", () => {
		const name = path("old");
		const place = new LatePlace(name);
		const [first, second] = [place.createBeside(), place.createBeside()];
		place.replace(first);
		place.discard(second);
		expect(place.isPending).toBe(true);
		place.undo();
		expect([place.isPending, text(name), temporary()]).toEqual([false, "old", []]);
	});
});

describe("a copy", () => {
	it("takes the place of a file, so that whoever has it open writes elsewhere", () => {
		const name = path("old");
		const link = path();
		symlinkSync(name, link);
		const storage = new StorePlace(name).open(true) as FileStorage;
		rewriteFile(link);
		storage.write(octets("x"), 0);
		storage.close();
		expect([text(name), text(link)]).toEqual(["old", "old"]);
		const missing = path();
		rewriteFile(missing);
		expect(existsSync(missing)).toBe(false);
		expect(() => rewriteFile(folder)).toThrow();
		expect(readdirSync(folder).filter((entry) => entry.startsWith(".urlsieve"))).toEqual([]);
	});

	it("of a snapshot is kept under another name, which is taken by nothing else", () => {
		const name = path("snapshot");
		expect([copyOf(name), keepCopy(name), statSync(copyOf(name)).ino]).toEqual([`${name}.128`, true, statSync(name).ino]);
		// A run that was killed has left it.
		expect(keepCopy(name)).toBe(false);
		const other = path("snapshot");
		writeFileSync(copyOf(other), "taken");
		expect(() => keepCopy(other)).toThrow(new Failure(EXIT.IO, `cannot write ${other}.128: it exists; move it away`));
		expect(text(copyOf(other))).toBe("taken");
		expect(() => keepCopy(path())).toThrow("ENOENT");
	});
});

describe("the keys of a store", () => {
	it("are lines of hexadecimal digits, in order", () => {
		const store = create(new MemoryPlace(), "js");
		expect([...keyLines(store)]).toEqual([]);
		countKnown(store, 0, 3);
		store.makeRun();
		countKnown(store, 3, 2);
		const lines = Buffer.concat(Array.from(keyLines(store), (some) => some.slice())).toString();
		const keys = Array.from({ length: 5 }, (_, number) => fingerprints(number, 1));
		const words = (key: Uint8Array) => [...new Uint32Array(key.slice().buffer)];
		keys.sort((a, b) => (words(a)[0] as number) - (words(b)[0] as number));
		expect(lines).toBe(keys.map((key) => `${Buffer.from(key.subarray(0, 12)).toString("hex")}\n`).join(""));
	});

	it("are added to another store with the same secret key and rules", () => {
		const [store, source] = [create(new MemoryPlace(), "js"), create(new MemoryPlace(), "js")];
		countKnown(store, 0, 10);
		countKnown(source, 5, 7000);
		source.makeRun();
		addStore(store, source, ["a", "b"]);
		expect(store.facts).toMatchObject({ count: 7005, logged: 0, runs: [{ count: 7005 }] });
		expect(countKnown(store, 0, 7005)).toBe(7005);
		addStore(store, create(new MemoryPlace(), "js"), ["a", "b"]);
		expect(store.count).toBe(7005);
	});

	it("of other rules or another secret key are refused", () => {
		const made = (options: object, key: number) =>
			Store.create(new MemoryPlace(), new CoreKeys(resolveOptions(options)), new Uint8Array(16).fill(key), {
				engine: "js",
				isWritable: true,
			});
		const own = made({}, 1);
		expect(() => addStore(own, made({}, 2), ["a", "b"])).toThrow(new UriError("invalid-option", "b has another key than a."));
		expect(() => addStore(own, made({}, 2), ["a", "b"])).toThrow(expect.objectContaining({ code: "invalid-option" }));
		const other = made({ level: "syntax" }, 1);
		const message = `b has keys of ${other.header.identity}, not of ${own.header.identity}.`;
		expect(() => addStore(own, other, ["a", "b"])).toThrow(new UriError("profile-mismatch", message));
		expect(() => addStore(own, other, ["a", "b"])).toThrow(expect.objectContaining({ code: "profile-mismatch" }));
	});
});

describe("a store that cannot be opened", () => {
	it("is a failure that names the file", () => {
		const missing = path();
		expect(() => openForReading(missing, "js")).toThrow(new Failure(EXIT.IO, `cannot read ${missing}: no such file`));
		mkdirSync(missing);
		expect(() => openForReading(missing, "js")).toThrow(`cannot read ${missing}: not a regular file`);
		const other = path("http://example.com/\n");
		expect(() => openForReading(other, "js")).toThrow(
			new UriError("invalid-store", "This is not a store of urlsieve (at byte 0)."),
		);
	});

	it("fails by the step that failed", () => {
		expect(named("read", "f", () => 7)).toBe(7);
		const fails = (error: Error) => () =>
			named("write", "f", () => {
				throw error;
			});
		expect(fails(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }))).toThrow(/^cannot write f: /);
		const own = new UriError("invalid-store", "It is damaged.");
		expect(fails(own)).toThrow(own);
	});

	it("is named in a sentence about what it contains", () => {
		const failure = storeFailure("f", new UriError("invalid-store", "The store is damaged: x (at byte 7).")) as Failure;
		expect([failure, failure.status]).toEqual([
			new Failure(EXIT.IO, "cannot use f (invalid-store): the store is damaged: x (at byte 7)"),
			3,
		]);
		const other = new Error("x");
		expect(storeFailure("f", other)).toBe(other);
	});

	it("is opened by any of its names", () => {
		const name = path();
		const store = Store.create(new StorePlace(name), new CoreKeys(resolveOptions({})), new Uint8Array(16), {
			engine: "js",
			isWritable: true,
		});
		store.close();
		const link = path();
		linkSync(name, link);
		const opened = openForReading(link, "js");
		expect(opened.count).toBe(0);
		opened.close();
	});
});
