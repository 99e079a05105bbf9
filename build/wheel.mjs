/**
 * `npm run wheel`: builds the Python package, build/out/python/urlsieve-*.whl, from python/, the kernels, and the tables and the script
 * that are generated here. Python has the packages of python/build-requirements.txt.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";
import { run, virtualEnvironment } from "./python.mjs";
import { root } from "./root.mjs";

const out = join(root, "build", "out", "python");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const FLAGS = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"];

/** Builds the wheel. Returns its path. Reports each step on standard error. */
export async function buildWheel() {
	rmSync(out, { recursive: true, force: true });
	mkdirSync(out, { recursive: true });
	note("writing the tables of profiles and errors");
	const { destinationNames, hostTables } = await hostTablesIn(out);
	writeFileSync(join(out, "tables.json"), hostTables());
	writeFileSync(join(out, "_destination_names.py"), destinationNames());
	writeFileSync(join(out, "_version.py"), `VERSION = "${version}"\n`);
	note("bundling the compiler of policies");
	const { bundleForEngine } = await import("./bundle-engine.mjs");
	await bundleForEngine("build/policy-compiler.ts", join(out, "policy-compiler.js"));
	note("looking for the Python packages that build the wheel");
	const interpreter = virtualEnvironment("urlsieve-wheel", join(root, "python", "build-requirements.txt"));
	note("writing the Unicode table");
	run(interpreter, [join(root, "python", "unicode_tables.py"), join(out, "unicode.json")]);
	note("packing the wheel");
	run(interpreter, ["-m", "pip", "wheel", ...FLAGS, "--wheel-dir", out, join(root, "python")]);
	const wheel = join(
		out,
		readdirSync(out).find((name) => name.endsWith(".whl")),
	);
	note(`the wheel is ready, ${Math.round(statSync(wheel).size / 1024)} KiB`);
	return wheel;
}

function note(step) {
	console.error(`urlsieve: ${step}`);
}

/** Returns host-tables.ts. Bundles it in a folder. */
export async function hostTablesIn(folder) {
	const { bundleScript } = await import("./bundle-script.mjs");
	await bundleScript({ "host-tables": "build/host-tables.ts" }, folder);
	return import(join(folder, "host-tables.js"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await prepare();
	console.log(await buildWheel());
}
