/**
 * Builds the package:
 *
 *   assembly/ ──asc──▶ ──Binaryen──▶ build/kernel.simd.wasm, build/kernel.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/dist/{index,text,schemes,js,urlsieve}.js
 *   src/ ──tsc──▶ build/types/ ──rollup──▶ build/dist/{index,text,schemes}.d.ts
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as asc from "assemblyscript/asc";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { minify } from "terser";
import { root } from "./prepare.mjs";

const dist = join(root, "build", "dist");
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

const { targets } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));

/** Builds everything anew. Throws when anything warns or fails. */
export async function build() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await buildKernel("simd");
	await buildKernel("scalar");
	await bundle({ index: "src/index.ts", text: "src/text/index.ts", schemes: "src/schemes/index.ts" }, { splitting: true });
	await bundle({ js: "src/index.ts" }, { plugins: [withoutWasm] });
	await bundle({ urlsieve: "src/cli/main.ts" });
	for (const name of readdirSync(dist)) await shrink(join(dist, name));
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

/** The types of the public face: a file an entry, and one for what they share. */
async function declare() {
	execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "build/types.json"], { cwd: root, stdio: "inherit" });
	const types = (path) => join(root, "build/types/src", `${path}.d.ts`);
	const input = { index: types("index"), text: types("text/index"), schemes: types("schemes/index") };
	const bundle = await rollup({ input, plugins: [dts()] });
	await bundle.write({ dir: dist, chunkFileNames: "shared.d.ts" });
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
	const { warnings } = await esbuild.build({
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
		plugins: [wasmAsText, ...(settings.plugins ?? [])],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
}

/**
 * Embeds a build of the kernel: a character for each octet. Where base64 moves octets against each other, equal ones stay equal
 * here, so that compression sees them: a fifth less over the wire. Octet 0, which is frequent and takes two characters in a
 * string, and 91, "[", which is rare, change places.
 */
const wasmAsText = {
	name: "wasm-as-text",
	setup({ onLoad }) {
		onLoad({ filter: /\.wasm$/ }, ({ path }) => {
			const octets = readFileSync(path).map((octet) => (octet === 0 ? 91 : octet === 91 ? 0 : octet));
			const text = JSON.stringify(octets.toString("latin1"));
			return {
				contents: `export default Uint8Array.from(${text}, (c) => { const o = c.charCodeAt(0); return o ? (o === 91 ? 0 : o) : 91; });`,
			};
		});
	},
};

/** Makes a bundle smaller still: a few hundredths less over the wire than esbuild alone. */
async function shrink(file) {
	const { code } = await minify(readFileSync(file, "utf8"), { module: true, ecma: 2022, compress: { passes: 3 } });
	writeFileSync(file, code);
}

/** The entry `urlsieve/js` chooses its engine in select.js-only.ts. */
const withoutWasm = {
	name: "without-wasm",
	setup({ onResolve }) {
		onResolve({ filter: /\/select$/ }, () => ({ path: join(root, "src/engine/select.js-only.ts") }));
	},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
