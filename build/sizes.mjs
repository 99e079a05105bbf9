/**
 * `npm run sizes`: builds if needed and prints what users download: bundles by esbuild, minified and gzip-compressed, and the files
 * of the package. Ends with status 1 if a size exceeds its limit. `-- --write` also fills the table in docs/integrations/runtimes.md.
 *
 * Limits are alarms. One that would cost a feature, a check or speed is raised, in a commit that says why.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { packedFiles } from "./pack.mjs";
import { prepare, root } from "./prepare.mjs";

const KB = 1000;
/** Bundles of one import: the code, the limit in kB, and the condition under which it is bundled. */
const BUNDLES = [
	['import { normalize } from "urlsieve"', 38],
	['import { normalize } from "urlsieve/js"', 21],
	['import * as urlsieve from "urlsieve"', 54],
	['import { extract } from "urlsieve/text"', 37],
	['import { createNormalizer } from "urlsieve/crawl"', 101],
	['import { normalizeTable } from "urlsieve/datasets"', 54],
	['import { normalize } from "urlsieve"', 37, "workerd"],
	['import { createNormalizer } from "urlsieve/crawl"', 97, "workerd"],
];
/** Files in build/out, and the limit in kB, uncompressed. */
const FILES = [
	["kernel.simd.wasm", 36],
	["crawl.simd.wasm", 80],
	["datasets.simd.wasm", 16],
];
/** The package without docs/ and bench/, unpacked, in kB. */
const PACKAGE_LIMIT = 2400;

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
if (process.argv.includes("--write")) fill(join(root, "docs", "integrations", "runtimes.md"));
const exceeded = rows.filter(([, size, limit]) => size > limit);
for (const [what, size, limit] of exceeded)
	console.log(`urlsieve: ${what}: ${size.toFixed(1)} kB exceed the limit of ${limit} kB`);
process.exitCode = exceeded.length === 0 ? 0 : 1;

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

/** Replaces the table between the marks in a page. */
function fill(page) {
	const text = readFileSync(page, "utf8");
	writeFileSync(page, text.replace(/(<!-- npm run sizes -->\n\n)[\s\S]*?(\n\n<!-- end of sizes -->)/, `$1${lines.join("\n")}$2`));
}
