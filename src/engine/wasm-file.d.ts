/** A build of the kernel, embedded as octets by the bundler. */
declare module "*.wasm" {
	const octets: Uint8Array<ArrayBuffer>;
	export default octets;
}
