/** A build of the kernel: embedded as octets by the bundler, or compiled by the host that imports it. */
declare module "*.wasm" {
	const build: Uint8Array<ArrayBuffer> | WebAssembly.Module;
	export default build;
}
