/** A command loads only the code that it runs: profiles and policies are a megabyte, and take a third of the time of a short run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { installPacked } from "../support/packed";

const packed = installPacked();
const folder = mkdtempSync(join(tmpdir(), "urlsieve-loaded-"));
afterAll(() => {
	for (const made of [packed, folder]) rmSync(made, { recursive: true, force: true });
});
const list = join(folder, "list.txt");
writeFileSync(list, "HTTP://a\nhttp://a/\n");

/** The files of the package that a run of the command line loads, as V8 reports them. */
function loadedBy(...args: string[]): string[] {
	const reports = mkdtempSync(join(folder, "reports-"));
	const program = join(packed, "node_modules/urlsieve/build/out/dist/urlsieve.js");
	execFileSync(process.execPath, [program, ...args], { env: { ...process.env, NODE_V8_COVERAGE: reports }, stdio: "pipe" });
	return readdirSync(reports).flatMap((name) => {
		const { result } = JSON.parse(readFileSync(join(reports, name), "utf8")) as { result: { url: string }[] };
		return result.filter(({ url }) => url.includes("/build/out/dist/")).map(({ url }) => basename(url));
	});
}

it.each([
	["normalize", list],
	["dedupe", list],
	["validate", "--uri", "http://a"],
	["explain", "--uri", "http://a"],
	["policy", "--help"],
])("%s loads no crawl kernel", (...args) => {
	const loaded = loadedBy(...args);
	expect(loaded).toContain("commands.js");
	expect(loaded).not.toContain("crawl.js");
});

it("a profile loads it", () => {
	expect(loadedBy("dedupe", "--profile", "crawl@1", list)).toContain("crawl.js");
});
