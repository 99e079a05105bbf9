/** What rows of other people's crawls do to `urlsieve learn`: requests with a body, the same rows again, many hosts below one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { FETCHES, FORMATS } from "../support/learn-fetches";

const { path, write } = useFolder();

let made = 0;

/** Learns into a new directory. Returns it, what its files say, and the summary. */
function learned(...args: string[]) {
	const into = path(`rules-${++made}`);
	const { status, stderr } = run(["learn", ...args, "-o", into]);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve learn: [\d,]+ rows?, /)]);
	const read = (name: string) => JSON.parse(readFileSync(join(into, name), "utf8"));
	return { into, params: read("learned.json").params, evidence: read("evidence.json"), stderr };
}

/** Pages of hosts without and with `ref`, which makes no difference. Each page is fetched once by each URL. */
function pagesOf(hosts: readonly (readonly [host: string, pages: number])[]): string {
	const rows = hosts.flatMap(([host, pages]) =>
		Array.from({ length: pages }, (_, page) => [
			`http://${host}/${page},${host}${page}\n`,
			`http://${host}/${page}?ref=${page},${host}${page}\n`,
		]).flat(),
	);
	return `url,digest\n${rows.join("")}`;
}

describe("requests with a body", () => {
	const ALONE = learned("--format", "csv", write("get.csv", FORMATS.csv(FETCHES))).evidence;
	const body = "__wb_method=post&q=1";
	const posts = FETCHES.filter((_, index) => index % 5 === 0).map(({ url, time }, index) => {
		return { url, time: `${Number(time) + 500_000}`, digest: `POST${index}` };
	});
	const cdx = (key: string) => FORMATS.cdx(posts).split("\n").slice(1).join("\n").replaceAll(/^x /gm, `${key} `);
	const cdxj = (key: string) => FORMATS.cdxj(posts).replaceAll(/^x /gm, `${key} `);

	it.each<[string, string, string]>([
		["a key of CDX", "cdx", FORMATS.cdx(FETCHES) + cdx(`com,example)/?${body}`)],
		[
			"a key of CDX by a crawler that writes only the data",
			"cdx",
			FORMATS.cdx(FETCHES) + cdx("com,example)/?__wb_post_data=cT0x"),
		],
		["a key of CDXJ", "cdxj", FORMATS.cdxj(FETCHES) + cdxj(`com,example)/?${body}`)],
		["a member of CDXJ", "cdxj", FORMATS.cdxj(FETCHES) + FORMATS.cdxj(posts).replaceAll('"status"', '"method":"POST","status"')],
		[
			"a column of CSV",
			"csv",
			`url,digest,status,time,method\n${[
				...FETCHES.map((row) => ({ ...row, method: "GET" })),
				...posts.map((row) => ({ ...row, method: "PUT" })),
			]
				.map(({ url, digest, time, method }) => `${url},${digest},200,${time},${method}\n`)
				.join("")}`,
		],
		[
			"a parameter of the URL",
			"jsonl",
			FORMATS.jsonl([...FETCHES, ...posts.map((row) => ({ ...row, url: `${row.url}&${body}` }))]),
		],
	])("are no fetches of the URL, and are counted: by %s", (_, format, text) => {
		const file = write("posts", text);
		for (const threads of ["1", "2"]) {
			const { evidence, stderr } = learned("--format", format, "--threads", threads, file);
			expect(stderr).toMatch(new RegExp(`^ *${posts.length}  were fetched by another method than GET$`, "m"));
			expect(evidence).toEqual(ALONE);
		}
	});
});

describe("the column of --method", () => {
	const row = (host: string, page: number, method: string) => ({
		urlkey: `com,x)/${page}`,
		url: `http://${host}/${page}`,
		digest: `${page}`,
		verb: method,
	});
	const rows = ["GET", "", "POST", "PUT"].flatMap((method, at) => [row("a.com", at, method), row("a.com", at, method)]);
	const lines = (of: (row: (typeof rows)[number]) => string) => rows.map((each) => `${of(each)}\n`).join("");
	const csv = lines(({ url, digest, verb }) => `${url},${digest},${verb}`);
	const cdxj = lines(({ urlkey, ...others }) => `${urlkey} 20260101000000 ${JSON.stringify(others)}`);
	const asked = `${cdxj}com,a)/?__wb_method=post 20260101000000 {"url":"http://a.com/9","digest":"9"}\n`;
	it.each<[string, number, string[], string]>([
		["a name", 4, ["--format", "csv", "--method", "Method"], `url,digest,Method\n${csv}`],
		["a number", 4, ["--format", "csv", "--no-header", "--url", "1", "--digest", "2", "--method", "3"], csv],
		["a key of JSON", 4, ["--format", "jsonl", "--method", "verb"], lines((each) => JSON.stringify(each))],
		[
			"a letter of CDX",
			4,
			["--format", "cdx", "--method", "x"],
			` CDX a k x\n${lines((each) => `${each.url} ${each.digest} ${each.verb || "-"}`)}`,
		],
		["a key of CDXJ, beside the keys of requests", 5, ["--format", "cdxj", "--method", "verb"], asked],
	])("tells rows of other methods than GET, which do not count: %s", (_, count, args, text) => {
		const { stderr } = learned(...args, write("methods", text));
		expect(stderr).toMatch(new RegExp(`^ *${count}  were fetched by another method than GET$`, "m"));
	});

	it("must be in the table", () => {
		const file = write("none.csv", `url,digest,Method\n${csv}`);
		const { status, stderr } = run(["learn", "--method", "verb", file, "-o", path("none")]);
		expect([status, stderr]).toEqual([2, expect.stringContaining('"verb"')]);
	});
});

describe("the rows of the earlier run", () => {
	const hosts = Array.from({ length: 20 }, (_, host) => `s${host}.com`);
	it.each<[string, (host: number) => number]>([
		["60 pairs a host", () => 60],
		["10 pairs a host", () => 10],
		["60 pairs at some hosts, 10 at others", (host) => (host < 12 ? 60 : 10)],
	])("give the same rules again, each once, and judge them: %s", (_, pairs) => {
		const file = write("again.csv", pagesOf(hosts.map((host, index) => [host, pairs(index)])));
		const first = learned(file);
		const again = learned("--previous", first.into, file);
		expect(first.evidence.rules).toHaveLength(1);
		expect(again.evidence).toEqual(first.evidence);
		expect(again.stderr).not.toContain("could not be judged");
	});

	it("name a host once where a rule stays at some hosts and is learned anew at others", () => {
		const first = learned(write("first.csv", pagesOf(hosts.map((host) => [host, 60]))));
		const some = hosts.map((host, index): [string, number] => [host, index < 12 ? 60 : index < 16 ? 1 : 0]);
		const { evidence } = learned("--previous", first.into, write("some.csv", pagesOf(some)));
		const named = evidence.rules.flatMap((rule: { hosts: string[] }) => rule.hosts);
		expect([...named].sort()).toEqual([...hosts].sort());
	});
});

describe("the quality of rules", () => {
	it("counts URLs that were fetched twice, and not pairs that a rule merges", () => {
		const pages = pagesOf([["a.example", 60]]);
		const { stderr, evidence } = learned(write("once.csv", pages));
		expect(stderr).toContain("pages kept apart agree in 100.0 %, no URL was fetched twice to compare\n");
		expect(evidence.controls).toEqual({ keys: 0, changed: 0 });
		expect(evidence.heldOut).toEqual({ agreement: 1, control: null, quotient: null });
		const twice = `${pages}http://a.example/0,a.example0\nhttp://a.example/1,other\n`;
		expect(learned(write("twice.csv", twice)).evidence.controls).toEqual({ keys: 2, changed: 1 });
	});

	it("is not that of pages kept apart if there are none", () => {
		const { stderr } = learned("--holdout", "0", write("none-apart.csv", pagesOf([["a.example", 60]])));
		expect(stderr).toContain("no page kept apart tests the rules, no URL was fetched twice to compare\n");
	});

	it("is in the report as unknown where nothing shows it", () => {
		const page = path("report.html");
		learned("--report", page, write("report.csv", pagesOf([["a.example", 60]])));
		expect(readFileSync(page, "utf8")).toMatch(/quotient[\s\S]{0,200}unknown/);
	});
});

describe("hosts below the host of a rule", () => {
	const below = Array.from({ length: 1500 }, (_, host) => `u${host}.site.example`);
	const single = below.map((host) => `http://${host}/,${host}\n`).join("");

	it("are named up to a thousand, and counted beyond", () => {
		const { evidence, into } = learned(write("below.csv", pagesOf([["site.example", 60]]) + single));
		const [rule] = evidence.rules;
		expect([rule.hosts, rule.exceptHosts.length, rule.exceptHostsLeftOut]).toEqual([["site.example"], 1000, 500]);
		const next = learned("--previous", into, write("next.csv", `url,digest\n${single}`));
		const [stayed] = next.params;
		expect(stayed.hosts).toEqual(["site.example"]);
		expect(stayed.exceptHosts).toHaveLength(1500);
	});

	it("are not named if the rule acts at them as at the host above", () => {
		const tried = Array.from({ length: 50 }, (_, host): [string, number] => [`u${host}.site.example`, 6]);
		const { evidence } = learned(write("tried.csv", pagesOf([["site.example", 60], ...tried])));
		expect(evidence.rules).toEqual([expect.objectContaining({ hosts: ["site.example"], hostsBelow: 50, votes: 360 })]);
	});
});
