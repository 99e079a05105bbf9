/** Rows of requests by other methods than GET, which `urlsieve learn` counts and does not learn from. */
import { describe, expect, it } from "vitest";
import { useLearn } from "../support/learn-command";
import { FETCHES, FORMATS } from "../support/learn-fetches";

const { write, learned } = useLearn();

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
		const { evidence, stderr } = learned("--format", format, "--threads", "2", write("posts", text));
		expect(stderr).toMatch(new RegExp(`^ *${posts.length}  were fetched by another method than GET$`, "m"));
		expect(evidence).toEqual(ALONE);
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
	])("reports rows of other methods than GET, which do not count: %s", (_, count, args, text) => {
		const { stderr } = learned(...args, write("methods", text));
		expect(stderr).toMatch(new RegExp(`^ *${count}  were fetched by another method than GET$`, "m"));
	});
});
