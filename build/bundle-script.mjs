/** Bundles TypeScript that is not part of the package: benches, and tests that run outside of vitest. */
import { resolve } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./root.mjs";

/** Writes one file for each entry, a path below the repository, to `outdir`, relative to it. Throws on any warning. */
export async function bundleScript(entryPoints, outdir) {
	const { warnings } = await esbuild.build({
		absWorkingDir: root,
		entryPoints,
		outdir: resolve(root, outdir),
		bundle: true,
		format: "esm",
		platform: "neutral",
		target: "es2022",
		packages: "external",
		external: ["node:*", "#*"],
		charset: "utf8",
		// "sideEffects" in package.json names files of the package. Without this, the sources' WebAssembly would be left out.
		ignoreAnnotations: true,
		// Prefers the portable variants of the kernel's leaves: see docs/internals/kernels.md.
		resolveExtensions: [".host.ts", ".ts"],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
}
