/**
 * Runs the TypeScript examples of README.md, docs/ and the docstrings against the packed package.
 *
 * ```
 *   normalize("HTTP://a"); // "http://a/"  ──▶  check(normalize("HTTP://a"), "http://a/");
 * ```
 *
 * A page must import what it uses: its examples run with their imports exactly as written. A docstring has no imports, so its
 * examples get those of the entry that exports it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, ROOT } from "../support/packed";

interface Example {
	/** File and number, such as "docs/reference/text.md 2". */
	readonly name: string;
	readonly file: string;
	readonly code: string;
}

/** Result of running an example. */
interface Outcome {
	/** Values that were compared. */
	readonly checks: number;
	/** Comparisons that failed, and the error that ended the example, if any. */
	readonly failures: readonly string[];
}

/** Packages that examples import, which users install beside urlsieve. */
const OPTIONAL = ["apache-arrow"];

const filesOf = (folder: string, ending: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`)
		.sort();
const EXAMPLES = ["README.md", ...filesOf("docs", ".md"), ...filesOf("src", ".ts")].flatMap(examplesOf);

/** The entry whose exports the docstrings of a folder describe. */
const ENTRIES = [
	["src/text/", "urlsieve/text"],
	["src/schemes/", "urlsieve/schemes"],
	["src/crawl/", "urlsieve/crawl"],
	["src/node/", "urlsieve/node"],
	["src/redis/", "urlsieve/redis"],
	["src/edge/", "urlsieve/edge"],
	["src/connect/", "urlsieve/connect"],
	["src/crawlee/", "urlsieve/crawlee"],
	["src/duckdb/", "urlsieve/duckdb"],
	["src/learn/", "urlsieve/learn"],
	["src/tables/text/", "urlsieve/tables"],
	["src/", "urlsieve"],
] as const;

/** Imported by every example. Compares as a reader does: an undefined property equals an absent one. */
const CHECK = `
import { isDeepStrictEqual } from "node:util";
const present = (value) =>
	Array.isArray(value) ? value.map(present)
	: Object.getPrototypeOf(value ?? 0) !== Object.prototype ? value
	: Object.fromEntries(Object.entries(value).flatMap(([name, part]) => part === undefined ? [] : [[name, present(part)]]));
export const outcome = { checks: 0, failures: [] };
export function check(actual, expected) {
	outcome.checks += 1;
	if (isDeepStrictEqual(present(actual), present(expected))) return;
	outcome.failures.push(JSON.stringify(actual) + " is not " + JSON.stringify(expected));
}
`;

/** Runs the modules named by its arguments, one after the other, and prints their outcomes: the last line, as examples print too. */
const RUN = `
const outcomes = [];
for (const module of process.argv.slice(2)) {
	const { outcome } = await import("./check.js?" + module);
	try {
		await import(module);
	} catch (error) {
		outcome.failures.push(String(error));
	}
	outcomes.push(outcome);
}
console.log(JSON.stringify(outcomes));
`;

function examplesOf(file: string): Example[] {
	const text = readFileSync(join(ROOT, file), "utf8");
	return [...text.matchAll(/^([ \t]*\*? ?)```ts\n([\s\S]*?)^\1```$/gm)].map(([, margin, lines], index) => {
		const code = (lines as string).split("\n").map((line) => line.slice((margin as string).length));
		return { name: `${file} ${index + 1}`, file, code: code.join("\n") };
	});
}

/** Turns `expression; // value` into a check. What follows a ":" in the comment explains the value. */
function withChecks(code: string): string {
	return code.replace(/^(?!\/\/)(.+?); \/\/ (.+)$/gm, (line, expression: string, comment: string) => {
		const value = /^(true|false|undefined|-?\d+(\.\d+)?|"[^"]*"|\[.*\]|\{.*\})/.exec(comment)?.[0];
		if (value === undefined) return line;
		const declared = /^\s*const (\w+) = /.exec(expression)?.[1];
		return declared === undefined ? `check(${expression}, ${value});` : `${expression}; check(${declared}, ${value});`;
	});
}

/** The import that a docstring may leave out: those exports of its entry that occur in the example. */
function impliedImport({ file, code }: Example, exportsOf: Readonly<Record<string, readonly string[]>>): string {
	const entry = ENTRIES.find(([folder]) => file.startsWith(folder))?.[1];
	if (entry === undefined || code.includes(`from "${entry}"`)) return "";
	const used = exportsOf[entry]?.filter((name) => new RegExp(`\\b${name}\\b`).test(code)) ?? [];
	return `import { ${used.join(", ")} } from "${entry}";\n`;
}

/** The names that each entry of the installed package exports. */
function readExports(folder: string): Record<string, string[]> {
	const names = ENTRIES.map(([, entry]) => `"${entry}": Object.keys(await import("${entry}"))`);
	const code = `console.log(JSON.stringify({ ${names.join(", ")} }))`;
	return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" }));
}

/** Writes each example as a module into the folder and runs them all in one process. */
async function runExamples(folder: string): Promise<Map<string, Outcome>> {
	const exportsOf = readExports(folder);
	const modules: string[] = [];
	mkdirSync(join(folder, "examples"));
	for (const [index, example] of EXAMPLES.entries()) {
		const module = `./${index}.js`;
		const source = `${impliedImport(example, exportsOf)}${withChecks(example.code)}`;
		const options = { loader: "ts", tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } } as const;
		const { code } = await transform(source, options);
		writeFileSync(join(folder, "examples", module), `import { check } from "./check.js?${module}";\n${code}`);
		modules.push(module);
	}
	writeFileSync(join(folder, "examples", "check.js"), CHECK);
	writeFileSync(join(folder, "examples", "run.js"), RUN);
	const output = execFileSync(process.execPath, ["run.js", ...modules], { cwd: join(folder, "examples"), encoding: "utf8" });
	const outcomes: Outcome[] = JSON.parse(output.trimEnd().split("\n").at(-1) as string);
	return new Map(EXAMPLES.map(({ name }, index) => [name, outcomes[index] as Outcome]));
}

describe("the examples", () => {
	let folder: string;
	let outcomes: Map<string, Outcome>;

	beforeAll(async () => {
		folder = installPacked();
		for (const name of OPTIONAL) symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
		outcomes = await runExamples(folder);
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it.each(EXAMPLES.map(({ name }) => name))("%s runs as written", (name) => {
		const { checks, failures } = outcomes.get(name) as Outcome;
		expect(failures).toEqual([]);
		expect(checks).toBeGreaterThan(0);
	});

	it("cover every function of the package that users start from", () => {
		const all = EXAMPLES.map(({ code }) => code).join("\n");
		for (const name of DOCUMENTED) expect(all).toMatch(new RegExp(`\\b${name}\\(`));
	});
});

/** Functions and classes that users start from. */
const DOCUMENTED = [
	..."normalize isNormalized equivalent compare parse recompose validate createNormalizer normalizeLines lineStream".split(" "),
	..."dedupeStream SeenSet extract expandSuffix visualize inspect parseScheme formatScheme ftpCommands gopherRequest octetsOf".split(
		" ",
	),
];
