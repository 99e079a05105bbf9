/** Leaf, typed-array side: octets of runs, one by one. The contracts are in lanes.ts, the Wasm side. */

import { Kind } from "../layout/shapes";
import { load8 } from "../octets/memory";
import { endsWord } from "./chunks";
import { kindAt, kindOf } from "./kinds";

export { chunksEndByOctet as chunksEnd } from "./chunks";

export function wordEnd(start: i32, end: i32): i32 {
	let at = start + ((kindOf(load8(start)) & Kind.UPPER) >> 1);
	while ((kindAt(at, end) & Kind.LOWER) !== 0) ++at;
	return endsWord(start, at, end) ? at : 0;
}
