/**
 * Bundles test/seams/kernels.ts for `npm run coverage`, with the entries and from the same modules: the ABI of the kernels is a public face,
 * and the JavaScript engine, the only one that can be counted, has no other file with it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./root.mjs";

const SOURCE = join(root, "test", "seams", "kernels.ts");
const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

/** The input of rollup. */
export const COUNTED_SEAM = { "seams/kernels": SOURCE };

/** Reads the seam, of which tsc emits nothing. */
export const seamModule = {
	name: "seam-module",
	resolveId(path, importer, options) {
		if (importer !== SOURCE || !path.startsWith("../../src/")) return null;
		return this.resolve(path.replace("../..", "."), join(root, "build", "out", "modules", "index.js"), options);
	},
	load: (id) => (id === SOURCE ? ts.transpileModule(readFileSync(id, "utf8"), { compilerOptions: OPTIONS }).outputText : null),
};
