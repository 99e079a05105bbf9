/** The recipes of docs/datasets.md: each command prints what the page says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { ROOT } from "../support/packed";
import { useFolder } from "./command";

const { path, write, shell } = useFolder();
const [, RECIPES] = readFileSync(join(ROOT, "docs/datasets.md"), "utf8").split(/^## Recipes$/m) as [string, string];
const section = (RECIPES.split(/^## /m)[0] as string).replaceAll("\r", "");
const blocks = (language: string) =>
	[...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text as string);

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
	const { status, stdout, stderr } = shell(command.replace(/^urlsieve/, "$URLSIEVE"));
	expect([stdout, status], stderr).toEqual([output, 0]);
});

it("leaves one row of the Parquet files", async () => {
	const { rows } = await openDuckDb();
	expect(await rows(`SELECT * FROM '${path("unique.parquet")}'`)).toEqual([[0, "http://a/", [0]]]);
});
