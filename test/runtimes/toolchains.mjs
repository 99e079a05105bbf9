/**
 * The tools that users build with, given the packed package: sample.mjs bundled by esbuild, Vite, webpack and wrangler, and run; programs checked
 * by the type checkers of TypeScript and Deno; and what an error that nothing catches looks like.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { installInto } from "./install.mjs";

const run = promisify(execFile);

const PACKAGES = { wrangler: "4.86.0", webpack: "5.112.2", "webpack-cli": "7.3.1" };
/** Lines of a stack are paths. No line of the package's code may be much longer. */
const MAX_LINE = 300;

const ESM = `import { normalize, type UriError } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { normalizeTable } from "urlsieve/tables";
import { noVarySearch } from "urlsieve/edge";
import { dedupeFile } from "urlsieve/node";
import { SharedSeenSet } from "urlsieve/redis";
export const all: unknown[] = [normalize, createNormalizer, normalizeTable, noVarySearch, dedupeFile, SharedSeenSet];
export const code = (error: UriError): string => error.code;
`;
const COMMON_JS = `import urlsieve = require("urlsieve");
import { createNormalizer } from "urlsieve/crawl";
const form: string = urlsieve.normalize("http://a");
const key: string = createNormalizer({ profile: "crawl@1" }).key(form);
export = { form, key };
`;
const STORE = `import { SeenStore } from "urlsieve/node";
SeenStore.open("out/webpack.seen").then(async (set) => {
	await set.addAll(["http://a", "HTTP://a/"]);
	console.log("node:", set.size, "known");
	await set.close();
});
`;
const WORKER = `import { normalize } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
const keys = createNormalizer({ profile: "crawl@1" });
export default { fetch: ({ url }) => new Response(normalize(url) + keys.key(url)) };
`;

/** The checks by name: functions that throw if one fails. `at` has the binaries of runtimes, `folder` the installed package. */
export function toolchains(root, at, folder) {
	const tools = join(folder, "..", "toolchains");
	const bin = (name) => join(root, "node_modules", ".bin", name);
	const tool = (name) => join(tools, "node_modules", ".bin", name);
	const inFolder = (program, ...args) =>
		run(program, args, { cwd: folder, env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
	const sample = async (program, ...args) => (await inFolder(program, ...args)).stdout;
	const bundled = async (program, args, output) => {
		await inFolder(program, ...args);
		expectSame(await sample(at.node20, output), await sample(at.node20, "sample.mjs"));
	};
	prepareFolder(tools, folder);
	return {
		"sample.mjs in Deno": async () =>
			expectSame(
				await sample(at.deno, "run", "--allow-read", "--node-modules-dir=manual", "sample.mjs"),
				await sample(at.node20, "sample.mjs"),
			),
		"sample.mjs in Bun": async () => expectSame(await sample(at.bun, "sample.mjs"), await sample(at.node20, "sample.mjs")),
		"esbuild --minify": () =>
			bundled(
				bin("esbuild"),
				["sample.mjs", "--bundle", "--minify", "--format=esm", "--outfile=out/esbuild.mjs"],
				"out/esbuild.mjs",
			),
		"Vite, as a library": () => bundled(bin("vite"), ["build", "--config", "vite.config.mjs"], "out/vite/sample.js"),
		"webpack, urlsieve/node": async () => {
			const { stdout } = await inFolder(tool("webpack"), "--config", "webpack-node.config.mjs");
			if (stdout.includes("WARNING")) throw new Error(`webpack warns: ${stdout}`);
			expectSame(await sample(at.node20, "out/webpack/store.cjs"), "node: 1 known\n");
		},
		"realms of their own, in Node.js 26 as in 20": async () => {
			const flags = ["--experimental-vm-modules", "--no-warnings", "realm.mjs"];
			expectSame(await sample(at.node26, ...flags), await sample(at.node20, ...flags));
		},
		webpack: () => bundled(tool("webpack"), ["--config", "webpack.config.mjs"], "out/webpack/main.js"),
		"wrangler deploy --dry-run": () =>
			inFolder(
				tool("wrangler"),
				"deploy",
				"own-worker.mjs",
				"--dry-run",
				"--name=t",
				"--compatibility-date=2026-01-01",
				"--outdir=out/wrangler",
			),
		"deno check": () => inFolder(at.deno, "check", "--node-modules-dir=manual", "sample.mjs", "types.mts"),
		"TypeScript, ES modules and CommonJS": () =>
			inFolder(
				bin("tsc"),
				"--ignoreConfig",
				"--strict",
				"--module",
				"nodenext",
				"--target",
				"es2022",
				"--noEmit",
				"--types",
				"node",
				"types.mts",
				"types.cts",
			),
		"an uncaught error in Node.js": () => expectReadable(at.node20, ["uncaught.mjs"], folder),
		"an uncaught error in Deno": () =>
			expectReadable(at.deno, ["run", "--allow-read", "--node-modules-dir=manual", "uncaught.mjs"], folder),
		"an uncaught error in Bun": () => expectReadable(at.bun, ["uncaught.mjs"], folder),
	};
}

/** Installs the bundlers, and writes the programs and settings that only this file uses. */
function prepareFolder(tools, folder) {
	installInto(tools, PACKAGES);
	const outer = join(folder, "node_modules", "@types");
	mkdirSync(outer, { recursive: true });
	rmSync(join(outer, "node"), { recursive: true, force: true });
	symlinkSync(join(folder, "..", "..", "..", "..", "node_modules", "@types", "node"), join(outer, "node"));
	writeFileSync(join(folder, "types.mts"), ESM);
	writeFileSync(join(folder, "types.cts"), COMMON_JS);
	writeFileSync(join(folder, "own-worker.mjs"), WORKER);
	writeFileSync(join(folder, "store.mjs"), STORE);
	writeFileSync(
		join(folder, "webpack-node.config.mjs"),
		'export default { mode: "production", target: "node", entry: "./store.mjs", output: { path: import.meta.dirname + "/out/webpack", filename: "store.cjs" } };\n',
	);
	writeFileSync(
		join(folder, "vite.config.mjs"),
		'export default { build: { outDir: "out/vite", lib: { entry: "sample.mjs", formats: ["es"], fileName: "sample" } } };\n',
	);
	writeFileSync(
		join(folder, "webpack.config.mjs"),
		'export default { mode: "production", target: "node", entry: "./sample.mjs", output: { path: import.meta.dirname + "/out/webpack" } };\n',
	);
}

function expectSame(actual, expected) {
	if (actual !== expected) throw new Error(`printed ${actual} instead of ${expected}`);
}

async function expectReadable(program, args, folder) {
	const error = await run(program, args, { cwd: folder }).then(
		() => undefined,
		(failure) => failure,
	);
	checkReadable(error?.stderr ?? "");
}

/** Throws unless a text has the sentence of the error of uncaught.mjs, the name of its class, and no line that nobody can read. */
export function checkReadable(text) {
	if (!text.includes("UriError: The bracketed host is neither IPv6 address nor IPvFuture (at 7)."))
		throw new Error(`shows no UriError: ${text.slice(0, 500)}`);
	const longest = Math.max(...text.split("\n").map((line) => line.length));
	if (longest > MAX_LINE) throw new Error(`shows a line of ${longest} characters`);
}
