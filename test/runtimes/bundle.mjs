/** Bundles a script by export conditions, as users do for hosts that do not resolve package names. */
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";

/** Writes the bundle to `to`, with Wasm modules beside it. Throws on any warning. */
export async function bundle(folder, entries, conditions, to) {
	const { warnings } = await esbuild.build({
		absWorkingDir: folder,
		entryPoints: entries,
		outdir: to,
		bundle: true,
		splitting: true,
		minify: true,
		charset: "utf8",
		format: "esm",
		platform: "neutral",
		target: "es2022",
		conditions,
		plugins: [wasmBeside(to)],
	});
	if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("; "));
}

function wasmBeside(to) {
	return {
		name: "wasm-beside",
		setup({ onResolve }) {
			onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
				copyFileSync(join(resolveDir, path), join(to, basename(path)));
				return { path: `./${basename(path)}`, external: true };
			});
		},
	};
}
