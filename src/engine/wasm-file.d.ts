/** A build of the kernel: a function that answers its octets, made by the bundler, or what the host compiled that imports it. */
declare module "*.wasm" {
	const build: (() => Uint8Array<ArrayBuffer>) | WebAssembly.Module;
	export default build;
}
