/** A build of the kernel: a function, made by the bundler, that returns its octets, or the module that the host compiled. */
declare module "*.wasm" {
	const build: (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module;
	export default build;
}
