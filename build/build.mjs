/**
 * Builds the package:
 *
 *   assembly/ ──asc──▶ ──Binaryen──▶ build/out/{kernel,partition,crawl,datasets}{.simd,}.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/out/dist/{index,text,schemes,crawl{,-set},datasets,js,node,urlsieve}.js,
 *                                                        build/out/dist/{workerd,edge-light}/{index,text,schemes,crawl{,-set}}.js
 *   src/ ──tsc──▶ build/out/types/ ──rollup──▶ build/out/dist/{index,text,schemes,crawl{,-set},datasets,node}.d.ts
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as asc from "assemblyscript/asc";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { minify } from "terser";
import { clearObjectHeaders } from "./object-headers.mjs";
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
const KERNELS = {
	simd: "assembly/index.ts",
	scalar: "assembly/index.ts",
	"partition-simd": "assembly/partition.ts",
	"partition-scalar": "assembly/partition.ts",
	"datasets-simd": "assembly/datasets.ts",
	"datasets-scalar": "assembly/datasets.ts",
	"crawl-simd": "assembly/crawl.ts",
	"crawl-scalar": "assembly/crawl.ts",
};
/** Bundled before all else: these sources compress better at the start than in the order of imports. */
const KERNEL_FIRST = ["assembly/percent.ts", "src/engine/js.ts"];
/** Export conditions of hosts that import Wasm as compiled modules, with the suffix that each requires on the file name. */
const STATIC = { workerd: "", "edge-light": "?module" };
/**
 * Functions that Binaryen must not inline, because they are rarely called or long.
 *
 * asc's own levels either inline every small function, which costs a third more octets, or hardly any, which costs a quarter of
 * the speed. The inline limit below, with this list, loses little of either. Both builds use the same limit: the more alike they
 * are, the better they compress next to each other.
 */
const NO_INLINE = [
	"resolve/isEmpty",
	"memory/copy",
	"memory/copyLower",
	"seen/setPage",
	"seen-page/clearSlots",
	"seen-page/pageDepth",
	"percent/lowerCase",
	"record/fail",
	"percent/tripletValue",
	"dot-segments/dotsAfter",
	"dot-segments/dotsIn",
	"memory/equal",
	"white-space/*",
	"ipv6/group",
	"ipv6/zerosEnd",
	"seen-page/copyFingerprint",
	"seen-page/ordinalAddress",
];
/**
 * The same in the crawl kernel: emulations gain from inlined leaves alone. HotSpot interprets methods of more than 8,000 octets of
 * bytecode, so what `writeForm` calls once is kept out of it for java/.
 */
const CRAWL_NO_INLINE = [
	"write-form/writeEmulated",
	"surt/key/writeSurt",
	"policy/key/*",
	"policy/session-path/*",
	"whatwg/host/*",
	"policy/pieces/*",
	"policy/decoded/*",
	"policy/program/setPolicy",
	"policy/program/isBelow",
	"policy/program/isOn",
	"record/record",
	"whatwg/utf8/*",
	"emulation/*",
	"percent/tripletValue",
	"memory/clear",
	"memory/copyLower",
	"gsb/expressions/host",
	"ipv6/*",
	"record/fail",
	"policy/query-sort/*",
	"memory/copy",
	"memory/equal",
	"white-space/*",
	"dot-segments/dotsAfter",
	"dot-segments/dotsIn",
	"span/find",
];
const OPTIMIZE = ["--all-features", "--strip-debug", "--strip-producers", "--strip-target-features"];
/**
 * What flattening gains is not worth the octets: at -O4, the core is no faster, and larger once compressed. A second round of -O3
 * saves some, and so does telling each round what a call can change. Locals that are used often get short indices. So do functions
 * in the crawl kernel; the core is larger with them once compressed.
 * `--low-memory-unused` moves constants below 1,024 into the offsets of loads and stores. There `base + offset` does not wrap around,
 * so a base that is negative would trap. Only what is stored below 1,024 could have one, and what indexes it is never negative: the
 * numbers of components and of groups, and addresses (layout.ts).
 */
const ROUND = ["--generate-global-effects", "-O3"];
const ROUNDS = ["--low-memory-unused", ...ROUND, ...ROUND, "--reorder-locals"];
const LEVELS = { core: ROUNDS, crawl: [...ROUNDS, "--reorder-functions"] };
const INLINE = {
	simd: ["--flexible-inline-max-function-size=32", "--inline-functions-with-loops"],
	scalar: ["--flexible-inline-max-function-size=32"],
	"partition-simd": ["--flexible-inline-max-function-size=44", "--inline-functions-with-loops"],
	"partition-scalar": ["--flexible-inline-max-function-size=44"],
	"crawl-simd": ["--flexible-inline-max-function-size=8", "--inline-functions-with-loops"],
	"crawl-scalar": ["--flexible-inline-max-function-size=8"],
	"datasets-simd": ["--flexible-inline-max-function-size=44", "--inline-functions-with-loops"],
	"datasets-scalar": ["--flexible-inline-max-function-size=44"],
};

/**
 * Internal properties, whose names are mangled. The build fails if a name is in a public type, or is left in the bundle, because
 * then it was also used as a string, as in row["allows"]. The command line is not mangled: its threads send objects to each other.
 */
const INTERNAL = (
	"allows authorityEnds emptyAuthority emptyHost emptyPort fragments ipLiteral maxLabelLength relativeReferences schemeBegins " +
	"topLabel triplet dropBase hasBase inputOctets outputLimit recordFrom reserve setCursor workspace cursor setKey views hand " +
	"goOn tidy ask hasFingerprints hasItsShare linesBefore maxPages numberOf places refused rejected tables waiting contents feed follow " +
	"marks numbered records words kernel fingerprints advance expectEnd result output octets table allowed ordinals resolution " +
	"hostnumber zone registry call opaque note append side schemes absoluteUri server isFullAt share convert faults answer " +
	"maxOctets outputEnd resume literal future relativeRef say errors status take isNegated modifiers origins opened addPattern isImportant isExact patternCount " +
	"nodeCount isException isBehind isAnchored originNumber attempt subject uriReference prefix sources"
).split(" ");
/** The same for the crawl entries. The core's bundle would be larger: its names would be spread over more letters. */
const CRAWL_INTERNAL = (
	"withoutOrigin representatives byPiece fetchEnd keyEnd classOf exact below exceptions patterns role isAvailable stateCount cacheSize " +
	"nameEnd addBaseSteps addKeyRule keyWithout compareOctets parts group machineSize replacesSurrogates linesWord origin"
).split(" ");
/** Functions of the kernel. Their names can be mangled where no build in WebAssembly exports them. */
const KERNEL_FUNCTIONS = (
	"fingerprintLines gather hasSimd heapBase initialize seenAdd seenCopy seenCreate seenFind setBase spread writeFreshLines " +
	"writeFreshOriginals"
).split(" ");
const MANGLED = mangled(INTERNAL);
const CRAWL_MANGLED = mangled([...INTERNAL, ...CRAWL_INTERNAL]);

function mangled(names) {
	return { mangleProps: new RegExp(`^(?:${names.join("|")})$`) };
}

const { targets } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));

/** Builds everything from scratch. Throws if a tool fails or warns. */
export function build() {
	return stamped(buildAll);
}

async function buildAll() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	for (const target of Object.keys(KERNELS)) await buildKernel(target);
	await bundle(ENTRIES, { ...MANGLED, splitting: true, inject: KERNEL_FIRST });
	for (const entry of CRAWL_ENTRIES) await bundle(entry, CRAWL_MANGLED);
	for (const [condition, suffix] of Object.entries(STATIC)) {
		const settings = { outdir: join(dist, condition), plugins: [importedWasm(suffix)] };
		await bundle(ENTRIES, { ...MANGLED, splitting: true, inject: KERNEL_FIRST, ...settings });
		for (const entry of CRAWL_ENTRIES) await bundle(entry, { ...CRAWL_MANGLED, ...settings });
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

/** Throws if NO_INLINE names a function that does not exist. Binaryen ignores such names silently. */
function checkNames(octets) {
	const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(octets), "name");
	const names = Buffer.from(section).toString();
	const unknown = NO_INLINE.filter((name) => !names.includes(`assembly/${name.replace("*", "")}`));
	if (unknown.length > 0) throw new Error(`no function of the kernel is named ${unknown.join(", ")}`);
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
	const { output } = await typeBundle.write({ dir: dist, chunkFileNames: "shared-[hash].d.ts" });
	// The bundle of urlsieve/redis is not mangled: `call` is a method of its clients.
	checkPublic(
		output
			.filter(({ name }) => name !== "redis")
			.map(({ code }) => code)
			.join(""),
	);
	writeFileSync(join(dist, "kernel.d.ts"), KERNEL_TYPES);
}

/** Throws if a property of a public type has a mangled name. Parameters may have one. */
function checkPublic(types) {
	const code = types.replaceAll(/\/\*[\s\S]*?\*\//g, "");
	const isProperty = (name) => new RegExp(`(?:^|[{;])\\s*(?:(?:readonly|static|get|set) )*${name}\\??[:(<]`, "m").test(code);
	const shortened = INTERNAL.filter(isProperty);
	if (shortened.length > 0) throw new Error(`these names are in a public type: ${shortened.join(", ")}`);
}

/** Bundles the entry `urlsieve/js`. */
export async function bundleJs() {
	const settings = { ...mangled([...INTERNAL, ...KERNEL_FUNCTIONS]), plugins: [withoutWasm] };
	await bundle({ js: ENTRIES.index }, { ...settings, inject: KERNEL_FIRST });
}

/** Compiles one build of a kernel. Any output of asc is an error: it only warns about an unknown flag. */
async function buildKernel(target) {
	const { error, stdout, stderr } = await asc.main([KERNELS[target], "--target", target, "--baseDir", root], {});
	const output = stderr.toString() + stdout.toString();
	if (error || output !== "") throw new Error(`asc, target ${target}: ${output || error}`);
	const file = join(root, targets[target].outFile);
	const hasCore = !target.startsWith("crawl") && !target.startsWith("datasets");
	const octets = readFileSync(file);
	if (hasCore) checkNames(octets);
	clearObjectHeaders(octets);
	writeFileSync(file, octets);
	const noInline = (hasCore ? NO_INLINE : CRAWL_NO_INLINE).map((name) => `--no-inline=assembly/${name}`);
	execFileSync(
		join(root, "node_modules/.bin/wasm-opt"),
		[...noInline, ...INLINE[target], ...LEVELS[target.startsWith("crawl") ? "crawl" : "core"], ...OPTIMIZE, file, "-o", file],
		{
			stdio: "inherit",
		},
	);
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
		minify: true,
		...settings,
		write: false,
		plugins: [...(settings.plugins ?? []), wasmPlaceholder],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
	for (const { path, text } of outputFiles) {
		mkdirSync(dirname(path), { recursive: true });
		const code = settings.minify === false ? text : await shrink(text, settings.inject === undefined);
		if (settings.mangleProps) checkMangled(code);
		writeFileSync(path, embed(code));
	}
}

function checkMangled(code) {
	const left = INTERNAL.filter((name) => new RegExp(`\\.${name}\\b|\\["${name}"\\]`).test(code));
	if (left.length > 0) throw new Error(`cannot be mangled because they are also used as strings: ${left.join(", ")}`);
}

/** Imports of Wasm become placeholders, which `embed` replaces after minification. */
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

/**
 * Minifies a bundle further: a few percent smaller, compressed, than esbuild alone. The length of lines is limited because Node.js
 * prints the whole line of an uncaught error. Functions before all other statements compress better, except where `inject` has put
 * them there already.
 */
async function shrink(source, hoistsFunctions) {
	// In this code, `unsafe` only turns template literals into concatenations, drops calls of toString, and shortens functions that use
	// no `this`. `lhs_constants` would move constants to the left of comparisons, which compresses worse.
	const compress = {
		passes: 5,
		pure_getters: true,
		unsafe: true,
		unsafe_arrows: true,
		unsafe_methods: true,
		lhs_constants: false,
		hoist_funs: hoistsFunctions,
	};
	const { code } = await minify(source, { module: true, ecma: 2022, compress, format: { max_line_len: 24576 } });
	return code;
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
