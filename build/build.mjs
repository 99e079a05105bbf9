/**
 * Builds the package:
 *
 *   assembly/ ──asc──▶ ──Binaryen──▶ build/kernel.simd.wasm, build/kernel.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/dist/{index,js,urlsieve}.js
 *   src/ ──tsc──▶ build/types/ ──rollup──▶ build/dist/index.d.ts
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as asc from "assemblyscript/asc";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { root } from "./prepare.mjs";

const dist = join(root, "build", "dist");
/**
 * How Binaryen optimizes. asc's own levels leave a choice between inlining every small function wherever it is called, which
 * costs a third more octets, and hardly any, which costs a fourth of the speed: the limit of the SIMD build loses little of
 * either, for what is seldom called is left alone. The scalar build is the fallback for old hosts, and there for its size.
 */
const SELDOM_CALLED = ["resolve/*", "schemes/tel*", "memory/copyLower", "seen-page/copySlot"];
const OPTIMIZE = {
	simd: [
		...SELDOM_CALLED.map((name) => `--no-inline=assembly/${name}`),
		"--flexible-inline-max-function-size=50",
		"--inline-functions-with-loops",
		"-O4",
	],
	scalar: ["-O3", "--shrink-level=1"],
};

const { targets } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));

/** Builds everything anew. Throws when anything warns or fails. */
export async function build() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await buildKernel("simd");
	await buildKernel("scalar");
	await bundle({ index: "src/index.ts" });
	await bundle({ js: "src/index.ts" }, { plugins: [withoutWasm] });
	await bundle({ urlsieve: "src/cli/main.ts" });
	chmodSync(join(dist, "urlsieve.js"), 0o755);
	await declare();
}

/** The types of the public face, in one file. */
async function declare() {
	execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "build/types.json"], { cwd: root, stdio: "inherit" });
	const bundle = await rollup({ input: join(root, "build/types/src/index.d.ts"), plugins: [dts()] });
	await bundle.write({ file: join(dist, "index.d.ts") });
}

/** An unknown flag of asc only warns, with exit status 0: whatever it says is an error here. */
async function buildKernel(target) {
	const { error, stdout, stderr } = await asc.main(["--target", target, "--baseDir", root], {});
	const said = stderr.toString() + stdout.toString();
	if (error || said !== "") throw new Error(`asc, target ${target}: ${said || error}`);
	const file = join(root, targets[target].outFile);
	execFileSync(join(root, "node_modules/.bin/wasm-opt"), ["--all-features", ...OPTIMIZE[target], "--strip-debug", file, "-o", file], { stdio: "inherit" });
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
		loader: { ".wasm": "binary" },
		// The portable side of the kernel's leaves: see CONTRIBUTING.md, "One source, two compilers".
		resolveExtensions: [".host.ts", ".ts"],
		legalComments: "none",
		minify: true,
		...settings,
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
}

/** The entry `urlsieve/js` chooses its engine in select.js-only.ts. */
const withoutWasm = {
	name: "without-wasm",
	setup({ onResolve }) {
		onResolve({ filter: /\/select$/ }, () => ({ path: join(root, "src/engine/select.js-only.ts") }));
	},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
