/**
 * Writes the modules that `import … from "#core-kernel"` and the like select, by the conditions of "imports" in package.json:
 *
 *   build/out/dist/kernels/NAME.js             the octets, embedded: one file to load, no path to configure
 *   build/out/dist/kernels/NAME.workerd.js     the compiled module, for hosts that cannot compile at run time
 *   build/out/dist/kernels/NAME.edge-light.js  the same, for bundlers of edge functions
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** The names of the kernels, and the builds that the package runs. */
const KERNELS = { core: "kernel", crawl: "crawl", tables: "tables", learn: "learn", store: "store" };
const ESCAPES = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" };

/** Writes the modules of all kernels. */
export function embedKernels() {
	const folder = join(root, "build", "out", "dist", "kernels");
	mkdirSync(folder, { recursive: true });
	for (const [name, file] of Object.entries(KERNELS)) {
		const octets = readFileSync(join(root, "build", "out", `${file}.simd.wasm`));
		writeFileSync(join(folder, `${name}.js`), embedded(octets));
		for (const [condition, suffix] of [
			["workerd", ""],
			["edge-light", "?module"],
		]) {
			const code = `export { default } from "../../${file}.simd.wasm${suffix}";\n`;
			writeFileSync(join(folder, `${name}.${condition}.js`), code);
		}
	}
}

/**
 * A module that exports a function, which returns the octets.
 *
 * They are a string of one character for each octet: base64 would shift octets against each other, and takes a fifth more after
 * compression. Octet 0 is frequent but needs an escape of two characters, so it is swapped with the rare 91, "[".
 */
function embedded(octets) {
	const swapped = octets.map((octet) => (octet === 0 || octet === 91 ? 91 - octet : octet));
	const literal = swapped.toString("latin1").replace(/[\\"\n\r]/g, (character) => ESCAPES[character]);
	return `/** The octets of a kernel in WebAssembly. */
export default function octetsOfKernel() {
	const octets = new Uint8Array(TEXT.length);
	for (let at = 0; at < TEXT.length; ++at) {
		const octet = TEXT.charCodeAt(at);
		octets[at] = octet === 0 || octet === 91 ? 91 - octet : octet;
	}
	return octets;
}
const TEXT =
	"${literal}";
`;
}
