/** Jobs of `dedupe` with a file of what earlier ones know: in memory, in passes, and what becomes of the file. */
import "../../src/engine/wasm-engine";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { SeenSet } from "urlsieve";
import { describe, expect, it } from "vitest";
import { levelBy } from "../../src/dedupe/audit/level-by";
import type { ClassChoice } from "../../src/dedupe/classes/class-choice";
import { dedupe } from "../../src/dedupe/dedupe";
import { LEAST_MEMORY, planFor } from "../../src/dedupe/passes/plan";
import { DedupeSink } from "../../src/dedupe/report/dedupe-sink";
import { coreRules } from "../../src/dedupe/report/run-rules";
import type { Route } from "../../src/dedupe/route";
import { openForReading } from "../../src/dedupe/seen/locked-store";
import { SeenFile } from "../../src/dedupe/seen/seen-file";
import { referenceWorkspace } from "../../src/engine/shared";
import { EXIT, Failure } from "../../src/failure";
import { Source } from "../../src/files/input/source";
import { LineResults } from "../../src/files/output/line-results";
import { Output } from "../../src/files/output/output";
import { LineReader } from "../../src/job/line-reader";
import type { LockOptions } from "../../src/job/lock";
import { ReportingPace } from "../../src/node/reporting-pace";
import { openRules } from "../../src/node/rules";
import { useFolder } from "../cli/command";
import { commitAll } from "./commit-all";

const { folder, path } = useFolder();
const LOCK: LockOptions = { waits: false, say: () => {}, neverBlocks: true };

/** What a job is asked for. */
interface Asked {
	readonly route?: Route;
	readonly isOriginal?: boolean;
	readonly isLogged?: boolean;
	readonly byClass?: ClassChoice;
	/** The path of what earlier jobs know. */
	readonly seen?: string;
	readonly options?: object;
	readonly memory?: number;
	/** Of the passes. Those that cannot be started here are not needed. */
	readonly threads?: number;
}

/** Runs a job over a list. Returns what it has written, and its counts. */
async function run(list: string, { route = "memory", seen, isOriginal = false, isLogged, byClass, options, ...more }: Asked) {
	writeFileSync(path("list.txt"), list);
	const { rules, keys } = await openRules({ engine: "wasm", ...options }, isOriginal ? "original" : "normalized");
	const source = new Source({ files: [path("list.txt")] });
	const outputs = ["out.txt", "rejects.tsv", "audit.tsv"].map((name) => new Output(path(name)));
	const [output, rejects, audit] = outputs as [Output, Output, Output];
	const { memory = LEAST_MEMORY, threads = 1 } = more;
	const task = { size: source.size, isOriginal, isAudited: isLogged === true, threads };
	const plan = route === "memory" ? undefined : planFor(task, memory, folder);
	const sink = new DedupeSink(new LineResults(output, rejects), isLogged ? { audit } : {});
	const settings = rules.coreSettings;
	const reason = () => levelBy(settings, referenceWorkspace("wasm"));
	await sink.begin({ args: [], rules: coreRules(settings), reason }, plan);
	const reader = new LineReader({ source, threads: 1 }, rules, new ReportingPace(() => {}, source.size));
	const set = seen === undefined ? undefined : await SeenFile.open(seen, LOCK);
	try {
		const counts = await dedupe({ reader, keys, way: { route, plan }, sink, isOriginal, set, byClass, temp: folder });
		commitAll(outputs, set);
		const [text, rejected, rows] = outputs.map(({ name }) => readFileSync(name, "utf8"));
		return { text, rejected, rows, counts };
	} catch (error) {
		set?.abandon();
		for (const file of outputs) file.abandon();
		throw error;
	}
}

let files = 0;
const newPath = () => path(`known${files++}.seen`);
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".urlsieve"));
function countIn(name: string): number {
	const store = openForReading(name, "wasm");
	store.verify();
	store.close();
	return store.count;
}

const FIRST = "http://a\nHTTP://A/\nhttp://[\nhttp://b\n";
const SECOND = "HTTP://B/\nhttp://c/%7e\nHTTP://C/~\n\nhttp://a\nhttp://c/~\nhttp://[\n";

describe.each(["memory", "passes"] as const)("a job that knows what earlier ones have kept, in %s", (route) => {
	it("writes what is new, and adds it to the file", async () => {
		const seen = newPath();
		const first = await run(FIRST, { route, seen });
		expect(first.text).toBe("http://a/\nhttp://[\nhttp://b/\n");
		expect(first.counts).toMatchObject({ lines: 4, unique: 2, duplicates: 1 });
		expect([countIn(seen), leftovers()]).toEqual([2, []]);
		const second = await run(SECOND, { route, seen });
		expect(second.text).toBe("http://c/~\n\nhttp://[\n");
		expect(second.rejected).toBe("7\t7\tinvalid-ip-literal\thttp://[\n");
		expect(second.counts).toMatchObject({ lines: 7, unique: 2, duplicates: 4 });
		expect(countIn(seen)).toBe(4);
		const third = await run(SECOND, { route, seen });
		expect([third.text, third.counts.unique, countIn(seen), leftovers()]).toEqual(["http://[\n", 0, 4, []]);
	});

	it("writes the same, and adds it, with threads to read and write", async () => {
		const seen = newPath();
		for (const [list, text, unique, count] of [
			[FIRST, "http://a/\nhttp://[\nhttp://b/\n", 2, 2],
			[SECOND, "http://c/~\n\nhttp://[\n", 2, 4],
			[SECOND, "http://[\n", 0, 4],
		] as const) {
			const job = await run(list, { route, seen, threads: 2 });
			expect([job.text, job.counts.unique, countIn(seen)]).toEqual([text, unique, count]);
		}
	});

	it("writes lines as they came", async () => {
		const seen = newPath();
		expect((await run(FIRST, { route, seen, isOriginal: true })).text).toBe("http://a\nhttp://[\nhttp://b\n");
		expect((await run(SECOND, { route, seen, isOriginal: true })).text).toBe("http://c/%7e\n\nhttp://[\n");
	});

	it("logs each duplicate with its kept line, or none if an earlier job has kept it", async () => {
		const seen = newPath();
		await run(FIRST, { route, seen });
		const { rows, counts } = await run(SECOND, { route, seen, isLogged: true });
		expect(rows).toBe(
			"-\tHTTP://B/\t-\t-\t1\n" +
				"http://c/%7e\tHTTP://C/~\tsyntax\t2\t3\n" +
				"-\thttp://a\t-\t-\t5\n" +
				"http://c/%7e\thttp://c/~\tsyntax\t2\t6\n",
		);
		expect(counts.merges).toEqual({ "-": 2, syntax: 2 });
	});

	it("leaves the file as it was if it fails", async () => {
		const seen = newPath();
		await run(FIRST, { route, seen });
		const before = readFileSync(seen);
		const failing = run(`http://z/\n${SECOND}`, { route, seen, options: { invalid: "fail" } });
		await expect(failing).rejects.toThrow("Line 8");
		expect([readFileSync(seen).equals(before), leftovers()]).toEqual([true, []]);
		const none = newPath();
		await expect(run(SECOND, { route, seen: none, options: { invalid: "fail" } })).rejects.toThrow("Line 7");
		expect([existsSync(none), leftovers()]).toEqual([false, []]);
	});
});

describe("a job that streams", () => {
	it("gives what others give, also where the set is full in the middle", async () => {
		const many = Array.from({ length: 30_000 }, (_, index) => `http://h/${(index * 7919) % 20_000}\n`).join("");
		const plain = await run(many + FIRST, {});
		for (const memory of [2 ** 21, 2 ** 28]) {
			const { text, rejected, counts } = await run(many + FIRST, { route: "stream", memory });
			expect([text === plain.text, rejected]).toEqual([true, plain.rejected]);
			expect(counts).toMatchObject({ lines: 30_004, unique: 20_002, duplicates: 10_001 });
			// What follows the moment at which a quarter of the memory is full goes through temporary files.
			expect((counts.tempOctets as number) > 0).toBe(memory === 2 ** 21);
		}
	});
});

describe("a job by a profile", () => {
	const LIST = "http://h/?utm_source=a&b=1#top\nHTTP://h/?b=1\nhttp://[\nhttp://h/?c\nhttp://h/?b=1\n";

	it.each(["memory", "passes"] as const)("compares its keys, and writes what is fetched: %s", async (route) => {
		const options = { profile: "crawl@1" };
		expect((await run(LIST, { route, options })).text).toBe("http://h/?utm_source=a&b=1\nhttp://[\nhttp://h/?c\n");
		const original = await run(LIST, { route, options, isOriginal: true });
		expect(original.text).toBe("http://h/?utm_source=a&b=1#top\nhttp://[\nhttp://h/?c\n");
		expect(original.counts).toMatchObject({ lines: 5, unique: 2, duplicates: 2 });
		expect(original.rejected).toBe("3\t7\tinvalid-ip-literal\thttp://[\n");
		const seen = newPath();
		await run("http://h/?c#x\n", { route, options, seen });
		expect((await run(LIST, { route, options, seen })).text).toBe("http://h/?utm_source=a&b=1\nhttp://[\n");
	});
});

describe("a job that chooses by class", () => {
	const choice = (which: "first" | "last", counts: boolean): ClassChoice => ({ keep: { which }, countInto: undefined, counts });
	const LIST = "http://a\nhttp://b\nHTTP://A\nhttp://[\nhttp://a/\n";

	it.each(["memory", "passes"] as const)("writes the first or last line of each, with or without its size: %s", async (route) => {
		const text = async (byClass: ClassChoice, more: Asked = {}) => (await run(LIST, { route, byClass, ...more })).text;
		expect(await text(choice("first", true))).toBe("3\thttp://a/\n1\thttp://b/\n1\thttp://[\n");
		expect(await text(choice("last", true), { isOriginal: true })).toBe("1\thttp://b\n1\thttp://[\n3\thttp://a/\n");
		expect(await text(choice("last", false), { isOriginal: true })).toBe("http://b\nhttp://[\nhttp://a/\n");
		expect(await text(choice("last", true), { options: { invalid: "drop" } })).toBe("1\thttp://b/\n3\thttp://a/\n");
	});
});

describe("lines that no block holds", () => {
	it("are written whole by class, or not at all, with those before and after them", async () => {
		const [long, other] = ["a", "b"].map((letter) => `http://h/${letter.repeat(300_000)}\n`) as [string, string];
		const list = `http://x/\n${long}http://y/\n${other}http://z/\n${long}http://x/\n`;
		const text = async (which: "first" | "last", counts: boolean) =>
			(await run(list, { byClass: { keep: { which }, countInto: undefined, counts } })).text;
		expect((await text("last", true)) === `1\thttp://y/\n1\t${other}1\thttp://z/\n2\t${long}2\thttp://x/\n`).toBe(true);
		expect((await text("last", false)) === `http://y/\n${other}http://z/\n${long}http://x/\n`).toBe(true);
		expect((await text("first", true)) === `2\thttp://x/\n2\t${long}1\thttp://y/\n1\t${other}1\thttp://z/\n`).toBe(true);
	});
});

describe("the file", () => {
	const failureOf = async (seen: string, options = {}) => {
		try {
			await run(FIRST, { seen, options });
		} catch (error) {
			return [(error as Failure).message, (error as Failure).status];
		}
		return undefined;
	};

	it("is private, and at the end of links", async () => {
		const [seen, link] = [newPath(), newPath()];
		symlinkSync(seen, link);
		await run(FIRST, { seen: link });
		expect([statSync(seen).mode & 0o777, countIn(seen)]).toEqual([0o600, 2]);
	});

	it("may be empty, and says so", async () => {
		const seen = newPath();
		writeFileSync(seen, "");
		const file = await SeenFile.open(seen, LOCK);
		expect(file.emptyPath).toBe(seen);
		file.abandon();
		await run(FIRST, { seen });
		const other = await SeenFile.open(seen, LOCK);
		expect([other.emptyPath, other.convertedTo, countIn(seen)]).toEqual([undefined, undefined, 2]);
		other.abandon();
		const missing = await SeenFile.open(newPath(), LOCK);
		expect(missing.emptyPath).toBeUndefined();
		missing.abandon();
	});

	it("is refused if it is something else", async () => {
		await expect(SeenFile.open(folder, LOCK)).rejects.toThrow(new Failure(EXIT.IO, `cannot use ${folder}: not a regular file`));
		const seen = newPath();
		writeFileSync(seen, "http://example.com/\n");
		const message = `cannot read ${seen}: this is not a store of urlsieve (at byte 0); pass a file written by --seen`;
		expect(await failureOf(seen)).toEqual([message, EXIT.IO]);
		expect([readFileSync(seen, "utf8"), leftovers()]).toEqual(["http://example.com/\n", []]);
	});

	it("is refused if its keys are of other rules, or if it is damaged", async () => {
		const seen = newPath();
		await run(FIRST, { seen });
		const other = `cannot read ${seen}: the store was made with other options: level scheme (at byte 20)`;
		expect(await failureOf(seen, { level: "syntax" })).toEqual([other, EXIT.IO]);
		const octets = readFileSync(seen);
		octets[40] = (octets[40] as number) ^ 1;
		writeFileSync(seen, octets);
		const damaged = `cannot read ${seen}: the store is damaged: the check of the header is wrong (at byte 4092)`;
		expect(await failureOf(seen)).toEqual([damaged, EXIT.IO]);
	});

	it("is made from a snapshot, which is kept", async () => {
		const set = new SeenSet();
		for (const reference of ["http://a/", "http://x/"]) set.add(reference);
		const snapshot = Buffer.from(await new Response(set.save()).arrayBuffer());
		const seen = newPath();
		writeFileSync(seen, snapshot);
		expect((await run(FIRST, { seen })).text).toBe("http://[\nhttp://b/\n");
		expect([countIn(seen), readFileSync(`${seen}.128`).equals(snapshot), leftovers()]).toEqual([3, true, []]);
		const again = newPath();
		writeFileSync(again, snapshot);
		const file = await SeenFile.open(again, LOCK);
		const { keys } = await openRules({ engine: "wasm" }, "normalized");
		const known = await file.openStore(keys);
		expect([known.count, file.convertedTo]).toEqual([2, `${again}.128`]);
		file.stage([]);
		file.abandon();
		expect([readFileSync(again).equals(snapshot), existsSync(`${again}.128`), leftovers()]).toEqual([true, false, []]);
	});

	it("is rewritten once much of it is of no use", async () => {
		const seen = newPath();
		const lines = (from: number, count: number) =>
			Array.from({ length: count }, (_, index) => `http://h/${from + index}\n`).join("");
		let total = 0;
		const sizes: number[] = [];
		for (const count of [4000, 4000, 8000, 4000, 4000, 8000, 16_000, 10]) {
			const { counts } = await run(lines(total, count), { seen });
			expect(counts.unique).toBe(count);
			total += count;
			expect(countIn(seen)).toBe(total);
			sizes.push(statSync(seen).size);
		}
		// Some of these are smaller than the one before.
		expect(sizes.some((size, index) => size < (sizes[index - 1] ?? 0))).toBe(true);
	});
});
