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

	const ACTIONS = ["keep", "drop", "blank"];
	const PRINTS = ["normalized", "original"];
	const cases = ACTIONS.flatMap((action) => PRINTS.map((print) => [action, print] as const));
	it.each(everyNth(cases, 5))("gives the same for several inputs, --invalid %s --print %s", (action, print) => {
		expectSame(here, ["--invalid", action, "--print", print, first, second, small, first]);
		if (action === "blank") expectSame(here, ["--invalid", action, "--print", print, "--strict", first, second]);
	});

	const policy = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
	const list = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["ref"] }));
	it.each([
		[["--profile", "crawl@1", "--default-scheme", "https"]],
		[["--profile", "surt@1", "--print", "key", "--invalid", "blank"]],
		[["--policy", policy, "--lists", list, "--print", "original"]],
		[["--count"]],
		[["--keep", "last", "--print", "original", "--invalid", "drop"]],
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

	it("keeps a set that fits the memory, without temporary files", () => {
		const { stdout, stderr } = run(["dedupe", "--json", "--memory", "64M", "-", second], readFileSync(first));
		expect(JSON.parse(stderr)).toMatchObject({ lines: size(20_000, 6_000) + 5_001, tempOctets: 0 });
		expect(stdout).toBe(run(["dedupe", "--quiet", first, second]).stdout);
	});
});
