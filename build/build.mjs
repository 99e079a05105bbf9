/**
 * Builds the package:
 *
 *   assembly/ ──asc──▶ build/kernel.simd.wasm, build/kernel.wasm
 *   src/ and the portable side of assembly/ ──esbuild──▶ build/dist/{index,js,urlsieve}.js
 *   src/ ──tsc──▶ build/dist/types/
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as asc from "assemblyscript/asc";
import * as esbuild from "esbuild";
import { root } from "./prepare.mjs";

const dist = join(root, "build", "dist");

/** Builds everything anew. Throws when anything warns or fails. */
export async function build() {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await buildKernel("simd");
	await buildKernel("scalar");
	await bundle({ index: "src/index.ts", urlsieve: "src/cli/main.ts" }, []);
	await bundle({ js: "src/index.ts" }, [withoutWasm]);
	chmodSync(join(dist, "urlsieve.js"), 0o755);
	execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "build/types.json"], { cwd: root, stdio: "inherit" });
}

/** An unknown flag of asc only warns, with exit status 0: whatever it says is an error here. */
async function buildKernel(target) {
	const { error, stdout, stderr } = await asc.main(["--target", target, "--baseDir", root], {});
	const said = stderr.toString() + stdout.toString();
	if (error || said !== "") throw new Error(`asc, target ${target}: ${said || error}`);
}

async function bundle(entryPoints, plugins) {
	const { warnings } = await esbuild.build({
		absWorkingDir: root,
		entryPoints,
		outdir: dist,
		bundle: true,
		format: "esm",
		splitting: Object.keys(entryPoints).length > 1,
		chunkNames: "[name]-[hash]",
		platform: "neutral",
		target: "es2022",
		external: ["node:*"],
		loader: { ".wasm": "binary" },
		// The portable side of the kernel's leaves: see CONTRIBUTING.md, "One source, two compilers".
		resolveExtensions: [".host.ts", ".ts"],
		legalComments: "none",
		minify: true,
		plugins,
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
