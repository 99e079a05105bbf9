/**
 * Builds the package:
 *
 *   assembly/ ──kernels.mjs──▶ build/out/{kernel,partition,crawl,datasets}{.simd,}.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/out/dist/{index,text,schemes,crawl{,-set},datasets,js,node,urlsieve}.js,
 *                                                        build/out/dist/{workerd,edge-light}/{index,text,schemes,crawl{,-set}}.js
 *   src/ ──tsc──▶ build/out/types/ ──rollup──▶ build/out/dist/{index,text,schemes,crawl{,-set},datasets,node}.d.ts
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { buildKernels } from "./kernels.mjs";
import { root, stamped } from "./prepare.mjs";

const dist = join(root, "build", "out", "dist");
const ENTRIES = {
	index: "src/index.ts",
	text: "src/text/index.ts",
	schemes: "src/schemes/index.ts",
};
/** Share no chunk with the others: users of the core alone must not download parts of the crawl kernel. */
const CRAWL_ENTRIES = [{ crawl: "src/crawl/index.ts" }, { "crawl-set": "src/crawl-set/index.ts" }];
/** The targets of asconfig.json, and the ABI that each is compiled from. */
/** Export conditions of hosts that import Wasm as compiled modules, with the suffix that each requires on the file name. */
const STATIC = { workerd: "", "edge-light": "?module" };
const { targets } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));

/** Builds everything from scratch. Throws if a tool fails or warns. */
export function build() {
	return stamped(buildAll);
}

async function buildAll() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await buildKernels();
	await bundle(ENTRIES, { splitting: true });
	for (const entry of CRAWL_ENTRIES) await bundle(entry);
	for (const [condition, suffix] of Object.entries(STATIC)) {
		const settings = { outdir: join(dist, condition), plugins: [importedWasm(suffix)] };
		await bundle(ENTRIES, { splitting: true, ...settings });
		for (const entry of CRAWL_ENTRIES) await bundle(entry, settings);
	}
	await bundleJs();
	await bundle({ node: "src/node/index.ts" }, { splitting: true, chunkNames: "node-[hash]" });
	await bundle({ datasets: "src/datasets/index.ts" });
	await bundle({ "crawl-datasets": "src/crawl-datasets/index.ts" });
	await bundle({ redis: "src/redis/index.ts" });
	await bundle({ crawlee: "src/crawlee/index.ts" });
	await bundle({ duckdb: "src/duckdb/index.ts" });
	// What only some commands need is a chunk of its own, which the others do not load.
	await bundle({ urlsieve: "src/cli/main.ts" }, { splitting: true, chunkNames: "urlsieve-[hash]" });
	chmodSync(join(dist, "urlsieve.js"), 0o755);
	await declare();
	const { policySchema, listSchema } = await import(join(dist, "crawl.js"));
	for (const [name, schema] of Object.entries({ policy: policySchema, list: listSchema })) {
		writeFileSync(join(dist, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
	}
}

/** The types of the entries that are builds of a kernel. */
const KERNEL_TYPES = `/** The compiled kernel, for hosts that import Wasm modules. Other hosts read the file: see docs/abi.md. */
declare const kernel: WebAssembly.Module;
export default kernel;
`;

/** Bundles the public types: one file per entry, and one that they share. */
async function declare() {
	execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "build/types.json"], { cwd: root, stdio: "inherit" });
	const types = (path) => join(root, "build/out/types/src", `${path}.d.ts`);
	const input = {
		index: types("index"),
		text: types("text/index"),
		schemes: types("schemes/index"),
		crawl: types("crawl/index"),
		"crawl-set": types("crawl-set/index"),
		node: types("node/index"),
		redis: types("redis/index"),
		crawlee: types("crawlee/index"),
		duckdb: types("duckdb/index"),
		datasets: types("datasets/index"),
		"crawl-datasets": types("crawl-datasets/index"),
	};
	const typeBundle = await rollup({ input, plugins: [dts({ compilerOptions: { moduleSuffixes: [".host", ""] } })] });
	await typeBundle.write({ dir: dist, chunkFileNames: "shared-[hash].d.ts" });
	writeFileSync(join(dist, "kernel.d.ts"), KERNEL_TYPES);
}

/** Bundles the entry `urlsieve/js`. */
export async function bundleJs() {
	await bundle({ js: ENTRIES.index }, { plugins: [withoutWasm] });
}

/** Bundles TypeScript sources with the settings of the package, overridden by `settings`. Throws on any warning. */
export async function bundle(entryPoints, settings = {}) {
	const { outputFiles, warnings } = await esbuild.build({
		absWorkingDir: root,
		entryPoints,
		outdir: dist,
		bundle: true,
		format: "esm",
		platform: "neutral",
		target: "es2022",
		external: ["node:*"],
		charset: "utf8",
		// Prefers the portable variants of the kernel's leaves: see CONTRIBUTING.md, "One source, two compilers".
		resolveExtensions: [".host.ts", ".ts"],
		legalComments: "none",
		...settings,
		write: false,
		plugins: [...(settings.plugins ?? []), wasmPlaceholder],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
	for (const { path, text } of outputFiles) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, embed(text));
	}
}

/** Imports of Wasm become placeholders, which `embed` replaces. */
const wasmPlaceholder = {
	name: "wasm-placeholder",
	setup({ onLoad, onResolve }) {
		onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
			contents: `import { octetsOf } from "embedded"; export default () => octetsOf("${placeholderFor(basename(path))}");`,
		}));
		onResolve({ filter: /^embedded$/ }, () => ({ path: "embedded", namespace: "embedded" }));
		onLoad({ filter: /./, namespace: "embedded" }, () => ({ contents: OCTETS_OF }));
	},
};
const OCTETS_OF = `export function octetsOf(text) {
	const octets = new Uint8Array(text.length);
	for (let at = 0; at < text.length; ++at) {
		const octet = text.charCodeAt(at);
		octets[at] = octet === 0 || octet === 91 ? 91 - octet : octet;
	}
	return octets;
}`;

function placeholderFor(name) {
	return `<${name}>`;
}

/**
 * Replaces the placeholders with the builds of the kernel, as string literals with one character per octet.
 *
 * base64 would shift octets against each other. Here, equal octets stay equal, which saves a fifth after compression. Octet 0 is
 * frequent but needs an escape of two characters, so it is swapped with the rare 91, "[". The literals are in functions at the
 * end of the file, so that the code compresses in one piece.
 *
 * The builds of a kernel take turns, piece by piece. Equal parts of theirs are then within the 32 KiB that gzip looks back:
 *
 *   function crawl_simd_wasm0(){…} function crawl_wasm0(){…} function crawl_simd_wasm1(){…} function crawl_wasm1(){…}
 */
function embed(code) {
	const builds = Object.values(targets)
		.map(({ outFile }) => ({ outFile, placeholder: JSON.stringify(placeholderFor(basename(outFile))) }))
		.filter(({ placeholder }) => code.includes(placeholder))
		.map(({ outFile, placeholder }) => ({ placeholder, pieces: piecesOf(outFile) }));
	let embedded = code;
	for (const { placeholder, pieces } of builds) {
		embedded = embedded.replace(placeholder, pieces.map(({ name }) => `${name}()`).join("+"));
	}
	const count = Math.max(0, ...builds.map(({ pieces }) => pieces.length));
	for (let at = 0; at < count; ++at) {
		for (const { pieces } of builds)
			if (at < pieces.length) embedded += `function ${pieces[at].name}(){return${pieces[at].literal}}\n`;
	}
	return embedded;
}

/** Octets of a piece of an embedded build. Two builds have two pieces within 32 KiB, escapes included. */
const PIECE_SIZE = 14_000;

function piecesOf(outFile) {
	const octets = readFileSync(join(root, outFile));
	const build = basename(outFile).replaceAll(".", "_");
	const count = Math.ceil(octets.length / PIECE_SIZE);
	const startOf = (index) => Math.floor((octets.length * index) / count);
	return Array.from({ length: count }, (_, index) => ({
		name: `${build}${index}`,
		literal: asLiteral(octets.subarray(startOf(index), startOf(index + 1))),
	}));
}

function asLiteral(octets) {
	const swapped = octets.map((octet) => (octet === 0 || octet === 91 ? 91 - octet : octet));
	const ESCAPES = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" };
	return `"${swapped.toString("latin1").replace(/[\\"\n\r]/g, (character) => ESCAPES[character])}"`;
}

/** Keeps Wasm as an external import, relative to build/out/dist/<condition>/, for hosts that import compiled modules. */
function importedWasm(suffix) {
	return {
		name: "imported-wasm",
		setup({ onResolve }) {
			onResolve({ filter: /\/builds$/ }, () => ({ path: join(root, "src/engine/builds.static.ts") }));
			onResolve({ filter: /\/crawl-builds$/ }, () => ({ path: join(root, "src/crawl/crawl-builds.static.ts") }));
			onResolve({ filter: /\/filter-readers$/ }, () => ({ path: join(root, "src/crawl/lists/filter-readers.static.ts") }));
			onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `../../${basename(path)}${suffix}`, external: true }));
		},
	};
}

/** The entry `urlsieve/js` selects its engine in select.js-only.ts, and takes strings one by one: strings.js-only.ts. */
const withoutWasm = {
	name: "without-wasm",
	setup({ onResolve }) {
		onResolve({ filter: /\/select$/ }, () => ({ path: join(root, "src/engine/select.js-only.ts") }));
		onResolve({ filter: /\/strings$/ }, () => ({ path: join(root, "src/lines/strings.js-only.ts") }));
	},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
