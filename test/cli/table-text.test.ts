/** Tables in `resolve`, `validate` and `inspect`. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

/** Standard output as parsed lines. */
const recordsOf = (stdout: string) =>
	stdout
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));

const CSV = 'id,url\n1,http://a/\n2,"http://a/ b"\n3,\n4\n5,http://3232235777/\n6,"http://[\n"\n';

describe("resolve", () => {
	const TABLE = 'id,href,text\r\n1,../x,"a ""b"""\r\n2,,\r\n3,"?a,b",\r\n4,//[,\r\n5,HTTP://B,\r\n';
	const args = ["resolve", "--base", "http://h/a/b/c", "--format", "csv", "--column", "href"];

	it("writes the targets into the column, or a new one", () => {
		expect(run(args, TABLE).stdout).toBe(
			'id,href,text\r\n1,http://h/a/x,"a ""b"""\r\n2,,\r\n3,"http://h/a/b/c?a,b",\r\n4,//[,\r\n5,HTTP://B,\r\n',
		);
		expect(run([...args, "--into", "target"], TABLE).stdout).toBe(
			'id,href,text,target\r\n1,../x,"a ""b""",http://h/a/x\r\n2,,,\r\n3,"?a,b",,"http://h/a/b/c?a,b"\r\n4,//[,,//[\r\n5,HTTP://B,,HTTP://B\r\n',
		);
	});

	it("resolves each reference of a table as a line", () => {
		const links = ["../g", "?y#s", "g;x=1/./y", "//x", "#top", "mailto:a", "http://[", "%zz", "\u00fc b", "."];
		const lines = run(["resolve", "--base", "http://h/a/b/c"], `${links.join("\n")}\n`)
			.stdout.split("\n")
			.slice(0, -1);
		const table = links.map((href) => `${JSON.stringify({ href })}\n`).join("");
		const written = run(["resolve", "--base", "http://h/a/b/c", "--format", "jsonl", "--column", "href"], table).stdout;
		expect(recordsOf(written).map(({ href }) => href)).toEqual(lines);
	});

	it("goes by a profile, with keys", () => {
		const { stdout } = run([...args, "--profile", "crawl@1", "--key-into", "page"], "href,x\n../x?gclid=1&b&a#top,\n");
		expect(stdout).toBe("href,x,page\nhttp://h/a/x?gclid=1&b&a,,http://h/a/x?a&b\n");
	});

	it("reports rows, counts and rejects", () => {
		const rejects = path("rejects.tsv");
		const { stderr } = run([...args, "--json", "--invalid", "drop", "--rejects", rejects], TABLE);
		expect(JSON.parse(stderr)).toMatchObject({ command: "resolve", rows: 5, column: "href", empty: 1, rejects: 1 });
		expect(readFileSync(rejects, "utf8")).toBe("4\t2\tinvalid-ip-literal\thref\t//[\n");
		expect(run([...args, "--invalid", "fail"], TABLE)).toMatchObject({
			status: 1,
			stderr: expect.stringContaining("row 4, byte 2"),
		});
	});
});

describe("validate", () => {
	const args = ["validate", "--column", "url"];

	it("prints an object for each row whose reference is invalid, or that cannot be read", () => {
		const { status, stdout, stderr } = run([...args, "--json", write("table.csv.gz", gzipSync(CSV))]);
		const records = recordsOf(stdout);
		expect(records.map(({ row, reference, valid }) => [row, reference, valid])).toEqual([
			[2, "http://a/ b", false],
			[4, "", false],
			[6, "http://[\t", false],
		]);
		expect(records[0].errors[0]).toMatchObject({ code: "invalid-character", offset: 9 });
		const message = "The row cannot be read: it has another number of fields than the header.";
		expect(records[1].errors).toEqual([{ code: "ragged-row", offset: 0, message }]);
		expect([status, JSON.parse(stderr)]).toEqual([1, expect.objectContaining({ rows: 6, column: "url", empty: 1, rejects: 3 })]);
	});

	it("prints all rows with --all, for tables longer than a batch", () => {
		const rows = Array.from({ length: 20_000 }, (_, row) => `{"u":"http://h/${row}${row % 1000 === 0 ? " " : ""}"}\n`);
		const { stdout } = run(["validate", "--all", "--format", "jsonl", "--column", "u"], rows.join(""));
		const records = recordsOf(stdout);
		expect(records.length).toBe(20_000);
		const isRight = records.every(({ row, reference, valid }, index) => {
			const isValid = index % 1000 !== 0;
			return row === index + 1 && valid === isValid && reference === `http://h/${index}${isValid ? "" : " "}`;
		});
		expect(isRight).toBe(true);
	});

	it("succeeds if all references are valid", () => {
		const good = [write("a.csv", "url\nhttp://a\n\n"), write("b.csv", "url\nhttp://b\n")];
		const { status, stdout, stderr } = run([...args, ...good]);
		expect([status, stdout, stderr]).toEqual([0, "", expect.stringContaining("3 rows, 1 empty, 0 rejects")]);
	});
});

describe("inspect", () => {
	it("prints an object for each row with findings", () => {
		const { status, stdout, stderr } = run([
			"inspect",
			"--column",
			"url",
			"--json",
			"--only",
			"rare-ipv4",
			write("table.csv", CSV),
		]);
		const records = recordsOf(stdout);
		expect(records.map(({ row }) => row)).toEqual([4, 5, 6]);
		expect(records[0]).toMatchObject({ reference: "", error: { code: "ragged-row", offset: 0 } });
		expect(records[1]).toMatchObject({ reference: "http://3232235777/", findings: [{ code: "rare-ipv4" }] });
		expect(records[2]).toMatchObject({ error: { code: "invalid-ip-literal" } });
		const summary = { rows: 6, column: "url", empty: 1, flagged: 1, rejects: 2, findings: { "rare-ipv4": 1 } };
		expect([status, JSON.parse(stderr)]).toEqual([0, expect.objectContaining(summary)]);
	});

	it("reads the indexes of web archives", () => {
		const { stdout } = run(["inspect", "--format", "cdxj"], 'com,a)/ 2026 {"url": "http://0x7f.1/"}\n');
		expect(recordsOf(stdout)).toMatchObject([{ row: 1, reference: "http://0x7f.1/" }]);
	});
});

describe.each(["resolve", "validate", "inspect"])("%s", (command) => {
	const args = command === "resolve" ? [command, "--base", "http://h/"] : [command];

	it("fails on a header that cannot be read, and on other headers", () => {
		const broken = write("broken.csv", '"url\nhttp://a\n');
		expect(run([...args, "--column", "url", broken])).toMatchObject({
			status: 3,
			stderr: `urlsieve: cannot read ${broken}: the header cannot be read: a quoted field does not end\n`,
		});
		const [one, two] = [write("one.csv", "url\n"), write("two.csv", "url,b\n")];
		expect(run([...args, "--column", "url", one, two])).toMatchObject({
			status: 3,
			stderr: `urlsieve: cannot read ${two}: its header is not that of ${one}; pass the files one by one\n`,
		});
	});
});
