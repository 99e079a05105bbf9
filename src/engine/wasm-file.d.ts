/** A build of the kernel, embedded by the bundler: it makes the octets anew. */
declare module "*.wasm" {
	export default function octets(): Uint8Array<ArrayBuffer>;
}
