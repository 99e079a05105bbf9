/** `dedupe` in passes gives the same octets as with the set in memory. `--memory` makes short lists go through the passes too. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth, size } from "../support/extent";
import { longIt } from "../support/long-it";
import { expectSame } from "./both-ways";
import { run, useFolder } from "./command";

const here = useFolder();
const { folder, shell, write } = here;

describe("dedupe in passes", () => {
	const first = write("first.txt", listOfDuplicates(size(20_000, 6_000), 1));
	const second = write("second.txt", `\ufeff${listOfDuplicates(5_000, 2)}http://no-line-end.example/A\r`);
	const small = write("small.txt", "http://no-line-end.example/%41");

	it("gives the same for several inputs, one of them twice", () => {
		for (const strict of [[], ["--strict"]])
			expectSame(here, ["--invalid", "blank", "--print", "original", ...strict, first, second, small, first]);
	});

	const policy = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
	const list = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["ref"] }));
	it.each([
		[["--profile", "surt@1", "--print", "key", "--invalid", "blank"]],
		[["--policy", policy, "--lists", list, "--print", "original"]],
		[["--count"]],
	])("gives the same under %j, in one thread and in three", (rules) => {
		for (const threads of ["1", "3"]) expectSame(here, ["--threads", threads, ...rules, first, second]);
	});

	longIt("gives the same for lines longer than any buffer", () => {
		const long = `http://example.com/${"a".repeat(300_000)}`;
		const longest = `http://example.com/${"b".repeat(17_000_000)}`;
		const file = write("long.txt", [long, longest, "http://a", long.toUpperCase(), longest, "http://a/", `${long}\r`].join("\n"));
		const options = [
			["--invalid", "keep"],
			["--invalid", "blank", "--print", "original"],
			["--profile", "crawl@1"],
			["--profile", "crawl@1", "--invalid", "drop", "--print", "key"],
		];
		for (const args of everyNth(options, 4, 3)) expectSame(here, [...args, file, first]);
	});

	it("gives the same for files of a few octets", () => {
		const contents = [
			"\n",
			"\r\n",
			"\n\n",
			"a",
			"a\nA",
			"\ufeff",
			"\ufeff\n\n",
			"\ufeffhttp://a\nhttp://a/",
			"http://[\nhttp://[",
		];
		const files = contents.map((content, index) => write(`tiny-${index}.txt`, content));
		for (const file of files.slice(3, 6)) expectSame(here, [file]);
		expectSame(here, files);
	});

	it("gives the same for pipes, standard input and compressed files", () => {
		const gzipped = write("first.gz", gzipSync(readFileSync(first)));
		const memory = run(["dedupe", "--quiet", first, second]).stdout;
		const args = ["--memory", "16M", "--quiet", "--temp", folder];
		expect(run(["dedupe", ...args, gzipped, second]).stdout).toBe(memory);
		expect(run(["dedupe", ...args, "-", second], readFileSync(first)).stdout).toBe(memory);
		expect(shell(`$URLSIEVE dedupe ${args.join(" ")} - ${second} < ${first}`).stdout).toBe(memory);
		expect(shell(`$URLSIEVE dedupe ${args.join(" ")} <(cat ${gzipped}) <(cat ${second}) | cat`).stdout).toBe(memory);
		expectSame(here, [gzipped, second, gzipped]);
	});

	it("writes lines that no block holds whole, with those before and after them", () => {
		const [long, other] = ["a", "b"].map((letter) => `http://h/${letter.repeat(300_000)}\n`) as [string, string];
		const list = write("blocks.txt", `http://x/\n${long}http://y/\n${other}http://z/\n${long}http://x/\n`);
		const dedupe = (...args: string[]) => run(["dedupe", "--quiet", "--memory", "16M", ...args, list]).stdout;
		expect(dedupe() === `http://x/\n${long}http://y/\n${other}http://z/\n`).toBe(true);
		const counted = `1\thttp://y/\n1\t${other}1\thttp://z/\n2\t${long}2\thttp://x/\n`;
		expect(dedupe("--count", "--keep", "last") === counted).toBe(true);
	});

	it("keeps a set that fits the memory, without temporary files", () => {
		const { stdout, stderr } = run(["dedupe", "--json", "--memory", "64M", "-", second], readFileSync(first));
		expect(JSON.parse(stderr)).toMatchObject({ lines: size(20_000, 6_000) + 5_001, tempOctets: 0 });
		expect(stdout).toBe(run(["dedupe", "--quiet", first, second]).stdout);
	});
});
