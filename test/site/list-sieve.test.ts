/** The counts of the page agree with the audit of the command line on the same list. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { syntheticList } from "../../bench/lists/synthetic.mjs";
import { LineBatcher } from "../../site/line-batcher";
import { type ListRules, listForms } from "../../site/list-forms";
import { type ListCounts, ListSieve } from "../../site/list-sieve";
import { run, useFolder } from "../cli/command";

const { path, write } = useFolder();

interface Result {
	counts: ListCounts;
	unique: string;
	rejected: string;
}

/** The page's result for some files, read in chunks of `chunkSize` octets. */
function bySite(files: readonly Uint8Array[], chunkSize: number, rules?: ListRules): Result {
	const sieve = new ListSieve(listForms(rules));
	const parts = { unique: [] as Uint8Array[], rejected: [] as Uint8Array[] };
	const batcher = new LineBatcher((lines) => {
		const { unique, rejected } = sieve.add(lines);
		parts.unique.push(unique.slice());
		parts.rejected.push(rejected.slice());
	});
	for (const octets of files) {
		for (let at = 0; at < octets.length; at += chunkSize) batcher.push(octets.subarray(at, at + chunkSize));
		batcher.end();
	}
	const latin = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString("latin1");
	return { counts: sieve.counts, unique: latin(parts.unique), rejected: latin(parts.rejected) };
}

/** The result of `urlsieve dedupe`. */
function byCommandLine(files: readonly Uint8Array[]): Omit<Result, "rejected"> {
	const paths = files.map((octets, index) => write(`list-${index}.txt`, octets));
	const [audit, output, refused] = ["audit.tsv", "unique.txt", "rejects.tsv"].map(path) as [string, string, string];
	const options = ["--json", "--comments", "--invalid", "drop", "--threads", "1", "--audit", audit, "--rejects", refused];
	const { stdout, stderr } = run(["dedupe", ...options, "-o", output, ...paths]);
	expect(stdout).toBe("");
	const { comments } = JSON.parse(stderr) as { readonly comments: number };
	const levels = { string: 0, syntax: 0, scheme: 0 };
	for (const row of readFileSync(audit, "latin1").split("\n").slice(0, -1)) ++levels[row.split("\t")[2] as keyof typeof levels];
	const unique = readFileSync(output, "latin1");
	const rejects = readFileSync(refused, "latin1").split("\n").length - 1;
	const uniqueLines = unique.split("\n").length - 1;
	const lines = uniqueLines + comments + rejects + levels.string + levels.syntax + levels.scheme;
	return { counts: { lines, unique: uniqueLines, comments, rejects, ...levels, key: 0 }, unique };
}

function expectAgreement(files: readonly Uint8Array[], chunkSize = 65_536): Result {
	const result = bySite(files, chunkSize);
	expect({ counts: result.counts, unique: result.unique }).toEqual(byCommandLine(files));
	return result;
}

const octetsOf = (text: string) => Buffer.from(text, "latin1");

describe("page and command line agree on", () => {
	it("a synthetic list, whose counts are known in advance", () => {
		const { octets, classes, invalid } = syntheticList(60_000, 3986);
		const { counts } = expectAgreement([octets]);
		expect(counts).toMatchObject({ lines: 60_000, unique: classes, rejects: invalid });
		expect(Math.min(counts.string, counts.syntax, counts.scheme)).toBeGreaterThan(0);
	});

	it("a repeated spelling, which is merged at the level where it equals the kept line", () => {
		const { counts } = expectAgreement([octetsOf("http://a/\nHTTP://a/\nHTTP://a/\nhttp://a\nhttp://a\n")]);
		expect(counts).toMatchObject({ unique: 1, string: 0, syntax: 2, scheme: 2 });
	});

	it("CR LF, a missing final LF, empty lines and white space", () => {
		expectAgreement([octetsOf("http://a/\r\nhttp://a/\n\n\r\n http://a/\r\r\n\thttp://a")]);
	});

	it("a BOM at the start of a file, a line or a batch", () => {
		const mark = "\xef\xbb\xbf";
		const lines = `${mark}http://a/\n${mark}http://a/\nhttp://a/\n${mark}\n${mark}${mark}http://a/\n`;
		for (const size of [1, 2, 7, 1000]) expectAgreement([octetsOf(lines), octetsOf(lines)], size);
	});

	it("octets that are not UTF-8", () => {
		const lines =
			"http://a/\xff\nhttp://a/\xfe\nhttp://a/%FF\nhttp://a/\xff\nhttp://a/%ff\nhttp://\xff/\n\xc3\xa9\n\x80\x9f\n\x81\n";
		const { counts } = expectAgreement([octetsOf(lines)]);
		expect(counts).toMatchObject({ string: 1, syntax: 2 });
	});

	it("several files, whose last lines end with the file", () => {
		const { counts } = expectAgreement(["http://a", "http://a/", "", "http://[\nHTTP://A"].map(octetsOf));
		expect(counts).toMatchObject({ lines: 4, rejects: 1, syntax: 1, scheme: 1 });
	});

	it("comments, which are counted apart from rejects", () => {
		const { counts, rejected } = expectAgreement([octetsOf("# my seeds\nhttp://a/\n\nhttp://[\n \t\r\n#\nHTTP://A\n  # more\n")]);
		expect(counts).toMatchObject({ lines: 8, unique: 1, comments: 5, rejects: 1, scheme: 1 });
		expect(rejected).toBe("http://[\n");
		const byProfile = bySite([octetsOf("# my seeds\nhttp://a/?b&a\n\nhttp://a/?a&b\n")], 7, { profile: "crawl@1" });
		expect(byProfile.counts).toMatchObject({ lines: 4, unique: 1, comments: 2, rejects: 0, key: 1 });
	});

	it("rejects, which are returned unchanged", () => {
		const { rejected } = expectAgreement([octetsOf("http://[\nhttp://[\r\nhttps:///\nhttp://a:b/\n")]);
		expect(rejected).toBe("http://[\nhttp://[\r\nhttps:///\nhttp://a:b/\n");
	});

	it("a line too long for a reference, which is cut and rejected", () => {
		const long = `http://a/${"b".repeat(17_000_000)}`;
		const result = bySite([octetsOf(`http://a/\n${long}\n${long}c\nhttp://a`)], 1 << 20);
		expect(result.counts).toEqual({ lines: 4, unique: 1, comments: 0, rejects: 2, string: 0, syntax: 0, scheme: 1, key: 0 });
		const beginnings = result.rejected.split("\n").slice(0, -1);
		expect(beginnings.map((beginning) => long.startsWith(beginning))).toEqual([true, true]);
	});

	it("random lines in random chunks", () => {
		const words = "http://a HTTP://a http://A :80 : / /%7e /~ /./ \xe9 %c3 [ \r \xef\xbb\xbf ? #".split(" ");
		const word = fc.constantFrom(...words, " ");
		const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(""));
		const file = fc.array(line, { maxLength: 40 }).map((lines) => octetsOf(lines.join("\n")));
		fc.assert(
			fc.property(fc.array(file, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 50 }), (files, size) => {
				expectAgreement(files, size);
			}),
			{ numRuns: 40 },
		);
	});
});

describe("by a profile or a policy", () => {
	const LINES =
		"http://Example.com./a?gclid=1\nHTTP://example.com/a\nhttp://example.com/%7ea\nhttp://EXAMPLE.com/~a\nhttp://example.com/~a\n" +
		"http://example.com:80/~a#top\nhttp://example.com/?b&a\nhttp://example.com/?a&b\nhttp://[\nhttp://example.com/?b&a\n";

	it.each([1, 7, 1000])("counts each duplicate at its level, in chunks of %i octets", (size) => {
		const { counts, unique, rejected } = bySite([octetsOf(LINES)], size, { profile: "crawl@1" });
		expect(counts).toEqual({ lines: 10, unique: 3, comments: 0, rejects: 1, string: 1, syntax: 2, scheme: 0, key: 3 });
		expect(unique).toBe("http://example.com./a?gclid=1\nhttp://example.com/%7ea\nhttp://example.com/?b&a\n");
		expect(rejected).toBe("http://[\n");
	});

	it("finds duplicates of level scheme, too", () => {
		const { counts } = bySite([octetsOf("http://h:80\nhttp://h/\nhttp://h/?\n")], 100, { profile: "crawl@1" });
		expect(counts).toMatchObject({ unique: 1, scheme: 1, key: 1 });
	});

	it("takes a policy, and refuses one with a fault", () => {
		const policy = '{ "key": { "query": { "remove": ["ref"] }, "emptyQuery": "drop" } }';
		const { counts, unique } = bySite([octetsOf("http://h/?ref=1\nhttp://h/\n")], 100, { policy });
		expect(counts).toMatchObject({ unique: 1, key: 1 });
		expect(unique).toBe("http://h/?ref=1\n");
		expect(() => listForms({ policy: '{ "kez": {} }' })).toThrow("/kez");
	});

	it("writes keys that are no URLs, and keeps octets that are not UTF-8", () => {
		const { counts } = bySite([octetsOf("http://h/\xff\nhttp://h/\xfe\nhttp://h/%FF\n")], 100, { profile: "surt@1" });
		expect(counts.lines).toBe(3);
		expect(counts.unique + counts.rejects + counts.syntax + counts.key).toBe(3);
	});
});
