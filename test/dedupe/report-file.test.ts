/** The file of a report: a page or data by its name, and the facts of the run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNormalizer } from "urlsieve";
import { afterAll, describe, expect, it } from "vitest";
import { LEAST_MEMORY, planFor } from "../../src/dedupe/passes/plan";
import { ReportFile } from "../../src/dedupe/report/report-file";
import { coreRules, crawlRules } from "../../src/dedupe/report/run-rules";
import { Output } from "../../src/files/output/output";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COUNTS = { lines: 3, unique: 1, duplicates: 1, rejects: 1, merges: { syntax: 1 } };

/** Writes a report with a duplicate. Returns the text of the file. */
function written(name: string, plan?: Parameters<typeof planFor>[0]): string {
	const output = new Output(join(folder, name));
	const planned = plan && planFor(plan, LEAST_MEMORY, folder);
	const report = new ReportFile(output, { identity: "rfc3986@1" }, ["--report", name], planned);
	const [kept, dropped] = ["http://a", "HTTP://a"].map((line) => new TextEncoder().encode(line)) as [Uint8Array, Uint8Array];
	report.addMerge({ reason: "syntax", kept, keptLine: 1, dropped, droppedLine: 2 });
	report.write(COUNTS);
	output.seal(false);
	output.commit();
	return readFileSync(join(folder, name), "utf8");
}

describe("the file of a report", () => {
	it("is data in JSON, indented by TABs, with the counts, the command and the time to the second", () => {
		const text = written("report.json");
		expect(text).toMatch(/^\{\n\t"version": "[^"]+",\n\t"command": \[\n\t\t"urlsieve",\n\t\t"dedupe",\n\t\t"--report",/);
		expect(text).toMatch(/\}\n$/);
		const { version } = JSON.parse(readFileSync("package.json", "utf8"));
		const { date, ...data } = JSON.parse(text);
		expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(data).toEqual({
			version,
			command: ["urlsieve", "dedupe", "--report", "report.json"],
			rules: { identity: "rfc3986@1" },
			...COUNTS,
			hosts: [{ host: "a", duplicates: 1 }],
			otherHosts: 0,
			hostError: 0,
			sizes: [{ from: 2, to: 2, classes: 1 }],
			largest: [{ size: 2, kept: { line: 1, text: "http://a" }, duplicates: [{ text: "HTTP://a", count: 1 }], others: 0 }],
			rejected: [],
			sample: [{ reason: "syntax", kept: { line: 1, text: "http://a" }, dropped: { line: 2, text: "HTTP://a" } }],
		});
	});

	it("is a page if its name ends in .html, in any case", () => {
		for (const name of ["a.html", "b.HTML"]) expect(written(name)).toMatch(/^<!DOCTYPE html>/);
		for (const name of ["a.html.json", "html.json", "a-html"]) expect(written(name)).toMatch(/^\{/);
	});

	it("is the same for a run in passes", () => {
		const withoutDate = (text: string) => text.replace(/"date": "[^"]*"/, "");
		const task = { size: 10, isOriginal: false, isAudited: false, isReported: true, isByClass: false };
		expect(withoutDate(written("same.json", task))).toBe(withoutDate(written("same.json")));
	});
});

describe("the rules of a run", () => {
	it("are the version of the normal form, the level, the edition, and whether it is strict", () => {
		const core = (options: object) => coreRules((createNormalizer(options) as unknown as { settings: never }).settings);
		expect(core({})).toEqual({ identity: "rfc3986@1", level: "scheme", edition: "2005" });
		expect(core({ level: "syntax", strict: true })).toEqual({
			identity: "rfc3986@1",
			level: "syntax",
			edition: "2005",
			strict: "yes",
		});
	});

	it("of a policy are its identity, and each list with its version and hash as far as it has them", () => {
		const normalizer = { settings: { identity: "crawl@1" } } as unknown as Parameters<typeof crawlRules>[0];
		expect(crawlRules(normalizer, [])).toEqual({ identity: "crawl@1" });
		const lists = [
			{ name: "tracking@1", version: "1", sha256: "00ff" },
			{ name: "own", version: "", sha256: "00fe" },
		];
		expect(crawlRules(normalizer, lists)).toEqual({ identity: "crawl@1", lists: ["tracking@1 1 00ff", "own 00fe"] });
	});
});
