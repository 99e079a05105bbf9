/** Tables under profiles and policies, and --key-into and --audit with them. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { longIt } from "../support/long-it";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

it("counts rows by their keys, and keeps them across runs", () => {
	const seen = path("keys.seen");
	const args = ["dedupe", "--profile", "crawl@1", "--column", "url", "--seen", seen, "--json"];
	const urls = ["http://Example.com/?gclid=1&b=2&a=1#top", "http://example.com/?a=1&b=2", "http://[", "", "HTTP://0x7f.1/a b"];
	const file = write("first.csv", `id,url,note\r\n${urls.map((url, id) => `${id},${url},"x\n"\r\n`).join("")}`);
	expect(JSON.parse(run([...args, file]).stderr)).toMatchObject({
		column: "url",
		...{ rows: 5, unique: 2, duplicates: 1, empty: 1, rejects: 1 },
	});
	expect(JSON.parse(run([...args, file]).stderr)).toMatchObject({ unique: 0, duplicates: 3, empty: 1, rejects: 1 });
	const other = run(["dedupe", "--column", "url", "--seen", seen, file]);
	expect([other.status, other.stderr]).toEqual([3, expect.stringContaining("profile-mismatch")]);
});

const POLICY = write("acme.json", '{ "policy": "acme@1", "base": "whatwg", "key": { "query": { "lists": ["mine"] } } }');
const LIST = write("mine.json", '{ "format": "urlsieve-list@1", "name": "mine", "version": "1", "params": ["aff"] }');

it("takes a policy with lists", () => {
	const table = "url\nhttp://h/?aff=3&b=4\nhttp://h/?b=4\n";
	const args = ["--policy", POLICY, "--lists", LIST, "--format", "csv", "--column", "url", "--key-into", "page"];
	const rows = ["url,page\n", "http://h/?aff=3&b=4,http://h/?b=4\n", "http://h/?b=4,http://h/?b=4\n"];
	expect(run(["normalize", ...args], table).stdout).toBe(rows.join(""));
	expect(run(["dedupe", ...args], table).stdout).toBe(rows.slice(0, 2).join(""));
});

it("handles rejected rows as --invalid says, in all columns", () => {
	const table = 'id,url\n1,"http://["\n2\n3,http://h/?gclid=1\n';
	const args = ["normalize", "--profile", "crawl@1", "--format", "csv", "--column", "url", "--into", "n", "--key-into", "k"];
	const last = "3,http://h/?gclid=1,http://h/?gclid=1,http://h/\n";
	const result = (invalid: string) => run([...args, "--invalid", invalid, "--rejects", path("bad")], table);
	expect(result("keep").stdout).toBe(`id,url,n,k\n1,"http://[","http://[","http://["\n2\n${last}`);
	expect(readFileSync(path("bad"), "utf8")).toBe("1\t7\tinvalid-ip-literal\turl\thttp://[\n2\t0\tragged-row\turl\t\n");
	expect(result("blank").stdout).toBe(`id,url,n,k\n1,"http://[",,\n2\n${last}`);
	expect(result("drop").stdout).toBe(`id,url,n,k\n${last}`);
	const failed = run([...args, "--invalid", "fail", "-o", path("out.csv")], table);
	expect([failed.status, failed.stderr, existsSync(path("out.csv"))]).toEqual([1, expect.stringContaining("row 1"), false]);
});

describe("--audit", () => {
	const TABLE = 'id,url\n1,HTTP://A\n2,\n3,"http://a\t"\n4,http://[\n5,http://b\n\n6,http://A:80/\n7,http://b\n';
	const args = ["dedupe", "--format", "csv", "--column", "url", "--json", "--audit", path("audit.tsv")];
	const audited = () => readFileSync(path("audit.tsv"), "utf8");

	it("logs the references and rows of duplicates, and counts them by level", () => {
		const { stdout, stderr } = run(args, TABLE);
		expect(stdout).toBe("id,url\n1,http://a/\n2,\n4,http://[\n5,http://b/\n\n");
		expect(audited()).toBe(
			"HTTP://A\thttp://a%09\tsyntax\t1\t3\nHTTP://A\thttp://A:80/\tscheme\t1\t7\nhttp://b\thttp://b\tstring\t5\t8\n",
		);
		expect(JSON.parse(stderr)).toMatchObject({
			rows: 8,
			duplicates: 3,
			empty: 2,
			rejects: 1,
			merges: { syntax: 1, scheme: 1, string: 1 },
		});
	});

	it("numbers the rows of all tables, and does not know those of an earlier run", () => {
		const seen = ["--seen", path("audit.seen")];
		run([...args, ...seen], "id,url\n1,http://b\n");
		const files = [write("one.csv", TABLE), write("two.csv", "id,url\n1,http://A\n")];
		run([...args, ...seen, ...files]);
		const last = audited().split("\n").slice(-5, -1);
		expect(last).toEqual([
			"-\thttp://b\t-\t-\t5",
			"HTTP://A\thttp://A:80/\tscheme\t1\t7",
			"-\thttp://b\t-\t-\t8",
			"HTTP://A\thttp://A\tsyntax\t1\t9",
		]);
	});

	longIt("names the rules of a profile, for a table longer than a batch", () => {
		const count = 30_000;
		const rows = Array.from({ length: count }, (_, id) => `{"u":"http://h/${id >> 1}${id % 2 === 0 ? "" : "?gclid=1"}"}\n`);
		const audit = path("rules.tsv");
		run(
			["dedupe", "--profile", "crawl@1", "--format", "jsonl", "--column", "u", "--count-into", "n", "--audit", audit],
			rows.join(""),
		);
		const wanted = Array.from(
			{ length: count / 2 },
			(_, page) => `http://h/${page}\thttp://h/${page}?gclid=1\tremove\t${2 * page + 1}\t${2 * page + 2}\n`,
		);
		const reasons = new Set<string>();
		const logged = readFileSync(audit, "utf8").replaceAll(/(?<=gclid=1\t)[^\t]*/g, (reason) => {
			reasons.add(reason);
			return "remove";
		});
		expect(logged === wanted.join("")).toBe(true);
		expect(reasons.size).toBe(1);
	});
});
