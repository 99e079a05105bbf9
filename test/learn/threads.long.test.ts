/** `learn` with a thread that reads ahead: the same files, and the same failures. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, runWithFaults } from "../cli/command";
import { everyNth, size } from "../support/extent";
import { textsIn, useLearn } from "../support/learn-command";
import { FETCHES, FORMATS } from "../support/learn-fetches";
import { LearnWeb } from "../support/learn-web";

const { path, write, newFolder, learned } = useLearn();
const TWO = ["--threads", "2"];

const CSV = write("rows.csv", FORMATS.csv(FETCHES));
const COUNT = size(20_000, 4000);
/** More than a reader takes at once, and redirects. */
const ROWS = new LearnWeb({ seed: 5, hosts: 40, dynamic: 0.2 }, COUNT).rows(COUNT);
const lineOf = ({ url, digests, status = "", time = "", redirect = "" }: (typeof ROWS)[number]) =>
	`${url}\t${digests[0]}\t${status}\t${time}\t${redirect}\n`;
const tsv = (lines: readonly string[]) => `url\tdigest\tstatus\ttime\tredirect\n${lines.join("")}`;
const WEB = write("web.tsv", tsv(ROWS.map(lineOf)));

const learn = (...args: string[]) => learned("--quiet", ...args).texts;

describe("two threads write the output of one", () => {
	const inputs: readonly (readonly [name: string, files: readonly string[]])[] = [
		["rows in several chunks, with redirects", [WEB]],
		["several files, one of them compressed", [CSV, write("rows.tsv.gz", gzipSync(FORMATS.tsv(FETCHES))), WEB]],
		["a file without rows", [write("empty.csv", "url,digest\n"), CSV]],
		["JSON lines", [write("rows.jsonl", FORMATS.jsonl(FETCHES))]],
	];
	it.each(everyNth(inputs, 2))("of %s", (_, files) => {
		const one = learn(...files);
		expect(learn(...TWO, ...files)).toEqual(one);
		expect(learn(...TWO, "--memory", "16M", ...files)).toEqual(one);
	});

	it("by a policy and lists of one's own, which the other thread makes keys by, too", () => {
		const policy = write("own.json", JSON.stringify({ key: { query: { lists: ["mine"] } } }));
		const list = write("mine.txt", "||site3.example^$removeparam=id\n");
		const own = ["--policy", policy, "--lists", `mine=removeparam:${list}`, CSV];
		const one = learn(...own);
		expect(learn(...TWO, ...own)).toEqual(one);
		expect(one).not.toEqual(learn(CSV));
	});
});

describe("the other thread", () => {
	const startedWith = (args: string[], input = "") => {
		const threads = write("threads.txt", "");
		expect(runWithFaults(["learn", "--quiet", ...args, "-o", newFolder()], { threads }, input).status).toBe(0);
		return readFileSync(threads, "utf8").replace("heartbeat\n", "");
	};

	it("starts if it is asked for, and only for files", () => {
		expect(startedWith([...TWO, CSV])).toBe("fetches\n");
		expect(startedWith([CSV])).toBe("");
		expect(startedWith([...TWO, "--format", "csv"], FORMATS.csv(FETCHES))).toBe("");
	});

	it("is not missed if it ends before it has begun, and ends the run if it ends in the middle of its work", () => {
		const one = learn(WEB);
		const statuses = new Set<number | null>();
		for (let at = 1; at < 10; at += size(2, 4)) {
			const into = newFolder();
			const ended = runWithFaults(["learn", "--quiet", ...TWO, WEB, "-o", into], { exit: { call: "readSync", at } });
			statuses.add(ended.status);
			if (ended.status === 0) expect(textsIn(into)).toEqual(one);
			else expect(ended).toMatchObject({ status: 3, stderr: expect.stringMatching(/^urlsieve: the thread .* has ended .*\n$/) });
			if (ended.status !== 0) expect(readdirSync(path("")).filter((name) => into.endsWith(`/${name}`))).toEqual([]);
		}
		expect([...statuses].sort()).toEqual([0, 3]);
	});

	it.each(everyNth(["SIGINT", "SIGTERM"], 2))("leaves nothing behind after %s while it reads", (signal) => {
		const into = newFolder();
		mkdirSync(into);
		const report = path(`report-${signal}.html`);
		// Many batches are left to wait for when the signal comes.
		const args = ["learn", "--quiet", ...TWO, WEB, WEB, WEB, WEB, "--report", report, "-o", into];
		const kill = { call: "readSync", at: 12, signal, inThread: true };
		expect(runWithFaults(args, { kill }).status).toBe(signal === "SIGINT" ? 130 : 143);
		expect(readdirSync(into)).toEqual([]);
		expect(readdirSync(path("")).filter((name) => name.includes("report") || name.startsWith("."))).toEqual([]);
	});

	it.each([
		["a table without a column of URLs", ["columns.csv", "link,digest\nhttp://a/,1\n"], 2],
		["compressed octets that are damaged", ["damaged.csv.gz", gzipSync(FORMATS.csv(FETCHES)).fill(7, 400, 500)], 3],
		["what is no table", ["binary.csv", Buffer.alloc(100_000)], 3],
	])("fails as one thread does: %s", (_, [name, content], status) => {
		const file = write(name as string, content as string);
		const failed = (...args: string[]) => run(["learn", ...args, file, "-o", newFolder()]);
		expect(failed("--threads", "1")).toMatchObject({ status, stderr: expect.stringMatching(/^urlsieve: .*\n$/) });
		expect(failed(...TWO)).toEqual(failed("--threads", "1"));
	});
});
