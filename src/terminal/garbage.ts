/**
 * Collects garbage of V8's heap: the young generation, or all. Pipes and decompression allocate a buffer for each chunk, which is garbage
 * soon after. V8 leaves some 20 MiB of them before it collects, which would be more than a small limit of memory.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The function `gc` that `--expose-gc` adds to new contexts. */
type Collect = (options: { type: "minor" | "major" }) => void;

/** Returns a function that collects. It takes less than a millisecond for the young generation, since hardly anything survives. */
export function collector(): Collect {
	setFlagsFromString("--expose-gc");
	// The generation stays as small as it is. With --audit, each duplicate leaves garbage between two collections.
	setFlagsFromString("--semi-space-growth-factor=1");
	const collect: Collect | undefined = runInNewContext("globalThis.gc");
	return (options) => collect?.(options);
}
