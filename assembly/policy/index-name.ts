/** P3 index: drops the last segment when it is one of the policy's names, octet for octet. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { equal, load8, load32 } from "../octets/memory";
import { Config, policy, program } from "./program";

/** The end of the path [start, end) without an index name; the "/" before it stays. */
export function withoutIndexName(start: i32, end: i32): i32 {
	let segment = end;
	while (segment > start && load8(segment - 1) != Octet.SLASH) --segment;
	if (segment == end) return end;
	const names = program() + load32(policy(Policy.CONFIG) + Config.INDEX);
	for (let index = 0; index < load32(names); ++index) {
		const name = names + 4 + (index << 3);
		const isName = load32(name + 4) == end - segment && equal(segment, end, program() + load32(name));
		if (isName) return segment;
	}
	return end;
}
