/**
 * `npm run sizes`: builds if needed and prints what users download: bundles by esbuild, minified and gzip-compressed, and the files
 * of the package. Ends with status 1 if a size exceeds its limit, or differs from what the pages show. `-- --write` fills them.
 *
 * Limits are alarms. One that would cost a feature, a check or speed is raised, in a commit that says why.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { exportRows } from "./exports.mjs";
import { packedFiles } from "./pack.mjs";
import { prepare } from "./prepare.mjs";
import { root } from "./root.mjs";

const KB = 1000;
/** Bundles of one import: the code, the limit in kB, and the condition under which it is bundled. */
const BUNDLES = [
	['import { normalize } from "urlsieve"', 47],
	['import { normalize } from "urlsieve/js"', 24],
	['import * as urlsieve from "urlsieve"', 65],
	['import { extract } from "urlsieve/text"', 36],
	['import { createNormalizer } from "urlsieve/crawl"', 166],
	['import { normalizeTable } from "urlsieve/tables"', 73],
	['import { cacheKey, equivalent, headerOf, noVarySearch } from "urlsieve/edge"', 3],
	['import { cacheKey, createRules, noVarySearch } from "urlsieve/edge"', 4.8],
	['import { agree, readers } from "urlsieve/edge"', 6.4],
	['import { addressClass, clients, destination } from "urlsieve/edge"', 4.8],
	['import * as edge from "urlsieve/edge"', 19.9],
	['import { normalize } from "urlsieve"', 46, "workerd"],
	['import { createNormalizer } from "urlsieve/crawl"', 161, "workerd"],
];
/** Files in build/out, and the limit in kB, uncompressed. */
const FILES = [
	["kernel.simd.wasm", 50],
	["crawl.simd.wasm", 121],
	["tables.simd.wasm", 16],
	["learn.simd.wasm", 30],
	["dist/edge.small.js", 8.2],
	["dist/edge.small.destination.js", 6],
	["store.simd.wasm", 9],
];
/** The package without docs/ and bench/, unpacked, in kB. Half is comments and names as written; `urlsieve/learn` takes 190, learned shapes 120. */
const PACKAGE_LIMIT = 4700;
/** The pages with a table between these marks, and how far its sizes may be off: in parts of them, and in kB. */
const LIMITS_PAGE = "docs/integrations/runtimes.md";
const EXPORTS_PAGE = "docs/reference/exports.md";
const TABLE = /(<!-- npm run sizes -->\n\n)([\s\S]*?)(\n\n<!-- end of sizes -->)/;
const TOLERANCE = 0.02;
const ROUNDING = 0.1;
/** The page with the table of entries, whose last column is the span of their exports. */
const ENTRIES_PAGE = "docs/guide/programs.md";

await prepare();
const limited = [
	...(await Promise.all(BUNDLES.map(bundleRow))),
	...FILES.map(([file, limit]) => [`\`${file}\`, uncompressed`, statSync(join(root, "build", "out", file)).size / KB, limit]),
	["the package without its documents, unpacked", packageSize() / KB, PACKAGE_LIMIT],
].map(([what, size, limit]) => [what, size, `${limit}`]);
const exported = (await exportRows()).map(({ name, entry, octets }) => [`\`${name}\``, `\`${entry}\``, octets / KB]);
const tables = [
	{ page: LIMITS_PAGE, rows: [["what", "kB", "limit"], ["---", "---", "---"], ...limited] },
	{ page: EXPORTS_PAGE, rows: [["name", "entry", "kB"], ["---", "---", "---"], ...exported] },
];
console.log(limited.map(lineOf).join("\n"));
if (process.argv.includes("--write")) {
	for (const { page, rows } of tables) rewrite(page, (text) => text.replace(TABLE, `$1${rows.map(lineOf).join("\n")}$3`));
	rewrite(ENTRIES_PAGE, withSpans);
}
const stale = [...tables.filter((table) => !isShown(table)).map(({ page }) => page), ...(hasSpans() ? [] : [ENTRIES_PAGE])];
const exceeded = limited.filter(([, size, limit]) => size > Number(limit));
for (const [what, size, limit] of exceeded)
	console.log(`urlsieve: ${what}: ${size.toFixed(1)} kB exceed the limit of ${limit} kB`);
for (const page of stale) console.log(`urlsieve: the sizes in ${page} are out of date; try: npm run sizes -- --write`);
process.exitCode = exceeded.length + stale.length === 0 ? 0 : 1;

function lineOf(cells) {
	return `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`;
}

function textOf(page) {
	return readFileSync(join(root, page), "utf8");
}

function rewrite(page, change) {
	writeFileSync(join(root, page), change(textOf(page)));
}

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

/** The lines of the table between the marks. */
function shownIn(page) {
	return TABLE.exec(textOf(page))?.[2]?.split("\n") ?? [];
}

/** Whether the page has these rows, with sizes that are nearly the same. */
function isShown({ page, rows }) {
	const shown = shownIn(page).map((line) => line.slice(2, -2).split(" | "));
	const isClose = (cell, text) =>
		typeof cell === "number" ? Math.abs(Number(text) - cell) < Math.max(ROUNDING, cell * TOLERANCE) : cell === text;
	const isSame = (row, cells) => row.every((cell, index) => isClose(cell, cells[index]));
	return shown.length === rows.length && rows.every((row, index) => isSame(row, shown[index]));
}

function hasSpans() {
	return textOf(ENTRIES_PAGE) === withSpans(textOf(ENTRIES_PAGE));
}

/** The page with the least and the most that an export takes, by the table of exports, in each row of an entry. */
function withSpans(text) {
	const sizes = new Map();
	for (const line of shownIn(EXPORTS_PAGE)) {
		const [, entry, size] = line.slice(2, -2).split(" | ");
		sizes.set(entry, [...(sizes.get(entry) ?? []), Number(size)]);
	}
	const span = (entry) => [Math.min(...sizes.get(entry)), Math.max(...sizes.get(entry))].map((size) => size.toFixed(1));
	return text.replace(/^(\| (`urlsieve[/\w]*`) \| .* \|) [^|]* \|$/gm, (whole, row, entry) =>
		sizes.has(entry) ? `${row} ${[...new Set(span(entry))].join(" to ")} |` : whole,
	);
}
