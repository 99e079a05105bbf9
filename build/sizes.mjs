/**
 * `npm run sizes`: builds if needed and prints what users download: bundles by esbuild, minified and gzip-compressed, and the files
 * of the package. Ends with status 1 if a size exceeds its limit, or differs from the table in PAGE. `-- --write` fills that table.
 *
 * Limits are alarms. One that would cost a feature, a check or speed is raised, in a commit that says why.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { packedFiles } from "./pack.mjs";
import { prepare } from "./prepare.mjs";
import { root } from "./root.mjs";

const KB = 1000;
/** Bundles of one import: the code, the limit in kB, and the condition under which it is bundled. */
const BUNDLES = [
	['import { normalize } from "urlsieve"', 39],
	['import { normalize } from "urlsieve/js"', 19],
	['import * as urlsieve from "urlsieve"', 57],
	['import { extract } from "urlsieve/text"', 36],
	['import { createNormalizer } from "urlsieve/crawl"', 106],
	['import { normalizeTable } from "urlsieve/datasets"', 58],
	['import { cacheKey, createRules, noVarySearch } from "urlsieve/edge"', 7.5],
	['import { agree, readers } from "urlsieve/edge"', 8],
	['import * as edge from "urlsieve/edge"', 14],
	['import { normalize } from "urlsieve"', 37, "workerd"],
	['import { createNormalizer } from "urlsieve/crawl"', 103, "workerd"],
];
/** Files in build/out, and the limit in kB, uncompressed. */
const FILES = [
	["kernel.simd.wasm", 41],
	["crawl.simd.wasm", 80],
	["datasets.simd.wasm", 16],
	["learn.simd.wasm", 30],
	["dist/edge.small.js", 10.24],
	["store.simd.wasm", 8],
];
/** The package without docs/ and bench/, unpacked, in kB. Half is comments and names as written; `urlsieve/learn` takes 190. */
const PACKAGE_LIMIT = 3300;
/** The page that shows the table, the table between its marks, and how far its sizes may be off. */
const PAGE = "docs/integrations/runtimes.md";
const TABLE = /(<!-- npm run sizes -->\n\n)([\s\S]*?)(\n\n<!-- end of sizes -->)/;
const TOLERANCE = 0.02;

await prepare();
const rows = [
	...(await Promise.all(BUNDLES.map(bundleRow))),
	...FILES.map(([file, limit]) => [`\`${file}\`, uncompressed`, statSync(join(root, "build", "out", file)).size / KB, limit]),
	["the package without its documents, unpacked", packageSize() / KB, PACKAGE_LIMIT],
];
const lines = [
	"| what | kB | limit |",
	"| --- | --- | --- |",
	...rows.map(([what, size, limit]) => `| ${what} | ${size.toFixed(1)} | ${limit} |`),
];
console.log(lines.join("\n"));
const isCurrent = process.argv.includes("--write") ? fill() : isShown();
const exceeded = rows.filter(([, size, limit]) => size > limit);
for (const [what, size, limit] of exceeded)
	console.log(`urlsieve: ${what}: ${size.toFixed(1)} kB exceed the limit of ${limit} kB`);
if (!isCurrent) console.log(`urlsieve: the table in ${PAGE} is out of date; try: npm run sizes -- --write`);
process.exitCode = exceeded.length === 0 && isCurrent ? 0 : 1;

/** The row of a bundle. Wasm files that the host imports count as well. */
async function bundleRow([code, limit, condition]) {
	const [, names] = /import (?:\* as )?(.+) from/.exec(code);
	const { outputFiles } = await esbuild.build({
		stdin: { contents: `${code}; console.log(${names.replace(/[{}]/g, "")});`, resolveDir: root },
		bundle: true,
		format: "esm",
		minify: true,
		write: false,
		outdir: join(root, "build", "out", "sizes"),
		conditions: condition === undefined ? [] : [condition],
		loader: { ".wasm": "copy" },
		logLevel: "silent",
	});
	const size = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
	return [`\`${code}\`${condition === undefined ? "" : `, condition \`${condition}\``}`, size / KB, limit];
}

function packageSize() {
	const files = packedFiles().filter((path) => !/^(docs|bench)\//.test(path));
	return files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
}

/** Writes the table between the marks in PAGE. */
function fill() {
	const page = join(root, PAGE);
	writeFileSync(page, readFileSync(page, "utf8").replace(TABLE, `$1${lines.join("\n")}$3`));
	return true;
}

/** Whether PAGE has these rows and limits, with sizes that are off by at most TOLERANCE. */
function isShown() {
	const shown = TABLE.exec(readFileSync(join(root, PAGE), "utf8"))?.[2]?.split("\n") ?? [];
	const isClose = ([what, size, limit], index) => {
		const [name, text, max] = (shown[index + 2] ?? "").slice(2, -2).split(" | ");
		return name === what && max === `${limit}` && Math.abs(Number(text) / size - 1) < TOLERANCE;
	};
	return shown.length === lines.length && rows.every(isClose);
}
