/** SeenStore: a set of references in a file, one writer at a time. */
import { execFileSync, spawnSync } from "node:child_process";
import {
	copyFileSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { createNormalizer } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { type AddedBatch, SeenStore } from "urlsieve/node";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { built, builtUrl } from "../support/dist";
import { ENGINES } from "../support/engines";
import { size } from "../support/extent";
import { longIt } from "../support/long-it";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `${++files}.seen`);

const urls = (from: number, count: number) => Array.from({ length: count }, (_, index) => `http://example.com/${from + index}`);
function copied(path: string): string {
	copyFileSync(path, `${path}.copy`);
	return `${path}.copy`;
}

const octets = (text: string) => new TextEncoder().encode(text);
const coded = (code: string) => expect.objectContaining({ code });

describe("a store", () => {
	it("keeps what was added, by any method, until it is opened again", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		expect([store.add("http://a"), store.add("HTTP://A:80/"), store.has("http://a/"), store.has("http://b/")]).toEqual([
			true,
			false,
			true,
			false,
		]);
		expect(await store.addAll(["http://a", "http://[", "http://b", "http://B"])).toEqual([
			false,
			coded("invalid-ip-literal"),
			true,
			false,
		]);
		const { fresh, added, duplicates, rejects } = await store.addLines(
			octets("http://b\nHTTP://c\nhttp://[\nhttp://c\nhttp://d"),
		);
		expect([new TextDecoder().decode(fresh), added, duplicates]).toEqual(["http://c/\nhttp://[\nhttp://d/\n", 2, 2]);
		expect(rejects).toMatchObject([{ line: 3, code: "invalid-ip-literal" }]);
		const batches = [];
		for await (const batch of store.addStream(["http://d\nhttp:", octets("//e\n"), "http://["])) batches.push(batch);
		expect(batches).toMatchObject([{ added: 1, known: 1, rejects: [{ line: 3 }] }]);
		expect(store.size).toBe(5);
		await store.close();
		expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, [`${files}.seen`]]);
		const again = await SeenStore.open(path);
		expect([again.size, await again.addAll(["http://a", "http://b", "http://c", "http://d", "http://e"])]).toEqual([
			5,
			[false, false, false, false, false],
		]);
		await again.close();
	});

	longIt("has the same answers as a set in memory, in runs and while they are written", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const total = size(2_400_000, 1_100_000);
		const lines = (from: number, count: number) => octets(urls(from, count).join("\n"));
		expect((await store.addLines(lines(0, total / 2))).added).toBe(total / 2);
		expect((await store.addLines(lines(total / 4, total / 2))).added).toBe(total / 4);
		expect((await store.addLines(lines(0, total))).added).toBe(total / 4);
		const flushed = store.flush();
		expect([store.add("http://example.com/7"), store.add("http://late.example/")]).toEqual([false, true]);
		await flushed;
		await store.close();
		const reader = await SeenStore.open(path, { readOnly: true });
		expect([reader.size, reader.has("http://late.example/"), reader.has(`http://example.com/${total - 1}`)]).toEqual([
			total + 1,
			true,
			true,
		]);
		await reader.close();
	});

	it.each(ENGINES)("has the keys of a compacted file on the engine %s", async (engine) => {
		const path = newPath();
		const options = { normalizer: createNormalizer({ engine }) };
		const store = await SeenStore.open(path, options);
		await store.addAll(urls(0, 5000));
		await store.close();
		expect(run(["seen", "compact", path]).status).toBe(0);
		const again = await SeenStore.open(path, options);
		const asked = urls(0, 10_000).filter((_, index) => index % 7 === 0);
		const isNew = asked.map((_, index) => 7 * index >= 5000);
		expect(asked.map((url) => !again.has(url))).toEqual(isNew);
		expect(asked.map((url) => again.add(url))).toEqual(isNew);
		const many = urls(4000, 2000).map((_, index) => index >= 1000 && (4000 + index) % 7 > 0);
		expect(await again.addAll(urls(4000, 2000))).toEqual(many);
		expect(again.size).toBe(new Set([...urls(0, 6000), ...asked]).size);
		await again.close();
	});

	it("acknowledges what was added before each of several flushes at once", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const flushes = [];
		for (const url of urls(0, 20)) {
			store.add(url);
			flushes.push(store.flush());
		}
		await Promise.all(flushes);
		const reader = await SeenStore.open(path, { readOnly: true });
		expect(reader.size).toBe(20);
		await Promise.all([reader.close(), store.close()]);
	});

	it("compares keys of any normalizer, and no others", async () => {
		const path = newPath();
		const normalizer = createCrawlNormalizer({ profile: "crawl@1" });
		const store = await SeenStore.open(path, { normalizer });
		expect(await store.addAll(["http://a/?utm_source=x", "http://a/"])).toEqual([true, false]);
		const { fresh } = await store.addLines(octets("http://a/?utm_medium=y\nhttp://b/?utm_source=z\n"));
		expect(new TextDecoder().decode(fresh)).toContain("http://b/");
		await store.close();
		await expect(SeenStore.open(path)).rejects.toThrow(coded("profile-mismatch"));
		await expect(SeenStore.open(path, { normalizer: createCrawlNormalizer({ profile: "surt@1" }) })).rejects.toThrow(
			coded("profile-mismatch"),
		);
		const core = newPath();
		await (await SeenStore.open(core)).close();
		await expect(SeenStore.open(core, { normalizer: createNormalizer({ strict: true }) })).rejects.toThrow(
			coded("invalid-store"),
		);
		await expect(SeenStore.open(core, { key: new Uint8Array(16) })).rejects.toThrow(coded("invalid-store"));
	});
});

describe("arguments and use", () => {
	it.each<[string, unknown[], string]>([
		["no path", [7], "invalid-input"],
		["an unknown option", ["x", { filter: 1 }], "invalid-option"],
		["a short key", ["x", { key: new Uint8Array(3) }], "invalid-option"],
		["no normalizer", ["x", { normalizer: {} }], "invalid-option"],
		["a folder", [folder], "file-failed"],
		["a folder that is missing", [join(folder, "none", "x")], "file-failed"],
		["a file that is missing, for reading", [join(folder, "none"), { readOnly: true }], "file-failed"],
	])("refuses %s", async (_, args, code) => {
		await expect(SeenStore.open(...(args as [string]))).rejects.toThrow(coded(code));
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	it("refuses use after close, and closes twice", async () => {
		const store = await SeenStore.open(newPath());
		await store.close();
		await store.close();
		expect(() => store.add("http://a")).toThrow(coded("store-closed"));
		expect(() => store.has("http://a")).toThrow(coded("store-closed"));
		expect(() => store.size).toThrow(coded("store-closed"));
		await expect(store.addLines(octets("x:y\n"))).rejects.toThrow(coded("store-closed"));
		await expect(store.flush()).rejects.toThrow(coded("store-closed"));
	});

	it("has no log that is dead once it is closed", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const many = 40_000;
		await store.addAll(urls(0, many));
		await store.close();
		expect(statSync(path).size).toBeLessThan(16_384 + 11.5 * many);
	});

	// `npm run mutants` runs tests in threads, which cannot change the folder.
	it.runIf(isMainThread)("keeps to its file if the program changes its folder", async () => {
		const path = newPath();
		const before = process.cwd();
		process.chdir(folder);
		const store = await SeenStore.open(basename(path)).finally(() => process.chdir(before));
		store.add("a:1");
		await store.flush();
		await store.close();
		const again = await SeenStore.open(path);
		expect(again.size).toBe(1);
		await again.close();
	});

	it.each<[string, (path: string) => void]>([
		["removed", (path) => rmSync(path)],
		["moved", (path) => renameSync(path, `${path}.old`)],
		["replaced", (path) => renameSync(copied(path), path)],
	])("acknowledges nothing in a file that was %s while it was open", async (_, spoil) => {
		const path = newPath();
		const store = await SeenStore.open(path);
		store.add("a:1");
		await store.flush();
		spoil(path);
		store.add("a:2");
		const message = `The store ${path} was removed or replaced while it was open.`;
		await expect(store.flush()).rejects.toThrow(expect.objectContaining({ code: "store-failed", message }));
		expect(() => store.add("a:3")).toThrow(coded("store-failed"));
		await store.close().catch(() => {});
	});

	it("reads, and adds nothing, with readOnly", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		store.add("http://a");
		await store.flush();
		const reader = await SeenStore.open(path, { readOnly: true });
		expect(reader.has("http://a/")).toBe(true);
		expect(() => reader.add("http://b")).toThrow(coded("invalid-option"));
		await reader.close();
		await store.close();
	});

	it("adds a stream whose chunks end inside lines and characters", async () => {
		const [path, long] = [newPath(), "x".repeat(5_000_000)];
		const store = await SeenStore.open(path);
		const stream = [
			"http://a/",
			"\ud83d",
			"\ude00\nhttp://b/",
			...Array(3).fill(long),
			"\nhttp://",
			"c\n",
			octets("http://c/\n"),
		];
		const batches: AddedBatch[] = [];
		for await (const batch of store.addStream(stream)) {
			batches.push(batch);
			expect(store.has("http://a/%F0%9F%98%80")).toBe(true);
		}
		const sum = (count: (batch: AddedBatch) => number) => batches.reduce((total, batch) => total + count(batch), 0);
		expect([sum(({ added }) => added), sum(({ known }) => known), batches.flatMap(({ rejects }) => rejects)]).toEqual([3, 1, []]);
		expect(batches.length).toBeGreaterThan(1);
		await store.close();
	});

	it("refuses a named pipe, and waits for none", async () => {
		const path = newPath();
		execFileSync("mkfifo", [path]);
		await expect(SeenStore.open(path)).rejects.toThrow(coded("file-failed"));
		await expect(SeenStore.open(path, { readOnly: true })).rejects.toThrow(coded("file-failed"));
	});

	it("ends with the reason of a signal, and keeps what was acknowledged", async () => {
		const path = newPath();
		const controller = new AbortController();
		const store = await SeenStore.open(path, { signal: controller.signal });
		const line = octets(`${urls(0, 60_000).join("\n")}\n`);
		const chunks = [line, line.map((octet) => (octet === 120 ? 121 : octet)), line.map((octet) => (octet === 120 ? 122 : octet))];
		let batches = 0;
		const all = async () => {
			for await (const _ of store.addStream([...chunks, ...chunks, ...chunks]))
				if (++batches === 1) controller.abort(new Error("enough"));
		};
		await expect(all()).rejects.toThrow("enough");
		await expect(store.addAll(["http://a"])).rejects.toThrow("enough");
		await expect(SeenStore.open(path, { signal: controller.signal })).rejects.toThrow("enough");
		await store.close();
		const again = await SeenStore.open(path);
		expect([batches, again.size > 0]).toEqual([1, true]);
		await again.close();
	});
});

describe("removal", () => {
	it("makes references new again, in the log and in runs, and acknowledges all others", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		await store.addAll(urls(0, 30_000));
		await store.close();
		const again = await SeenStore.open(path);
		again.add("http://example.com/new");
		const results = await again.removeAll([
			"HTTP://EXAMPLE.com/7",
			"http://[",
			"http://example.com/new",
			"http://b/",
			...urls(7, 1),
		]);
		expect(results).toEqual([true, coded("invalid-ip-literal"), true, false, true]);
		again.add("http://example.com/other");
		expect([again.size, again.has("http://example.com/7"), again.has("http://example.com/8")]).toEqual([30_000, false, true]);
		expect([again.add("http://example.com/7"), again.add("http://example.com/new")]).toEqual([true, true]);
		await again.flush();
		const copy = await SeenStore.open(copied(path), { readOnly: true });
		expect(copy.size).toBe(30_002);
		await copy.close();
		expect(await again.removeAll([])).toEqual([]);
		await again.close();
		expect(run(["seen", "verify", path]).stdout).toBe("30002 references, no damage\n");
	});

	it("acknowledges what was added and not flushed before a kill", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		await store.addAll(urls(0, 10));
		await store.removeAll(urls(3, 2));
		const copy = await SeenStore.open(copied(path), { readOnly: true });
		expect(urls(0, 10).filter((url) => !copy.has(url))).toEqual(urls(3, 2));
		await copy.close();
		await store.close();
	});

	longIt("waits for runs that are being written, and loses nothing of what is added meanwhile", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const adding = store.addAll(urls(0, 1_500_000));
		const removing = store.removeAll(["http://example.com/1"]);
		await Promise.all([adding, removing, store.flush()]);
		await Promise.all([store.removeAll(urls(1, 2)), store.addAll(urls(2_000_000, 100_000)), store.removeAll(urls(5, 1))]);
		expect([store.size, ...urls(0, 7).map((url) => store.has(url))]).toEqual([
			1_599_997,
			true,
			false,
			false,
			true,
			true,
			false,
			true,
		]);
		await store.close();
		expect(run(["seen", "verify", path]).stdout).toBe("1599997 references, no damage\n");
	});

	it("is refused with readOnly, after close and by a signal", async () => {
		const path = newPath();
		const controller = new AbortController();
		const store = await SeenStore.open(path, { signal: controller.signal });
		await store.addAll(urls(0, 3));
		controller.abort(new Error("enough"));
		await expect(store.removeAll(urls(0, 1))).rejects.toThrow("enough");
		await store.close();
		await expect(store.removeAll(urls(0, 1))).rejects.toThrow(coded("store-closed"));
		const reader = await SeenStore.open(path, { readOnly: true });
		await expect(reader.removeAll(urls(0, 1))).rejects.toThrow(coded("invalid-option"));
		expect(reader.size).toBe(3);
		await reader.close();
	});
});

describe("two writers", () => {
	it("are refused, in one process or two", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const message = `Cannot lock ${path}: process ${process.pid} is using it; close it there first.`;
		await expect(SeenStore.open(path)).rejects.toThrow(expect.objectContaining({ code: "seen-locked", message }));
		const { stderr, status } = spawnSync(process.execPath, [built("urlsieve.js"), "seen", "compact", "--no-wait", path]);
		expect([status, stderr.toString()]).toEqual([3, expect.stringContaining("seen-locked")]);
		await store.close();
		await (await SeenStore.open(path)).close();
	});

	it("cannot both acknowledge: one whose lock was taken over while it slept fails", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		store.add("http://a");
		await store.flush();
		const lock = readdirSync(folder).find((name) => name.endsWith(".lock")) as string;
		// A process of another boot: silent, not provably dead.
		const text = readFileSync(join(folder, lock), "latin1").replace(/ .* /, ` ${"0".repeat(8)}-1-1 `);
		writeFileSync(
			join(folder, lock),
			text.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
		);
		store.add("http://b");
		const message = `Cannot lock ${path}: another run took it over while this one was suspended; open it again.`;
		await expect(store.flush()).rejects.toThrow(expect.objectContaining({ code: "seen-locked", message }));
		expect(() => store.add("http://c")).toThrow(coded("store-failed"));
		await store.close().catch(() => {});
		rmSync(join(folder, lock), { force: true });
	});
});

const ENTRY = builtUrl("node.js");

describe("a lock whose holder is silent", () => {
	it("is taken over after the file has been replaced by a copy, so that a holder that wakes up writes elsewhere", async () => {
		const path = newPath();
		const store = await SeenStore.open(path);
		store.add("http://a");
		await store.flush();
		const lock = join(folder, readdirSync(folder).find((name) => name.endsWith(".lock")) as string);
		const mine = readFileSync(lock, "latin1");
		// A process of another boot: silent for a day, not provably dead.
		const elsewhere = mine.replace(/^(\S+) [0-9a-f]+/, (_, token) => `${token} ${"0".repeat(8)}`);
		rmSync(lock);
		writeFileSync(lock, elsewhere);
		const yesterday = Date.now() / 1000 - 86_400;
		utimesSync(lock, yesterday, yesterday);
		const before = statSync(path).ino;
		const second = run(["dedupe", "--no-wait", "--quiet", "--seen", path], "http://a\nhttp://c\n");
		expect([second, statSync(path).ino === before]).toEqual([{ status: 0, stdout: "http://c/\n", stderr: "" }, false]);
		store.add("http://b");
		await expect(store.flush()).rejects.toThrow(coded("seen-locked"));
		await store.close().catch(() => {});
		const last = await SeenStore.open(path);
		expect([last.size, last.has("http://b")]).toEqual([2, false]);
		await last.close();
	});

	const ELSEWHERE = "abcdef-1-1 00000000\n";

	it.each<[what: string, text: string, guards: string[]]>([
		["that is torn", "1111111111111111 abc", []],
		["that is empty", "", []],
		["beside a guard that was left behind", `1111111111111111 ${ELSEWHERE}`, ["1111111111111111"]],
		["beside a guard of a guard", `1111111111111111 ${ELSEWHERE}`, ["1111111111111111", "1111111111111111.9999999999999999"]],
		["that is torn, beside a guard", "", ["torn"]],
	])("is taken over if it is one %s", async (_, text, guards) => {
		const path = newPath();
		const store = await SeenStore.open(path);
		const lock = join(folder, readdirSync(folder).find((name) => name.endsWith(".lock")) as string);
		await store.close();
		const yesterday = Date.now() / 1000 - 86_400;
		for (const [file, content] of [
			[lock, text],
			...guards.map((guard) => [`${lock}.${guard}`, `9999999999999999 ${ELSEWHERE}`]),
		]) {
			writeFileSync(file as string, content as string);
			utimesSync(file as string, yesterday, yesterday);
		}
		expect(run(["dedupe", "--no-wait", "--quiet", "--seen", path], "http://a\n")).toMatchObject({ status: 0, stderr: "" });
		expect(readdirSync(folder).filter((name) => name.startsWith(".urlsieve"))).toEqual([]);
	});
});

it("leaves no descriptor open", () => {
	const program = `
		import { readdirSync } from "node:fs";
		import { SeenStore } from ${JSON.stringify(ENTRY)};
		const count = () => readdirSync("/proc/self/fd").length;
		const use = async () => (await SeenStore.open(${JSON.stringify(join(folder, "descriptors.seen"))})).close();
		await use();
		const before = count();
		for (let time = 0; time < 10; ++time) await use();
		// The threads that show that a lock is held end by themselves.
		for (let look = 0; look < 500 && count() > before; ++look) await new Promise((resolve) => setTimeout(resolve, 10));
		console.log(Math.max(0, count() - before));
	`;
	expect(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })).toBe("0\n");
});
