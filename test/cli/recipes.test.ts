/** The commands of docs/guide/tables.md. Those of the recipes print what the page says; the others run, and write their files. */
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as arrow from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { ROOT } from "../support/packed";
import { useFolder } from "./command";

const { path, write, step } = useFolder();
const [REFERENCE, RECIPES] = readFileSync(join(ROOT, "docs/guide/tables.md"), "utf8").split(/^## Recipes$/m) as [string, string];
const section = (RECIPES.split(/^## /m)[0] as string).replaceAll("\r", "");
const blocks = (language: string, text = section) =>
	[...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block as string);

/** A command and the comments after it, which are its output. */
interface Step {
	readonly command: string;
	readonly output: string;
}

function stepsOf(block: string): Step[] {
	const lines = block.trimEnd().split("\n");
	const starts = lines.flatMap((line, index) => (line.startsWith("# ") ? [] : [index]));
	return starts.map((start, index) => {
		const comments = lines.slice(start + 1, starts[index + 1]).map((line) => `${line.slice(2)}\n`);
		return { command: lines[start] as string, output: comments.join("") };
	});
}

const STEPS = blocks("sh").flatMap(stepsOf);

beforeAll(async () => {
	write("export.csv", blocks("csv")[0] as string);
	const [lines, index] = blocks("text") as [string, string];
	write("crawl.jsonl.gz", gzipSync(lines));
	write("cdx-00000.gz", gzipSync(index));
	const { run } = await openDuckDb();
	for (const [part, url] of ["HTTP://A", "http://a/"].entries())
		await run(`COPY (SELECT ${part} AS id, '${url}' AS url, [${part}] AS tags) TO '${path(`part-${part}.parquet`)}'`);
});

it("has a command for each format", () => {
	expect(STEPS.length).toBeGreaterThan(4);
	expect(STEPS.filter(({ output }) => output !== "").length).toBeGreaterThan(3);
});

it.each(STEPS)("$command", ({ command, output }) => {
	const { status, stdout, stderr } = step(command);
	expect([stdout, status], stderr).toEqual([output, 0]);
});

it("leaves one row of the Parquet files", async () => {
	const { rows } = await openDuckDb();
	expect(await rows(`SELECT * FROM '${path("unique.parquet")}'`)).toEqual([[0, "http://a/", [0]]]);
});

describe("before the recipes", () => {
	const { path, write, step } = useFolder();
	const URLS = ["HTTP://Example.com:80/a", "http://example.com/a", "http://[", "http://3232235777/"];
	const CSV = `id,url,fetched\n${URLS.map((url, id) => `${id},${url},2026-11-2${id}\n`).join("")}`;
	const COMMANDS = blocks("sh", REFERENCE)
		.flatMap((block) => block.trimEnd().split("\n"))
		.filter((line) => !line.startsWith("npm "));
	/** Stand-ins for programs of the reader. */
	const PROGRAMS = "producer() { cat crawl.arrows; }; consumer() { cat; }; zstdcat() { cat crawl.csv; }; set -o pipefail";

	beforeAll(async () => {
		mkdirSync(path("scratch"));
		for (const name of ["crawl.csv", "export.csv"]) {
			write(name, CSV);
			write(`${name}.gz`, gzipSync(CSV));
		}
		write("semicolons.csv", URLS.map((url, id) => `${id};"x, y";${url}\n`).join(""));
		write("links.csv", "href\n../a\n");
		const linked = URLS.map((url) => ({ page: { url, links: [url] }, links: [{ href: url }] }));
		const lines = linked.map((row) => `${JSON.stringify(row)}\n`).join("");
		write("pages.json", JSON.stringify(URLS.map((url) => ({ url }))));
		write("urls.json", JSON.stringify(URLS));
		write("crawl.jsonl", lines);
		write("crawl.jsonl.gz", gzipSync(lines));
		write("cdx-00000.gz", gzipSync(URLS.map((url, id) => `com,example)/a ${id} ${JSON.stringify({ url })}\n`).join("")));
		write("index.cdx", ` CDX N b a\n${URLS.map((url, id) => `com,example)/a 2026112${id} ${url}\n`).join("")}`);
		write("index.cdxj", URLS.map((url, id) => `com,example)/a 2026112${id} ${JSON.stringify({ url })}\n`).join(""));
		const table = new arrow.Table({ url: arrow.vectorFromArray(URLS, new arrow.Utf8()) });
		write("crawl.arrow", arrow.tableToIPC(table, "file"));
		write("crawl.arrows", arrow.tableToIPC(table, "stream"));
		const { run } = await openDuckDb();
		for (const name of ["crawl", "part-0", "part-1"])
			await run(`COPY (FROM read_csv('${path("crawl.csv")}')) TO '${path(`${name}.parquet`)}'`);
		for (const day of ["2026-11-29", "2026-11-30"]) {
			mkdirSync(path(`crawl/day=${day}`), { recursive: true });
			await run(`COPY (FROM read_csv('${path("crawl.csv")}')) TO '${path(`crawl/day=${day}/part-0.parquet`)}'`);
		}
	});

	it("has commands", () => {
		expect(COMMANDS.length).toBeGreaterThan(15);
	});

	it.each(COMMANDS)("%s", (command) => {
		const line = command.replace(" /scratch ", " scratch ");
		const needsPrograms = /\b(?:producer|consumer|zstdcat)\b/.test(line);
		const { status, stdout, stderr } = step(needsPrograms ? `${PROGRAMS}; ${line}` : line);
		expect(status, stderr).toBe(command.includes(" validate ") ? 1 : 0);
		const [, written] = /(?:> | -o )(\S+)/.exec(command) ?? [];
		expect(written === undefined ? stdout.length : statSync(path(written)).size).toBeGreaterThan(0);
	});
});
