/** `urlsieve seen has`, `add` and `remove`: a set that is asked and changed without a run of `dedupe`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	copyFileSync,
	existsSync,
	lstatSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createNormalizer, SeenSet } from "urlsieve";
import { createNormalizer as createCrawlNormalizer } from "urlsieve/crawl";
import { SeenStore, type SeenStoreOptions } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { everyNth } from "../support/extent";
import { longIt } from "../support/long-it";
import { CLI, run, runWithFaults, useFolder } from "./command";

const { folder, path, write } = useFolder();
const urls = (from: number, count: number) => Array.from({ length: count }, (_, index) => `http://example.com/${from + index}`);
const listOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Makes a set of references, some of them in several runs and the last ones in the log. */
async function make(file: string, batches: readonly (readonly string[])[], options: SeenStoreOptions = {}): Promise<string> {
	rmSync(path(file), { force: true });
	for (const batch of batches) {
		const store = await SeenStore.open(path(file), options);
		await store.addAll(batch);
		await store.close();
	}
	return path(file);
}

async function saveTo(file: string, set: SeenSet): Promise<void> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of set.save()) chunks.push(chunk);
	writeFileSync(file, Buffer.concat(chunks));
}

const seen = (action: string, file: string, ...args: string[]) => run(["seen", action, "--quiet", file, ...args]);
const countOf = (file: string) => JSON.parse(run(["seen", "stat", "--json", file]).stdout).count;

describe("seen has", () => {
	const LINES = "HTTP://EXAMPLE.com/1\nhttp://example.com/x\nhttp://[\nhttp://example.com/./1\nhttp://example.com/x\n";

	it("prints the lines that the set has, as they came, and with --not those that it lacks", async () => {
		const file = await make("has", [urls(0, 10)]);
		const list = write("list.txt", LINES);
		const known = "HTTP://EXAMPLE.com/1\nhttp://example.com/./1\n";
		const lacking = "http://example.com/x\nhttp://example.com/x\n";
		for (const [args, input] of [
			[[list], ""],
			[[], LINES],
			[["-"], LINES],
		] as const) {
			expect(run(["seen", "has", file, ...args], input)).toMatchObject({ status: 0, stdout: known });
			expect(run(["seen", "has", "--not", file, ...args], input)).toMatchObject({ status: 0, stdout: lacking });
		}
		const summary = JSON.parse(run(["seen", "has", "--json", file, list]).stderr);
		expect(summary).toMatchObject({ command: "seen has", lines: 5, known: 2, rejects: 1 });
		expect(run(["seen", "has", file, list]).stderr).toMatch(/^urlsieve seen has: 5 lines, 2 known, 1 reject, /);
	});

	it("takes references as operands, and ends with 1 if it prints none", async () => {
		const file = await make("operands", [urls(0, 3)]);
		expect(seen("has", file, "http://example.com/2", "http://example.com/9")).toEqual({
			status: 0,
			stdout: "http://example.com/2\n",
			stderr: "",
		});
		expect(seen("has", file, "http://example.com/9")).toEqual({ status: 1, stdout: "", stderr: "" });
		expect(seen("has", "--not", file, "http://example.com/2")).toEqual({ status: 1, stdout: "", stderr: "" });
		expect(seen("has", file, "--uri", "//example.com/2").status).toBe(1);
		expect(seen("has", file, "--default-scheme", "http", "--uri", "example.com/2").stdout).toBe("http://example.com/2\n");
		expect(seen("has", file, "http://[")).toMatchObject({
			status: 1,
			stderr: expect.stringContaining("invalid-ip-literal"),
		});
	});

	it("only reads, also while another process writes, and asks runs and log", async () => {
		const file = await make("read", [urls(0, 30_000), urls(30_000, 20_000), urls(50_000, 100)]);
		const [octets, list] = [readFileSync(file), write("all.txt", listOf(urls(0, 50_200)))];
		chmodSync(file, 0o444);
		const store = await SeenStore.open(await make("other", [urls(0, 5)]));
		store.add("http://example.com/7");
		expect(seen("has", path("other"), ...urls(3, 6)).stdout).toBe(listOf(urls(3, 2)));
		await store.close();
		expect(seen("has", file, list).stdout).toBe(listOf(urls(0, 50_100)));
		expect(seen("has", "--not", file, list).stdout).toBe(listOf(urls(50_100, 100)));
		expect([readFileSync(file), readdirSync(folder).filter((name) => name.startsWith("."))]).toEqual([octets, []]);
	});

	it("writes to a file with -o, and lists rejects", async () => {
		const file = await make("outputs", [urls(0, 3)]);
		const list = write("list.txt", `# a comment\n\n${LINES}`);
		const { status } = seen("has", file, "--comments", "-o", path("known"), "--rejects", path("rejects"), list);
		expect([status, readFileSync(path("known"), "utf8")]).toEqual([0, "HTTP://EXAMPLE.com/1\nhttp://example.com/./1\n"]);
		expect(readFileSync(path("rejects"), "utf8")).toMatch(/^5\t7\tinvalid-ip-literal\thttp:\/\/\[\n$/);
	});
});

describe("seen add", () => {
	it("makes a set of the rules that are given, and adds to it by the rules that it has", () => {
		const file = path("made");
		const list = write("list.txt", "http://a/?utm_source=x\nhttp://a/\nhttp://b/\nhttp://[\n");
		const made = run(["seen", "add", "--profile", "crawl@1", "--json", file, list]);
		const [note = "", summary = ""] = made.stderr.split("\n");
		expect([made.status, note]).toEqual([0, `urlsieve: ${file} is a new set, with keys of crawl@1`]);
		const counts = JSON.parse(summary);
		expect(counts).toMatchObject({ command: "seen add", lines: 4, rejects: 1 });
		expect(counts.added + counts.known).toBe(3);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const again = run(["seen", "add", "--json", file, "http://b/#x", "http://c/"]);
		expect(JSON.parse(again.stderr)).toMatchObject({ added: 1, known: 1 });
		expect(run(["dedupe", "--quiet", "--profile", "crawl@1", "--seen", file], "http://b/\nhttp://c/\nhttp://d/\n").stdout).toBe(
			"http://d/\n",
		);
	});

	it("takes more references than a table has room for, and the same ones again", () => {
		const file = path("many");
		const list = write("many.txt", listOf(urls(0, 120_000)));
		expect(JSON.parse(run(["seen", "add", "--json", file, list, list]).stderr.split("\n")[1] as string)).toMatchObject({
			lines: 240_000,
			added: 120_000,
			known: 120_000,
		});
		expect(run(["seen", "verify", file]).stdout).toBe("120000 references, no damage\n");
	});

	it("makes an empty set of an empty list, whose copies can be merged", () => {
		const [file, copy] = [path("empty"), path("copy")];
		expect(run(["seen", "add", "--quiet", file]).status).toBe(0);
		copyFileSync(file, copy);
		seen("add", file, "http://a", "http://b");
		seen("add", copy, "http://b", "http://c");
		expect(run(["seen", "merge", file, copy]).stdout).toBe("3 references\n");
	});
});

describe("seen remove", () => {
	it("removes what runs and log have, for each reader and writer from then on", async () => {
		const file = await make("removed", [urls(0, 40_000), urls(40_000, 20_000), urls(60_000, 50)]);
		const gone = [0, 1, 17, 39_999, 40_000, 59_999, 60_000, 60_049].map((number) => `http://example.com/${number}`);
		const removed = run(["seen", "remove", "--json", file, ...gone, "http://example.com/nowhere", gone[0] as string]);
		expect([removed.status, JSON.parse(removed.stderr).removed]).toEqual([0, gone.length]);
		const list = write("all.txt", listOf(urls(0, 60_050)));
		const expectGone = () => {
			expect(run(["seen", "verify", file]).stdout).toBe("60042 references, no damage\n");
			expect(seen("has", "--not", file, list).stdout).toBe(listOf(gone));
		};
		expectGone();
		run(["seen", "compact", file]);
		expectGone();
		expect(run(["dedupe", "--quiet", "--seen", file, list]).stdout).toBe(listOf(gone));
		expect(countOf(file)).toBe(60_050);
	});

	it("stays removed while runs are merged, until it is added again", async () => {
		const file = await make("merged", [urls(0, 30_000)]);
		expect(seen("remove", file, "http://example.com/5").status).toBe(0);
		for (const from of [30_000, 50_000, 70_000]) seen("add", file, write("more.txt", listOf(urls(from, 20_000))));
		expect(seen("has", file, ...urls(4, 3)).stdout).toBe("http://example.com/4\nhttp://example.com/6\n");
		seen("add", file, "http://example.com/5");
		expect([seen("has", file, "http://example.com/5").status, countOf(file)]).toEqual([0, 90_000]);
	});

	it("leaves the file as it was if the set has none of them: a repetition is no failure", async () => {
		const file = await make("kept", [urls(0, 20)]);
		const [octets, { ino }] = [readFileSync(file), statSync(file)];
		expect(seen("remove", file, "http://example.com/99", "http://example.com/98")).toEqual({
			status: 0,
			stdout: "",
			stderr: "",
		});
		expect([readFileSync(file), statSync(file).ino]).toEqual([octets, ino]);
	});

	it("leaves an empty set of the same key", async () => {
		const file = await make("emptied", [urls(0, 20), urls(20, 5)]);
		const key = readFileSync(file).subarray(32, 48);
		expect(seen("remove", file, write("all.txt", listOf(urls(0, 25)))).status).toBe(0);
		expect([countOf(file), readFileSync(file).subarray(32, 48)]).toEqual([0, key]);
		expect(run(["dedupe", "--quiet", "--seen", file], "http://example.com/3\n").stdout).toBe("http://example.com/3\n");
	});

	it("changes nothing if a list cannot be read to its end", async () => {
		const file = await make("unread", [urls(0, 20)]);
		const octets = readFileSync(file);
		const fail = { call: "readSync", at: 4, code: "EIO", lasts: true };
		const list = write("all.txt", listOf(urls(0, 20)));
		const { status } = runWithFaults(["seen", "remove", "--quiet", file, list], { fail });
		expect([status, readFileSync(file)]).toEqual([3, octets]);
		expect(seen("remove", file, list, path("missing.txt")).status).toBe(3);
		expect(readFileSync(file)).toEqual(octets);
	});

	/** The calls that change files. */
	const CALLS = ["openSync", "writeSync", "fsyncSync", "fdatasyncSync", "renameSync", "ftruncateSync"] as const;

	longIt("leaves the old set or the new one if it is killed before any of its calls", async () => {
		const [source, file] = [await make("source", [urls(0, 3000), urls(3000, 2000)]), path("killed")];
		let kills = 0;
		for (const call of CALLS) {
			for (let at = 1; ; ++at) {
				copyFileSync(source, file);
				const { signal } = runWithFaults(["seen", "remove", "--quiet", file, ...urls(7, 5)], { kill: { call, at } });
				const { stdout, status } = run(["seen", "verify", file]);
				const count = countOf(file);
				expect([[5000, 4995].includes(count), status], `${call} ${at}: ${stdout}`).toEqual([true, 0]);
				expect(seen("has", file, ...urls(7, 5)).stdout).toBe(count === 5000 ? listOf(urls(7, 5)) : "");
				if (signal === null) break;
				++kills;
				if (count === 5000) expect(seen("remove", file, ...urls(7, 5)).status).toBe(0);
				expect(seen("has", file, ...urls(6, 7)).stdout).toBe(listOf(["http://example.com/6", "http://example.com/12"]));
			}
		}
		expect(kills).toBeGreaterThan(10);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	longIt("leaves the old set if a call fails", async () => {
		const [source, file] = [await make("source", [urls(0, 3000)]), path("failed")];
		const octets = readFileSync(source);
		for (const call of ["writeSync", "fdatasyncSync", "renameSync"]) {
			copyFileSync(source, file);
			const fail = { call, at: call === "renameSync" ? 1 : 2, code: "ENOSPC", lasts: true };
			const { status } = runWithFaults(["seen", "remove", "--quiet", file, ...urls(7, 5)], { fail });
			if (status === 0) continue;
			expect([status, readFileSync(file)], call).toEqual([3, octets]);
		}
	});
});

describe("the rules of a set", () => {
	const POLICY = write("acme.json", '{ "policy": "acme@1", "base": "crawl@1", "key": { "query": { "remove": ["ref"] } } }');
	const OTHER = write("other.json", '{ "policy": "acme@2", "base": "crawl@1", "key": { "query": { "remove": ["aff"] } } }');

	it.each<[string, SeenStoreOptions["normalizer"], string, string]>([
		["an edition", createNormalizer({ edition: "1994" }), "http://a/%7E", "http://a/~"],
		["a level", createNormalizer({ level: "syntax" }), "HTTP://a:80/", "http://a:80/"],
		["a profile", createCrawlNormalizer({ profile: "crawl@1" }), "http://a/?b&a", "http://a/?a&b"],
		["options of a profile", createCrawlNormalizer({ profile: "crawlee@1", fragment: "keep" }), "http://a/#b", "http://a/#b "],
		["strictness", createCrawlNormalizer({ profile: "whatwg@1", strict: true }), "http://a/x", "HTTP://A/x"],
	])("are remembered: %s", async (_, normalizer, added, asked) => {
		const file = await make("remembered", [[added]], { normalizer });
		const store = await SeenStore.open(file, { normalizer, readOnly: true });
		expect(seen("has", file, "--uri", asked).status).toBe(store.has(asked) ? 0 : 1);
		await store.close();
		expect([seen("remove", file, added).status, countOf(file)]).toEqual([0, 0]);
		expect([seen("add", file, added).status, countOf(file)]).toEqual([0, 1]);
	});

	it("of a policy must be given, and no others may be", () => {
		const file = path("acme.seen");
		seen("add", "--policy", POLICY, file, "http://a/?ref=1");
		expect(seen("has", "--policy", POLICY, file, "http://a/").stdout).toBe("http://a/\n");
		const unsaid = `urlsieve: ${file} has keys of the policy acme@1, which it cannot say: pass it with --policy FILE`;
		const wrong = `urlsieve: cannot read ${file}: the set has keys of the policy acme@1, not of`;
		for (const action of ["has", "add", "remove"]) {
			expect(seen(action, file, "http://a/")).toEqual({
				status: 2,
				stdout: "",
				stderr: `${unsaid}; try: urlsieve seen ${action} --help\n`,
			});
			for (const rules of [
				["--profile", "crawl@1"],
				["--policy", OTHER],
			])
				expect(seen(action, file, ...rules, "http://a/")).toMatchObject({
					status: 3,
					stdout: "",
					stderr: expect.stringContaining(wrong),
				});
		}
		expect(countOf(file)).toBe(1);
	});
});

describe("two processes", () => {
	it("wait for each other, or fail at once with --no-wait", async () => {
		const file = await make("locked", [urls(0, 10)]);
		const store = await SeenStore.open(file);
		for (const action of ["add", "remove"])
			expect(seen(action, "--no-wait", file, "http://example.com/3")).toMatchObject({
				status: 3,
				stderr: expect.stringContaining("seen-locked"),
			});
		const waiting = spawn(process.execPath, [CLI, "seen", "remove", "--quiet", file, "http://example.com/3"]);
		const waits = once(waiting.stderr, "data");
		expect(String(await waits)).toContain("waiting for it to end");
		store.add("http://example.com/new");
		await store.close();
		expect((await once(waiting, "close"))[0]).toBe(0);
		expect(seen("has", file, "http://example.com/3", "http://example.com/new").stdout).toBe("http://example.com/new\n");
	});

	longIt("lose nothing of what each adds and removes at once", async () => {
		const file = await make("both", [urls(0, 1000)]);
		const runs = Array.from({ length: 8 }, (_, index) => {
			const [action, from] = index % 2 === 0 ? ["add", 1000 + 100 * index] : ["remove", 100 * index];
			const list = write(`part-${index}.txt`, listOf(urls(from as number, 100)));
			return once(spawn(process.execPath, [CLI, "seen", action as string, "--quiet", file, list]), "close");
		});
		expect((await Promise.all(runs)).map(([status]) => status)).toEqual(Array(8).fill(0));
		const known = urls(0, 2000).filter((_, number) => {
			const part = Math.floor(number / 100);
			return number < 1000 ? part > 7 || part % 2 === 0 : part < 18 && part % 2 === 0;
		});
		expect(seen("has", file, write("all.txt", listOf(urls(0, 2000)))).stdout).toBe(listOf(known));
	});
});

describe("bad input", () => {
	const list = write("plain.txt", "http://a/\n");
	const file = path("bad.seen");

	it.each<[string[], number, string]>([
		[["has"], 2, "seen has takes a FILE, then URLs or lists"],
		[["has", path("missing.seen"), list], 3, `cannot read ${path("missing.seen")}: no such file`],
		[["remove", path("missing.seen"), list], 3, `cannot read ${path("missing.seen")}: no such file`],
		[["has", list, list], 3, `cannot read ${list}: this is not a store of urlsieve (at byte 0); pass a file written by --seen`],
		[["add", list, list], 3, `cannot read ${list}: this is not a store of urlsieve (at byte 0); pass a file written by --seen`],
		[["has", folder, list], 3, `cannot read ${folder}: not a regular file`],
		[["has", file, path("missing.txt")], 3, `cannot read ${path("missing.txt")}: no such file`],
		[["add", file, file], 2, `FILE ${file} is also an input, ${file}`],
		[["has", "-o", file, file, list], 2, `FILE ${file} is the same file as --output ${file}`],
		[["add", "--rejects", file, file, list], 2, `--rejects ${file} is the same file as FILE ${file}`],
		[["add", "--not", file, list], 2, "--not is for seen has"],
		[["remove", "-o", path("out"), file, list], 2, "--output is for seen has"],
		[["stat", "--policy", list, file], 2, "--policy is for seen has, add and remove"],
		[["has", file, "http://a/", list], 2, `"http://a/" is a URI and cannot be combined with the file "${list}"`],
		[["has", "--profile", "crawl@9", file, list], 2, 'unknown profile "crawl@9"'],
		[["has", "--lists", list, file, list], 2, "--lists requires --policy FILE"],
	])("%j ends with %i: %s", async (args, expected, sentence) => {
		await make("bad.seen", [["http://a/"]]);
		const { status, stdout, stderr } = run(["seen", ...args]);
		expect([status, stdout, stderr]).toEqual([expected, "", expect.stringContaining(`urlsieve: ${sentence}`)]);
		expect(stderr.trimEnd().split("\n").length).toBe(1);
		expect(countOf(file)).toBe(1);
	});

	it("a snapshot is not a store yet", async () => {
		const set = new SeenSet();
		set.addAll(["http://a/"]);
		const snapshot = path("set.snapshot");
		await saveTo(snapshot, set);
		const sentence = "the file has format 1, not 3: it is a snapshot, which urlsieve seen convert makes a store (at byte 8)";
		expect(seen("has", snapshot, "http://a/")).toEqual({
			status: 3,
			stdout: "",
			stderr: `urlsieve: cannot read ${snapshot}: ${sentence}\n`,
		});
		run(["seen", "convert", snapshot]);
		expect(seen("has", snapshot, "http://a/").stdout).toBe("http://a/\n");
	});

	it("a link is followed, and the file keeps its mode", async () => {
		await make("target.seen", [urls(0, 10)]);
		chmodSync(path("target.seen"), 0o640);
		rmSync(path("link.seen"), { force: true });
		symlinkSync("target.seen", path("link.seen"));
		seen("remove", path("link.seen"), "http://example.com/1");
		expect([countOf(path("target.seen")), statSync(path("target.seen")).mode & 0o777]).toEqual([9, 0o640]);
		expect(lstatSync(path("link.seen")).isSymbolicLink()).toBe(true);
	});

	it.each(everyNth([4096, 8192, 12_288, 12_300], 2))("a store that is damaged at %i is refused and not rewritten", async (at) => {
		await make("bad.seen", [urls(0, 30_000)]);
		const octets = readFileSync(file);
		octets.fill(0xff, at === 4096 ? 0 : at, at === 4096 ? 16 : at + 4096);
		writeFileSync(file, octets);
		const { status } = seen("remove", file, ...urls(0, 1));
		if (status !== 0) expect(readFileSync(file)).toEqual(octets);
		expect(existsSync(path("bad.seen.128"))).toBe(false);
	});
});
