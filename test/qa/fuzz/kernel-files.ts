/** The kernels that are built. */

/** The files of kernels, by the name under which the package imports them. */
export const KERNEL_FILES: Readonly<Record<string, string>> = {
	"core.simd": "kernel.simd.wasm",
	"core.scalar": "kernel.wasm",
	"crawl.simd": "crawl.simd.wasm",
	"crawl.scalar": "crawl.wasm",
	"tables.simd": "tables.simd.wasm",
	"store.simd": "store.simd.wasm",
	"learn.simd": "learn.simd.wasm",
};
