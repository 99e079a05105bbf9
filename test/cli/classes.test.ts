/** `dedupe --count`, `--count-into` and `--keep`: sizes of classes, and which member stays. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const LINES = "http://a\nHTTP://B\nhttp://A/\nhttp://[\n\n\nhttp://b\nhttp://a";

describe("lines", () => {
	it.each<[string[], string]>([
		[["--count"], "3\thttp://a/\n2\thttp://b/\n1\thttp://[\n2\t\n"],
		[["--count", "--keep", "last"], "1\thttp://[\n2\t\n2\thttp://b/\n3\thttp://a/\n"],
		[["--count", "--invalid", "blank"], "3\thttp://a/\n2\thttp://b/\n1\t\n2\t\n"],
	])("of %j", (options, expected) => {
		expect(run(["dedupe", ...options, write("lines.txt", LINES)]).stdout).toBe(expected);
		expect(run(["dedupe", "--threads", "2", ...options], LINES).stdout).toBe(expected);
	});

	it("of a large list are counted across batches", () => {
		const lines = Array.from({ length: 90_000 }, (_, index) => `HTTP://a/${index % 40_000}\n`);
		const counts = lines.slice(0, 40_000).map((line, index) => `${index < 10_000 ? 3 : 2}\t${line.replace("HTTP", "http")}`);
		expect(run(["dedupe", "--count"], lines.join("")).stdout === counts.join("")).toBe(true);
		const last = [...counts.slice(10_000), ...counts.slice(0, 10_000)].join("").replaceAll(/^\d\t/gm, "");
		expect(run(["dedupe", "--keep", "last"], lines.join("")).stdout === last).toBe(true);
	});

	it("that are too long have one count", () => {
		const long = "x".repeat(2 ** 24 + 2 ** 20);
		const { stdout } = run(["dedupe", "--count"], `http://a\n${long}\nhttp://A\n`);
		expect(stdout.replaceAll("x", "")).toBe("2\thttp://a/\n1\t\n");
		expect(stdout.length).toBe(long.length + 15);
	});
});

const CSV =
	"u,t,n\nhttp://a,2026-01,5\nHTTP://A,2026-03,12\n , ,1\n,,\nhttp://[,,\nx\nhttp://b,,\nhttp://b/,9,\n\nHTTP://A/,2026-02,3\n";
const REST = " , ,1,\n,,,\nhttp://[,,,\nx\n";

describe("preferred lines", () => {
	const POLICY = write("site.json", '{ "policy": "site@1", "base": "crawl@1", "key": { "scheme": "https", "www": "drop" } }');
	const SEEDS = "http://www.a.b/b#c\nhttps://a.b/\n https://www.a.b/b\t\nhttps://a.b/b#cd\n\nhttp://a.b/b\nHTTP://WWW.a.b:80/\n";

	it.each<[string[], string]>([
		[["https"], "https://a.b/\nhttps://www.a.b/b\n"],
		[["https,no-www"], "https://a.b/\nhttps://a.b/b\n"],
		[["shortest"], "https://a.b/\nhttp://a.b/b\n"],
		[["www,shortest"], "http://www.a.b/b\nhttp://www.a.b/\n"],
		[["https", "--keep", "last"], "https://a.b/\nhttps://a.b/b\n"],
		[["shortest", "--print", "original"], "https://a.b/\nhttp://a.b/b\n"],
		[["https,shortest", "--print", "original"], "https://a.b/\nhttps://a.b/b#cd\n"],
	])("by %j", (options, expected) => {
		const args = ["dedupe", "--policy", POLICY, "--invalid", "drop", "--prefer", ...options];
		expect(run([...args, write("seeds.txt", SEEDS)]).stdout).toBe(expected);
	});
});

describe("rows", () => {
	it("of several columns: each decides between those that are equal so far, then the order of rows", () => {
		const rows = ["http://a,200,5,x", "HTTP://A,200,7,y", "http://a/,404,9,z", "http://A,200,7,", "http://a,200,7,y"];
		const table = write("several.csv", `u,s,t,n\n${rows.join("\n")}\n`);
		const kept = (...options: string[]) =>
			run(["dedupe", "--column", "u", "--print", "original", ...options, table]).stdout.split("\n")[1];
		expect(kept("--keep", "min:s,max:t")).toBe(rows[1]);
		expect(kept("--keep", "min:s,max:t,last", "--memory", "16M")).toBe(rows[4]);
		expect(kept("--keep", "max:t,min:s")).toBe(rows[2]);
		expect(kept("--keep", "min:s,max:3,min:n,first")).toBe(rows[1]);
		expect(kept("--prefer", "shortest", "--keep", "min:s,min:t")).toBe(rows[0]);
		expect(kept("--keep", "max:t,last,first")).toBe(undefined);
	});

	it.each<[string[], string]>([
		[["--count-into", "c"], `u,t,n,c\nhttp://a/,2026-01,5,3\n${REST}http://b/,,,2\n\n`],
		[["--count-into", "c", "--keep", "max:t"], `u,t,n,c\nhttp://a/,2026-03,12,3\n${REST}http://b/,9,,2\n\n`],
		[["--count-into", "c", "--keep", "min:3"], `u,t,n,c\n${REST}http://b/,,,2\n\nhttp://a/,2026-02,3,3\n`],
		[["--keep", "last"], `u,t,n\n${REST.replaceAll(/,$/gm, "")}http://b/,9,\n\nhttp://a/,2026-02,3\n`],
		[["--keep", "last", "--invalid", "drop", "--print", "original"], "u,t,n\n , ,1\n,,\nhttp://b/,9,\n\nHTTP://A/,2026-02,3\n"],
		[
			["--count-into", "c,d", "--into", "m", "--invalid", "drop", "--keep", "max:n"],
			'u,t,n,m,"c,d"\nHTTP://A,2026-03,12,http://a/,3\n , ,1,,\n,,,,\nhttp://b,,,http://b/,2\n\n',
		],
	])("of CSV with %j", (options, expected) => {
		expect(run(["dedupe", "--column", "u", ...options, write("rows.csv", CSV)]).stdout).toBe(expected);
	});

	it.each<[string[], string]>([
		[["--count-into", "c"], '{"u":"http://a/","n":2,"x":{"y":"b"},"c":3}\n{}\n{"u":"http://b/" ,"c":1}\n{"u":4}\n'],
		[["--keep", "max:n"], '{}\n{"u":"http://b/" }\n{"u":4}\n{"u":"http://a/","n":1e1}\n'],
		[["--keep", "min:x.y"], '{"u":"http://a/","n":3,"x":{"y":"a"}}\n{}\n{"u":"http://b/" }\n{"u":4}\n'],
	])("of JSON lines with %j", (options, expected) => {
		const text =
			'{"u":"http://a","n":2,"x":{"y":"b"}}\n{"u":"HTTP://A","n":3,"x":{"y":"a"}}\n{}\n{"u":"http://b" }\n{"u":4}\n{"u":"HTTP://A/","n":1e1}\n';
		expect(run(["dedupe", "--column", "u", ...options, write("rows.jsonl", text)]).stdout).toBe(expected);
	});

	it("compare numbers by value, text by octets, and take the first of equal ones", () => {
		const columns = ["10", "9", "-1.5e1", "9007199254740993", "9007199254740992", "é", "z", "2026-11-22", "", "9.0"];
		const rows = columns.map((value, index) => `http://a,${index},${value}\n`);
		const kept = (which: string, of: string[]) => {
			const { stdout } = run(["dedupe", "--format", "csv", "--no-header", "--column", "1", "--keep", which], of.join(""));
			return stdout.split(",")[1];
		};
		const without = (...values: string[]) => rows.filter((_, index) => !values.includes(columns[index] as string));
		expect(kept("min:3", rows)).toBe("2");
		expect(kept("max:3", rows)).toBe("5");
		expect(kept("max:3", without("é"))).toBe("6");
		expect(kept("max:3", without("é", "z"))).toBe("7");
		expect(kept("max:3", without("é", "z", "2026-11-22"))).toBe("3");
		expect(kept("min:3", without("-1.5e1", "10"))).toBe("1");
		expect(kept("max:3", without("9007199254740993", "é", "z", "2026-11-22").toReversed())).toBe("4");
		expect(kept("max:3", [rows[8] as string])).toBe("8");
	});

	it.each([
		["min", ["1e999", "1e1000", "5e400"], "2"],
		["max", ["-1e999", "-1e1000"], "0"],
		["max", ["1700000000.123456700", "1700000000.123456789", "1700000000.123456788"], "1"],
		["max", ["1e400", "1e401"], "1"],
		["max", ["9e999999999", "1e1000000000", "1e-999999999"], "1"],
		["min", ["0.10", "1e-1", "0.1", "+.1000"], "0"],
		["max", ["1.", ".5", "1.0"], "0"],
		["min", ["9".repeat(100_000), `${"9".repeat(100_000)}x`, "9".repeat(99_999)], "2"],
	])("keep the %s of extreme values", (which, values, expected) => {
		const rows = values.map((value, index) => `http://a,${index},${value}\n`).join("");
		const args = ["dedupe", "--format", "csv", "--no-header", "--column", "1", "--keep", `${which}:3`];
		expect(run(args, rows).stdout.split(",")[1]).toBe(expected);
		expect(run([...args, "--memory", "64M", write("extreme.csv", rows)]).stdout.split(",")[1]).toBe(expected);
	});
});

const TABLE = write("usage.csv", "u,t\n");

it.each<[string[], string]>([
	[["--count", "--seen", path("s")], "--count and --seen exclude each other"],
	[["--column", "u", "--count-into", "c", "--seen", path("s"), TABLE], "--count-into and --seen exclude each other"],
	[["--keep", "last", "--seen", path("s")], "--keep last and --seen exclude each other"],
	[["--keep", "last", "--audit", path("a")], "--keep last and --audit exclude each other"],
	[["--keep", "min:t"], "--keep min:t requires --column NAME"],
	[["--keep", "min:t,last"], "--keep min:t,last requires --column NAME"],
	[["--column", "u", "--keep", "last,min:t", TABLE], 'in --keep last,min:t, "last" decides, and nothing can follow it'],
	[["--column", "u", "--keep", "min:t,", TABLE], `${TABLE}: the table has no column "t,"; it has "u", "t"`],
	[["--column", "u", "--keep", "min:t,max:v", TABLE], `${TABLE}: the table has no column "v"; it has "u", "t"`],
	[["--column", "u", "--keep", Array(9).fill("min:t").join(","), TABLE], "--keep compares at most 8 columns, not 9"],
	[["--prefer", "best"], '--prefer must be https, shortest, www or no-www, or several with commas, not "best"'],
	[["--prefer", ""], '--prefer must be https, shortest, www or no-www, or several with commas, not ""'],
	[["--prefer", "https,https"], '--prefer has the word "https" twice'],
	[["--prefer", "www,no-www"], "--prefer www and no-www exclude each other"],
	[["--prefer", "https", "--seen", path("s")], "--prefer and --seen exclude each other"],
	[["--prefer", "https", "--report", path("r.html")], "--prefer and --report exclude each other"],
	[["--prefer", "https"], "under these rules, equivalent lines have one normal form; --prefer requires --print original"],
	[
		["--prefer", "https", "--profile", "crawl@1", "--print", "key"],
		"--prefer and --print key exclude each other: equivalent lines have one key",
	],
	[["--keep", "best"], '--keep must be first, last, min:COLUMN or max:COLUMN, not "best"'],
	[["--count-into", "c"], "--count-into requires --column NAME; --count is for lists"],
	[["--column", "u", "--count", TABLE], "--count is for lists of lines; --count-into NAME adds a column to a table"],
	[["--column", "u", "--count-into", "", TABLE], "--count-into must be the name of a new column"],
	[["--column", "u", "--count-into", "t", TABLE], `${TABLE}: the table already has a column "t"`],
	[["--column", "u", "--into", "n", "--count-into", "n", TABLE], '--into and --count-into must be different names, not both "n"'],
	[["--column", "u", "--keep", "min:tt", TABLE], `${TABLE}: the table has no column "tt"; it has "u", "t"`],
])("refuses %j: %s", (args, sentence) => {
	const { status, stdout, stderr } = run(["dedupe", ...args], "http://a\n");
	expect([status, stdout, stderr]).toEqual([2, "", `urlsieve: ${sentence}; try: urlsieve dedupe --help\n`]);
});

it("logs merges beside counts", () => {
	const audit = path("merges.tsv");
	expect(run(["dedupe", "--count", "--audit", audit], LINES).stdout).toBe("3\thttp://a/\n2\thttp://b/\n1\thttp://[\n2\t\n");
});

it("CDX and CDXJ compare several columns by the names of pywb", () => {
	const row = (time: string, status: string, length: string) =>
		`com,a)/ ${time} http://a.com/ text/html ${status} ABC - - ${length} 0 f.gz\n`;
	const rows = [row("20260101000000", "200", "50"), row("20260301000000", "200", "40"), row("20260401000000", "404", "90")];
	const file = write("index.cdx", ` CDX N b a m s k r M S V g\n${rows.join("")}`);
	const kept = (keep: string) =>
		run(["dedupe", "--quiet", "--format", "cdx", "--print", "original", "--keep", keep, file]).stdout.split("\n")[1];
	expect(`${kept("min:status,max:timestamp")}\n`).toBe(rows[1]);
	expect(`${kept("min:s,max:length")}\n`).toBe(rows[0]);
	const lines = rows.map(
		(each, index) => `com,a)/ ${each.split(" ")[1]} {"url": "http://a.com/", "status": "${index < 2 ? 200 : 404}"}\n`,
	);
	const json = write("index.cdxj", lines.join(""));
	const { stdout } = run(["dedupe", "--quiet", "--format", "cdxj", "--print", "original", "--keep", "min:status,last", json]);
	expect(stdout).toBe(lines[1]);
});

it("CDXJ compares the time and the key before the object", () => {
	const times = ["20260101000000", "20270101000000", "20250101000000"];
	const rows = times.map((time) => `com,a)/ ${time} {"url": "http://a.com/", "timestamp": "0"}`);
	const file = write("times.cdxj", `${rows.join("\n")}\n`);
	for (const way of [[], ["--memory", "16M"]]) {
		const kept = (keep: string) => {
			const output = path("times.out.cdxj");
			run(["dedupe", "--quiet", "--keep", keep, ...way, "-o", output, file]);
			return readFileSync(output, "utf8");
		};
		expect(kept("max:timestamp")).toBe(`${rows[1]}\n`);
		expect(kept("min:timestamp")).toBe(`${rows[2]}\n`);
		expect(kept("min:urlkey,last")).toBe(`${rows[2]}\n`);
	}
});
