/** `urlsieve seen`: examines and rewrites the file of a set that lasts. */
import { spawnSync } from "node:child_process";
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SeenSet, type SeenSetOptions } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { SeenStore } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { CLI, run, runWithFaults, useFolder } from "./command";

const { path } = useFolder();
const urls = (from: number, count: number) => Array.from({ length: count }, (_, index) => `http://example.com/${from + index}`);

async function add(file: string, from: number, count: number): Promise<void> {
	const store = await SeenStore.open(file);
	await store.addAll(urls(from, count));
	await store.close();
}

/** Writes a snapshot, as earlier versions of --seen did. */
async function saveSnapshot(file: string, references: string[], normalizer?: SeenSetOptions["normalizer"]): Promise<void> {
	const set = new SeenSet({ normalizer });
	set.addAll(references);
	const chunks: Uint8Array[] = [];
	for await (const chunk of set.save()) chunks.push(chunk);
	writeFileSync(file, Buffer.concat(chunks));
}

describe("urlsieve seen", () => {
	it("stat prints numbers and rules, and no key", async () => {
		const file = path("stat");
		await add(file, 0, 20_000);
		const { status, stdout } = run(["seen", "stat", file]);
		expect(status).toBe(0);
		const facts = JSON.parse(run(["seen", "stat", "--json", file]).stdout);
		expect(facts).toMatchObject({ count: 20_000, rules: "rfc3986@1", size: statSync(file).size, runs: [{ count: 20_000 }] });
		const { size, dead, logged } = facts;
		expect(stdout.split("\n").slice(0, 5)).toEqual([
			"references  20000",
			"rules       rfc3986@1",
			`bytes       ${size}, ${(size / 20_000).toFixed(1)} for each reference`,
			`dead        ${dead}`,
			`in the log  ${logged}`,
		]);
		const key = readFileSync(file).subarray(32, 48).toString("hex");
		expect(JSON.stringify(facts)).not.toContain(key);
	});

	it("verify reads all of it, and exits with 1 for damage", async () => {
		const file = path("verify");
		await add(file, 0, 20_000);
		expect(run(["seen", "verify", file])).toEqual({ status: 0, stdout: "20000 references, no damage\n", stderr: "" });
		const octets = readFileSync(file);
		const inRun = octets.length - 100_000;
		octets[inRun] = (octets[inRun] as number) ^ 1;
		writeFileSync(file, octets);
		const { status, stderr } = run(["seen", "verify", file]);
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(/^urlsieve: .*verify: the store is damaged: the check of a page is wrong/),
		]);
		truncateSync(file, 10_000);
		expect(run(["seen", "verify", file]).status).toBe(1);
	});

	it("stat and verify report the octets after damage in the log", async () => {
		const file = path("torn");
		await add(file, 0, 100);
		await add(file, 100, 100);
		const octets = readFileSync(file);
		const inLastRecord = octets.length - 100;
		octets[inLastRecord] = (octets[inLastRecord] as number) ^ 1;
		writeFileSync(file, octets);
		const torn = 16 + 100 * 12 + 4;
		expect(run(["seen", "stat", file]).stdout).toContain(`\ntorn        ${torn}\n`);
		expect(run(["seen", "verify", file])).toEqual({
			status: 0,
			stdout: "100 references, no damage\n",
			stderr: expect.stringContaining(`ignored ${torn} bytes after the last valid record`),
		});
	});

	it("stat and verify report a root that is not valid, until the next one is written", async () => {
		const file = path("root");
		await add(file, 0, 40_000);
		await add(file, 40_000, 20_000);
		expect(run(["seen", "verify", file]).stderr).toBe("");
		const octets = readFileSync(file);
		const { generation } = JSON.parse(run(["seen", "stat", "--json", file]).stdout);
		const newest = 4096 * (1 + (generation & 1));
		octets[newest + 8] = (octets[newest + 8] as number) ^ 1;
		writeFileSync(file, octets);
		// The older root lacks the second run. The log has its keys.
		expect(JSON.parse(run(["seen", "stat", "--json", file]).stdout)).toMatchObject({ count: 60_000, hasTornRoot: true });
		expect(run(["seen", "stat", file]).stdout).toContain("\ntorn root   yes\n");
		expect(run(["seen", "verify", file]).stderr).toContain("one of its two roots is not valid");
		await add(file, 60_000, 20_000);
		expect(run(["seen", "verify", file])).toEqual({ status: 0, stdout: "80000 references, no damage\n", stderr: "" });
	});

	it("compact leaves one run, and nothing that is dead", async () => {
		const file = path("compact");
		for (const from of [0, 40_000, 60_000]) await add(file, from, from === 0 ? 40_000 : 20_000);
		expect(run(["seen", "compact", file]).stdout).toBe("80000 references\n");
		const facts = JSON.parse(run(["seen", "stat", "--json", file]).stdout);
		expect(facts).toMatchObject({ count: 80_000, dead: 0, runs: [{ count: 80_000 }] });
		expect(run(["seen", "stat", file]).stdout).toMatch(/\nrun {9}80000 references, \d+ bytes\n$/);
	});

	it("merge adds the references that a copy has gained elsewhere, and refuses a set of another key", async () => {
		const [file, copy, other] = [path("merge"), path("copy"), path("other")];
		await add(file, 0, 100);
		copyFileSync(file, copy);
		await add(file, 100, 100);
		await add(copy, 150, 100);
		expect(run(["seen", "merge", file, copy]).stdout).toBe("250 references\n");
		await add(other, 0, 1);
		const { status, stderr } = run(["seen", "merge", file, other]);
		expect([status, stderr]).toEqual([3, expect.stringContaining("has another key")]);
		expect(run(["seen", "verify", file]).stdout).toBe("250 references, no damage\n");
	});

	it("export prints the start of each fingerprint, from runs and from the log", async () => {
		const [file, key] = [path("export"), new Uint8Array(16).fill(9)];
		for (const from of [0, 30_000]) {
			const store = await SeenStore.open(file, { key });
			await store.addAll(urls(from, from === 0 ? 30_000 : 500));
			await store.close();
		}
		const { status, stdout, stderr } = run(["seen", "export", file]);
		const set = new SeenSet({ key });
		const expected = urls(0, 30_500).map((url) => `${set.fingerprint(url).slice(0, 24)}\n`);
		expect([status, stderr]).toEqual([0, ""]);
		expect(stdout.match(/.+\n/g)?.sort()).toEqual(expected.sort());
		expect(run(["seen", "export", CLI])).toMatchObject({
			status: 3,
			stdout: "",
			stderr: expect.stringContaining("invalid-store"),
		});
		const octets = readFileSync(file);
		octets[200_000] = (octets[200_000] as number) ^ 1;
		writeFileSync(file, octets);
		expect(run(["seen", "export", file])).toMatchObject({
			status: 3,
			stderr: expect.stringContaining("check of a page is wrong"),
		});
	});

	it("convert turns a snapshot into a store that knows the same, and keeps it", async () => {
		const file = path("convert");
		await saveSnapshot(file, urls(0, 3000));
		const snapshot = readFileSync(file);
		expect(run(["seen", "convert", file]).stdout).toBe("3000 references\n");
		expect(readFileSync(`${file}.128`)).toEqual(snapshot);
		const store = await SeenStore.open(file);
		expect((await store.addAll(urls(0, 3100))).filter(Boolean).length).toBe(100);
		await store.close();
		const { status, stderr } = run(["seen", "convert", file]);
		expect([status, stderr]).toEqual([3, expect.stringContaining("not a urlsieve snapshot")]);
		expect(run(["dedupe", "--quiet", "--seen", file], "http://a\nHTTP://example.com/3\n").stdout).toBe("http://a/\n");
	});

	it("convert keeps the rules of a profile", async () => {
		const file = path("profile");
		await saveSnapshot(file, ["http://a/?utm_source=x"], createCrawlNormalizer({ profile: "crawl@1" }));
		run(["seen", "convert", file]);
		expect(run(["seen", "stat", file]).stdout).toContain("rules       crawl@1\n");
	});

	it("convert leaves a damaged snapshot as it was", async () => {
		const file = path("damaged");
		await saveSnapshot(file, ["http://a", "http://b"]);
		const octets = readFileSync(file);
		octets[80] = (octets[80] as number) ^ 1;
		writeFileSync(file, octets);
		const { status, stderr } = run(["seen", "convert", file]);
		expect([status, stderr]).toEqual([3, expect.stringContaining("checksum")]);
		expect([readFileSync(file), existsSync(`${file}.128`)]).toEqual([octets, false]);
	});
});

describe("dedupe --seen without permission", () => {
	const args = (file: string) => ["dedupe", "--quiet", "--seen", file, "-o", path("permitted.out")];

	/** Runs the command line without root's rights, in a folder of this mode. */
	function runAsNobody(folder: string, mode: number, line: string[]) {
		for (const each of [path(""), folder]) chmodSync(each, each === folder ? mode : 0o777);
		const user = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
		try {
			const ended = spawnSync(process.execPath, [CLI, ...line], { input: "http://a/\n", encoding: "utf8", ...user });
			return { status: ended.status, stderr: ended.stderr };
		} finally {
			chmodSync(folder, 0o777);
		}
	}

	it("to write to the folder says so, delivers nothing and leaves nothing", async () => {
		const folder = path("read-only");
		mkdirSync(folder);
		const file = join(folder, "a.seen");
		await add(file, 0, 10);
		chmodSync(file, 0o666);
		const before = readFileSync(file);
		expect(runAsNobody(folder, 0o555, args(file))).toEqual({
			status: 3,
			stderr: `urlsieve: cannot write the lock beside ${file}: permission denied\n`,
		});
		expect([readdirSync(folder), readFileSync(file), existsSync(path("permitted.out"))]).toEqual([["a.seen"], before, false]);
	});

	it("to write to the file says so, delivers nothing and leaves nothing", async () => {
		const folder = path("writable");
		mkdirSync(folder);
		const file = join(folder, "a.seen");
		await add(file, 0, 10);
		chmodSync(file, 0o444);
		expect(runAsNobody(folder, 0o777, args(file))).toEqual({
			status: 3,
			stderr: `urlsieve: cannot write ${file}: permission denied\n`,
		});
		expect([readdirSync(folder), existsSync(path("permitted.out"))]).toEqual([["a.seen"], false]);
	});
});

describe("dedupe --seen on a disk that fails", () => {
	const lines = "http://a/\nhttp://b/\n";
	/** Runs with a sync that fails: 1 is that of the output, then come the directory of its name, and that of the new set. */
	function runFailing(name: string, at: number) {
		const [file, out] = [path(`${name}.seen`), path(`${name}.out`)];
		writeFileSync(path("eio.txt"), lines);
		const line = ["dedupe", "--quiet", "--seen", file, "-o", out, path("eio.txt")];
		return { line, file, out, ...runWithFaults(line, { fail: { call: "fsyncSync", at, code: "EIO" } }) };
	}

	it("to sync the directory of an output ends with status 3, and a repetition delivers the lines", () => {
		const { line, out, status, stderr } = runFailing("eio-output", 2);
		expect([status, stderr]).toEqual([3, expect.stringMatching(/^urlsieve: cannot write .*: the device failed$/m)]);
		expect([run(line).status, readFileSync(out, "utf8")]).toEqual([0, lines]);
	});

	it("to sync the directory of the set says so, and is no failure, after which a repetition would empty the output", () => {
		const { file, out, status, stderr } = runFailing("eio-set", 3);
		const sentence = `: the device failed; after a power failure, ${file} may be as it was before this run\n`;
		expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve: cannot write /)]);
		expect([stderr.endsWith(sentence), readFileSync(out, "utf8")]).toEqual([true, lines]);
	});
});
