/**
 * Builds the kernels: assembly/ ──asc──▶ ──Binaryen──▶ build/out/{kernel,crawl,tables,learn,store}.simd.wasm, {kernel,crawl}.wasm
 *
 * Each target of asconfig.json is compiled in a process of its own, as many at a time as there are processors. A kernel whose
 * sources, settings and compilers have not changed is copied from the cache in node_modules/.cache/urlsieve.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "./root.mjs";

const { targets, options } = JSON.parse(readFileSync(join(root, "asconfig.json"), "utf8"));
const CACHE = join(root, "node_modules", ".cache", "urlsieve");

/** The sources of the core: all that they export, the kernel exports. */
const CORE = ["assembly/index.ts", "assembly/partition/index.ts"];
/** Targets of asconfig.json, slowest first, with the sources that each is compiled from. */
const KERNELS = {
	"crawl-simd": ["assembly/crawl/index.ts"],
	"crawl-scalar": ["assembly/crawl/index.ts"],
	simd: CORE,
	scalar: CORE,
	"tables-simd": ["assembly/tables/index.ts"],
	"store-simd": ["assembly/store/index.ts"],
	"learn-simd": ["assembly/learn/index.ts"],
};

/** Builds the kernels of a part of the build: those with SIMD are its own. Throws if a compiler fails or warns. */
export async function buildKernels(part) {
	const waiting = Object.keys(KERNELS).filter((target) => part === "all" || target.endsWith("simd"));
	const work = async () => {
		for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) await buildKernel(target);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function buildKernel(target) {
	const start = performance.now();
	const cached = join(CACHE, `${target}-${hashOf(target)}.wasm`);
	if (!existsSync(cached)) {
		mkdirSync(CACHE, { recursive: true });
		await promisify(execFile)(process.execPath, [
			join(root, "build", "kernel.mjs"),
			target,
			`${cached}.part`,
			...KERNELS[target],
		]);
		renameSync(`${cached}.part`, cached);
		console.error(`urlsieve: compiled kernel ${target}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
	}
	const file = join(root, targets[target].outFile);
	mkdirSync(dirname(file), { recursive: true });
	copyFileSync(cached, file);
}

/** Builds the source map of a kernel, such as `crawl.wasm`, if it is not there. Returns its path, and that of the module it belongs to. */
export async function buildMap(kernel) {
	const [target] = Object.entries(targets).find(([, { outFile }]) => outFile.endsWith(`/${kernel}`));
	const module = join(CACHE, `${target}-${hashOf(target)}.mapped.wasm`);
	if (!existsSync(`${module}.map`)) {
		mkdirSync(CACHE, { recursive: true });
		// asc writes a map only beside a file with this extension.
		const part = join(CACHE, `${target}.part.wasm`);
		await promisify(execFile)(process.execPath, [join(root, "build", "kernel.mjs"), target, part, "--map", ...KERNELS[target]]);
		renameSync(part, module);
		renameSync(`${part}.map`, `${module}.map`);
	}
	return { module, map: `${module}.map` };
}

/** Hash of all that decides a kernel's octets. */
function hashOf(target) {
	const hash = createHash("sha256").update(JSON.stringify([options, targets[target]]));
	const versions = ["assemblyscript", "binaryen"].map((name) => `node_modules/${name}/package.json`);
	for (const file of ["build/kernel.mjs", ...versions, ...sourcesOf(KERNELS[target])]) {
		hash.update(`${file}\0`).update(readFileSync(join(root, file)));
	}
	return hash.digest("hex").slice(0, 32);
}

/** Sources of AssemblyScript and all that they import, in a stable order. */
function sourcesOf(entries) {
	const files = new Set(entries);
	for (const file of files) {
		const text = readFileSync(join(root, file), "utf8");
		for (const [, path] of text.matchAll(/\bfrom\s*"(\.[^"]+)"/g)) files.add(`${join(dirname(file), path)}.ts`);
	}
	return [...files].sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernels("all");
