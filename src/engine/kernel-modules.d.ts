/**
 * Kernels in WebAssembly, by the conditions of "imports" in package.json: a function that returns the octets, or the module that
 * the host has compiled.
 */
declare module "#*-kernel" {
	const build: (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module;
	export default build;
}
