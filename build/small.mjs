/**
 * Writes build/out/dist/edge.small*.js: what small engines run, which know little beyond ES5 and limit the size of a program. Hence they
 * are minified, unlike all other files: tests run these files, in njs too (test/runtimes/njs.mjs).
 *
 *   src/edge/small*.ts ──esbuild──▶ one module ──TypeScript──▶ ES5 ──esbuild──▶ minified
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import ts from "typescript";
import { SMALL } from "./entries.mjs";
import { root } from "./root.mjs";

/** Bytes: the limit of CloudFront Functions. */
const MAX_SIZE = 10_240;

/** Writes the files of SMALL to a folder. Throws if one is larger than MAX_SIZE. */
export async function writeSmall(folder) {
	for (const [name, source] of Object.entries(SMALL)) {
		const { outputFiles } = await build({
			entryPoints: [join(root, source)],
			bundle: true,
			format: "esm",
			target: "es2022",
			write: false,
		});
		// njs reads no other form of a default export.
		const code = outputFiles[0].text.replace(/export \{\s*(\w+) as default\s*\}/, "export default $1");
		const { outputText } = ts.transpileModule(code, {
			compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.ESNext },
		});
		const { code: minified } = await transform(outputText, { minify: true, target: "es5", charset: "ascii" });
		if (minified.length > MAX_SIZE) throw new Error(`${name}.js has ${minified.length} bytes, more than ${MAX_SIZE}`);
		writeFileSync(join(folder, `${name}.js`), minified);
	}
}
