/** `dedupe` of tables in passes gives the same octets as with the set in memory. `--memory` makes short tables go through them too. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { everyNth, size } from "../support/extent";
import { longIt } from "../support/long-it";
import { expectSame } from "./both-ways";
import { run, runWithFaults, useFolder } from "./command";
import { type Format, TABLES } from "./tables-of-references";

const here = useFolder();
const { folder, path, shell, write } = here;

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
		const summary = expectSame(here, [...base, "--invalid", invalid, "--print", print, first, second, small, first]);
		for (const count of [summary.unique, summary.duplicates, summary.rejects, summary.empty]) expect(count).toBeGreaterThan(100);
	});

	it("gives the same by pages, and for compressed files", () => {
		expectSame(here, [...base, "--profile", "crawl@1", write(`second.${format}.gz`, gzipSync(readFileSync(second))), small]);
		expectSame(here, [...base, "--policy", POLICY, "--lists", LIST, "--print", "original", second]);
	});
});

describe.each([
	["cdx", "b"],
	["cdxj", "url"],
] as const)("dedupe of %s in passes", (format, by) => {
	const { base, first, second, small } = tablesIn(format);

	it.each([["last"], [`max:${by}`], [`min:${by}`]])("gives the same with --keep %s", (keep) => {
		expectSame(here, [...base, "--keep", keep, first, second, small, first]);
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
	longIt("gives the same for rows and references longer than any buffer", () => {
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
		expectSame(here, ["--column", "url", file]);
		expectSame(here, ["--column", "url", "--invalid", "drop", "--profile", "crawl@1", file]);
	});

	it.each([[[]], [["--memory", "16M"]]])("treats references of which nothing is left as absent: %j", (way) => {
		const csv = "u,n\nhttp://a,5\n\u0001,1\nHTTP://A,2\n\u0001,3\n \u0002,4\n";
		const table = write("absent.csv", csv);
		const sizes = (keep: string) =>
			run(["dedupe", "--quiet", ...way, "--column", "u", "--count-into", "c", "--keep", keep, table]).stdout;
		expect(sizes("first")).toBe("u,n,c\nhttp://a/,5,2\n\u0001,1,\n\u0001,3,\n \u0002,4,\n");
		expect(sizes("last")).toBe("u,n,c\n\u0001,1,\nhttp://a/,2,2\n\u0001,3,\n \u0002,4,\n");
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
		// A set of rows as short as they may be would need more than 16 MiB, the least for passes. Few rows are read fast.
		const unique = 1400;
		const rows = Array.from({ length: 2 * unique }, (_, id) => `${id},http://h/${(id * 7919) % unique}/${"x".repeat(2 ** 14)}\n`);
		const file = write("many.csv", `id,url\n${rows.join("")}`);
		const output = path("many.out");
		const tempOctetsIn = (free: number) => {
			const { stderr } = runWithFaults(["dedupe", "--column", "url", "--json", "-o", output, file], { free });
			const { tempOctets = 0, ...counts } = JSON.parse(stderr);
			expect(counts).toMatchObject({ rows: 2 * unique, unique });
			expect(readFileSync(output, "utf8") === `id,url\n${rows.slice(0, unique).join("")}`).toBe(true);
			return tempOctets;
		};
		expect(tempOctetsIn(2 ** 20)).toBeGreaterThan(2 * unique * 16);
		expect(tempOctetsIn(2 ** 30)).toBe(0);
	});
});
