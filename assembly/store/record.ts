/** Leaf, Wasm side: records of a sort. The typed-array side is record.host.ts. */

/** Copies a record of KeyRecord.SIZE octets to `to`. */
export function copyRecord(from: i32, to: i32): void {
	v128.store(usize(to), v128.load(usize(from)));
}
