/**
 * The package of instrumented sources, bundled as the product is, for tests that start the command line: test/support/dist.ts.
 *
 *   telling    notes the mutants that a run reaches: recorder.cjs
 *   switching  has all mutants of a sample. A variable, which processes inherit, says which one is active
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Code, translateModules } from "./translated";

/** The variable that Stryker's instrumentation reads. */
export const ACTIVE_MUTANT = "__STRYKER_ACTIVE_MUTANT__";

/** Writes the entries and the command line from modules to a folder: build/bundle.mjs. */
export type Bundle = (options: { from: string; to: string; plugins: readonly object[] }) => Promise<void>;

/** What each module of a package begins with. */
const HEADERS = {
	telling: "const REACHED = globalThis.REACHED ?? (() => 0);\n",
	switching: `const ACTIVE_MUTANT = Number(globalThis.process?.env.${ACTIVE_MUTANT} ?? -1);\n`,
};

/** The command line runs while its module is evaluated: what it reaches is not static. */
const RUNS = "urlsieve.js";

/** Marks where the evaluation of a file begins, after that of its imports, and where it ends. */
const MARKS = {
	name: "marks",
	renderChunk: (code: string, { fileName }: { fileName: string }) =>
		fileName === RUNS ? code : `globalThis.REACHED?.enter();\n${code}\nglobalThis.REACHED?.leave();\n`,
};

/** Builds a package, unless it is built. `instrumented` has the sources that differ from those on disk. Returns its folder. */
export async function buildPackage(root: string, kind: keyof typeof HEADERS, instrumented: Code, bundle: Bundle) {
	const folder = join(root, "build", "out", "mutants", kind);
	const [from, to, stamp] = ["modules", "dist", "stamp"].map((name) => join(folder, name)) as [string, string, string];
	const modules = await translateModules(root, instrumented);
	const hash = createHash("sha256")
		.update(JSON.stringify([...modules]))
		.digest("hex");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return to;
	rmSync(folder, { recursive: true, force: true });
	for (const [file, code] of modules) {
		const path = join(from, file.replace(/\.ts$/, ".js"));
		mkdirSync(dirname(path), { recursive: true });
		const header = instrumented.has(file) ? HEADERS[kind] : "";
		writeFileSync(
			path,
			code.replace(/^(?:#!.*\n)?/, (first) => first + header),
		);
	}
	await bundle({ from, to, plugins: kind === "telling" ? [MARKS] : [] });
	chmodSync(join(to, RUNS), 0o755);
	writeFileSync(stamp, hash);
	return to;
}
