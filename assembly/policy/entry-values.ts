/**
 * The values that an entry is about, in a hash table: see hash.ts. Its rows are offset and length.
 */

import { Policy } from "../layout/crawl-addresses";
import { load8, load32 } from "../octets/memory";
import { decodedAt, lowered, nextAt } from "./decoded";
import { bucketOf, hashOctet, Table } from "./hash";
import { policy, program } from "./program";

/** Whether the value [start, end), decoded, is in the table at an address. Without regard to case if values are compared so. */
export function isValue(table: i32, start: i32, end: i32): bool {
	let hash = load32(table + Table.SEED);
	for (let at = start; at < end; at = nextAt(at, end)) hash = hashOctet(hash, lowered(decodedAt(at, end)));
	const rows = table + Table.SIZE + (load32(table + Table.COUNT) << 2);
	const bucket = bucketOf(table, hash);
	for (let number = load32(bucket); number < load32(bucket + 4); ++number) {
		const row = rows + (number << 3);
		if (isText(start, end, program() + load32(row), load32(row + 4))) return true;
	}
	return false;
}

function isText(start: i32, end: i32, text: i32, length: i32): bool {
	const folds = policy(Policy.FOLDS_VALUES) != 0;
	let at = start;
	for (let index = 0; index < length; ++index) {
		if (at >= end) return false;
		const octet = decodedAt(at, end);
		const own = load8(text + index);
		if (folds ? lowered(octet) != lowered(own) : octet != own) return false;
		at = nextAt(at, end);
	}
	return at == end;
}
