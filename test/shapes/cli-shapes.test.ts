/** The command `urlsieve shapes`: its input, --against, --report and --merge, and what it refuses. */
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { urlsOf, useShapes, words } from "../support/shape-sites";

const { learn, write, path } = useShapes();

const URLS = urlsOf(words(70).map((word) => `/${word}`));
const LIST = write("list", `${URLS.join("\n")}\n`);

describe("input of shapes", () => {
	it("may be several files, compressed, in tables, and with lines that have no key", () => {
		const { text } = learn(URLS);
		const zipped = write("half.gz", gzipSync(`http://[\n${URLS.slice(0, 30).join("\n")}\n`));
		const other = write("other", `${URLS.slice(20).join("\n")}\nmailto:a@h.example\n`);
		const csv = write("urls.csv", `id,url\n${URLS.map((url, id) => `${id},${url}`).join("\n")}\n9,\n`);
		for (const args of [
			[zipped, other],
			["--column", "url", csv],
		]) {
			expect(run(["shapes", "--quiet", "-o", path("out"), ...args])).toMatchObject({ status: 0, stderr: "" });
			expect(readFileSync(path("out"), "utf8")).toBe(text);
		}
	});

	it("is counted by what became of it", () => {
		const long = `http://h.example/${"x/".repeat(3000)}`;
		const list = write("mixed", `${URLS.join("\n")}\nurn:a\n/a\nfile:///a\n${long}\nhttp://[\nhttp://single.example/\n`);
		const { stderr } = run(["shapes", "--json", "-o", path("out"), list]);
		const counts = { lines: 76, sites: 1, single: 1, positions: 1, traps: {}, without: 3, long: 1, rejects: 1 };
		expect(JSON.parse(stderr)).toMatchObject({ command: "shapes", ...counts });
	});

	it.each(["rfc3986@1", "w3lib@1", "crawlee@1"])("has no site of relative references under %s", (profile) => {
		const relative = write("relative", "images/1.png\nlist?page=1\n../up/1\n/a\nshop)/a\n");
		const { status, stderr } = run(["shapes", "--profile", profile, "-o", path("none"), relative]);
		expect([status, stderr]).toEqual([1, expect.stringMatching(/of 5 lines, 0 rejects, 5 keys without a host/)]);
	});

	it("may be hosts that --default-scheme completes, without a note", () => {
		const { status, stderr } = run(
			["shapes", "--default-scheme", "https", "-o", path("out"), "-"],
			"a.test/1\na.test/2\na.test/3\n",
		);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve shapes: 3 lines, 1 site, [^\n]*\n$/)]);
	});

	it("has no site of the header and the pieces of a table that is read as lines", () => {
		const csv = write("lines.csv", 'name,url\nchair,http://shop.example/1\n"a long\ntable/of oak",http://shop.example/2\n');
		const { status } = run(["shapes", "--quiet", "-o", path("none"), csv]);
		expect([status, existsSync(path("none"))]).toEqual([1, false]);
	});

	it.each(["surt@1", "surt-scheme-comma@1", "surt-java@1", "safe-browsing@1"])("has the sites of keys of %s", (profile) => {
		const { data } = learn(urlsOf(words(3).flatMap((word) => [`/${word}/1`, `/${word}/2`])), "--profile", profile);
		expect(data.sites).toMatchObject([{ keys: 6, kinds: 3 }]);
	});

	it.each([
		[
			"an empty list",
			"",
			/no key can be learned from, and nothing was written: of 0 lines, 0 rejects, 0 keys without a host, 0 of more than 4,096 bytes/,
		],
		["a list without hosts", "urn:a\n/b\n", /of 2 lines, 0 rejects, 2 keys without a host/],
		["a list of rejects", "http://[\n", /of 1 line, 1 reject, 0 keys/],
		["JSON lines", '{"url":1}\n'.repeat(3), /^urlsieve: note: found a JSON object .* add --format jsonl --column NAME$/m],
		["a table", "a,b\n1,x\n2,y\n", /^urlsieve: note: found 1 comma .* add --format csv --column NAME$/m],
		["hosts without a scheme", "h.example/1\nh.example/2\nh.example/3\n", /; --default-scheme https completes them$/m],
	])("of %s is none, which is said", (_, list, sentence) => {
		const { status, stdout, stderr } = run(["shapes", "-o", path("none"), "-"], list);
		expect([status, stdout, stderr, existsSync(path("none"))]).toEqual([1, "", expect.stringMatching(sentence), false]);
	});

	it.each([
		["no output", [], /shapes requires -o FILE/],
		["--invalid blank", ["-o", path("x"), "--invalid", "blank"], /shapes prints no lines; use keep, drop or fail/],
		[
			"a report that is no text",
			["-o", path("x"), "--report", "r.pdf"],
			/--report must be a file .html, .svg, .txt or .json, not "r.pdf"/,
		],
		["changes and shapes on one output", ["-o", "-", "--against", LIST], /--against prints changes on standard output/],
		[
			"options of lists with --merge",
			["-o", path("x"), "--merge", "--profile", "crawl@1"],
			/--merge reads keys as they are; --profile is for lists/,
		],
		[
			"a list with --merge",
			["-o", path("x"), "--merge"],
			/list is not a file that --samples has written: its first line is not the head/,
		],
	])("of %s is refused", (_, args, sentence) => {
		const { status, stdout, stderr } = run(["shapes", ...args, LIST]);
		expect([status, stdout, stderr, existsSync(path("x"))]).toEqual([2, "", expect.stringMatching(sentence), false]);
	});
});

describe("a file of shapes", () => {
	const shapes = path("kept");
	learn(URLS);
	run(["shapes", "--quiet", "-o", shapes, LIST]);

	it.each([
		["count", ["count", "--by", "shape", "--shapes", shapes, "-o", shapes, LIST], "--output"],
		["dedupe", ["dedupe", "--trap", "drop", "--shapes", shapes, "--audit", shapes, "-o", path("x"), LIST], "--audit"],
		["shapes", ["shapes", "--against", shapes, "--samples", shapes, LIST], "--samples"],
	])("is never overwritten by the logs and lines of %s", (_, args, option) => {
		const before = readFileSync(shapes, "utf8");
		const { status, stderr } = run(args);
		expect([status, stderr]).toEqual([2, expect.stringContaining(`${option} ${shapes} is also an input`)]);
		expect(readFileSync(shapes, "utf8")).toBe(before);
	});

	it("is read with shapes that have control characters", () => {
		const list = write("controls", "http://c.test/\x7f/1\nhttp://c.test/\x7f/2\n");
		const level = ["--level", "string"];
		expect(run(["shapes", "--quiet", ...level, "-o", path("controls.shapes"), list])).toMatchObject({ status: 0 });
		const counted = run(["count", "--by", "shape", ...level, "--quiet", "--shapes", path("controls.shapes"), list]);
		expect(counted).toMatchObject({ status: 0, stdout: "2\thttp://c.test/\x7f/{int}\n" });
	});
});

describe("samples", () => {
	const samples = path("a.samples");
	run(["shapes", "--quiet", "--samples", samples, LIST]);
	const whole = readFileSync(samples, "utf8");
	const [head = "", ...keys] = whole.split("\n");

	it.each([
		["of another version", `${head.replace("shape@1", "shape@2")}\n`, /bad\.samples is of another version/],
		["with a damaged site", `${head}\n{"site":"http://h","sample":3}\n`, /line 2 is neither a key nor a site with its sample/],
		["that is cut off in a line", whole.slice(0, -3), /bad\.samples is torn: its last line is not \{"keys":N\}/],
		["that is cut off after a line", whole.replace(/[^\n]*\n$/, ""), /bad\.samples is torn/],
		["that lacks a key", whole.replace(`${keys[0]}\n`, ""), /bad\.samples has 69 keys, and its last line says 70; make it again/],
		[
			"with more lines",
			`${whole}http://other.example/\n`,
			/bad\.samples is not a file that .*: line 73 comes after its last line/,
		],
		["with another file after it", whole + whole, /line 73 comes after its last line/],
		["with a line that is no key", `${head}\nnever\n/a\n{"keys":2}\n`, /line 3 is not a key with a host/],
		["of shapes", readFileSync(learn(URLS).path, "utf8"), /it looks like a file of shapes, which cannot be merged/],
		["that is empty", "", /it is empty/],
		["with a line without end", `${head}\n${"x".repeat(200_000)}`, /line 2 has more than 65536 octets/],
	])("refuses a file %s", (_, text, sentence) => {
		const file = write("bad.samples", text);
		expect(run(["shapes", "--merge", "-o", path("y"), file])).toMatchObject({
			status: 2,
			stderr: expect.stringMatching(sentence),
		});
		expect(existsSync(path("y"))).toBe(false);
	});

	it("are merged without notes on lists", () => {
		const list = write("few", "http://few.example/1\nhttp://few.example/2\nhttp://few.example/3\n");
		run(["shapes", "--quiet", "--profile", "safe-browsing@1", "--samples", path("few.samples"), list]);
		const { status, stderr } = run(["shapes", "--merge", "-o", path("few.shapes"), path("few.samples")]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve shapes: 5 lines, 1 site, [^\n]*\n$/)]);
	});

	it("may have keys that begin with a brace", () => {
		const list = write("braces", 'http://{"site/1\nhttp://{"site/2\n');
		run(["shapes", "--quiet", "--profile", "safe-browsing@1", "--samples", path("braces.samples"), list]);
		expect(run(["shapes", "--merge", "--quiet", "-o", path("braced"), path("braces.samples")])).toMatchObject({
			status: 0,
			stderr: "",
		});
		expect(JSON.parse(readFileSync(path("braced"), "utf8")).sites).toMatchObject([{ site: '{"site', keys: 2 }]);
	});

	it("are not merged with those of another profile", () => {
		const other = path("b.samples");
		run(["shapes", "--quiet", "--profile", "surt@1", "--samples", other, LIST]);
		const { status, stderr } = run(["shapes", "--merge", "-o", path("y"), samples, other]);
		expect([status, stderr]).toEqual([2, expect.stringMatching(/samples of keys by rfc3986@1 and by surt@1 cannot be merged/)]);
	});
});

describe("--against", () => {
	const paths = (name: string, count: number) => Array.from({ length: count }, (_, index) => `/${name}/${index}?a=1`);
	const before = learn(urlsOf([...paths("same", 20), ...paths("grown", 3), ...paths("gone", 10), ...paths("few", 9)])).path;
	const after = write(
		"after",
		`${urlsOf([...paths("same", 200), ...paths("grown", 31), ...paths("new", 10), ...paths("little", 9)]).join("\n")}\n`,
	);
	const CHANGES = [
		"grown\t3\t31\thttp://h.example/grown/{int}?a=",
		"new\t0\t10\thttp://h.example/new/{int}?a=",
		"gone\t10\t0\thttp://h.example/gone/{int}?a=",
	];

	it("prints shapes that are new, gone, or have more than ten times the keys", () => {
		const { status, stdout } = run(["shapes", "--quiet", "--against", before, after]);
		expect([status, stdout.split("\n").filter(Boolean).sort()]).toEqual([0, CHANGES.toSorted()]);
		const both = run(["shapes", "--quiet", "--against", before, "-o", path("now"), after]);
		expect([both.stdout, JSON.parse(readFileSync(path("now"), "utf8")).counts.sites]).toEqual([stdout, 1]);
		expect(run(["shapes", "--quiet", "--against", path("now"), after])).toMatchObject({ status: 0, stdout: "" });
	});

	it("prints what is gone with its site", () => {
		const { stdout } = run(["shapes", "--quiet", "--against", before, LIST]);
		expect(stdout).toContain(CHANGES[2]);
		const other = write("other-site", "http://other.example/\n");
		expect(run(["shapes", "--quiet", "--against", before, other]).stdout.split("\n").length - 1).toBe(2);
	});

	it("takes shapes of a policy with the keys of a profile, as --shapes does", () => {
		const policy = write("policy.json", '{"policy":"mine@1","base":"crawl@1"}');
		const ways = [
			["--policy", policy],
			["--profile", "crawl@1"],
		];
		for (const [ours = [], theirs = []] of [ways, ways.toReversed()]) {
			const { path: file } = learn(URLS, ...ours);
			expect(run(["shapes", "--quiet", ...theirs, "--against", file, LIST])).toMatchObject({ status: 0, stderr: "" });
			expect(run(["count", "--by", "shape", "--quiet", ...theirs, "--shapes", file, LIST])).toMatchObject({ status: 0 });
		}
	});

	it("refuses shapes of other keys", () => {
		const { status, stderr } = run(["shapes", "--against", before, "--profile", "surt@1", after]);
		expect([status, stderr]).toEqual([2, expect.stringMatching(/has shapes of keys by rfc3986@1, and these keys are by surt@1/)]);
	});
});

describe("--report", () => {
	const urls = [
		...urlsOf(words(30).map((word) => `/u/${word}/posts`)),
		...urlsOf(Array.from({ length: 256 }, (_, page) => `/list?page=${page}`)),
	];
	const list = write("report-list", `${urls.join("\n")}\n`);
	const reportOf = (name: string) => {
		run(["shapes", "--quiet", "--report", path(name), "-o", path("shapes"), list]);
		return readFileSync(path(name), "utf8");
	};

	it("has the shapes of each site, why words are merged, and traps with their shape", () => {
		const data = JSON.parse(reportOf("report.json"));
		expect(data).toMatchObject({
			keys: "rfc3986@1",
			counts: { sites: 1, single: 0, positions: 1, traps: { pages: 1 } },
			otherSites: { sites: 0, keys: 0 },
		});
		const [{ shapes, positions, traps, ...site }] = data.sites;
		expect(site).toEqual({ site: "http://h.example", keys: 286, kinds: 2, years: [] });
		expect(shapes.map(([shape, keys]: [string, number]) => [shape, keys])).toEqual([
			["/list?page=", 256],
			["/u/{word}/posts", 30],
		]);
		expect(positions).toMatchObject([{ at: "/u/{word}", rules: ["same below"], merged: 30 }]);
		expect(traps).toMatchObject([{ trap: "pages", shape: "/list?page=" }]);
	});

	it("is text by the name of its file", () => {
		const text = reportOf("report.txt");
		expect(text).toMatch(/\n1 site of several keys, 0 of one, 1 position\n/);
		expect(text).toMatch(/\n +256 {2}pages {2}http:\/\/h\.example\/list\? page {2}pages 256, last 255, step 1\n/);
		expect(text).toMatch(/\n +proposal: --per shape=100\n/);
		expect(text).toMatch(/\n +\/u\/\{word\}: 30 words merged, same below\n +30 {2}\/u\/\{word\}\/posts {2}http/);
	});

	const mixed = write(
		"sites",
		`${[...URLS, ...urlsOf(["/a/1", "/a/2"], "shop.example"), ...urlsOf(["/a/1", "/a/2"], "u@h.example:8080")].join("\n")}\nhttp://one.example/a\n`,
	);
	const reported = (site: string, ...options: string[]) => {
		const args = ["shapes", "--quiet", ...options, "--site", site, "--report", path("site.json"), "-o", path("site.shapes")];
		const ended = run([...args, mixed]);
		const isWritten = existsSync(path("site.json"));
		return { ...ended, sites: isWritten ? JSON.parse(readFileSync(path("site.json"), "utf8")).sites.map(nameOf) : [] };
	};
	const nameOf = ({ site }: { site: string }) => site;

	it.each([
		["shop.example", "http://shop.example"],
		["SHOP.example/", "http://shop.example"],
		["shop.example:80", "http://shop.example"],
		["http://Shop.example:80/", "http://shop.example"],
		["h.example:8080", "http://u@h.example:8080"],
	])("has the site that --site %s names", (typed, site) => {
		expect(reported(typed)).toMatchObject({ status: 0, stderr: "", sites: [site] });
	});

	it.each(["surt@1", "safe-browsing@1", "surt-scheme@1"])("has the host that --site names under %s", (profile) => {
		expect(reported("shop.example", "--profile", profile)).toMatchObject({ status: 0, sites: [expect.stringContaining("shop")] });
	});
});

describe("--site", () => {
	const refused = (site: string, input = LIST) => {
		const ended = run(["shapes", "--site", site, "--report", path("none.json"), "-o", path("none.shapes"), input]);
		return { ...ended, isWritten: existsSync(path("none.json")) || existsSync(path("none.shapes")) };
	};

	it.each([
		["h.exmaple", /no site of the list is "h\.exmaple" \(did you mean h\.example\?\), and nothing was written/],
		["http://h.exampel", /\(did you mean http:\/\/h\.example\?\)/],
		["example.net", /no site of the list is "example\.net"; sites are written like http:\/\/h\.example, and nothing/],
	])("refuses %s, which is not in the list", (site, sentence) => {
		expect(refused(site)).toMatchObject({ status: 1, stderr: expect.stringMatching(sentence), isWritten: false });
	});

	it("refuses a site without shapes of two keys", () => {
		const list = write("alone", `${URLS.join("\n")}\nhttp://one.example/a\n`);
		const sentence = /no two keys of "one\.example" have one shape, so there is nothing to report, and nothing was written/;
		expect(refused("one.example", list)).toMatchObject({ status: 1, stderr: expect.stringMatching(sentence), isWritten: false });
	});

	it.each(["", "h.example/a", "http://"])("refuses '%s', which is no site", (site) => {
		const sentence = /--site must be a host or a site, such as h\.example or http:\/\/h\.example:8080, not "/;
		expect(refused(site)).toMatchObject({ status: 2, stderr: expect.stringMatching(sentence), isWritten: false });
	});
});
