/**
 * `dedupe --seen` day by day prints what one run over all days prints, and what a set in memory prints that is saved and loaded each day as
 * a snapshot. Its outputs come before the set learns of them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createNormalizer as createCoreNormalizer } from "urlsieve";
import { createNormalizer, SeenSet, type SeenSetOptions } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { size } from "../support/extent";
import { run, runWithFaults, useFolder } from "./command";

const { path, write, folder } = useFolder();

const LIST = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["q"] }));
const POLICY = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
const DAYS = Array.from({ length: size(30, 5) }, (_, day) => write(`day-${day}.txt`, listOfDuplicates(1500, 100 + day)));
const ALL = write("all.txt", Buffer.concat(DAYS.map((day) => readFileSync(day))));

/** Ways through `dedupe`, which days take in turn. */
const WAYS = [[], ["--memory", "16M", "--temp", folder], ["--threads", "2"]];

const countIn = (file: string) => JSON.parse(run(["seen", "stat", "--json", file]).stdout).count;

/** The dropped lines of an audit log. */
function droppedIn(audit: string): string {
	const rows = readFileSync(audit, "latin1").split("\n").slice(0, -1);
	return rows.map((row) => `${row.split("\t")[1]}\n`).join("");
}

const parsed = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const policyOfList = () => createNormalizer({ policy: parsed(POLICY), lists: [parsed(LIST)] });

describe.each<[string, string[], () => SeenSetOptions["normalizer"]]>([
	["rfc3986@1", ["--profile", "rfc3986@1"], () => createCoreNormalizer()],
	["crawl@1", ["--profile", "crawl@1"], () => createNormalizer({ profile: "crawl@1" })],
	["a policy with a list", ["--policy", POLICY, "--lists", LIST], policyOfList],
])("the days of %s", (name, rules) => {
	it("have the lines, duplicates and rejects of one run over all of them", () => {
		const [seen, whole] = [path(`${name}.seen`), path(`${name}.whole`)];
		const logs = (kind: string) => ["--audit", path(`${kind}.audit`), "--rejects", path(`${kind}.rejects`)];
		const all = run(["dedupe", "--json", ...rules, ...logs("all"), "-o", whole, ALL]);
		const found = { lines: "", dropped: "", unique: 0, rejects: 0 };
		for (const [day, file] of DAYS.entries()) {
			const way = WAYS[day % WAYS.length] as string[];
			const { stderr } = run(["dedupe", "--json", ...rules, ...way, ...logs("day"), "--seen", seen, "-o", path("new"), file]);
			const { unique, rejects } = JSON.parse(stderr);
			found.lines += readFileSync(path("new"), "latin1");
			found.dropped += droppedIn(path("day.audit"));
			found.unique += unique;
			found.rejects += rejects;
			expect(countIn(seen)).toBe(found.unique);
		}
		const { unique, rejects } = JSON.parse(all.stderr);
		expect(found.lines).toBe(readFileSync(whole, "latin1"));
		expect(found.dropped).toBe(droppedIn(path("all.audit")));
		expect([found.unique, found.rejects]).toEqual([unique, rejects]);
		expect(run(["seen", "verify", seen]).stdout).toBe(`${unique} references, no damage\n`);
	});
});

describe("a snapshot", () => {
	const normalizer = createNormalizer({ profile: "crawl@1" });
	const first = readFileSync(DAYS[0] as string);

	async function save(file: string): Promise<Buffer> {
		const set = new SeenSet({ normalizer });
		set.addLines(first);
		const chunks: Uint8Array[] = [];
		for await (const chunk of set.save()) chunks.push(chunk);
		writeFileSync(file, Buffer.concat(chunks));
		return Buffer.concat(chunks);
	}

	it.each([[[]], [["--memory", "16M"]]])("becomes a store with the same answers %s", async (way) => {
		const file = path(`snapshot-${way.length}.seen`);
		const snapshot = await save(file);
		const args = ["dedupe", "--json", "--profile", "crawl@1", "--seen", file, ...way];
		const { stdout, stderr } = run([...args, ...DAYS.slice(0, 2)], "", "latin1");
		const days = run(["dedupe", "--quiet", "--profile", "crawl@1", DAYS[0] as string, DAYS[1] as string], "", "latin1").stdout;
		const news = days.slice(run(["dedupe", "--quiet", "--profile", "crawl@1", DAYS[0] as string], "", "latin1").stdout.length);
		const rejects = run(["dedupe", "--quiet", "--profile", "crawl@1", "--seen", file, DAYS[0] as string], "", "latin1").stdout;
		expect(stdout).toBe(rejects + news);
		expect(JSON.parse(stderr).notes).toContainEqual(expect.objectContaining({ code: "converted-set" }));
		expect(readFileSync(`${file}.128`)).toEqual(snapshot);
	});

	it("stays as it was if the run fails, or another file has the name of its copy", async () => {
		const file = path("kept.seen");
		const snapshot = await save(file);
		const args = ["dedupe", "--quiet", "--profile", "crawl@1", "--seen", file, "-o", path("kept.out"), DAYS[1] as string];
		const failed = runWithFaults(args, { fail: { call: "renameSync", at: 1, code: "EACCES" } });
		expect([failed.status, readFileSync(file), existsSync(`${file}.128`)]).toEqual([3, snapshot, false]);
		writeFileSync(`${file}.128`, "mine");
		const { status, stderr } = run(args);
		expect([status, stderr]).toEqual([3, `urlsieve: cannot write ${file}.128: it exists; move it away\n`]);
		expect([readFileSync(file), existsSync(path("kept.out"))]).toEqual([snapshot, false]);
	});
});
