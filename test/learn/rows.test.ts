/** Rows of fetches as tools write them, and the columns that `learn` takes of them. Other formats: cli-learn.test.ts, crawlers.long.test.ts. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { CLI, run, useFolder } from "../cli/command";

const { path, write } = useFolder();

const argumentsFor = (args: readonly string[]) => [
	...["learn", "--json", "--support", "2", "--bound", "0.1", "--holdout", "0"],
	...[...args, "-o", path("rules")],
];

/** Learns from files. Returns the evidence without its sum over the base policy, and the summary. */
function learned(...args: string[]) {
	return outcomeOf(run(argumentsFor(args)));
}

/** The same in JavaScript: V8 has no WebAssembly without its compilers, and says so first. */
function learnedInJavaScript(...args: string[]) {
	const { status, stderr } = spawnSync(process.execPath, ["--jitless", CLI, ...argumentsFor(args)], { encoding: "utf8" });
	return outcomeOf({ status, stderr: stderr.replace(/^Warning: .*\n/, "") });
}

function outcomeOf({ status, stderr }: { status: number | null; stderr: string }) {
	expect([stderr.slice(0, 300), status]).toEqual([expect.stringMatching(/^\{/), 0]);
	const { seconds, inputOctets, notes, ...summary } = JSON.parse(stderr);
	return { evidence: readFileSync(join(path("rules"), "evidence.json"), "utf8"), summary };
}

/** URL, digest, status, time, type and redirect. Each page also without `q`, one is redirected, and one was fetched twice. */
const FETCHES = Array.from({ length: 40 }, (_, row) => {
	const url = `http://h/${row >> 1}?a=1,2${row % 2 ? `&q="${row}"` : ""}`;
	const time = `202611220630${String(10 + row)}`;
	if (row === 38) return [url, "BBB", "301", time, "text/html", url.replace("http:", "https:")] as const;
	return [url, `D${row >> 1}`, row % 7 ? "200" : "", time, row % 7 ? "text/html" : "warc/revisit", ""] as const;
});
const iso = (time: string, separator = "T") => time.replace(/(....)(..)(..)(..)(..)(..)/, `$1-$2-$3${separator}$4:$5:$6`);
const quoted = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const dashed = (values: readonly string[]) => values.map((value) => value || "-").join(" ");
const table = (header: string, lineOf: (fetch: (typeof FETCHES)[number]) => string) =>
	`${header}${FETCHES.map((fetch) => `${lineOf(fetch)}\n`).join("")}`;

let expected: ReturnType<typeof learned>;
beforeAll(() => {
	const csv = table("id,redirect,url,status,digest,mime,time\n", ([url, digest, status, time, type, redirect]) =>
		[1, redirect, url, status, digest, type, `${iso(time)}Z`].map((value) => quoted(`${value}`)).join(),
	);
	expected = learned(write("rows.csv", csv));
	expect(expected.summary).toMatchObject({ rows: 40, redirects: 1, causes: {} });
});

it.each<[string, string, string]>([
	[
		"the columns of Common Crawl in TSV",
		"tsv",
		table(
			"url\tfetch_time\tfetch_status\tcontent_digest\tcontent_mime_type\tfetch_redirect\tcontent_truncated\n",
			([url, digest, status, time, type, redirect]) =>
				[quoted(url), iso(time, " "), status, digest, type, redirect, ""].join("\t"),
		),
	],
	[
		"JSON lines with numbers, times of ISO 8601 and null",
		"jsonl",
		table("", ([url, digest, status, time, mime, redirect]) =>
			JSON.stringify({ url, status: Number(status) || null, content_digest: digest, mime, redirect, time: `${iso(time)}.000Z` }),
		),
	],
	[
		"CDX by wget, whose legend names the URL twice",
		"cdx",
		table(" CDX a b a m s k r M V g u\n", ([url, digest, status, time, type, redirect]) =>
			dashed([url, time, url, type, status, digest, redirect, "", "713", "x.warc.gz", "<urn:uuid:1>"]),
		),
	],
	[
		"CDX of eleven columns without a legend",
		"cdx",
		table("", ([url, digest, status, time, type, redirect]) =>
			dashed(["h)/", time, url, type, status, digest, redirect, "", "1", "2", "x.gz"]),
		),
	],
])("%s teaches what the same rows in CSV do", (_, format, text) => {
	expect(learned(write(`rows.${format}`, text))).toEqual(expected);
	// Given twice, they are the same fetches.
	expect(learned(path("rows.csv"), path(`rows.${format}`)).evidence).toBe(expected.evidence);
});

it("takes a digest at the end of a path of keys", () => {
	const lines = FETCHES.map(
		([url, digest, , time]) => `${JSON.stringify({ url, time, page: { sha1: digest, text: true } })}\n`,
	).join("");
	const flat = FETCHES.map(([url, digest, , time]) => `${JSON.stringify({ url, time, digest })}\n`).join("");
	expect(learned("--digest", "page.sha1", write("deep.jsonl", lines)).evidence).toBe(learned(write("flat.jsonl", flat)).evidence);
});

it("takes the last of equal keys, only of the outermost object, and nothing of a line that is not valid", () => {
	const rows = [
		'{ "digest" : "1" , "url" : "http://h/1" }',
		'{"digest":"9","digest":"1","url":"http://h/1?q=1"}',
		'{"x":{"digest":"9"},"digest":"2","url":"http://h/2"}',
		'{"x":[{"y":[]},{"digest":"9"}],"z":{"z":{}},"digest":"2","url":"http://h/2?q=1"}',
	];
	const others = ['["digest","1","url","http://h/1"]', '"digest"', "7", "", '{"digest":"1","url":"http://h/1?q=2"'];
	const { evidence, summary } = learned(write("keys.jsonl", `${[...rows, ...others].join("\n")}\n`));
	const csv = "url,digest\nhttp://h/1,1\nhttp://h/1?q=1,1\nhttp://h/2,2\nhttp://h/2?q=1,2\n";
	expect(summary.fetches).toBe(4);
	expect(learned(write("flat.csv", csv)).evidence).toBe(evidence);
	for (const name of ["a.".repeat(100), "a".repeat(100_000)]) {
		const { status, stderr } = run(["learn", "--digest", name, path("keys.jsonl"), "-o", path("refused-rules")]);
		expect([status, stderr]).toEqual([2, expect.stringMatching(/he name of a column must have at most \d/)]);
	}
});

it("takes the time of CDXJ, which stands between two spaces before the object", () => {
	const lines = [
		'h)/ 2020 {"url":"http://h/","digest":"1"}',
		'h)/   2020   {"url":"http://h/","digest":"1"}',
		'!meta 2023 {"url":"http://h/"}',
	];
	const untimed = ['h)/ {"url":"http://h/","digest":"1"}', 'h)/ {"url": "http://h/", "digest": "1"}'];
	const { summary } = learned(write("times.cdxj", `${[...lines, ...untimed].join("\n")}\n`));
	expect([summary.fetches, summary.repeated]).toEqual([3, 1]);
});

it("learns the same in JavaScript from rows of any format, faulty ones included", () => {
	const csv = table("url,digest,status,time\n", ([url, digest, status, time]) => [quoted(url), digest, status, time].join());
	const json = FETCHES.map(([url, digest, , time], row) => {
		const before = ["", '"x":[{"digest":"9"}],', '"y" : {"z":[]} , ', '"digest":7,"u\\u0072l":"-",'][row % 4];
		return `{${before}"url":${JSON.stringify(url).replace("h/", "h\\/")},"digest":"${digest}","time":"${time}"}\n`;
	});
	const faulty = ['["digest","1"]', '"digest"', "7", "", '{"digest":"1","url":"http://h/1', '{"url":"\\ud800","digest":"1"}'];
	const files = [
		write("any.csv", `${csv}http://a/2\n"http://c"x,3,200,\n,x,200,\nhttp://[,x,200,\n"http://h/""","x",200,\n`),
		write("any.jsonl", `${json.join("")}${faulty.join("\n")}\n`),
		write("any.cdx", ` CDX a k b\nhttp://h/1 1 2020\n- 2 2020\nhttp://h/2 -\n`),
		write(
			"any.cdxj",
			'!meta 2023 {"url":"http://h/"}\nh)/ {"url":"http://h/","digest":"1"}\nh)/ 2020 {"url":"http://h/","digest":"2"}\n',
		),
	];
	const expected = learned(...files);
	expect(expected.summary).toMatchObject({ rows: 97, causes: { "cannot be read": 5 } });
	expect(learnedInJavaScript(...files)).toEqual(expected);
});

it("counts each row that does not count once, by its cause", () => {
	const faulty =
		'url,digest,status\nhttp://a/1,x,200\nhttp://a/2\n"http://c"x,3,200\n,x,200\nhttp://[,x,200\nftp://a/,x,200\nhttp://a/3,x,404\nhttp://a/4,,200\n';
	const { summary } = learned(write("faulty.csv", faulty));
	expect([summary.rows, summary.fetches, summary.causes]).toEqual([
		8,
		1,
		{
			"cannot be read": 2,
			"have no URL": 1,
			"have no valid URL": 1,
			"are neither http nor https": 1,
			"have another status than 200": 1,
			"have no digest, or that of an empty page": 1,
		},
	]);
});

it("takes forms of one time for the same", () => {
	const times = [
		"2026-11-22T08:30:05+02:00",
		"2026-11-22 06:30:05+00",
		"20261122063005",
		"2026-11-22T06:30:05Z",
		"2026-11-22T06:30:05.25Z",
	];
	const { summary } = learned(write("times.csv", `url,digest,time\n${times.map((time) => `http://a,1,${time}\n`).join("")}`));
	expect([summary.fetches, summary.repeated]).toEqual([2, 3]);
});

it("takes the delimiter of CSV for TSV as well, but not for CDX and JSON lines", () => {
	const files = [
		write("semicolons.csv", "url;digest\nhttp://a/,;1\n"),
		write("semicolons.tsv", "url;digest\nhttp://b/,;2\n"),
		write("spaces.cdx", " CDX a k\nhttp://c/; 3\n"),
		write("rows.jsonl", '{"url":"http://d/;","digest":"4"}\n'),
	];
	expect(learned("--delimiter", ";", ...files).summary).toMatchObject({ rows: 4, fetches: 4, causes: {} });
});

it.each([
	[
		"csv",
		"url,sum\nhttp://a,1\n",
		[],
		'no column of digests, "digest" or "content_digest"; it has "url", "sum". Name one with --digest',
	],
	["csv", "address,digest\nhttp://a,1\n", [], 'no column of URLs, "url"; it has "address", "digest". Name one with --url'],
	["csv", "url,digest\nhttp://a,1\n", ["--status", "code"], 'no column "code"; it has "url", "digest"'],
	[
		"jsonl",
		'{"url":"http://a","md5":1}\n',
		[],
		'no row has a digest in "digest" or "content_digest"; it has "url", "md5". Name a column with --digest',
	],
	["cdx", " CDX a b\nhttp://a 2\n", [], 'no column of digests, "k"; it has "a", "b". Name one with --digest'],
] as const)("a table that lacks a column is refused with those that it has: %s %j", (format, text, options, sentence) => {
	const { status, stderr } = run(["learn", "--format", format, ...options, write("refused", text), "-o", path("refused-rules")]);
	expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});
