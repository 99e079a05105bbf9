/**
 * `npm run build`: builds the package.
 *
 *   assembly/ ──kernels.mjs──▶ build/out/*.wasm ──embed.mjs──▶ build/out/dist/kernels/
 *   src/ and the portable side of assembly/ ──tsc──▶ build/out/modules/ ──bundle.mjs──▶ build/out/dist/
 */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundleCode, bundleTypes } from "./bundle.mjs";
import { writeBundled } from "./bundled.mjs";
import { embedKernels } from "./embed.mjs";
import { buildKernels } from "./kernels.mjs";
import { root } from "./root.mjs";
import { writeSmall } from "./small.mjs";
import { LAST_BUILT, stamped } from "./stamps.mjs";

const out = join(root, "build", "out");
const dist = join(out, "dist");

/** The types of the entries that are kernels. Not all hosts' types have the namespace WebAssembly: those of Node.js have not. */
const KERNEL_TYPES = `type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Compiled } } } ? Compiled : object;
/** The compiled kernel, a WebAssembly.Module, for hosts that import Wasm modules. Other hosts read the file: see docs/internals/abi.md. */
declare const kernel: Module;
export default kernel;
`;

/** Builds a part (see isBuilt) but for kernels whose sources have not changed. Throws if a tool fails or warns. */
export function build(part = "all") {
	return stamped(part, () => buildPart(part));
}

/** Builds what is left of `all` after `own`. */
export function complete() {
	return stamped("all", () => step("kernels", () => buildKernels("all")));
}

async function buildPart(part) {
	rmSync(dist, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	await Promise.all([step("kernels", () => buildKernels(part)), step("TypeScript", emitModules)]);
	embedKernels();
	await step("bundles", bundleCode);
	await step("small engines", () => writeSmall(dist));
	await step("types", bundleTypes);
	chmodSync(join(dist, "urlsieve.js"), 0o755);
	await writeSchemas();
	writeBundled(dist);
	writeFileSync(LAST_BUILT, KERNEL_TYPES);
}

/** Runs one step and reports how long it took. */
async function step(name, run) {
	const start = performance.now();
	await run();
	console.error(`urlsieve: built ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Compiles TypeScript to JavaScript and types, file by file. tsc also checks the types. */
async function emitModules() {
	rmSync(join(out, "modules"), { recursive: true, force: true });
	const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
	await promisify(execFile)(process.execPath, [tsc, "-p", join(root, "build", "tsconfig.json")]).catch(({ stdout }) => {
		throw new Error(`tsc:\n${stdout}`);
	});
}

/** Writes the schemas of policies and lists as JSON, for editors and other languages. */
async function writeSchemas() {
	const { policySchema, listSchema } = await import(join(dist, "crawl.js"));
	for (const [name, schema] of Object.entries({ policy: policySchema, list: listSchema })) {
		writeFileSync(join(dist, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
