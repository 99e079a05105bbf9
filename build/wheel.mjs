/**
 * `npm run wheel`: builds the Python package, build/out/python/urlsieve-*.whl, from python/, the kernels and tables that are
 * generated here. Python and its packages are those of build/platforms.mjs.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare, root } from "./prepare.mjs";
import { python, run } from "./python.mjs";

const out = join(root, "build", "out", "python");

/** Builds the wheel. Returns its path. */
export async function buildWheel() {
	rmSync(out, { recursive: true, force: true });
	mkdirSync(out, { recursive: true });
	writeFileSync(join(out, "tables.json"), await hostTablesIn(out));
	const interpreter = python();
	run(interpreter, [join(root, "python", "unicode_tables.py"), join(out, "unicode.json")]);
	run(interpreter, [
		"-m",
		"pip",
		"wheel",
		"--quiet",
		"--no-deps",
		"--no-build-isolation",
		"--wheel-dir",
		out,
		join(root, "python"),
	]);
	const wheel = readdirSync(out).find((name) => name.endsWith(".whl"));
	return join(out, wheel);
}

/** Returns the tables of host-tables.ts as JSON. Bundles them in a folder. */
export async function hostTablesIn(folder) {
	const { bundleScript } = await import("./bundle-script.mjs");
	await bundleScript({ "host-tables": "build/host-tables.ts" }, folder);
	const { hostTables } = await import(join(folder, "host-tables.js"));
	return hostTables();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await prepare();
	console.log(await buildWheel());
}
