/**
 * Returns the version of the ABI that docs/internals/abi.md and docs/internals/crawl-abi.md describe. It changes when a host
 * that follows these pages would have to change; a host that was written for another version must stop.
 */
export function abiVersion(): i32 {
	return 1;
}
