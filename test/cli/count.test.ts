/** `urlsieve count`: how often each part of the normal form occurs. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { normalize, parse } from "urlsieve";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write, shell } = useFolder();

const FORMS = [
	(host: string, index: number) => `http://${host}/${index}?q=${index % 3}`,
	(host: string) => `HTTPS://user:pass@${host.toUpperCase()}:443/%7Ea/../b#f`,
	(host: string, index: number) => `http://${host}:8080?${index % 2}`,
	(host: string) => `//${host}./a`,
	(_: string, index: number) => `/relative/${index % 4}`,
	(_: string, index: number) => `mailto:a${index % 5}@b.example`,
	(_: string, index: number) => `http://[2001:DB8::${index % 2}]/`,
	(_: string, index: number) => `http://[${index}`,
];
const LINES = Array.from({ length: 8000 }, (_, index) =>
	(FORMS[(index * 7) % FORMS.length] as (typeof FORMS)[0])(`h${(index * index) % 97}.example`, index),
);
const TEXT = `${LINES.join("\n")}\n`;
const LIST = write("list.txt", TEXT);

/** Counts the parts of normal forms by their components. */
function countsOf(partOf: (components: ReturnType<typeof parse>) => string | undefined): string {
	const counts = new Map<string, number>();
	for (const line of LINES.filter((each) => !/^http:\/\/\[\d/.test(each) || each.includes("]"))) {
		const part = partOf(parse(normalize(line)));
		if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
	return sorted.map(([part, count]) => `${count}\t${part}\n`).join("");
}

const COMPONENTS = {
	scheme: ({ scheme }) => scheme,
	host: ({ host }) => host,
	port: ({ port }) => port,
	path: ({ path: each }) => each,
	query: ({ query }) => query,
	fragment: ({ fragment }) => fragment,
	politeness: ({ host, port }) => host && `${host.replace(/\.$/, "")}${port === undefined ? "" : `:${port}`}`,
} satisfies { readonly [part: string]: Parameters<typeof countsOf>[0] };
const PARTS = Object.entries(COMPONENTS) as [keyof typeof COMPONENTS, Parameters<typeof countsOf>[0]][];
const HOSTS = countsOf(COMPONENTS.host);

const count = (...args: string[]) => run(["count", "--quiet", ...args]).stdout;

describe("urlsieve count", () => {
	it.each(PARTS)("counts by %s: the most frequent first, then in the order of their octets", (part, partOf) => {
		const expected = countsOf(partOf);
		expect(expected.length).toBeGreaterThan(0);
		for (const engine of ["auto", "js"]) expect(count("--by", part, "--engine", engine, LIST)).toBe(expected);
	});

	it("counts by shape: that of the key, unless the URL to be fetched is asked for", () => {
		const lines = ["http://h/users/1?b=1&a=2", "HTTP://h/users/22?utm_source=x&a=1&b=2", "http://[", "http://h/#/users/3"].join(
			"\n",
		);
		const counted = (...args: string[]) => run(["count", "--by", "shape", "--quiet", ...args], lines).stdout;
		for (const engine of ["auto", "js"]) {
			expect(counted("--profile", "crawl@1", "--engine", engine)).toBe("2\thttp://h/users/{int}?a=&b=\n1\thttp://h/\n");
			expect(counted("--engine", engine)).toBe(
				"1\thttp://h/\n1\thttp://h/users/{int}?a=&b=\n1\thttp://h/users/{int}?a=&b=&utm_source=\n",
			);
		}
		expect(counted("--profile", "crawl@1", "--print", "normalized")).toContain("&utm_source=\n");
		expect(run(["count", "--by", "shape", "--quiet"], "").stdout).toBe("");
		const { stderr } = run(["count", "--by", "shape", "--json"], lines);
		expect(JSON.parse(stderr)).toMatchObject({ by: "shape", shape: "shape@1", distinct: 3 });
	});

	it("counts no part of a line too long to be normalized", () => {
		const text = `http://long/${"x".repeat(17 * 2 ** 20)}\nhttp://a/\nhttp://b/\nhttp://b/2\n`;
		const { stdout, stderr } = run(["count", "--by", "host", "--json"], text);
		expect(stdout).toBe("2\tb\n1\ta\n");
		expect(JSON.parse(stderr)).toMatchObject({ lines: 4, rejects: 1, distinct: 2, without: 0 });
		expect(run(["count", "--by", "host", "--quiet"], text.slice(0, text.indexOf("\n") + 1)).stdout).toBe("");
	});

	it("is right where the text between slashes is not the host", () => {
		const lines = [
			"http://a.example/",
			"HTTP://A.example:80",
			"https://u@a.example:8443?x=/y",
			"//a.example#f",
			"http://a.example./",
		];
		expect(run(["count", "--by", "host", "--quiet"], lines.join("\n")).stdout).toBe("4\ta.example\n1\ta.example.\n");
		expect(run(["count", "--by", "politeness", "--quiet"], lines.join("\n")).stdout).toBe("4\ta.example\n1\ta.example:8443\n");
		expect(run(["count", "--by", "site", "--quiet"], lines.join("\n")).stdout).toBe("5\ta.example\n");
	});

	it("counts the same in any form of the input", () => {
		const gz = write("list.gz", gzipSync(TEXT));
		const halves = [LINES.slice(0, 3001), LINES.slice(3001)].map((half, index) => write(`half-${index}`, half.join("\n")));
		const crlf = write("crlf.txt", `\ufeff${LINES.join("\r\n")}`);
		for (const files of [[gz], halves, [crlf], ["--threads", "2", gz], ["--comments", LIST]])
			expect(count("--by", "host", ...files)).toBe(HOSTS);
		expect(run(["count", "--quiet", "--by", "host"], TEXT).stdout).toBe(HOSTS);
	});

	it.each([
		["csv", `id,url\n${LINES.map((line, index) => `${index},"${line}"\n`).join("")}7,\n8,"  "\n`],
		["tsv", `id\turl\n${LINES.map((line, index) => `${index}\t${line}\n`).join("")}7\t\n`],
		["jsonl", `${LINES.map((url, id) => `${JSON.stringify({ id, url })}\n`).join("")}{"id":7}\n{"url":null}\n`],
	])("counts the references of a table, and no row without one: %s", (format, text) => {
		const table = write(`table.${format}`, text);
		expect(count("--by", "host", "--column", "url", table)).toBe(HOSTS);
		expect(count("--by", "path", "--column", "url", table)).toBe(countsOf(COMPONENTS.path));
		const summary = JSON.parse(run(["count", "--by", "host", "--column", "url", "--json", table]).stderr);
		expect(summary.rows).toBe(total(HOSTS) + summary.without + summary.empty + summary.rejects);
		expect([summary.empty, summary.rejects]).toEqual([
			text.split("\n").length - 1 - LINES.length - Number(format !== "jsonl"),
			1000,
		]);
	});

	it("counts by the key of a page, if asked to", () => {
		const lines = write("www.txt", "http://www.a.example/\nhttps://a.example/?utm_source=x\n");
		const policy = write("policy.json", JSON.stringify({ base: "crawl@1", key: { www: "drop" } }));
		expect(count("--by", "host", "--policy", policy, lines)).toBe("1\ta.example\n1\twww.a.example\n");
		expect(count("--by", "host", "--policy", policy, "--print", "key", lines)).toBe("2\ta.example\n");
		expect(count("--by", "query", "--profile", "crawl@1", lines)).toBe("1\tutm_source=x\n");
	});

	it("prints only the most frequent ones with --top", () => {
		const rows = HOSTS.split("\n");
		for (const most of [1, 10, 57])
			expect(count("--by", "host", "--top", `${most}`, LIST)).toBe(`${rows.slice(0, most).join("\n")}\n`);
		expect(count("--by", "host", "--top", "100000", LIST)).toBe(HOSTS);
	});

	it("finds sites by the Public Suffix List", () => {
		const lines = [
			"http://a.b.co.uk/",
			"http://c.b.co.uk./",
			"http://a.github.io/",
			"http://b.github.io/",
			"http://co.uk/",
			"http://10.0.0.1/",
		];
		const list = write("sites.txt", lines.join("\n"));
		const { stdout, stderr } = run(["count", "--by", "site", list]);
		expect(stdout).toBe("2\tb.co.uk\n2\tgithub.io\n");
		expect(stderr).toContain("6 lines, 2 distinct by site, 2 without site, 0 rejects");
		expect(count("--by", "site", "--private-suffixes", list)).toBe("2\tb.co.uk\n1\ta.github.io\n1\tb.github.io\n");
	});
});

describe("the output of urlsieve count", () => {
	const list = write("few.txt", 'http://a/x,y\nhttp://a/x,y\nhttp://b/"\nhttp://b/z\n/relative\nhttp://[\n');

	it.each([
		["csv", 'count,path\n2,"/x,y"\n1,/%22\n1,/relative\n1,/z\n'],
		["tsv", "count\tpath\n2\t/x,y\n1\t/%22\n1\t/relative\n1\t/z\n"],
		["jsonl", '{"count":2,"path":"/x,y"}\n{"count":1,"path":"/%22"}\n{"count":1,"path":"/relative"}\n{"count":1,"path":"/z"}\n'],
	])("is a table if asked for, or by the name of the file: %s", (format, expected) => {
		expect(count("--by", "path", "--write", format, list)).toBe(expected);
		const file = path(`counts.${format}`);
		expect(run(["count", "--by", "path", "-o", file, list]).status).toBe(0);
		expect(readFileSync(file, "utf8")).toBe(expected);
	});

	it("has a summary with what is not in it and, if it goes to a file, the ten most frequent parts", () => {
		const file = path("summary.txt");
		const { stderr } = run(["count", "--by", "host", "-o", file, list]);
		expect(stderr).toMatch(
			/^urlsieve count: 6 lines, 2 distinct by host, 1 without host, 1 reject, .*\n {11}2 {2}a\n {11}2 {2}b\n/,
		);
		expect(run(["count", "--by", "host", list]).stderr).not.toContain("2  a");
		const { by, distinct, without, rejects, top } = JSON.parse(run(["count", "--by", "host", "--json", list]).stderr);
		expect([by, distinct, without, rejects]).toEqual(["host", 2, 1, 1]);
		expect(top).toEqual([
			{ count: 2, part: "a" },
			{ count: 2, part: "b" },
		]);
	});

	it("lists rejects, and none of them stops it unless it should", () => {
		const rejects = path("rejects.tsv");
		expect(run(["count", "--by", "host", "--rejects", rejects, list]).status).toBe(0);
		expect(readFileSync(rejects, "utf8")).toMatch(/^6\t\d+\t\S+\thttp:\/\/\[\n$/);
		const failed = run(["count", "--by", "host", "--invalid", "fail", "-o", path("none"), list]);
		expect([failed.status, existsSync(path("none"))]).toEqual([1, false]);
		expect(shell(`$URLSIEVE count --quiet --by host < ${list} | head -1`)).toMatchObject({ stdout: "2\ta\n" });
	});

	it.each([
		[[], "--by PART is required: scheme, host, site, port, path, query, fragment, politeness or shape"],
		[
			["--by", "hots"],
			'--by must be scheme, host, site, port, path, query, fragment, politeness or shape, not "hots" (did you mean host?)',
		],
		[["--by", "host", "--top", "0"], '--top must be an integer from 1 on, not "0"'],
		[["--by", "host", "--write", "parquet"], '--write must be lines, csv, tsv or jsonl, not "parquet"'],
		[["--by", "host", "--print", "both"], '--print must be normalized, fetch or key, not "both"'],
		[["--by", "host", "--private-suffixes"], "--private-suffixes requires --by site"],
		[
			["--by", "host", "--invalid", "blank"],
			"--invalid blank prints an empty line, and count prints no lines; use keep, drop or fail",
		],
		[
			["--by", "host", "-o", "x.parquet"],
			"--output x.parquet is named as Parquet, and a list is written; give it another name, or pass --write lines, csv, tsv or jsonl",
		],
		[["--by", "host", "--format", "csv"], "--format csv requires --column NAME, the column with the references"],
	])("refuses %j", (args, sentence) => {
		const { status, stderr } = run(["count", ...args, list]);
		expect([status, stderr]).toEqual([2, `urlsieve: ${sentence}; try: urlsieve count --help\n`]);
	});
});

function total(counts: string): number {
	return counts.split("\n").reduce((sum, row) => sum + Number(row.split("\t")[0]), 0);
}
