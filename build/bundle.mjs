/**
 * Bundles what tsc has emitted into the files of the package: readable ES modules, with names and comments as written. Entries
 * share chunks, so that a program that uses several has one class of each kind.
 *
 *   build/out/modules/ ──▶ build/out/dist/{entry}.js, chunks/   one pass over all entries and the command line
 *                      ──▶ build/out/dist/{entry}.d.ts, types/
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { BUNDLED } from "./bundled.mjs";
import { COUNTED_SEAM, seamModule } from "./counted-seam.mjs";
import { ENTRIES, PROGRAM, SMALL } from "./entries.mjs";
import { root } from "./root.mjs";

const modules = join(root, "build", "out", "modules");
const dist = join(root, "build", "out", "dist");
/** The module that is imported for its effect. "sideEffects" in package.json names its chunk, so that bundlers keep it. */
const WITH_EFFECT = "wasm-engine";
/**
 * Chunks with a name. Each takes all that it imports, unless one above has it. A file costs a process about as much time as 30 kB of
 * code, so what a list needs is in few. Rollup chooses the other chunks.
 */
const CHUNKS = {
	errors: ["src/errors.ts", "src/nearest.ts", "src/brand.ts", "src/utf8.ts"],
	core: ["src/api.ts", "src/engine/wasm.ts", "src/counted.ts", "src/request-marks.ts"],
	[WITH_EFFECT]: [`src/engine/${WITH_EFFECT}.ts`],
	// What commands need before they know whether there is a policy.
	options: [
		"src/formats.ts",
		"src/tables/text/column-names.ts",
		"src/tables/text/table-options.ts",
		"src/crawl/crawl-errors.ts",
		"src/crawl/lists/list-format.ts",
	],
	// What urlsieve/edge needs of urlsieve/crawl, without its kernel.
	policies: [
		"src/crawl/schema/members.ts",
		"src/crawl/schema/parameter.ts",
		"src/crawl/schema/policy.ts",
		"src/crawl/policy/named-lists.ts",
		"src/crawl/lists/tracking.ts",
	],
	crawl: ["src/crawl/job.ts", "src/crawl/expressions.ts"],
	process: [
		"src/failure.ts",
		"src/files/output/interrupts.ts",
		"src/files/output/octet-writer.ts",
		"src/terminal/messages.ts",
		"src/threads/start.ts",
		"package.json",
	],
	lines: [
		"src/dedupe/dedupe.ts",
		"src/files/output/sink.ts",
		"src/dedupe/way.ts",
		"src/job/line-rules.ts",
		"src/job/open-source.ts",
	],
	seen: ["src/dedupe/seen/known-index.ts", "src/dedupe/seen/held.ts", "src/dedupe/seen/seen-file.ts"],
	characters: ["src/text/character-references.ts"],
	commands: ["src/cli/list-commands.ts"],
};

/** Entries that find the program of threads by their own place. */
const PLACED = ["node", "urlsieve"];

const emitted = (folder, source, extension) => join(folder, source.replace(/\.ts$/, extension));

function inputs(folder, entries, extension) {
	return Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, emitted(folder, source, extension)]));
}

function chunksOf(folder, chunks) {
	const modules = ([name, sources]) => [name, sources.map((source) => emitted(folder, source, ".js"))];
	return Object.fromEntries(Object.entries(chunks).map(modules));
}

/** Resolves imports without extension. Prefers the portable variants of the kernel's leaves: see docs/internals/kernels.md. */
const emittedModules = {
	name: "emitted-modules",
	resolveId(path, importer) {
		if (BUNDLED.includes(path)) return fileURLToPath(import.meta.resolve(path));
		if (!path.startsWith(".") || importer === undefined) return null;
		const base = join(dirname(importer), path);
		return [`${base}.host.js`, `${base}.js`].find((file) => existsSync(file)) ?? null;
	},
	/** Of package.json, the version. */
	transform: (code, id) =>
		id.endsWith("package.json") ? { code: `export const version = "${JSON.parse(code).version}";`, map: null } : null,
};

/** The module whose text becomes a script for a page, and what the script is made of. */
const PAGE_SCRIPT = "src/shapes/report/page-script.js";
const PAGE_MAIN = "src/shapes/report/page-main.ts";

/** Puts the script of a page into its module. */
const pageScripts = {
	name: "page-scripts",
	transform(code, id) {
		if (!id.endsWith(PAGE_SCRIPT)) return null;
		return { code: code.replace('""', () => JSON.stringify(scriptOf(PAGE_MAIN))), map: null };
	},
};

/** A script that a browser runs as it stands. Throws on any warning. */
function scriptOf(entry) {
	const { warnings, outputFiles } = esbuild.buildSync({
		absWorkingDir: root,
		entryPoints: [entry],
		write: false,
		bundle: true,
		format: "iife",
		target: "es2022",
		charset: "utf8",
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
	return outputFiles[0].text;
}

/** Drops imports of chunks of which nothing is used. Rollup keeps some for the order of effects, and bundlers warn of them. */
const withoutBareImports = {
	name: "without-bare-imports",
	renderChunk: (code) => code.replace(/^import '\.[^']*\/(?!wasm-engine)[\w-]+\.js';\n/gm, ""),
};

const hasMaps = process.env.URLSIEVE_MAPS !== undefined;

/** Writes the entries, the command line and their chunks. Throws on any warning. */
export async function bundleCode() {
	const bundle = await rollup({
		input: { ...inputs(modules, { ...ENTRIES, ...PROGRAM }, ".js"), ...(hasMaps && COUNTED_SEAM) },
		// A map is right only if nothing rewrites the chunks: for `npm run coverage`, which counts by source.
		plugins: hasMaps ? [seamModule, emittedModules, pageScripts] : [emittedModules, pageScripts, withoutBareImports],
		treeshake: { moduleSideEffects: (id) => id.endsWith(`/${WITH_EFFECT}.js`) },
		external: (id) => id.startsWith("node:") || id.startsWith("#"),
		onwarn: ({ message }) => {
			throw new Error(`rollup: ${message}`);
		},
	});
	const { output } = await bundle.write({
		dir: dist,
		sourcemap: hasMaps,
		chunkFileNames: "chunks/[name].js",
		manualChunks: chunksOf(modules, CHUNKS),
		hoistTransitiveImports: false,
		minifyInternalExports: false,
		generatedCode: "es2015",
	});
	await bundle.close();
	for (const chunk of output) requirePlace(chunk);
}

/** Throws if an entry that finds threads beside itself was moved into a chunk, where they are not. */
function requirePlace({ name, isEntry, facadeModuleId, modules, fileName }) {
	if (!isEntry || !PLACED.includes(name) || facadeModuleId in modules) return;
	throw new Error(`rollup: ${fileName} only loads another chunk; name a chunk for what it shares with others`);
}

/** Writes the types of the entries and what they share. */
export async function bundleTypes() {
	const options = { compilerOptions: { moduleSuffixes: [".host", ""] } };
	const bundle = await rollup({
		input: inputs(modules, { ...ENTRIES, ...SMALL }, ".d.ts"),
		plugins: [dts(options)],
		external: (id) => id.startsWith("node:"),
	});
	await bundle.write({ dir: dist, chunkFileNames: "types/[name].ts" });
	await bundle.close();
}
