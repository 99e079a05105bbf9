/** Scopes: the hosts to which an entry, an exemption or a site applies. A name covers its host and all hosts below it. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { equal, load8, load32 } from "../octets/memory";
import { bucketOf, hashOctet, Table } from "./hash";
import { MAX_SCOPE, policy, program, ScopeRow } from "./program";

/** The value that the scope at this offset gives the host of the reference. */
export function scopeValue(scope: i32): i32 {
	return hostValue(scope, policy(Policy.HOST_START), policy(Policy.HOST_END));
}

/** The value that the scope at this offset gives the host [start, end): that of the longest name that covers it, or 0. */
export function hostValue(scope: i32, start: i32, end: i32): i32 {
	const first = end - start > MAX_SCOPE ? end - MAX_SCOPE : start;
	let value = 0;
	let hash = load32(program() + scope + Table.SEED);
	for (let at = end - 1; at >= first; --at) {
		hash = hashOctet(hash, load8(at));
		if (at > start && load8(at - 1) != Octet.DOT) continue;
		const row = findName(program() + scope, hash, at, end);
		if (row != 0) value = load32(row + (at == start ? ScopeRow.EXACT : ScopeRow.BELOW));
	}
	return value;
}

/** The row of the name [start, end) in the scope at an address; 0 if it is not there. */
function findName(scope: i32, hash: i32, start: i32, end: i32): i32 {
	const rows = scope + Table.SIZE + (load32(scope + Table.COUNT) << 2);
	const bucket = bucketOf(scope, hash);
	for (let number = load32(bucket); number < load32(bucket + 4); ++number) {
		const row = rows + number * ScopeRow.SIZE;
		if (load32(row + ScopeRow.LENGTH) == end - start && equal(start, end, program() + load32(row + ScopeRow.NAME))) return row;
	}
	return 0;
}
