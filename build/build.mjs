/**
 * Builds the package:
 *
 *   assembly/ ──asc──▶ ──Binaryen──▶ build/out/kernel.simd.wasm, build/out/kernel.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/out/dist/{index,text,schemes,js,urlsieve}.js,
 *                                                        build/out/dist/{workerd,edge-light}/{index,text,schemes}.js
 *   src/ ──tsc──▶ build/out/types/ ──rollup──▶ build/out/dist/{index,text,schemes}.d.ts
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
import { root, stamped } from "./prepare.mjs";

const dist = join(root, "build", "out", "dist");
const ENTRIES = { index: "src/index.ts", text: "src/text/index.ts", schemes: "src/schemes/index.ts" };
/** Conditions of hosts that import compiled modules, and what they want behind the name of one. */
const STATIC = { workerd: "", "edge-light": "?module" };
/**
 * How Binaryen optimizes. asc's own levels leave a choice between inlining every small function wherever it is called, which
 * costs a third more octets, and hardly any, which costs a fourth of the speed: the limit of the SIMD build loses little of
 * either, for what is seldom called, or long, is left alone. The scalar build has
 * the same limit: the more alike the two are, the better they compress beside each other.
 */
const SELDOM_CALLED = [
	"resolve/follows",
	"resolve/isEmpty",
	"memory/copy",
	"memory/copyLower",
	"seen/setPage",
	"seen-page/clearSlots",
	"seen-page/pageDepth",
	"percent/lowerCase",
	"record/fail",
	"percent/tripletValue",
	"dot-segments/dotsBehind",
	"dot-segments/dotsIn",
	"memory/equal",
	"white-space/*",
	"ipv6/group",
	"ipv6/zerosEnd",
	"guard/mark",
	"guard/octetsOutside",
	"seen-page/copyFingerprint",
	"seen-page/numberAddress",
];
const OPTIMIZE = [
	"--all-features",
	...SELDOM_CALLED.map((name) => `--no-inline=assembly/${name}`),
	"-O4",
	"--strip-debug",
	"--strip-producers",
	"--strip-target-features",
];
const INLINE = {
	simd: ["--flexible-inline-max-function-size=44", "--inline-functions-with-loops"],
	scalar: ["--flexible-inline-max-function-size=44"],
};

/**
 * Properties that no caller of the package sees, whose names are shortened. A name that is still there afterwards was used in a
 * string, as in row["allows"]: the build fails then.
 */
const INTERNAL = [
	..."allows authorityEnds emptyAuthority emptyHost emptyPort fragments ipLiteral maxLabelLength relativeReferences schemeBegins topLabel triplet".split(
		" ",
	),
	..."dropBase hasBase inputOctets outputLimit recordFrom reserve setCursor workspace".split(" "),
	..."advance cursor expectEnd numbered rejected setKey views adopt goOn hasFingerprints hasItsShare linesBefore maxPages numberOf places refused tables waiting".split(
		" ",
	),
];
const SHIPPED = { mangleProps: new RegExp(`^(?:${INTERNAL.join("|")})$`) };

const { targets } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));

/** Builds everything anew. Throws when anything warns or fails. */
export function build() {
	return stamped(buildAll);
}

async function buildAll() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await buildKernel("simd");
	await buildKernel("scalar");
	await bundle(ENTRIES, { ...SHIPPED, splitting: true });
	for (const [condition, suffix] of Object.entries(STATIC)) {
		await bundle(ENTRIES, { ...SHIPPED, splitting: true, outdir: join(dist, condition), plugins: [importedWasm(suffix)] });
	}
	// The kernel stands before the face: that compresses better than the order of imports.
	await bundle({ js: ENTRIES.index }, { ...SHIPPED, plugins: [withoutWasm], inject: ["src/engine/js.ts"] });
	await bundle({ urlsieve: "src/cli/main.ts" });
	chmodSync(join(dist, "urlsieve.js"), 0o755);
	await declare();
}

/** Binaryen says nothing about a name that no function has: here it is an error. */
function checkNames(octets) {
	const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(octets), "name");
	const names = Buffer.from(section).toString();
	const unknown = SELDOM_CALLED.filter((name) => !names.includes(`assembly/${name.replace("*", "")}`));
	if (unknown.length > 0) throw new Error(`no function of the kernel is named ${unknown.join(", ")}`);
}

/** The types of `urlsieve/kernel.wasm` and `urlsieve/kernel.simd.wasm`. */
const KERNEL_TYPES = `/** The kernel, as hosts have it that import compiled modules. Others read the file: docs/abi.md. */
declare const kernel: WebAssembly.Module;
export default kernel;
`;

/** The types of the public face: a file an entry, and one for what they share. */
async function declare() {
	execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "build/types.json"], { cwd: root, stdio: "inherit" });
	const types = (path) => join(root, "build/out/types/src", `${path}.d.ts`);
	const input = { index: types("index"), text: types("text/index"), schemes: types("schemes/index") };
	const bundle = await rollup({ input, plugins: [dts({ compilerOptions: { moduleSuffixes: [".host", ""] } })] });
	await bundle.write({ dir: dist, chunkFileNames: "shared.d.ts" });
	writeFileSync(join(dist, "kernel.d.ts"), KERNEL_TYPES);
}

/** An unknown flag of asc only warns, with exit status 0: whatever it says is an error here. */
async function buildKernel(target) {
	const { error, stdout, stderr } = await asc.main(["--target", target, "--baseDir", root], {});
	const said = stderr.toString() + stdout.toString();
	if (error || said !== "") throw new Error(`asc, target ${target}: ${said || error}`);
	const file = join(root, targets[target].outFile);
	checkNames(readFileSync(file));
	execFileSync(join(root, "node_modules/.bin/wasm-opt"), [...INLINE[target], ...OPTIMIZE, file, "-o", file], {
		stdio: "inherit",
	});
}

/** Bundles sources in TypeScript, by the settings of the package and those given. Throws when anything warns. */
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
		// The portable side of the kernel's leaves: see CONTRIBUTING.md, "One source, two compilers".
		resolveExtensions: [".host.ts", ".ts"],
		legalComments: "none",
		minify: true,
		...settings,
		write: false,
		plugins: [...(settings.plugins ?? []), wasmAsMark],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
	for (const { path, text } of outputFiles) {
		mkdirSync(dirname(path), { recursive: true });
		const code = settings.minify === false ? text : await shrink(text);
		if (settings.mangleProps) checkMangled(code);
		writeFileSync(path, embed(code));
	}
}

function checkMangled(code) {
	const left = INTERNAL.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
	if (left.length > 0) throw new Error(`used by name, so cannot be shortened: ${left.join(", ")}`);
}

/** Puts a mark in the place of a build of the kernel, which `embed` replaces when all else is as small as it gets. */
const wasmAsMark = {
	name: "wasm-as-mark",
	setup({ onLoad, onResolve }) {
		onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
			contents: `import { octetsOf } from "embedded"; export default () => octetsOf("${markOf(basename(path))}");`,
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

function markOf(name) {
	return `<${name}>`;
}

/**
 * Puts the builds of the kernel in the place of their marks: a character for each octet. Where base64 moves octets against each
 * other, equal ones stay equal here, so that compression sees them: a fifth less over the wire. Octet 0, which is frequent and
 * takes two characters in a string, and 91, "[", which is rare, change places. They stand at the end of the file, in functions,
 * so that compression sees the code before them in one piece.
 */
function embed(code) {
	let embedded = code;
	for (const { outFile } of Object.values(targets)) {
		const name = basename(outFile);
		const mark = JSON.stringify(markOf(name));
		if (!embedded.includes(mark)) continue;
		const build = name.replaceAll(".", "_");
		embedded = `${embedded.replace(mark, `${build}()`)}\nfunction ${build}(){return${asLiteral(join(root, outFile))}}\n`;
	}
	return embedded;
}

function asLiteral(file) {
	const octets = readFileSync(file).map((octet) => (octet === 0 || octet === 91 ? 91 - octet : octet));
	const ESCAPES = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" };
	return `"${octets.toString("latin1").replace(/[\\"\n\r]/g, (character) => ESCAPES[character])}"`;
}

/** Leaves the build of the kernel for the host to import, compiled, by a path that is good for build/out/dist/<condition>/. */
function importedWasm(suffix) {
	return {
		name: "imported-wasm",
		setup({ onResolve }) {
			onResolve({ filter: /\/builds$/ }, () => ({ path: join(root, "src/engine/builds.static.ts") }));
			onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `../../${basename(path)}${suffix}`, external: true }));
		},
	};
}

/**
 * Makes a bundle smaller still: a few hundredths less over the wire than esbuild alone. Lines are not too long, for Node.js shows
 * the one that threw when nobody catches an error.
 */
async function shrink(source) {
	// Here, `unsafe` makes concatenations of template literals and leaves out calls of toString.
	const compress = { passes: 3, pure_getters: true, unsafe: true };
	const { code } = await minify(source, { module: true, ecma: 2022, compress, format: { max_line_len: 8000 } });
	return code;
}

/** The entry `urlsieve/js` chooses its engine in select.js-only.ts. */
const withoutWasm = {
	name: "without-wasm",
	setup({ onResolve }) {
		onResolve({ filter: /\/select$/ }, () => ({ path: join(root, "src/engine/select.js-only.ts") }));
	},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
