/** --comments, --schemes and --require-scheme: which lines are references that are wanted. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createNormalizer, SeenSet } from "urlsieve";
import { createNormalizer as createCrawler } from "urlsieve/crawl";
import { dedupeFile } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../support/engines";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const LIST = "# seeds\n\nHTTP://A/\n \t# more\nmailto:a@b.example\n1:\nhttp://a/\nexample.com/a\n#top\n";
/** Long enough for several threads, and for a line that is no comment. */
const LONG = `${LIST}${"http://b/?".padEnd(5000, "b")}\n`.repeat(400);

const summaryOf = (stderr: string) => JSON.parse(stderr) as Record<string, unknown>;

describe("--comments", () => {
	const UNIQUE = "http://a/\nmailto:a@b.example\n1:\nexample.com/a\n";
	const KEPT = "# seeds\n\nhttp://a/\n \t# more\nmailto:a@b.example\n1:\nhttp://a/\nexample.com/a\n#top\n";

	it.each([
		["dedupe drops", ["dedupe"], UNIQUE],
		["dedupe --profile drops", ["dedupe", "--profile", "crawl@1"], UNIQUE],
		["normalize keeps", ["normalize"], KEPT],
		["normalize --invalid drop keeps", ["normalize", "--invalid", "drop"], KEPT.replace("1:\n", "")],
		["normalize --profile keeps", ["normalize", "--profile", "whatwg@1"], KEPT],
	])("%s blank lines and those that begin with #", (_, args, expected) => {
		for (const engine of ENGINES) {
			const { stdout, stderr } = run([...args, "--comments", "--json", "--engine", engine], LIST);
			expect(stdout).toBe(expected);
			expect(summaryOf(stderr)).toMatchObject({ lines: 9, comments: 4 });
		}
	});

	it("relativize keeps blank lines and those that begin with #", () => {
		const { stdout, stderr } = run(["relativize", "--base", "http://c/", "--comments", "--json"], LIST);
		expect(stdout).toBe(KEPT.replace("http://a/", "HTTP://A/").replace("http://a/", "//a/"));
		expect(summaryOf(stderr)).toMatchObject({ lines: 9, comments: 4 });
	});

	it("stay out of rejects, and count as lines", () => {
		const { stderr } = run(["dedupe", "--comments", "--rejects", path("r.tsv"), "-o", path("o.txt")], LIST);
		expect(stderr).toMatch(/^urlsieve dedupe: 9 lines, 3 unique, 1 duplicate, 4 comments, 1 reject, /);
		expect(readFileSync(path("r.tsv"), "utf8")).toBe("6\t0\tinvalid-scheme\t1:\n");
	});

	it("are passed over by commands that print JSON", () => {
		const { stdout, stderr } = run(["parse", "--comments", "--json"], LIST);
		expect(
			stdout
				.trim()
				.split("\n")
				.map((line) => (JSON.parse(line) as { line: number }).line),
		).toEqual([3, 5, 6, 7, 8]);
		expect(summaryOf(stderr)).toMatchObject({ comments: 4, rejects: 1 });
	});

	it.each([
		["plain", LONG],
		["compressed", gzipSync(LONG)],
	])("give the same with several threads: %s", (name, octets) => {
		const file = write(`long-${name}`, octets);
		for (const command of ["normalize", "dedupe"]) {
			const args = [command, "--comments", "--schemes", "http", "--invalid", "drop", "--json", file];
			const [one, several] = ["1", "3"].map((threads) => run([...args, "--threads", threads]));
			expect(several?.stdout).toBe(one?.stdout);
			const { seconds, ...counts } = summaryOf(one?.stderr as string);
			expect(summaryOf(several?.stderr as string)).toMatchObject({
				...counts,
				comments: 1600,
				rejectCodes: { "unexpected-scheme": 400, "invalid-scheme": 400, "relative-reference": 400 },
			});
		}
	});

	it("are suggested where lines begin with # and a space", () => {
		const sentence = 'found "# " at the start of 1 of the first 2 lines; --comments reads them, and blank lines, as comments';
		expect(summaryOf(run(["dedupe", "--json"], "# a\nhttp://a/\n").stderr).notes).toEqual([
			{ code: "comment-lines", count: 1, sentence },
		]);
		expect(summaryOf(run(["dedupe", "--json"], "\ufeff# a\nhttp://a/\n").stderr).notes).toMatchObject([{ sentence }]);
		expect(summaryOf(run(["dedupe", "--json"], "#a\nhttp://a/\n").stderr).notes).toEqual([]);
	});

	it("are for lists", () => {
		expect(run(["dedupe", "--comments", "--column", "url", "--format", "csv"], "url\n")).toMatchObject({ status: 2 });
		expect(run(["parse", "--comments", "a.txt", "--column", "url"]).status).toBe(2);
	});
});

describe("--schemes and --require-scheme", () => {
	const WANTED = ["http://a/", "mailto:a", "ftp://a/", "a/b", "", "\tHT\rTP://b", "http", "http:", "https+x://a/"];
	const codes = (args: string[], input: string) => summaryOf(run(["dedupe", "--json", ...args], input).stderr).rejectCodes;

	it.each([
		[["--schemes", "http,https"], { "unexpected-scheme": 3, "relative-reference": 3 }],
		[["--schemes", "HTTP"], { "unexpected-scheme": 3, "relative-reference": 3 }],
		[["--schemes", "ftp,mailto"], { "unexpected-scheme": 4, "relative-reference": 3 }],
		[["--require-scheme"], { "relative-reference": 3 }],
		[["--schemes", "http", "--profile", "surt@1"], undefined],
		[["--schemes", "http", "--profile", "w3lib@1"], undefined],
		[["--schemes", "ftp", "--profile", "whatwg@1", "--invalid", "drop"], undefined],
		[["--schemes", "http", "--profile", "crawlee@1"], undefined],
	])("reject what is not wanted under %j", (args, expected) => {
		const input = `${WANTED.join("\n")}\n`;
		if (expected !== undefined)
			return expect(ENGINES.map((engine) => codes([...args, "--engine", engine], input))).toEqual(ENGINES.map(() => expected));
		const { stdout } = run(["dedupe", "--print", "original", "--invalid", "drop", ...args], input);
		expect(stdout.split("\n").filter((line) => !/^(?:|\s*ht\s*tp:.*|ftp:.*)$/i.test(line))).toEqual([]);
		expect(stdout).not.toMatch(args.includes("ftp") ? /^http/im : /^ftp/im);
	});

	it("reject rows of tables", () => {
		const { stdout, stderr } = run(
			["normalize", "--json", "--require-scheme", "--invalid", "drop", "--column", "url", "--format", "csv"],
			"url\nnot a url\nHTTP://a\n\nmailto:b\n",
		);
		expect(stdout).toBe("url\nhttp://a/\n\nmailto:b\n");
		expect(summaryOf(stderr)).toMatchObject({ empty: 1, rejects: 1, rejectCodes: { "relative-reference": 1 } });
	});

	it("resolve goes by the schemes of targets", () => {
		const args = ["resolve", "--base", "http://h/a", "--schemes", "http", "--invalid", "drop"];
		expect(run(args, "b\nmailto:c\n//d\nHTTP:e\n").stdout).toBe("http://h/b\nhttp://d\nHTTP:e\n");
		expect(run(["resolve", "--base", "http://h/a", "--schemes", "https"], "b\n").stderr).toContain(
			"--schemes must have the scheme of --base, http",
		);
	});

	it("the summary counts rejects by code, and advises about hosts", () => {
		const { stdout, stderr } = run(["dedupe", "--schemes", "http,https"], "example.com/a\nmailto:b\nexample.org\nhttp://a/\n");
		expect(stdout).toBe("example.com/a\nmailto:b\nexample.org\nhttp://a/\n");
		const [, ...lines] = stderr.trimEnd().split("\n");
		expect(lines).toEqual([
			"           2  rejects: relative-reference",
			"           1  rejects: unexpected-scheme",
			"urlsieve dedupe: note: rejected 3 of 4 lines; check that the input is a list of references, one per line",
			"urlsieve dedupe: note: 3 lines with another scheme, or none, stay in the output; --invalid drop leaves them out",
			"urlsieve dedupe: note: 2 of 3 rejects begin with a host, such as example.com/a; --default-scheme https completes them",
		]);
	});

	it.each([
		["", "1a"],
		["http,", "a b"],
	])("must be names of schemes, not %j or %j", (...values) => {
		for (const value of values) {
			const message = `urlsieve: --schemes must be names of schemes, such as http,https, not "${value}"; try: urlsieve dedupe --help\n`;
			expect(run(["dedupe", "--schemes", value])).toEqual({ status: 2, stdout: "", stderr: message });
		}
	});
});

describe("in a program", () => {
	const encoder = new TextEncoder();
	const text = (octets: Uint8Array) => new TextDecoder().decode(octets);

	it.each([
		["urlsieve", (options: object) => createNormalizer(options)],
		["urlsieve/crawl", (options: object) => createCrawler({ profile: "whatwg@1", ...options })],
	])("%s has the same options for lines", (_, create) => {
		for (const engine of ENGINES) {
			const normalizer = create({ engine, comments: "drop", schemes: ["http"] });
			const { lines, rejects } = normalizer.normalizeLines(encoder.encode("# a\nmailto:b\nHTTP://c\n"));
			expect(text(lines)).toBe("mailto:b\nhttp://c/\n");
			expect(rejects.map(({ line, code }) => [line, code])).toEqual([
				[1, "comment"],
				[2, "unexpected-scheme"],
			]);
			expect(new SeenSet({ normalizer: normalizer as never }).addLines(encoder.encode("# a\nhttp://c/\n")).added).toBe(1);
		}
	});

	it("urlsieve/node counts comments", async () => {
		const counts = await dedupeFile(write("seeds.txt", LIST), path("out.txt"), {
			comments: "drop",
			requireScheme: true,
			invalid: "drop",
		});
		expect(counts).toMatchObject({ lines: 9, unique: 2, duplicates: 1, rejects: 2, comments: 4 });
		expect(readFileSync(path("out.txt"), "utf8")).toBe("http://a/\nmailto:a@b.example\n");
	});

	it.each<[object, string]>([
		[{ comments: true }, 'The option "comments" must be one of "keep", "drop", not boolean.'],
		[{ schemes: [] }, 'The option "schemes" must be an array of schemes, such as ["ftp"]; got none.'],
		[{ schemes: ["http:"] }, 'The option "schemes" must be an array of schemes, such as ["ftp"]; got "http:".'],
		[{ schemes: "http" }, 'The option "schemes" must be an array of schemes, such as ["ftp"]; got "http".'],
		[{ schemes: ["a".repeat(200)] }, 'The option "schemes" can have 176 characters in all, not 201.'],
		[{ requireScheme: 1 }, 'The option "requireScheme" must be true or false; got number.'],
	])("options say what is wrong: %j", (options, message) => {
		expect(() => createNormalizer(options)).toThrow(message);
	});
});
