/**
 * Module hooks that choose the file of each kernel of the package.
 *
 * ```
 *   import "urlsieve"           as it is
 *   import "urlsieve?simd"      the package again, with other classes: #core-kernel ──▶ FOLDER/kernel.simd.wasm
 *   import "urlsieve?scalar"    and again: #core-kernel ──▶ FOLDER/kernel.wasm
 * ```
 *
 * `register` passes the files, by the name of the import and the build: `core.simd`, `core.scalar` and so on.
 */
const BUILD = /\?(simd|scalar)$/;
const KERNEL = /^#(\w+)-kernel$/;
/** @type {Record<string, string>} */
let files = {};

export function initialize(data) {
	files = data;
}

export async function resolve(specifier, context, next) {
	const [suffix, build] = BUILD.exec(specifier) ?? BUILD.exec(context.parentURL ?? "") ?? [];
	if (build === undefined) return next(specifier, context);
	const [, name] = KERNEL.exec(specifier) ?? [];
	if (name !== undefined) return { url: `kernel:${name}.${build}`, format: "module", shortCircuit: true };
	const resolved = await next(specifier.replace(BUILD, ""), context);
	return resolved.url.startsWith("file:") ? { ...resolved, url: `${resolved.url}${suffix}` } : resolved;
}

export async function load(url, context, next) {
	if (!url.startsWith("kernel:")) return next(url, context);
	const file = files[url.slice("kernel:".length)];
	if (file === undefined) throw new Error(`no file for ${url}`);
	const source = `import { readFileSync } from "node:fs";
export default () => new Uint8Array(readFileSync(${JSON.stringify(file)}));`;
	return { format: "module", source, shortCircuit: true };
}
