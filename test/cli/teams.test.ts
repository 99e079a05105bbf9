/** The recipes of docs/guide/teams.md that need no Python: each gives what the page says. */
import { chmodSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { ROOT } from "../support/packed";
import { useFolder } from "./command";

const PAGE = readFileSync(join(ROOT, "docs/guide/teams.md"), "utf8");

function blocksOf(title: string, language: string): string[] {
	const section = PAGE.split(/^## /m).find((text) => text.startsWith(title)) as string;
	return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block as string);
}

describe("Common Crawl", () => {
	const { path, write, shell } = useFolder();
	const [fromIndex, toLines] = blocksOf("Common Crawl", "sql") as [string, string];
	const commands = (blocksOf("Common Crawl", "sh")[0] as string).trimEnd().split("\n");
	const INDEX: [string, string, string][] = [
		["http://www.example.org/", "example.org", "2025-01-12 10:00:00"],
		["https://www.example.org/a?utm_source=feed", "example.org", "2025-01-12 11:00:00"],
		["https://www.example.org/a", "example.org", "2025-01-13 11:00:00"],
		["https://WWW.example.org/a#top", "example.org", "2025-01-11 11:00:00"],
		["https://www.example.org/fetched", "example.org", "2025-01-12 12:00:00"],
		["https://www.example.org/b", "example.org", "2025-01-12 13:00:00"],
		["https://shop.example.org/?b=2&a=1", "example.org", "2025-01-12 14:00:00"],
		["https://shop.example.org/?a=1&b=2", "example.org", "2025-01-12 15:00:00"],
		["https://ads.example.org/x", "example.org", "2025-01-12 16:00:00"],
		["https://example.com/", "example.com", "2025-01-12 17:00:00"],
	];

	beforeAll(async () => {
		const { run } = await openDuckDb();
		const values = INDEX.map(
			([url, site, time], row) => `('${url}', '${site}', TIMESTAMP '${time}', 200::SMALLINT, 'D${row}', ${row})`,
		);
		const columns = "url, url_host_registered_domain, fetch_time, fetch_status, content_digest, warc_record_offset";
		await run(`COPY (SELECT * FROM (VALUES ${values.join(", ")}) AS rows(${columns})) TO '${path("index.parquet")}'`);
		await run(fromIndex.replace(/s3:\S+(?=')/, path("index.parquet")).replace("'site.parquet'", `'${path("site.parquet")}'`));
		write("unwanted.txt", "ads.example.org\n");
		write("fetched.txt", "https://www.example.org/fetched#top\n");
		expect(shell("$URLSIEVE seen add --profile crawl@1 crawl.seen fetched.txt").status).toBe(0);
	});

	it("makes the same of the index as CDXJ", () => {
		const sorted = INDEX.slice(0, -1).sort(([, , a], [, , b]) => (a < b ? -1 : 1));
		const index = sorted.map(([url, , time]) => `org,example)/ ${time.replaceAll(/\D/g, "")} ${JSON.stringify({ url })}\n`);
		write("site.cdxj", index.join(""));
		for (const command of commands) {
			const line = command.replaceAll(".parquet", ".cdxj").replace(" --column url", "").replace("max:fetch_time", "last");
			const { status, stderr } = shell(line.replace(/^urlsieve/, "$URLSIEVE"));
			expect(status, stderr).toBe(0);
		}
		expect(readFileSync(path("frontier.cdxj"), "utf8").match(/\d{14} .*/g)).toEqual([
			'20250112100000 {"url":"http://www.example.org/"}',
			'20250112130000 {"url":"https://www.example.org/b"}',
			'20250112150000 {"url":"https://shop.example.org/?a=1&b=2"}',
		]);
	});

	it("makes the frontier of a site by four commands", async () => {
		expect(commands).toHaveLength(4);
		for (const [index, command] of commands.entries()) {
			const { status, stdout, stderr } = shell(command.replace(/^urlsieve/, "$URLSIEVE"));
			expect(status, stderr).toBe(0);
			expect(stdout).toBe(index === 0 ? blocksOf("Common Crawl", "text")[0] : "");
		}
		const { run, rows } = await openDuckDb();
		expect(await rows(`SELECT url, fetch_time::VARCHAR, content_digest FROM '${path("frontier.parquet")}'`)).toEqual([
			["http://www.example.org/", "2025-01-12 10:00:00", "D0"],
			["https://www.example.org/a", "2025-01-13 11:00:00", "D2"],
			["https://shop.example.org/?a=1&b=2", "2025-01-12 15:00:00", "D7"],
		]);
		await run(toLines.replaceAll(/'(frontier\.\w+)'/g, (_, name: string) => `'${path(name)}'`));
		expect(readFileSync(path("frontier.txt"), "utf8")).toBe(
			"http://www.example.org/\nhttps://www.example.org/a\nhttps://shop.example.org/?a=1&b=2\n",
		);
	});
});

describe("A small crawl", () => {
	const { path, write, shell } = useFolder();
	const day = (date: string, more = "") => {
		const [command] = blocksOf("A small crawl", "sh") as [string];
		return shell(`${command.trimEnd().replace("2026-12-01", date)} URLSIEVE="$URLSIEVE" ${more}`);
	};
	const linesOf = (name: string) => readFileSync(path(name), "utf8").trimEnd().split("\n");

	beforeAll(() => {
		copyFileSync(join(ROOT, "examples/crawl-day/Makefile"), path("Makefile"));
		const pages = ["http://A.example/1#top", "http://a.example/2", "http://a.example/3"];
		write("links.txt", ["http://a.example/1", ...pages, "http://ads.example/", "http://b.example/", "http://[", ""].join("\n"));
		write("blocked.txt", "ads.example\n");
		// A crawler that does not get one of the pages, and fails at first.
		write("fetch", "#!/bin/sh\ngrep -v /2\ntest -e reached || { touch reached; exit 1; }\n");
		chmodSync(path("fetch"), 0o755);
	});

	it("fetches nothing twice, and puts off what is too much for a host", () => {
		expect(day("2026-12-01").status).not.toBe(0);
		const { status, stderr } = day("2026-12-01");
		expect(status, stderr).toBe(0);
		expect(linesOf("2026-12-01/frontier.txt")).toEqual(["http://a.example/1", "http://a.example/2", "http://b.example/"]);
		expect(linesOf("2026-12-01/fetched.txt")).toEqual(["http://a.example/1", "http://b.example/"]);
		expect(linesOf("2026-12-01/left-out.tsv").map((line) => line.split("\t")[2])).toEqual(["fragment", "excluded", "per host"]);
		expect(linesOf("2026-12-01/rejects.tsv")).toHaveLength(1);
		expect(day("2026-12-02").status).toBe(0);
		expect(linesOf("2026-12-02/frontier.txt")).toEqual(["http://a.example/2", "http://a.example/3"]);
		expect(linesOf("2026-12-02/fetched.txt")).toEqual(["http://a.example/3"]);
	});

	it("does nothing on a day that is done", () => {
		expect(day("2026-12-02", "FETCH=false").status).toBe(0);
	});
});
