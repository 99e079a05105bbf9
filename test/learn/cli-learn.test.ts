/** `urlsieve learn`: from files of rows to a policy that other commands read. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, runWithFaults, useFolder } from "../cli/command";
import { IS_LONG } from "../support/extent";

const { path, write, shell } = useFolder();

interface Fetch {
	readonly url: string;
	readonly digest: string;
	readonly time: string;
}

const SITES = 30;
const PAGES = 12;

/** Pages that each answer to three values of `ref`, and whose `id` matters. One in ten is fetched twice. */
const FETCHES: readonly Fetch[] = Array.from({ length: SITES * PAGES * 4 }, (_, index) => {
	const [site, page, ref] = [index % SITES, Math.floor(index / SITES) % PAGES, Math.floor(index / SITES / PAGES)];
	const url = `http://site${site}.example/view?id=${page}${ref === 0 ? "" : `&ref=${ref}`}`;
	const fetch = { url, digest: `PAGE${site}X${page}`, time: String(20260101000000 + index) };
	return index % 10 === 0 ? [fetch, { ...fetch, time: String(20260201000000 + index) }] : [fetch];
}).flat();

/** The rows in a format, as crawlers write it. */
const FORMATS = {
	csv: (fetches: readonly Fetch[]) =>
		`url,digest,status,time\n${fetches.map(({ url, digest, time }) => `${url},${digest},200,${time}\n`).join("")}`,
	tsv: (fetches: readonly Fetch[]) =>
		`time\tdigest\turl\n${fetches.map(({ url, digest, time }) => `${time}\t${digest}\t${url}\n`).join("")}`,
	jsonl: (fetches: readonly Fetch[]) =>
		fetches.map(({ url, digest, time }) => `${JSON.stringify({ url, digest, status: 200, time })}\n`).join(""),
	cdx: (fetches: readonly Fetch[]) =>
		` CDX N b a m s k r M S V g\n${fetches.map(({ url, digest, time }) => `x ${time} ${url} text/html 200 ${digest} - - 1 2 w\n`).join("")}`,
	cdxj: (fetches: readonly Fetch[]) =>
		fetches
			.map(({ url, digest, time }) => `x ${time} ${JSON.stringify({ url, digest, status: "200", mime: "text/html" })}\n`)
			.join(""),
};

const CSV = write("rows.csv", FORMATS.csv(FETCHES));
const NAMES = ["evidence.json", "learned.json", "policy.json"];

let made = 0;
const newFolder = () => path(`rules-${++made}`);
const filesIn = (folder: string) => readdirSync(folder).sort();
const textsIn = (folder: string) => NAMES.map((name) => readFileSync(join(folder, name), "utf8"));

/** Learns into a new directory. Returns it. */
function learn(...args: string[]): string {
	const into = newFolder();
	const { status, stderr } = run(["learn", ...args, "-o", into]);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve learn: [\d,]+ rows, [\d,]+ count, /)]);
	expect(filesIn(into)).toEqual(NAMES);
	return into;
}

describe("urlsieve learn", () => {
	it("writes a policy by which dedupe merges the pages, on sites that nobody has seen, too", () => {
		const into = learn(CSV);
		const urls = ["a.test", "site3.example"].flatMap((host) =>
			["id=1", "id=1&ref=7", "ref=8&id=1", "id=2"].map((query) => `http://${host}/view?${query}`),
		);
		const list = write("fresh.txt", `${urls.join("\n")}\n`);
		const rules = ["--policy", join(into, "policy.json"), "--lists", join(into, "learned.json")];
		const { stdout } = run(["dedupe", "--quiet", ...rules, list]);
		expect(stdout).toBe([0, 3, 4, 7].map((index) => `${urls[index]}\n`).join(""));
		expect(run(["explain", ...rules, urls[1] as string]).stdout).toMatch(/learned/);
	});

	it("writes the same files from every format, order, compression and number of files", () => {
		const expected = textsIn(learn(CSV));
		for (const [format, textOf] of Object.entries(FORMATS)) {
			const file = write(`rows.${format}`, textOf([...FETCHES].reverse()));
			expect([format, textsIn(learn("--format", format, file))]).toEqual([format, expected]);
		}
		const halves = [FETCHES.slice(0, 500), FETCHES.slice(500)].map((half) => gzipSync(FORMATS.jsonl(half)));
		const files = halves.map((half, index) => {
			writeFileSync(path(`half-${index}.jsonl.gz`), half);
			return path(`half-${index}.jsonl.gz`);
		});
		expect(textsIn(learn(...files))).toEqual(expected);
		expect(textsIn(learn(CSV, ...files))).toEqual(expected);
	});

	it("counts sha1:, sha-1: and bare digests of one page as one", () => {
		const labels = ["", "sha1:", "SHA-1:"];
		const labelled = FETCHES.map((fetch, index) => ({ ...fetch, digest: `${labels[index % 3]}${fetch.digest}` }));
		const file = write("labels.csv", FORMATS.csv(labelled));
		expect(textsIn(learn(file))).toEqual(textsIn(learn(CSV)));
	});

	it("takes any digest: of rows whose digests are all equal it learns that nothing can be told", () => {
		const file = write("equal.csv", FORMATS.csv(FETCHES.map((fetch) => ({ ...fetch, digest: "7" }))));
		const into = newFolder();
		const { status, stderr } = run(["learn", file, "-o", into]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/nothing was learned: .* has the base policy/)]);
		expect(JSON.parse(readFileSync(join(into, "learned.json"), "utf8")).params).toEqual([]);
	});

	it("keeps a rule at its hosts with --reach host", () => {
		const { params } = JSON.parse(readFileSync(join(learn("--reach", "host", CSV), "learned.json"), "utf8"));
		expect(params.map(({ name }: { name: string }) => name)).toEqual(["ref"]);
		expect(params[0].hosts).toHaveLength(SITES);
		const everywhere = JSON.parse(readFileSync(join(learn(CSV), "learned.json"), "utf8"));
		expect(everywhere.params).toEqual([{ name: "ref" }]);
	});

	it("writes a report, as a page and as data", () => {
		const [page, data] = [path("report.html"), path("report.json")];
		learn("--report", page, CSV);
		learn("--report", data, CSV);
		expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>[\s\S]*param:ref/i);
		expect(JSON.parse(readFileSync(data, "utf8")).rules[0]).toMatchObject({ rule: "param:ref", reach: "everywhere" });
	});

	it("reads standard input", () => {
		const { stderr } = shell("$URLSIEVE learn --format csv -o piped < rows.csv");
		expect(stderr).toMatch(/^urlsieve learn: /);
		expect(textsIn(path("piped"))).toEqual(textsIn(learn(CSV)));
	});
});

describe("rows that cannot be learned from", () => {
	const bare = write("bare.csv", "url,sum\nhttp://a/,1\n");
	it.each([
		["names the columns if none has digests", ["learn", bare], 2, /url.*sum/],
		["refuses an unknown format", ["learn", "--format", "warc", bare], 2, /--format must be csv, .*not "warc"/],
		["refuses a name that tells no format", ["learn", "rows.bin"], 2, /does not tell its format; pass --format/],
		[
			"refuses a digest that is given twice",
			["learn", "--digest", "sum", "--digest", "sum", bare],
			2,
			/--digest sum is given twice/,
		],
		["refuses a share above 1", ["learn", "--bound", "80", bare], 2, /--bound must be a share from 0 to 1, not "80"/],
		[
			"refuses an unknown reach",
			["learn", "--reach", "world", bare],
			2,
			/--reach must be host, crawl or everywhere, not "world"/,
		],
		["refuses a file that is not there", ["learn", "none.csv"], 3, /cannot read none.csv: no such file/],
	])("%s", (_, args, expected, sentence) => {
		const into = newFolder();
		const { status, stderr } = run([...args, "-o", into]);
		expect([status, stderr, existsSync(into)]).toEqual([expected, expect.stringMatching(sentence), false]);
	});

	it("requires -o, and a directory above it", () => {
		expect(run(["learn", CSV])).toMatchObject({ status: 2, stderr: expect.stringMatching(/learn requires -o DIR/) });
		const deep = run(["learn", CSV, "-o", path("none/below")]);
		expect(deep).toMatchObject({ status: 3, stderr: expect.stringMatching(/the directory above it does not exist/) });
	});

	it("says why no row counts, and writes nothing", () => {
		const rows = "url,digest,status\nhttp://a/,1,404\nhttp://a/,,200\nftp://a/,1,200\nhttp://[,1,200\n";
		const into = newFolder();
		const { status, stderr } = run(["learn", write("none-count.csv", rows), "-o", into]);
		expect([status, existsSync(into)]).toEqual([1, false]);
		expect(stderr).toMatch(/no row counts, and nothing was written: of 4, /);
		for (const cause of [
			"1 have another status than 200",
			"1 have no digest",
			"1 are neither http nor https",
			"1 have no valid URL",
		])
			expect(stderr).toContain(cause);
	});

	it("reads a host with 20,000 names of parameters", () => {
		const rows = Array.from({ length: 20_000 }, (_, index) => `http://a.example/?n${index}=1,D${index % 7}\n`);
		const { status, stderr } = run(["learn", write("names.csv", `url,digest\n${rows.join("")}`), "-o", newFolder()]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve learn: 20,000 rows/)]);
	});
});

describe("all files or none", () => {
	// A few sites learn as much, in half of the time, and a run dies at each of many places.
	const few = FORMATS.csv(FETCHES.filter(({ url }) => /site[0-4]\./.test(url)));
	const one = write("one.csv", few);
	const other = write("other.csv", few.replaceAll("ref=", "src="));

	it.each(["renameSync", "fsyncSync", "openSync"])("after a kill at any %s, which the next run completes", (call) => {
		const [old, fresh] = [textsIn(learn(one)), textsIn(learn(other))];
		expect(fresh).not.toEqual(old);
		const into = learn(one);
		let kills = 0;
		// Each step of the loop is another place at which a run dies.
		for (let at = 1; ; at += IS_LONG ? 1 : 3) {
			const { signal } = runWithFaults(["learn", "--quiet", other, "-o", into], { kill: { call, at } });
			expect([old, fresh]).toContainEqual(textsIn(into));
			if (signal === null) break;
			++kills;
			expect(run(["learn", "--quiet", one, "-o", into]).status).toBe(0);
			expect([textsIn(into), filesIn(into)]).toEqual([old, NAMES]);
		}
		expect(kills).toBeGreaterThan(2);
		expect([textsIn(into), filesIn(into)]).toEqual([fresh, NAMES]);
	});

	it.each(["ENOSPC", "EIO"])("after %s at any sync", (code) => {
		const into = learn(one);
		const old = textsIn(into);
		for (let at = 1; at <= 3; ++at) {
			const { status, stderr } = runWithFaults(["learn", "--quiet", other, "-o", into], {
				fail: { call: "fsyncSync", at, code },
			});
			expect([status, stderr]).toEqual([3, expect.stringMatching(/^urlsieve: cannot write /)]);
			expect([textsIn(into), filesIn(into)]).toEqual([old, NAMES]);
		}
	});

	it("with two runs at a time", () => {
		mkdirSync(path("raced"));
		const start = (file: string) => `$URLSIEVE learn --quiet ${file} -o raced`;
		shell(`${start("one.csv")} & ${start("other.csv")} & wait`);
		expect([textsIn(learn(one)), textsIn(learn(other))]).toContainEqual(textsIn(path("raced")));
		expect(filesIn(path("raced"))).toEqual(NAMES);
	});
});
