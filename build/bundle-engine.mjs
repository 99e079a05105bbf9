/** Bundles TypeScript into one script for engines that have only the language: no modules, no WebAssembly, no `URL`. */
import { join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./root.mjs";

/** Writes a script. Its kernels are those in JavaScript. Throws on any warning. */
export async function bundleForEngine(entry, outfile) {
	const { warnings } = await esbuild.build({
		absWorkingDir: root,
		entryPoints: [entry],
		outfile,
		bundle: true,
		format: "iife",
		platform: "neutral",
		target: "es2022",
		inject: [join(root, "build", "text-coding.ts")],
		alias: { "#crawl-kernel": join(root, "build", "no-kernel.ts") },
		charset: "utf8",
		resolveExtensions: [".host.ts", ".ts"],
	});
	if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("; ")}`);
}
