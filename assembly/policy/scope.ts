/** Scopes: the hosts to which an entry, an exemption or a site applies. A name covers its host and all hosts below it. */
import { Octet } from "../char";
import { Policy } from "../crawl-layout";
import { equal, load8, load32 } from "../memory";
import { hashOctet, slotOf } from "./hash";
import { MAX_SCOPE, policy, program, Slot } from "./program";

/** The value that the scope at this offset gives the host of the reference: that of the longest name that covers it, or 0. */
export function scopeValue(scope: i32): i32 {
	const start = policy(Policy.HOST_START);
	const end = policy(Policy.HOST_END);
	const first = end - start > MAX_SCOPE ? end - MAX_SCOPE : start;
	let value = 0;
	let hash = 0;
	for (let at = end - 1; at >= first; --at) {
		hash = hashOctet(hash, load8(at));
		if (at > start && load8(at - 1) != Octet.DOT) continue;
		const slot = findName(program() + scope, hash, at, end);
		if (slot != 0) value = load32(slot + (at == start ? Slot.EXACT : Slot.BELOW));
	}
	return value;
}

/** The slot of the name [start, end) in the scope at an address; 0 if it is not there. */
function findName(scope: i32, hash: i32, start: i32, end: i32): i32 {
	const count = load32(scope);
	if (count == 0) return 0;
	let index = slotOf(hash, count);
	for (let left = count; left > 0; --left) {
		const slot = scope + 4 + index * Slot.SIZE;
		const length = load32(slot + Slot.LENGTH);
		if (length == 0) return 0;
		if (length == end - start && equal(start, end, program() + load32(slot + Slot.NAME))) return slot;
		index = (index + 1) & (count - 1);
	}
	return 0;
}
