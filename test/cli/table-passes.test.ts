/** `dedupe` of tables in passes gives the same octets as with the set in memory. `--memory` makes short tables go through them too. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { everyNth, IS_LONG, size } from "../support/extent";
import { run, runWithFaults, useFolder } from "./command";
import { type Format, TABLES } from "./tables-of-references";

const { folder, path, shell, write } = useFolder();

/** All results of a run: status, rows, rejects, audit, and the summary without what differs by nature. */
function results(args: string[], memory?: string) {
	const [output, rejects, audit] = ["output", "rejects.tsv", "audit.tsv"].map(path) as [string, string, string];
	const limit = memory === undefined ? [] : ["--memory", memory, "--temp", folder];
	// Not every choice of rows can be logged.
	const logs = ["--rejects", rejects, ...(args.includes("--keep") ? [] : ["--audit", audit])];
	write("audit.tsv", "");
	const { status, stdout, stderr } = run(["dedupe", "--json", "-o", output, ...logs, ...limit, ...args]);
	expect([status, stdout]).toEqual([0, ""]);
	const { seconds, tempOctets, peakMemory, ...summary } = JSON.parse(stderr);
	const octets = [output, rejects, audit].map((file) => readFileSync(file, "latin1"));
	return { isInPasses: tempOctets > 0, results: { summary, octets } };
}

/** Expects both ways to give the same results. Returns the summary. */
function expectSame(args: string[], memory = "16M"): { unique: number; duplicates: number; empty: number; rejects: number } {
	const inMemory = results(args);
	const inPasses = results(args, memory);
	expect([inMemory.isInPasses, inPasses.isInPasses]).toEqual([false, true]);
	expect(inPasses.results.summary).toEqual(inMemory.results.summary);
	for (const [index, octets] of inMemory.results.octets.entries()) expect(inPasses.results.octets[index] === octets).toBe(true);
	return inMemory.results.summary;
}

const POLICY = write(
	"acme.json",
	'{ "policy": "acme@1", "base": "whatwg", "key": { "query": { "lists": ["own"], "sort": "name" } } }',
);
const LIST = write("own.json", '{ "format": "urlsieve-list@1", "name": "own", "version": "1", "params": ["q"] }');

/** The options for a format, two tables of it, and one of a single row. */
function tablesIn(format: Format) {
	const tableOf = TABLES[format];
	return {
		base: ["--format", format, ...(format.startsWith("cdx") ? [] : ["--column", "url"])],
		first: write(`first.${format}`, tableOf(size(20_000, 3_000), 1)),
		second: write(`second.${format}`, `${format === "cdx" ? "" : "\ufeff"}${tableOf(size(5_000, 2_000), 2).trimEnd()}`),
		small: write(`small.${format}`, tableOf(1, 3)),
	};
}

/** The formats with their ordinals, by which the short form takes other cases of each. */
const FORMATS = (Object.keys(TABLES) as Format[]).map((format, number) => [format, number] as const);

describe.each(FORMATS)("dedupe of %s in passes", (format, number) => {
	const { base, first, second, small } = tablesIn(format);

	const PRINTED = [
		["keep", "normalized"],
		["drop", "original"],
		["blank", "normalized"],
	] as const;
	it.each(everyNth(PRINTED, 3, number))("gives the same for several tables, --invalid %s --print %s", (invalid, print) => {
		const summary = expectSame([...base, "--invalid", invalid, "--print", print, first, second, small, first]);
		for (const count of [summary.unique, summary.duplicates, summary.rejects, summary.empty]) expect(count).toBeGreaterThan(100);
	});

	const by = { csv: "id", tsv: "1", jsonl: "id", cdx: "b", cdxj: "url" }[format];
	const intoIf = (...options: string[]) => (format === "cdx" ? [] : options);
	const CHOICES = [
		[["--keep", "last"]],
		[["--keep", "last", ...intoIf("--count-into", "c"), "--invalid", "drop", "--print", "original"]],
		[[...intoIf("--count-into", "c"), "--invalid", "blank"]],
		[["--keep", `max:${by}`, ...intoIf("--count-into", "c", "--into", "n")]],
		[["--keep", `min:${by}`, "--profile", "crawl@1", ...intoIf("--key-into", "page"), "--invalid", "drop"]],
	];
	it.each(everyNth(CHOICES, 3, number))("gives the same with %j", (options = []) => {
		expectSame([...base, ...options, first, second, small, first]);
		if (IS_LONG || format === "csv") expectSame([...base, ...options, second, small], "1G");
	});

	it("gives the same by pages, and for compressed files", () => {
		expectSame([...base, "--profile", "crawl@1", write(`second.${format}.gz`, gzipSync(readFileSync(second))), small]);
		expectSame([...base, "--policy", POLICY, "--lists", LIST, "--print", "original", second]);
	});
});

describe.each<[Format, number]>([
	["csv", 0],
	["jsonl", 1],
])("dedupe of %s in passes", (format) => {
	const { base, first, second } = tablesIn(format);

	it("gives the same for pipes and standard input", () => {
		const gzipped = write(`first.${format}.gz`, gzipSync(readFileSync(first)));
		const args = ["dedupe", "--quiet", ...base];
		const memory = run([...args, first, second]).stdout;
		const limit = ["--memory", "16M", "--temp", folder];
		expect(run([...args, ...limit, "-", second], readFileSync(first)).stdout === memory).toBe(true);
		const pipes = `<(cat ${gzipped}) <(cat ${second}) | cat`;
		expect(shell(`$URLSIEVE ${[...args, ...limit].join(" ")} ${pipes}`).stdout === memory).toBe(true);
	});
});

describe("dedupe of tables in passes", () => {
	it("gives the same for rows and references longer than any buffer", () => {
		const long = `http://example.com/${"a".repeat(300_000)}`;
		const table = [
			"id,url",
			`1,${long}`,
			`2,${"x".repeat(2 ** 24 + 9)}`,
			"3,http://a",
			`4,${long}`,
			`"${"y".repeat(2e6)}",HTTP://A`,
		];
		const file = write("long.csv", `${table.join("\n")}\n`);
		expectSame(["--column", "url", file]);
		expectSame(["--column", "url", "--invalid", "drop", "--profile", "crawl@1", file]);
	});

	it("gives the same for tables of a few octets", () => {
		const contents = [
			"url\n",
			"url",
			"url\na",
			"url\na\nA\n\n",
			"\ufeffurl\n",
			"url\n\n",
			'url\n"\n',
			"url\nhttp://a\n HTTP://A \n",
		];
		const files = contents.map((content, index) => write(`tiny-${index}.csv`, content));
		const [output, empty] = [path("tiny"), write("empty.csv", "")];
		const result = (args: string[]) => {
			const { status, stderr } = run(["dedupe", "--column", "url", "--quiet", "-o", output, ...args]);
			return [status, stderr, readFileSync(output, "utf8")];
		};
		for (const list of [[empty], files.slice(0, 1), files.slice(6, 7), files.slice(0, 4), [empty, ...files]])
			expect(result(["--memory", "16M", ...list])).toEqual(result(list));
	});

	it("goes to disk by itself if the set might not fit the memory that is free", () => {
		const unique = 200_000;
		const rows = Array.from(
			{ length: 2 * unique },
			(_, id) => `${id},http://example.com/pages/${(id * 7919) % unique}/${"x".repeat(60)}\n`,
		);
		const file = write("many.csv", `id,url\n${rows.join("")}`);
		const output = path("many.out");
		const tempOctetsIn = (free: number) => {
			const { stderr } = runWithFaults(["dedupe", "--column", "url", "--json", "-o", output, file], { free });
			const { tempOctets = 0, rows, unique } = JSON.parse(stderr);
			expect([rows, unique]).toEqual([2 * unique, unique]);
			expect(readFileSync(output, "utf8") === `id,url\n${rowsOf(unique)}`).toBe(true);
			return tempOctets;
		};
		const rowsOf = (count: number) => rows.slice(0, count).join("");
		expect(tempOctetsIn(2 ** 20)).toBeGreaterThan(2 * unique * 16);
		expect(tempOctetsIn(2 ** 30)).toBe(0);
	});
});
