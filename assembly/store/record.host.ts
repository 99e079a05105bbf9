/** Leaf, typed-array side: records of a sort. The contracts are in record.ts, the Wasm side. */
import { load32, store32 } from "../octets/memory";
import { KeyRecord } from "./layout";

export function copyRecord(from: i32, to: i32): void {
	for (let at = 0; at < KeyRecord.SIZE; at += 4) store32(to + at, load32(from + at));
}
