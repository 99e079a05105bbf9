/** `dedupe --report`: counts, examples, and what a hostile line can do to the page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run, runWithFaults, useFolder } from "./command";

const { folder, path, write } = useFolder();

const LIST = `http://example.com/~foo
HTTP://Example.com:80/%7Efoo
http://example.com/~foo
mailto:a@b
MAILTO:a@b
http://[
http://h:x
http://[::
`;

interface Report {
	readonly lines: number;
	readonly rows: number;
	readonly empty: number;
	readonly unique: number;
	readonly duplicates: number;
	readonly rejects: number;
	readonly merges: { readonly [reason: string]: number };
	readonly hosts: { readonly host: string | null; readonly duplicates: number }[];
	readonly sizes: object[];
	readonly largest: { readonly size: number; readonly duplicates: { text: string; count: number }[]; readonly others: number }[];
	readonly rejected: object[];
	readonly sample: { readonly reason: string; readonly kept?: { text: string }; readonly dropped: { text: string } }[];
	readonly rules: object;
	readonly command: string[];
	readonly version: string;
	readonly date: string;
}

/** Runs `dedupe` with a report as data. Returns it with the summary. */
function report(options: string[], input: string | Uint8Array): { data: Report; summary: Report } {
	const { status, stderr } = run(["dedupe", "--json", "--report", path("report.json"), ...options], input);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^\{.*\}\n$/)]);
	return { data: JSON.parse(readFileSync(path("report.json"), "utf8")), summary: JSON.parse(stderr) };
}

describe("a report as data", () => {
	it("counts duplicates without a host together", () => {
		const { data } = report([], "mailto:a@b\nmailto:a@b\nnews:c\nnews:c\n");
		expect(data.hosts).toEqual([{ host: null, duplicates: 2 }]);
	});

	it("has the counts of the summary, and shows the reasons", () => {
		const { data, summary } = report([], LIST);
		const { version } = JSON.parse(readFileSync("package.json", "utf8"));
		for (const name of ["lines", "unique", "duplicates", "rejects", "merges"] as const) expect(data[name]).toEqual(summary[name]);
		expect(data).toMatchObject({
			version,
			command: ["urlsieve", "dedupe", "--json", "--report", path("report.json")],
			rules: { identity: "rfc3986@1", level: "scheme", edition: "2005" },
			lines: 8,
			unique: 2,
			duplicates: 3,
			rejects: 3,
			merges: { scheme: 1, string: 1, syntax: 1 },
			hosts: [
				{ host: "example.com", duplicates: 2 },
				{ host: null, duplicates: 1 },
			],
			otherHosts: 0,
			hostError: 0,
			sizes: [
				{ from: 2, to: 2, classes: 1 },
				{ from: 3, to: 3, classes: 1 },
			],
			rejected: [
				{
					code: "invalid-ip-literal",
					count: 2,
					examples: [
						{ line: 6, text: "http://[" },
						{ line: 8, text: "http://[::" },
					],
				},
				{ code: "invalid-port", count: 1, examples: [{ line: 7, text: "http://h:x" }] },
			],
		});
		expect(data.largest[0]).toEqual({
			size: 3,
			kept: { line: 1, text: "http://example.com/~foo" },
			duplicates: [
				{ text: "HTTP://Example.com:80/%7Efoo", count: 1 },
				{ text: "http://example.com/~foo", count: 1 },
			],
			others: 0,
		});
		expect(data.sample[2]).toEqual({
			reason: "syntax",
			kept: { line: 4, text: "mailto:a@b" },
			dropped: { line: 5, text: "MAILTO:a@b" },
		});
		expect(Math.abs(Date.now() - Date.parse(data.date))).toBeLessThan(600_000);
	});

	it("shows the twenty largest classes, and at most a hundred duplicates for each reason", () => {
		const lines = Array.from({ length: 30 }, (_, host) => `http://h${host}/\n`.repeat(host + 2)).join("");
		const { data } = report(["--threads", "2"], lines + "HTTP://h29/\n".repeat(1200));
		expect(data.largest.map(({ size }) => size)).toEqual([1231, ...Array.from({ length: 19 }, (_, index) => 30 - index)]);
		expect(data.largest[0]).toMatchObject({ duplicates: [{ count: 970 }, { count: 30 }], others: 230 });
		expect(data.sample.filter(({ reason }) => reason === "string").length).toBe(100);
		expect(data.sample.filter(({ reason }) => reason === "syntax").length).toBe(100);
		expect(data.hosts.length).toBe(30);
		expect(data.sizes.at(-1)).toEqual({ from: 1000, to: 9999, classes: 1 });
	});

	it("forgets rare hosts among many, and says how wrong the counts may be", () => {
		const hosts = Array.from({ length: 30_000 }, (_, host) => `http://h${host}/\nHTTP://h${host}/\nhttp://often/${host % 10}\n`);
		const { data } = report([], hosts.join(""));
		const { hostError, otherHosts } = data as unknown as { readonly hostError: number; readonly otherHosts: number };
		const [first] = data.hosts;
		expect([data.duplicates, data.hosts.length, first?.host]).toEqual([59_990, 50, "often"]);
		expect([hostError > 0, hostError < 10, otherHosts > 0]).toEqual([true, true, true]);
		expect(Math.abs((first?.duplicates ?? 0) - 29_990)).toBeLessThanOrEqual(hostError);
	});

	it("names the rules of a profile and its lists", () => {
		const { data } = report(["--profile", "crawl@1"], "http://h/?gclid=1\nhttp://h/#top\nhttp://h/\n");
		expect(data.merges).toEqual({ "tracking@1:gclid": 1, "fragment+tracking@1:gclid": 1 });
		expect(data.rules).toEqual({ identity: "crawl@1", lists: [expect.stringMatching(/^tracking@1 1 [0-9a-f]{64}$/)] });
	});

	it("counts the lines that an earlier run kept", () => {
		run(["dedupe", "--seen", path("seen")], "http://a\n");
		const { data, summary } = report(["--seen", path("seen")], "http://b\nhttp://B\nHTTP://A\n");
		expect([data.merges, data.duplicates]).toEqual([{ "-": 1, syntax: 1 }, 2]);
		expect(data.merges).toEqual(summary.merges);
		expect(data.sample.at(-1)).toEqual({ reason: "-", dropped: { line: 3, text: "HTTP://A" } });
		expect(data.hosts).toEqual([
			{ host: "a", duplicates: 1 },
			{ host: "b", duplicates: 1 },
		]);
	});

	it("shows the references of tables, with the numbers of their rows", () => {
		const options = ["--format", "csv", "--column", "u", "--count-into", "n"];
		const { data, summary } = report(options, "u,t\nhttp://a,1\nHTTP://A,2\n,3\nx\nhttp://[,5\n");
		for (const name of ["rows", "empty", "unique", "duplicates", "rejects", "merges"] as const)
			expect(data[name]).toEqual(summary[name]);
		expect(data.sample).toEqual([
			{ reason: "syntax", kept: { line: 1, text: "http://a" }, dropped: { line: 2, text: "HTTP://A" } },
		]);
		expect(data.rejected).toEqual([
			{ code: "ragged-row", count: 1, examples: [{ line: 4, text: "" }] },
			{ code: "invalid-ip-literal", count: 1, examples: [{ line: 5, text: "http://[" }] },
		]);
		expect(run(["dedupe", ...options, "--quiet", "--report", path("rows.html")], "u\nhttp://a\n").status).toBe(0);
		expect(readFileSync(path("rows.html"), "utf8")).toContain("<dt>rows read</dt><dd>1</dd>");
	});

	it("keeps octets that are not UTF-8 apart, hides passwords, and cuts long lines", () => {
		const input = Buffer.concat([
			Buffer.from("http://u:secret@h/\u00e9"),
			Buffer.from([0xff, 0x0a]),
			Buffer.from("HTTP://u:secret@h/\u00e9"),
			Buffer.from([0xff, 0x0a]),
			Buffer.from(`http://h/x${"é".repeat(600)}\nHTTP://h/x${"é".repeat(600)}\n`),
		]);
		const { data } = report([], input);
		expect(data.sample[0]?.dropped.text).toBe("HTTP://u:…@h/\u00e9\udcff");
		expect(data.sample[1]?.dropped).toEqual({ line: 4, text: `HTTP://h/x${"é".repeat(495)}`, isCut: true });
		expect(readFileSync(path("report.json"), "utf8")).not.toContain("secret");
	});
});

const HOSTILE = [
	"http://a/</script><script>document.title='hacked'</script>",
	"http://a/--></style><img src=x onerror=alert(1)>",
	"javascript:alert(1)",
	"http://a/\u202e\u2066gpj.exe\u200b\u{e0041}",
	"http://a/\u3164\ufe0f\u2800",
	"http://a/&lt;\"'`=",
	"data:text/html,<base href=http://evil/>",
	"http://</title><script>x",
].flatMap((line) => [line, line.replace(/^[a-z]+/, (scheme) => scheme.toUpperCase()), line]);

describe("a report as a page", () => {
	const page = () => readFileSync(path("report.html"), "utf8");

	it("has one style sheet, one script, and no link, whatever the lines are", () => {
		const command = ["dedupe", "--quiet", "--report", path("report.html"), write("<script><b>.txt", HOSTILE.join("\n"))];
		expect(run(command).status).toBe(0);
		const html = page();
		expect(html.match(/<script|<style|<\/script|<\/style/g)).toEqual(["<style", "</style", "<script", "</script"]);
		const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
		expect(tags.filter((tag) => /^<(?:a|img|base|b|iframe|object|form)\b|\s(?:on\w+|href|src|style)=/i.test(tag))).toEqual([]);
		expect(html).not.toMatch(/[\ufe0f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2800\u3164\u{e0000}-\u{e007f}]/u);
		expect(html).toContain('<i class="unseen">U+202E</i>');
		expect(html).toContain('<i class="unseen">U+E0041</i>');
		expect(html).toContain('<i class="unseen">U+3164</i><i class="unseen">U+FE0F</i><i class="unseen">U+2800</i>');
	});

	it("allows its own style sheet and script only", () => {
		run(["dedupe", "--quiet", "--report", path("report.html")], LIST);
		const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page())?.[1]?.split("; ");
		expect(policy?.map((rule) => rule.replace(/'sha256-[A-Za-z0-9+/]{43}='/, "HASH"))).toEqual([
			"default-src 'none'",
			"style-src HASH",
			"script-src HASH",
			"base-uri 'none'",
			"form-action 'none'",
		]);
	});
});

describe("a file with a report", () => {
	it.each([
		[["--report", "x.txt"], '--report must be a file .html or .json, not "x.txt"'],
		[["--report", "-"], '--report must be a file .html or .json, not "-"'],
		[["--report", "x.json", "--keep", "last"], "--keep last and --report exclude each other"],
		[["--report", path("same.html"), "-o", path("same.html")], "is the same file as"],
	])("is refused with %j", (options, message) => {
		const { status, stderr } = run(["dedupe", ...options], "http://a\n");
		expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
		expect(readdirSync(folder).filter((name) => name.startsWith(".urlsieve") || name === "x.json")).toEqual([]);
	});

	it("is replaced as a whole, and stays as it was if the run fails", () => {
		const file = write("old.html", "old");
		const list = write("urls.txt", LIST);
		expect(run(["dedupe", "--quiet", "--invalid", "fail", "--report", file, list]).status).toBe(1);
		expect(readFileSync(file, "utf8")).toBe("old");
		const faults = { fail: { call: "renameSync", at: 1, code: "ENOSPC" } };
		expect(runWithFaults(["dedupe", "--quiet", "--report", file, list], faults).status).toBe(3);
		expect(readFileSync(file, "utf8")).toBe("old");
		expect(run(["dedupe", "--quiet", "--report", file, list]).status).toBe(0);
		expect(readFileSync(file, "utf8")).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
		expect(existsSync(path("x.json"))).toBe(false);
	});
});
