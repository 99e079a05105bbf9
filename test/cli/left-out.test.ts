/** What `dedupe --exclude`, `--per` and `--read-only`, and `filter` leave out. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { normalize, parse } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { openDuckDb, tableOfReferences } from "../support/duckdb";
import { longIt } from "../support/long-it";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const dedupe = (...args: string[]) => run(["dedupe", "--quiet", ...args]).stdout;
const filter = (...args: string[]) => run(["filter", "--quiet", ...args]).stdout;

const FORMS = [
	(index: number) => `http://h${index % 89}.example/${index % 211}`,
	(index: number) => `HTTP://a.h${index % 89}.Example:80/${index % 211}`,
	(index: number) => `https://www.h${index % 89}.example/${index % 101}?q#f`,
	(index: number) => `http://b.a.h${index % 89}.example.:8080/${index % 7}`,
	(index: number) => `/relative/${index % 4}`,
	(index: number) => `http://[${index}`,
	(index: number) => `http://10.0.0.${index % 9}/`,
];
const LINES = Array.from({ length: 9000 }, (_, index) => (FORMS[index % FORMS.length] as (typeof FORMS)[0])((index * 37) % 4001));
const TEXT = `${LINES.join("\n")}\n`;
const LIST = write("list.txt", TEXT);

interface Line {
	readonly line: string;
	readonly form: string;
	readonly host: string | undefined;
	readonly port: string | undefined;
	readonly isRejected: boolean;
}

const parsed: readonly Line[] = LINES.map((line) => {
	if (/^http:\/\/\[\d/.test(line)) return { line, form: line, host: undefined, port: undefined, isRejected: true };
	const form = normalize(line);
	const { host, port } = parse(form);
	return { line, form, host: host?.replace(/\.$/, ""), port, isRejected: false };
});

/** Removes duplicates of the lines that are left in, in order. */
function uniqueOf(stays: (line: Line) => boolean): Line[] {
	const seen = new Set<string>();
	return parsed.filter((each) => {
		if (each.isRejected) return true;
		if (!stays(each) || seen.has(each.form)) return false;
		seen.add(each.form);
		return true;
	});
}

const formsOf = (lines: readonly Line[]) => lines.map(({ form }) => `${form}\n`).join("");
const isBelow = (host: string | undefined, above: string) => host?.endsWith(`.${above}`) === true;
const bare = (host: string | undefined) => host?.replace(/^(?:www\.)+/, "");

/** Every way of a run. */
const WAYS: readonly string[][] = [
	[],
	["--memory", "16M"],
	["--threads", "2"],
	["--engine", "js"],
	["--print", "original"],
	["--print", "original", "--memory", "16M"],
];

const PLACES: readonly (readonly [line: string, covers: (line: Line) => boolean])[] = [
	["h3.example", ({ host }) => host === "h3.example" || isBelow(host, "h3.example")],
	["=h5.example", ({ host }) => bare(host) === "h5.example"],
	["www.h6.example", ({ host }) => bare(host) === "h6.example"],
	["*.h7.example", ({ host }) => isBelow(bare(host), "h7.example")],
	["A.H8.EXAMPLE.", ({ host }) => host === "a.h8.example" || isBelow(host, "a.h8.example")],
	["a.h9.example:8080", ({ host, port }) => port === "8080" && (host === "a.h9.example" || isBelow(host, "a.h9.example"))],
	["h10.example:80", ({ host }) => host === "h10.example" || isBelow(host, "h10.example")],
	["10.0.0.4", ({ host }) => host === "10.0.0.4"],
	["HTTP://h0.example:80/./0", ({ form }) => form === "http://h0.example/0"],
	["0.0.5", () => false],
];
const EXCLUDED = write("excluded.txt", `# hosts\n\n${PLACES.map(([line]) => line).join("\r\n")}\n  \n`);
const isExcluded = (line: Line) => PLACES.some(([, covers]) => covers(line));

describe("dedupe --exclude", () => {
	it.each(PLACES)("leaves out what a line covers: %s", (line, covers) => {
		const file = write("one.txt", line);
		const left = uniqueOf((each) => !covers(each));
		expect(left.length < uniqueOf(() => true).length).toBe(line !== "0.0.5");
		expect(dedupe("--exclude", file, LIST)).toBe(formsOf(left));
	});

	it.each(WAYS)("leaves out the same in every way: %s %s", (...way: string[]) => {
		const left = uniqueOf((each) => !isExcluded(each));
		const text = way.includes("original") ? left.map(({ line }) => `${line}\n`).join("") : formsOf(left);
		expect(dedupe("--exclude", EXCLUDED, ...way, LIST)).toBe(text);
		expect(dedupe("--exclude", write("excluded.gz", gzipSync(readFileSync(EXCLUDED))), ...way, LIST)).toBe(text);
		expect(run(["dedupe", "--quiet", "--exclude", EXCLUDED, ...way], TEXT).stdout).toBe(text);
	});

	it("counts what it leaves out, and logs it after the duplicates", () => {
		for (const way of [[], ["--memory", "16M"]]) {
			const log = path("excluded.tsv");
			const { stderr } = run(["dedupe", "--json", "--exclude", EXCLUDED, "--audit", log, "-o", path("o"), ...way, LIST]);
			const { lines, unique, duplicates, excluded, rejects } = JSON.parse(stderr);
			expect(excluded).toBe(parsed.filter((each) => !each.isRejected && isExcluded(each)).length);
			expect(unique + duplicates + excluded + rejects).toBe(lines);
			const unlogged = run(["dedupe", "--json", "--exclude", EXCLUDED, "-o", path("o"), ...way, LIST]);
			expect(JSON.parse(unlogged.stderr)).toMatchObject({ lines, unique, duplicates, excluded, rejects });
			const rows = readFileSync(log, "utf8").split("\n").slice(0, -1);
			expect(rows.slice(duplicates)).toEqual(
				parsed.flatMap((each, index) => (isExcluded(each) ? `-\t${each.line}\texcluded\t-\t${index + 1}` : [])),
			);
		}
	});

	it("counts and chooses among the lines that are left", () => {
		const left = uniqueOf((each) => !isExcluded(each));
		for (const way of [[], ["--memory", "16M"]]) {
			const counted = dedupe("--count", "--exclude", EXCLUDED, ...way, LIST);
			expect(counted.replace(/^\d+\t/gm, "")).toBe(formsOf(left));
			const last = dedupe("--keep", "last", "--exclude", EXCLUDED, ...way, LIST)
				.split("\n")
				.sort();
			expect(last).toEqual(formsOf(left).split("\n").sort());
		}
	});

	it("adds nothing that it leaves out to a set", () => {
		for (const way of [[], ["--memory", "16M"]]) {
			const set = path(`set-${way.length}.seen`);
			dedupe("--seen", set, "--exclude", EXCLUDED, "--invalid", "drop", ...way, "-o", path("first"), LIST);
			const rest = dedupe("--seen", set, "--invalid", "drop", ...way, LIST);
			expect(rest).toBe(formsOf(uniqueOf(isExcluded).filter(({ isRejected }) => !isRejected)));
		}
	});

	it.each([
		["csv", `id,url\n${LINES.map((line, index) => `${index},${line}\n`).join("")}`],
		["jsonl", `${LINES.map((url, id) => `${JSON.stringify({ id, url })}\n`).join("")}`],
	])("leaves out rows of tables: %s", (format, text) => {
		const table = write(`table.${format}`, text);
		const left = new Set(uniqueOf((each) => !isExcluded(each)).map((each) => parsed.indexOf(each)));
		const expected = text
			.split("\n")
			.filter((_, index) => (format === "csv" ? index === 0 || left.has(index - 1) : left.has(index)));
		for (const way of [[], ["--memory", "16M"], ["--audit", path("rows.tsv"), "-o", path(`o.${format}`)]]) {
			const out = run(["dedupe", "--json", "--column", "url", "--print", "original", "--exclude", EXCLUDED, ...way, table]);
			const written = way.includes("-o") ? readFileSync(path(`o.${format}`), "utf8") : out.stdout;
			expect(written).toBe(`${expected.join("\n")}\n`);
			const { rows, unique, duplicates, excluded, rejects, empty } = JSON.parse(out.stderr);
			expect(unique + duplicates + excluded + rejects + empty).toBe(rows);
		}
	});

	it("compares URLs by the keys of a profile, and hosts by the URL to be fetched", () => {
		const list = write("pages.txt", "http://www.a.example/?utm_source=x\nhttps://a.example/b#c\nhttp://c.example/\n");
		const done = write("done.txt", "https://a.example/b\n");
		for (const way of [[], ["--memory", "16M"], ["--print", "key"]])
			expect(dedupe("--profile", "crawl@1", "--exclude", done, ...way, list).split("\n")).toHaveLength(3);
		const www = write("www.txt", "c.example");
		expect(dedupe("--profile", "crawl@1", "--exclude", done, "--exclude", www, "--print", "original", list)).toBe(
			"http://www.a.example/?utm_source=x\n",
		);
	});

	it.each([[[]], [["--print", "original"]], [["--print", "key"]]])(
		"leaves out the same in every way under a policy: %j",
		(print) => {
			const args = ["--profile", "crawl@1", "--exclude", EXCLUDED, "--per", "host=20", ...print];
			const expected = dedupe(...args, LIST);
			expect(expected.split("\n").length).toBeLessThan(dedupe("--profile", "crawl@1", ...print, LIST).split("\n").length);
			for (const way of WAYS.slice(1, 4)) expect(dedupe(...args, ...way, LIST)).toBe(expected);
		},
	);

	it("leaves out rows of Parquet", async () => {
		const { connection, run: sql } = await openDuckDb();
		await tableOfReferences(connection, "rows", LINES);
		await sql(`COPY rows TO '${path("rows.parquet")}'`);
		const left = uniqueOf((each) => !isExcluded(each)).filter(({ isRejected }) => !isRejected);
		for (const way of [[], ["--memory", "16M"]]) {
			const args = ["--column", "url", "--exclude", EXCLUDED, "--invalid", "drop", ...way, "-o", path("left.parquet")];
			expect(run(["dedupe", ...args, path("rows.parquet")]).status).toBe(0);
			const counts = run(["count", "--by", "path", "--column", "url", "--quiet", path("left.parquet")]).stdout;
			expect(counts).toBe(run(["count", "--by", "path", "--quiet"], formsOf(left)).stdout);
		}
	});

	it("finds one host among a hundred thousand others", () => {
		const hosts = Array.from({ length: 100_000 }, (_, index) => `n${index}.other.example`);
		const many = write("many.txt", `${hosts.join("\n")}\nh12.example\n`);
		const left = uniqueOf(({ host }) => host !== "h12.example" && !isBelow(host, "h12.example"));
		expect(dedupe("--exclude", many, LIST)).toBe(formsOf(left));
		const compressed = write("many.gz", gzipSync(`h12.example\n${hosts.join("\n")}\n`));
		expect(dedupe("--exclude", compressed, LIST)).toBe(formsOf(left));
	});

	it("stops reading a line that no URL is as long as", () => {
		const file = write(
			"long.gz",
			gzipSync(Buffer.concat([Buffer.from("h12.example\n"), Buffer.alloc(2 ** 26, "a")])).subarray(0, 60_000),
		);
		const { status, stderr } = run(["filter", "--not-in", file, LIST]);
		expect([status, stderr]).toEqual([2, `urlsieve: cannot use ${file}: line 2: too long for a URL or a host\n`]);
	});

	it("takes hosts with CR LF or LF, and counts lines alike", () => {
		const hosts = Array.from({ length: 9000 }, (_, index) => `${index % 3 === 0 ? "www." : ""}n${index % 50}x.example`);
		const lines = [...hosts, "# comment", "h12.example", "www.h13.example", "no host"];
		for (const end of ["\n", "\r\n"]) {
			const { stderr } = run(["dedupe", "--exclude", write("ends.txt", lines.join(end)), LIST]);
			expect(stderr).toContain(`line ${lines.length}: "no host" is no host`);
			const left = uniqueOf(
				({ host }) => host !== "h12.example" && !isBelow(host, "h12.example") && bare(host) !== "h13.example",
			);
			expect(dedupe("--exclude", write("ends.txt", lines.slice(0, -1).join(end)), LIST)).toBe(formsOf(left));
		}
	});

	it.each([
		["http://a.example/\nhttp://[/\n", "line 2: not a URL (invalid-ip-literal)"],
		["a.example/b", 'line 1: "a.example/b" is no host; a URL begins with its scheme and ://, and a host has no path'],
		[
			"# x\n.a.example",
			'line 2: ".a.example" is no host; write a.example for that host and all below, or *.a.example for those below',
		],
		["a.*.example", 'line 1: "a.*.example" is no host; a "*" stands only at the start, as in *.example.com'],
		["mailto:a@b", 'line 1: "mailto:a@b" is no host; a URL begins with its scheme and ://, and a host has no path'],
	])("refuses a file with a line that is neither a URL nor a host: %j", (text, sentence) => {
		const file = write("wrong.txt", text);
		for (const args of [
			["dedupe", "--exclude", file],
			["filter", "--in", file],
		]) {
			const { status, stderr } = run([...args, LIST]);
			expect([status, stderr]).toEqual([2, `urlsieve: cannot use ${file}: ${sentence}\n`]);
		}
	});

	const CHARACTERS = 'is no host; a host has letters, digits, "-", "_" and "."';
	const SPACE = "is no URL: a URL has no white space; write %20 for a space, and a comment on a line of its own";
	const NOT_ALONE = "is no URL: a URL begins with its scheme; write nothing before it, such as a quotation mark";
	const ONE_URL = "stands for one URL, not for all that begin so; write";
	const STAR = 'a "*" stands only at the start';

	it.each([
		['"ads.example"', `${CHARACTERS}; write ads.example`],
		["||ads.example^", `${CHARACTERS}; write ads.example`],
		["ads.example;", `${CHARACTERS}; write ads.example`],
		["*.ads.example,", `${CHARACTERS}; write *.ads.example`],
		["ads.example|x", `${CHARACTERS}; write ads.example`],
		["ads.example,spam", `${CHARACTERS}; write ads.example`],
		["ads.example # spam", `${CHARACTERS}; write ads.example`],
		["0.0.0.0 ads.example", `${CHARACTERS}; write ads.example`],
		["192.0.2.7;", `${CHARACTERS}; write 192.0.2.7`],
		["\u201cb\u00fccher.example\u201d", `${CHARACTERS}; write b\u00fccher.example`],
		["^ads$", CHARACTERS],
		["@@||ads.example^", CHARACTERS],
		["%61ds.example", CHARACTERS],
		["*.", CHARACTERS],
		["! Title: ads", 'is no host; a comment begins with "#"'],
		["*ads.example", `is no host; ${STAR}, as in *.example.com`],
		[".", "is no host; a host has labels between its dots"],
		["...", "is no host; a host has labels between its dots"],
		["*.192.0.2.7", "is no host: an address has no hosts below; write 192.0.2.7"],
		["*.[2001:db8::1]", "is no host: an address has no hosts below; write [2001:db8::1]"],
		["ads.example:99999", "is no host: ports are 0 to 65535"],
		["ads.example:", "is no host; a port is a number from 0 to 65535"],
		["ads.example:8x", "is no host; a port is a number from 0 to 65535"],
		["http:", "is no host; a URL begins with its scheme and ://, and a host has no path"],
		["http://*.ads.example/", 'is no URL: its host has a "*"; write *.ads.example for all hosts below ads.example'],
		["http://u@a.*.example:80/", `is no URL: its host has a "*"; ${STAR} of a host, as in *.example.com`],
		["http://ads.example/*", `${ONE_URL} ads.example for the host and all below, or %2A for a "*"`],
		["file:///*", `${ONE_URL} %2A for a "*"`],
		["http://ads.example/x # spam", SPACE],
		["http://ads.example/x\tspam", SPACE],
		['"http://ads.example/"', NOT_ALONE],
		["|http://ads.example/", NOT_ALONE],
	])("refuses a line that covers nothing, and says what to write instead: %j", (line, sentence) => {
		const file = write("junk.txt", `# hosts\na.example\n${line}\n`);
		for (const args of [
			["dedupe", "--exclude", file],
			["filter", "--not-in", file],
		]) {
			const { status, stderr } = run(args, "http://a.example/\n");
			expect([status, stderr]).toEqual([2, `urlsieve: cannot use ${file}: line 3: ${JSON.stringify(line)} ${sentence}\n`]);
		}
	});

	it.each([
		["b\u00fccher.example", "http://xn--bcher-kva.example/"],
		["\u4f8b\u3048\u3002jp", "http://xn--r8jz45g.jp/"],
		["a_b-c.example", "http://a_b-c.example/"],
		["[2001:db8::1]", "http://[2001:db8::1]/"],
		["ads.example:0443", "https://ads.example/"],
		["ads.example:08080", "http://ads.example:8080/"],
		["ads.example:0", "http://ads.example:0/"],
		["ads.example:65535", "http://ads.example:65535/"],
		["http://ads.example/*?", "http://ads.example/*?"],
	])("takes a line with what hosts and URLs may have: %j", (line, url) => {
		const file = write("fine.txt", line);
		expect(run(["filter", "--quiet", "--profile", "crawl@1", "--in", file], `${url}\nhttp://other.example/\n`).stdout).toBe(
			`${url}\n`,
		);
	});

	it("never writes what it only reads", () => {
		const { status, stderr } = run(["dedupe", "--exclude", EXCLUDED, "-o", EXCLUDED, LIST]);
		expect([status, stderr]).toEqual([2, expect.stringContaining(`--output ${EXCLUDED} is also an input`)]);
		expect(run(["dedupe", "--exclude", "-"], TEXT).stderr).toContain(
			"standard input can be a list, or FILE of an option, not both",
		);
	});
});

describe("dedupe --per", () => {
	/** The lines that stay if each group has at most `most`. */
	function limited(most: number, groupOf: (line: Line) => string | undefined, from = uniqueOf(() => true)): Line[] {
		const counts = new Map<string, number>();
		return from.filter((each) => {
			const group = each.isRejected ? undefined : groupOf(each);
			if (group === undefined) return true;
			counts.set(group, (counts.get(group) ?? 0) + 1);
			return (counts.get(group) as number) <= most;
		});
	}
	const hostOf = ({ form }: Line) => parse(form).host;

	it.each(WAYS)("keeps the first lines of each host, after deduplication: %s %s", (...way: string[]) => {
		for (const most of [1, 3]) {
			const left = limited(most, hostOf);
			const text = way.includes("original") ? left.map(({ line }) => `${line}\n`).join("") : formsOf(left);
			expect(dedupe("--per", `host=${most}`, ...way, LIST)).toBe(text);
			expect(run(["dedupe", "--quiet", "--per", `host=${most}`, ...way], TEXT).stdout).toBe(text);
		}
	});

	it("goes by any part, and does not limit lines without it", () => {
		const bySite = limited(2, ({ host }) => host?.match(/[^.]+\.example$/)?.[0]);
		expect(dedupe("--per", "site=2", LIST)).toBe(formsOf(bySite));
		const byServer = limited(2, ({ host, port }) => host && `${host}:${port}`);
		expect(dedupe("--per", "politeness=2", LIST)).toBe(formsOf(byServer));
		expect(dedupe("--per", "query=1", LIST)).toBe(formsOf(limited(1, ({ form }) => parse(form).query)));
	});

	it.each([
		["rfc3986@1", []],
		["crawl@1", []],
		["crawl@1", ["--print", "original"]],
		["crawl@1", ["--print", "key"]],
		["crawl@1", ["--memory", "16M"]],
		["crawl@1", ["--threads", "2", "--engine", "js"]],
	] as const)("keeps the first lines of each shape of keys, and logs the others with it: %s %s", (profile, way) => {
		const lines = Array.from(
			{ length: 60 },
			(_, index) => `http://h/${["users", "a-b"][index % 2]}/${index}?utm_id=${index}&b=1&a#${index}`,
		);
		lines.splice(5, 0, "http://[", "HTTP://h/users/0?utm_id=7&b=1&a", "http://h/about");
		const normalizer = createNormalizer({ profile });
		const [seen, counts, kept, left] = [new Set<string>(), new Map<string, number>(), [] as string[], [] as string[]];
		for (const [index, line] of lines.entries()) {
			const key = normalizer.tryKey(line);
			const isKey = typeof key === "string";
			if (isKey && seen.has(key)) continue;
			const own = isKey ? normalizer.shape(line) : line;
			if (isKey) seen.add(key);
			counts.set(own, (counts.get(own) ?? 0) + 1);
			const printed = way.includes("original" as never)
				? line
				: way.includes("key" as never)
					? key
					: normalizer.tryNormalize(line);
			if ((counts.get(own) as number) <= 3) kept.push(isKey ? (printed as string) : line);
			else left.push(`-\t${line}\tper shape@1 ${own}\t-\t${index + 1}`);
		}
		const file = write("shapes.txt", `${lines.join("\n")}\n`);
		const audit = path("shapes.tsv");
		const output = dedupe("--profile", profile, "--per", "shape=3", "--audit", audit, ...way, file);
		expect(output).toBe(`${kept.join("\n")}\n`);
		expect(
			readFileSync(audit, "utf8")
				.split("\n")
				.filter((row) => row.includes("per shape")),
		).toEqual(left);
		const table = write("shapes.csv", `url\n${lines.join("\n")}\n`);
		expect(dedupe("--profile", profile, "--per", "shape=3", "--column", "url", ...way, table)).toBe(`url\n${output}`);
	});

	longIt("has room for the shape of the longest key", () => {
		const line = Buffer.concat([Buffer.from("http://h/"), Buffer.alloc(2 ** 24 - 9, 0xff), Buffer.from("\n")]);
		const file = path("octets-of-shape.txt");
		writeFileSync(file, Buffer.concat([line, Buffer.from("http://h/a\n"), line]));
		const output = path("octets-of-shape.out");
		const { status, stderr } = run(["dedupe", "--per", "shape=1", "--profile", "whatwg@1", "--json", "-o", output, file]);
		expect(JSON.parse(stderr)).toMatchObject({ lines: 3, unique: 2, duplicates: 1, withheld: 0 });
		expect([status, statSync(output).size]).toEqual([0, 9 + 9 * (2 ** 24 - 9) + 1 + 11]);
	});

	longIt("judges each line by its own host or shape after one too long to be normalized", () => {
		const short = ["http://a/1", "http://b/1", "http://a/2", "http://b/2"];
		const text = `http://b/${"x".repeat(2 ** 24)}\n${short.join("\n")}\n`;
		const hosts = write("one-host.txt", "b\n");
		const left = (...args: string[]) =>
			run([...args, "--quiet"], text)
				.stdout.split("\n")
				.filter((line) => line.length < 20)
				.slice(0, -1);
		for (const options of [
			["--invalid", "keep"],
			["--invalid", "blank"],
			["--invalid", "drop"],
		]) {
			const blank = options[1] === "blank" ? [""] : [];
			expect(left("filter", "--not-in", hosts, ...options)).toEqual([...blank, "http://a/1", "http://a/2"]);
			expect(left("dedupe", "--exclude", hosts, ...options)).toEqual([...blank, "http://a/1", "http://a/2"]);
			expect(left("dedupe", "--per", "host=1", ...options)).toEqual([...blank, "http://a/1", "http://b/1"]);
			expect(left("dedupe", "--per", "shape=1", "--profile", "crawl@1", ...options)).toEqual([
				...blank,
				"http://a/1",
				"http://b/1",
			]);
		}
	});

	it("goes by the private suffixes of sites, if asked to", () => {
		const urls = ["http://a.x.github.io/1", "http://b.x.github.io/2", "http://y.github.io/3", "http://[", "/relative"];
		const text = `${urls.join("\n")}\n`;
		const table = write("sites.csv", `url\n${text}`);
		const left = (...args: string[]) => {
			const list = run(["dedupe", "--quiet", "--per", "site=1", "--print", "original", ...args], text).stdout;
			expect(dedupe("--per", "site=1", "--print", "original", ...args, "--column", "url", table)).toBe(`url\n${list}`);
			return list.split("\n").slice(0, -1);
		};
		for (const way of [[], ["--memory", "16M"]]) {
			expect(left(...way)).toEqual([urls[0], urls[3], urls[4]]);
			expect(left("--private-suffixes", ...way)).toEqual([urls[0], urls[2], urls[3], urls[4]]);
		}
		const columns = ["--into", "site=site", "--private-suffixes", "--invalid", "drop"];
		expect(dedupe("--per", "site=1", ...columns, "--column", "url", table)).toBe(
			`url,site\n${urls[0]},x.github.io\n${urls[2]},y.github.io\n/relative,\n`,
		);
		for (const args of [[], ["--per", "host=1"], ["--column", "url", table], ["--per", "host=1", "--column", "url", table]])
			expect(run(["dedupe", "--private-suffixes", ...args], text)).toMatchObject({
				status: 2,
				stdout: "",
				stderr: expect.stringContaining("--private-suffixes requires --into site=NAME or --per site=N"),
			});
	});

	it("counts and logs what it leaves out, with --exclude too", () => {
		for (const way of [[], ["--memory", "16M"]]) {
			const log = path("per.tsv");
			const args = ["--json", "--exclude", EXCLUDED, "--per", "host=2", "--audit", log, "-o", path("o"), ...way, LIST];
			const { lines, unique, duplicates, excluded, withheld, rejects } = JSON.parse(run(["dedupe", ...args]).stderr);
			const before = uniqueOf((each) => !isExcluded(each));
			const left = limited(2, hostOf, before);
			expect(readFileSync(path("o"), "utf8")).toBe(formsOf(left));
			expect(withheld).toBe(before.length - left.length);
			expect(unique + duplicates + excluded + withheld + rejects).toBe(lines);
			const rows = readFileSync(log, "utf8")
				.split("\n")
				.filter((row) => row.includes("\tper host\t"));
			const beyond = before.filter((each) => !left.includes(each));
			expect(rows).toEqual(beyond.map((each) => `-\t${each.line}\tper host\t-\t${parsed.indexOf(each) + 1}`));
		}
	});

	it("tells in a report what it leaves out", () => {
		for (const way of [[], ["--memory", "16M"]]) {
			const reported = (ending: string) => {
				const report = path(`left-out.${ending}`);
				const args = ["--exclude", EXCLUDED, "--per", "host=2", "--report", report, "-o", path("o"), ...way];
				const counts = JSON.parse(run(["dedupe", "--json", ...args, LIST]).stderr);
				return { text: readFileSync(report, "utf8"), excluded: counts.excluded, withheld: counts.withheld };
			};
			const { text: data, ...counts } = reported("json");
			expect(JSON.parse(data)).toMatchObject(counts);
			const { text: page, excluded, withheld } = reported("html");
			const figures = page.replace(/(?<=\d),(?=\d)/g, "");
			expect(figures).toContain(`<dt>excluded</dt><dd>${excluded} `);
			expect(figures).toContain(`<dt>withheld</dt><dd>${withheld} `);
		}
	});

	it("limits the rows of tables", () => {
		const table = write("per.csv", `url\n${LINES.map((line) => `${line}\n`).join("")}`);
		const left = limited(1, hostOf).map(({ line }) => `${line}\n`);
		for (const way of [[], ["--memory", "16M"]])
			expect(dedupe("--per", "host=1", "--column", "url", "--print", "original", ...way, table)).toBe(`url\n${left.join("")}`);
	});

	it.each([
		[["--per", "host"], '--per must be PART=N, such as host=100, with N from 1 on, not "host"'],
		[["--per", "host=0"], '--per must be PART=N, such as host=100, with N from 1 on, not "host=0"'],
		[["--per", "hots=1"], '--per must be PART=N, such as host=100, with N from 1 on, not "hots=1" (did you mean host?)'],
		[["--per", "host=1", "--keep", "last"], "--per and --keep last exclude each other"],
		[["--per", "host=1", "--count"], "--per and --count exclude each other"],
		[["--per", "host=1", "--seen", "x.seen"], "--per and --seen exclude each other: the set would have lines that are left out"],
		[["--read-only"], "--read-only requires --seen FILE"],
		[["--no-vary-search", "params", "--per", "host=1"], "--no-vary-search and --per exclude each other"],
		[["--no-vary-search", "params", "--exclude", EXCLUDED], "--no-vary-search and --exclude exclude each other"],
	])("refuses %j", (args, sentence) => {
		const { status, stderr } = run(["dedupe", ...args, LIST]);
		expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
	});
});

describe("dedupe --seen --read-only", () => {
	const set = path("known.seen");
	const half = write("half.txt", `${LINES.slice(0, 4000).join("\n")}\n`);
	run(["dedupe", "--quiet", "--seen", set, "-o", path("seen-before"), half]);

	it.each([[[]], [["--memory", "16M"]]])("leaves out what the set has, and adds nothing: %j", (way) => {
		const before = [readFileSync(set), statSync(set).mtimeMs];
		const known = new Set(parsed.slice(0, 4000).map(({ form }) => form));
		const left = uniqueOf(({ form }) => !known.has(form))
			.map(({ form }) => `${form}\n`)
			.join("");
		for (let time = 0; time < 2; ++time) expect(dedupe("--seen", set, "--read-only", ...way, LIST)).toBe(left);
		expect([readFileSync(set), statSync(set).mtimeMs]).toEqual(before);
	});

	it("needs a set that is there, and made by the same rules", () => {
		expect(run(["dedupe", "--seen", path("none.seen"), "--read-only", LIST])).toMatchObject({ status: 3, stdout: "" });
		const { status, stderr } = run(["dedupe", "--profile", "crawl@1", "--seen", set, "--read-only", LIST]);
		expect([status, stderr]).toEqual([3, expect.stringContaining(`cannot use ${set}`)]);
	});
});

describe("urlsieve filter", () => {
	const isWanted = (each: Line) => !each.isRejected && isExcluded(each);

	it.each([[[]], [["--threads", "2"]], [["--engine", "js"]]])("prints the lines that a file covers, or does not: %j", (way) => {
		const dropping = ["--invalid", "drop", ...way];
		expect(filter("--in", EXCLUDED, ...dropping, LIST)).toBe(formsOf(parsed.filter(isWanted)));
		const others = parsed.filter((each) => !each.isRejected && !isExcluded(each));
		expect(filter("--not-in", EXCLUDED, ...dropping, LIST)).toBe(formsOf(others));
		expect(filter("--not-in", EXCLUDED, ...way, LIST)).toBe(
			formsOf(parsed.filter((each) => each.isRejected || !isExcluded(each))),
		);
		expect(filter("--not-in", EXCLUDED, "--print", "original", ...dropping, LIST)).toBe(
			others.map(({ line }) => `${line}\n`).join(""),
		);
	});

	it("drops what cannot be normalized with --in, unless --invalid says otherwise, and counts it", () => {
		const wanted = write("wanted.txt", "a.example\n");
		const text = "http://a.example/\nhttp://[\nhttp://b.example/\n";
		const filtered = (...args: string[]) => run(["filter", "--json", ...args], text);
		for (const args of [[], ["--not-in", write("none.txt", "c.example\n")], ["--print", "original"]]) {
			const { stdout, stderr } = filtered("--in", wanted, ...args);
			expect(stdout).toBe("http://a.example/\n");
			expect(JSON.parse(stderr)).toMatchObject({ lines: 3, excluded: 1, rejects: 1 });
		}
		expect(filtered("--in", wanted, "--invalid", "keep").stdout).toBe("http://a.example/\nhttp://[\n");
		expect(filtered("--in", wanted, "--invalid", "fail").status).toBe(1);
		expect(filtered("--not-in", wanted).stdout).toBe("http://[\nhttp://b.example/\n");
		const rejects = path("in-rejects.tsv");
		filtered("--in", wanted, "--rejects", rejects);
		expect(readFileSync(rejects, "utf8")).toContain("http://[");
		const table = write("in.csv", "id,url\n1,http://a.example/\n2,http://[\n3,http://b.example/\n");
		const rows = run(["filter", "--json", "--in", wanted, "--column", "url", table]);
		expect(rows.stdout).toBe("id,url\n1,http://a.example/\n");
		expect(JSON.parse(rows.stderr)).toMatchObject({ rows: 3, excluded: 1, rejects: 1 });
	});

	it("joins both conditions, and counts what does not stay", () => {
		const h3 = write("h3.txt", "h3.example\n");
		const ports = write("ports.txt", "h3.example:8080\n");
		const args = ["filter", "--in", h3, "--not-in", ports, "--invalid", "drop", "--json", LIST];
		const { stdout, stderr } = run(args);
		const left = parsed.filter((each) => PLACES[0]?.[1](each) && each.port !== "8080");
		expect(stdout).toBe(formsOf(left));
		const { lines, excluded, rejects } = JSON.parse(stderr);
		expect(lines - excluded - rejects).toBe(left.length);
	});

	it("filters tables, and leaves all else of their rows", () => {
		const table = write("filter.csv", `id,url\n${LINES.map((line, index) => `${index},"${line}"\n`).join("")}`);
		const rows = parsed.flatMap((each, index) => (isWanted(each) ? `${index},"${each.line}"\n` : []));
		expect(filter("--in", EXCLUDED, "--column", "url", "--print", "original", "--invalid", "drop", table)).toBe(
			`id,url\n${rows.join("")}`,
		);
	});

	it("drops rows without a reference with --in, and keeps them with --not-in, in all formats", async () => {
		const wanted = write("wanted.txt", "a.example\n");
		const csv = write("gaps.csv", 'id,url\n1,http://a.example/\n2,\n3,http://b.example/\n4," "\n');
		expect(filter("--in", wanted, "--column", "url", csv)).toBe("id,url\n1,http://a.example/\n");
		expect(filter("--not-in", wanted, "--column", "url", csv)).toBe('id,url\n2,\n3,http://b.example/\n4," "\n');
		const rows = ['{"url":"http://a.example/"}', '{"url":null}', '{"url":""}', "{}", '{"url":"http://b.example/"}'];
		const lines = write("gaps.jsonl", `${rows.join("\n")}\n`);
		expect(filter("--in", wanted, "--column", "url", lines)).toBe(`${rows[0]}\n`);
		expect(filter("--not-in", wanted, "--column", "url", lines)).toBe(`${rows.slice(1).join("\n")}\n`);
		expect(filter("--in", wanted, "--column", "url", write("gaps.json", `[${rows.join(",")}]`))).toBe(`[${rows[0]}]`);
		const { run: sql, rows: read } = await openDuckDb();
		const [parquet, output] = [path("gaps.parquet"), path("gaps.out.parquet")];
		const values = "(1, 'http://a.example/'), (2, NULL), (3, ''), (4, 'http://b.example/'), (5, ' ')";
		await sql(`COPY (SELECT * FROM (VALUES ${values}) AS t(id, url)) TO '${parquet}'`);
		for (const [option, ids] of [
			["--in", [[1]]],
			["--not-in", [[2], [3], [4], [5]]],
		] as const) {
			filter(option, wanted, "--column", "url", "-o", output, parquet);
			expect(await read(`SELECT id FROM '${output}' ORDER BY id`)).toEqual(ids);
		}
	});

	it("keeps rows for their first column, whatever the others lack", () => {
		const wanted = write("wanted.txt", "a.example\n");
		const csv = write("second.csv", "url,canonical\nhttp://a.example/,\n,http://a.example/\n");
		expect(filter("--in", wanted, "--column", "url", "--column", "canonical", csv)).toBe("url,canonical\nhttp://a.example/,\n");
	});

	it.each(["--in", "--not-in"])(
		"refuses a column with several values in a row, of which one would decide about all: %s",
		(option) => {
			const table = write("links.jsonl", '{"links":["http://a.example/","http://h3.example/"]}\n');
			const { status, stdout, stderr } = run(["filter", option, EXCLUDED, "--column", "links[]", table]);
			expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining('by one value each, and "links[]" has several')]);
		},
	);

	it.each([[["--in"]], [["--not-in"]]])(
		"adds a column for shapes and one for queries, whatever it prints: %j",
		([option = ""]) => {
			const hosts = write("shape-hosts.txt", option === "--in" ? "h\n" : "other\n");
			const table = write("shaped.csv", "url\nhttp://h/users/1?utm_id=2&a=1\nhttp://other/?b\n");
			const filtered = (...args: string[]) =>
				run(["filter", option, hosts, "--profile", "crawl@1", "--column", "url", ...args, table]);
			const columns = ["--into", "shape=s,query=q", "--key-into", "k"];
			for (const print of ["original", "normalized"])
				expect(filtered(...columns, "--quiet", "--print", print).stdout).toBe(
					"url,k,s,q\nhttp://h/users/1?utm_id=2&a=1,http://h/users/1?a=1,http://h/users/{int}?a=,utm_id=2&a=1\n",
				);
			for (const into of [
				["--into", "shape=s,query=q"],
				["--into", "host=h"],
			])
				expect(filtered(...into, "--print", "key")).toMatchObject({
					status: 2,
					stdout: "",
					stderr: expect.stringContaining("--print key and parts of --into exclude each other"),
				});
			expect(filtered("--key-into", "k", "--print", "key")).toMatchObject({
				status: 2,
				stderr: expect.stringContaining("--key-into and --print key exclude each other"),
			});
		},
	);

	it("says in its help what a line of a file covers", () => {
		for (const command of ["filter", "dedupe"]) {
			const help = run([command, "--help-all"]).stdout.replace(/\s+/g, " ");
			expect(help).toContain("=example.com or www.example.com, for example.com and www.example.com only");
		}
		expect(run(["filter", "--help"]).stdout.replace(/\s+/g, " ")).toContain(
			"drop lines that cannot be normalized unless --invalid is given",
		);
	});

	it.each([
		[[], "--in FILE or --not-in FILE is required"],
		[["--in", EXCLUDED, "--print", "both"], '--print must be normalized, fetch, key or original, not "both"'],
		[["--in", path("missing")], `cannot read ${path("missing")}`],
	])("refuses %j", (args, sentence) => {
		expect(run(["filter", ...args, LIST]).stderr).toContain(sentence);
	});
});

describe("lists with octets that are not UTF-8", () => {
	it("cover the URL that has them, and no other", () => {
		const url = Buffer.from(" http://h/\xff \n", "latin1");
		const list = path("octets.txt");
		writeFileSync(list, url);
		expect(run(["filter", "--quiet", "--in", list], Buffer.from("http://h/%EF%BF%BD\nhttp://h/%FF\n")).stdout).toBe(
			"http://h/%FF\n",
		);
	});

	it("are refused as hosts", () => {
		const list = path("octets-host.txt");
		writeFileSync(list, Buffer.from("ex\xffmple.com\n", "latin1"));
		const { status, stderr } = run(["dedupe", "--exclude", list], "http://h/\n");
		expect(status).toBe(2);
		expect(stderr).toContain('line 1: "ex\u{fffd}mple.com" is no host: it has octets that are not UTF-8, or U+FFFD');
	});
});

it.each([`${"a".repeat(1e6)}!`, `a.example/${"b".repeat(1e6)}`, `x http://${"c".repeat(1e6)}`])(
	"shows only the start of a long line that is refused",
	(line) => {
		const { stderr } = run(["dedupe", "--exclude", write("long-line.txt", `${line}\n`)], "http://h/\n");
		expect(stderr).toContain(`line 1: "${line.slice(0, 80)}…" is no `);
		expect(stderr.length).toBeLessThan(1000);
	},
);
