/** The examples of the public docstrings and of README.md: every line that says what comes out is run. */
import { readdirSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import * as crawl from "../src/crawl/index";
import * as core from "../src/index";
import * as schemes from "../src/schemes/index";
import * as text from "../src/text/index";

const ROOT = new URL("../", import.meta.url);
const SOURCES = [
	"README.md",
	"docs/text.md",
	"docs/inspect.md",
	"docs/schemes.md",
	...readdirSync(new URL("src/", ROOT), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts"))
		.map((name) => `src/${name}`),
];

/** The TypeScript examples of a file. */
function examples(file: string): string[] {
	const text = readFileSync(new URL(file, ROOT), "utf8");
	return [...text.matchAll(/^([ \t]*\*? ?)```ts\n([\s\S]*?)^\1```$/gm)].map(([, margin, code]) =>
		(code as string)
			.split("\n")
			.map((line) => line.slice((margin as string).length))
			.join("\n"),
	);
}

/** Turns `expression; // value` into a check. What stands behind a ":" in the comment explains the value. */
function withChecks(code: string): string {
	return code
		.replace(/^import .*$/gm, "")
		.replace(/^(?!\/\/)(.+?); \/\/ (.+)$/gm, (line, expression: string, comment: string) => {
			const value = /^(true|false|undefined|-?\d+(\.\d+)?|"[^"]*"|\[.*\]|\{.*\})/.exec(comment)?.[0];
			if (value === undefined) return line;
			const declared = /^const (\w+) = /.exec(expression)?.[1];
			return declared === undefined ? `check(${expression}, ${value});` : `${expression}; check(${declared}, ${value});`;
		});
}

const files = SOURCES.map((file) => [file, examples(file)] as const).filter(([, found]) => found.length > 0);

describe.each(files)("%s", (file, found) => {
	it.each(found.map((code, index) => [index + 1, code] as const))("example %i", async (_index, code) => {
		let checks = 0;
		const check = (actual: unknown, expected: unknown) => {
			++checks;
			expect(actual).toEqual(expected);
		};
		const { code: script } = await transform(`(async () => {${withChecks(code)}})()`, { loader: "ts" });
		const exports = Object.entries({ ...core, ...text, ...schemes, ...(file.startsWith("src/crawl/") && crawl) });
		const run = new Function("check", ...exports.map(([name]) => name), `return ${script}`);
		await run(check, ...exports.map(([, value]) => value));
		expect([file, checks > 0]).toEqual([file, true]);
	});
});

it("finds examples of every public function", () => {
	const all = files.flatMap(([, found]) => found).join("\n");
	for (const name of [
		"normalize",
		"isNormalized",
		"equivalent",
		"compare",
		"parse",
		"recompose",
		"validate",
		"createNormalizer",
		"normalizeLines",
		"lineStream",
		"dedupeStream",
		"SeenSet",
		"extract",
		"expandSuffix",
		"visualize",
		"inspect",
		"parseScheme",
		"formatScheme",
		"ftpCommands",
		"gopherRequest",
		"octetsOf",
	]) {
		expect(all).toMatch(new RegExp(`\\b${name}\\(`));
	}
});
