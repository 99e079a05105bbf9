/** The option --no-vary-search, through the command. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path } = useFolder();
const FIELD = ["--no-vary-search", 'key-order, params=("utm_source")'];
const LINES =
	"http://e.com/?b=2&a=1&utm_source=x\nhttp://e.com/?a=1&b=%32\nftp://e.com/\nhttp://e.com/?a=2\nhttp://e.com/?a=1&b=2#f\n";

it("normalize prints keys", () => {
	const { status, stdout, stderr } = run(["normalize", ...FIELD, "--print", "key"], LINES);
	expect(status).toBe(0);
	expect(stdout).toBe("http://e.com/?a=1&b=2\nhttp://e.com/?a=1&b=2\nftp://e.com/\nhttp://e.com/?a=2\nhttp://e.com/?a=1&b=2\n");
	expect(stderr).toMatch(/5 lines, 1 reject/);
	expect(run(["normalize", ...FIELD, "--print", "key", "--invalid", "drop"], "ftp://e.com/\n").stdout).toBe("");
	expect(run(["normalize", ...FIELD, "--print", "key", "--invalid", "blank"], "ftp://e.com/\n").stdout).toBe("\n");
	const failed = run(["normalize", ...FIELD, "--print", "key", "--invalid", "fail"], "http://e.com/\nftp://e.com/\n");
	expect([failed.status, failed.stderr]).toEqual([1, "urlsieve: line 2: not an http or https URL\n"]);
});

it("dedupe prints the first line of each response, and logs merges", () => {
	const log = path("merges.tsv");
	const { status, stdout, stderr } = run(["dedupe", ...FIELD, "--audit", log], LINES);
	expect(status).toBe(0);
	expect(stdout).toBe("http://e.com/?b=2&a=1&utm_source=x\nftp://e.com/\nhttp://e.com/?a=2\n");
	expect(stderr).toMatch(/5 lines, 2 unique, 2 duplicates, 1 reject/);
	const merges = readFileSync(log, "utf8");
	const first = "http://e.com/?b=2&a=1&utm_source=x";
	expect(merges).toBe(
		`${first}\thttp://e.com/?a=1&b=%32\tno-vary-search\t1\t2\n${first}\thttp://e.com/?a=1&b=2#f\tno-vary-search\t1\t5\n`,
	);
	expect(run(["dedupe", ...FIELD, "--audit", "-"], LINES).stdout).toBe(merges);
	expect(run(["dedupe", ...FIELD, "--print", "key"], LINES).stdout).toBe(
		"http://e.com/?a=1&b=2\nftp://e.com/\nhttp://e.com/?a=2\n",
	);
});

it("encodes the TABs of lines in the log, which separate its columns", () => {
	const lines = "http://e.com/?\ta=1&utm_source=x\nhttp://e.com/?a=1\t\nhttp://e.com/?a=1\n";
	const row = "http://e.com/?%09a=1&utm_source=x\thttp://e.com/?a=1%09\tno-vary-search\t1\t2\n";
	const last = "http://e.com/?%09a=1&utm_source=x\thttp://e.com/?a=1\tno-vary-search\t1\t3\n";
	expect(run(["dedupe", ...FIELD, "--audit", "-"], lines).stdout).toBe(row + last);
	const log = path("tabs.tsv");
	expect(run(["dedupe", ...FIELD, "--audit", log], lines).stdout).toBe("http://e.com/?\ta=1&utm_source=x\n");
	expect(readFileSync(log, "utf8")).toBe(row + last);
});

it("--audit - prints only the log, or both with -o FILE, and still fails on invalid lines", () => {
	const list = path("unique.txt");
	const { stdout, status } = run(["dedupe", ...FIELD, "--audit", "-", "-o", list], LINES);
	expect([status, stdout]).toEqual([0, run(["dedupe", ...FIELD, "--audit", "-"], LINES).stdout]);
	expect(readFileSync(list, "utf8")).toBe("http://e.com/?b=2&a=1&utm_source=x\nftp://e.com/\nhttp://e.com/?a=2\n");
	const failed = run(["dedupe", ...FIELD, "--audit", "-", "--invalid", "fail"], LINES);
	expect([failed.status, failed.stderr]).toEqual([1, "urlsieve: line 3: not an http or https URL\n"]);
	expect(run(["dedupe", ...FIELD, "--audit", "-", "-o", "-"], LINES).status).toBe(2);
});

it.each([
	["http://e.com/?a=1", "http://e.com/?a=1&utm_source=y", 0, "no-vary-search"],
	["http://e.com/?a=1", "http://e.com/?a=1", 0, "string"],
	["http://e.com/a", "http://e.com/%61", 1, "different"],
	["ftp://e.com/a", "http://e.com/", 1, "ftp://e.com/a: not an http or https URL"],
])("compare says of %s and %s: %s %s", (a, b, status, text) => {
	expect(run(["compare", ...FIELD, a, b])).toEqual({ status, stdout: `${text}\n`, stderr: "" });
});

it.each([
	[["normalize", ...FIELD], "--no-vary-search requires --print key"],
	[["normalize", ...FIELD, "--print", "key", "--profile", "crawl@1"], "--no-vary-search and --profile exclude each other"],
	[["dedupe", ...FIELD, "--seen", "x.seen"], "--no-vary-search and --seen exclude each other"],
	[["dedupe", ...FIELD, "--print", "fetch"], "--no-vary-search takes --print original or key"],
	[
		["dedupe", "--no-vary-search", "params=(a)"],
		"--no-vary-search: The field 'params=(a)' is no rule: params must list names in quotes",
	],
	[["compare", "--no-vary-search", 'params=("a", "b")', "http://a", "http://b"], "spaces separate the names of a list"],
	[["dedupe", ...FIELD, "--invalid", "x"], "--invalid must be keep, drop, blank or fail"],
	[["compare", ...FIELD, "--explain", "http://a", "http://b"], "--no-vary-search and --explain exclude each other"],
])("refuses %j with status 2", (args, message) => {
	const { status, stderr } = run(args, "http://e.com/\n");
	expect(status).toBe(2);
	expect(stderr).toContain(message);
});
