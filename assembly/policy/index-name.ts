/** P3 index: drops the last segment when it is one of the policy's names, octet for octet, or one of its globs matches it. */

import { Policy } from "../layout/crawl-addresses";
import { Octet } from "../octets/char";
import { equal, load8, load32 } from "../octets/memory";
import { matchesGlob } from "./glob";
import { MoreConfig } from "./more";
import { Config, moreConfig, policy, program } from "./program";

/** The end of the path [start, end) without an index name; the "/" before it stays. */
export function withoutIndexName(start: i32, end: i32): i32 {
	let segment = end;
	while (segment > start && load8(segment - 1) != Octet.SLASH) --segment;
	if (segment == end) return end;
	return isName(segment, end) || hasGlob(segment, end) ? segment : end;
}

function isName(start: i32, end: i32): bool {
	const offset = load32(policy(Policy.CONFIG) + Config.INDEX);
	if (offset == 0) return false;
	const names = program() + offset;
	for (let index = 0; index < load32(names); ++index) {
		const name = names + 4 + (index << 3);
		if (load32(name + 4) == end - start && equal(start, end, program() + load32(name))) return true;
	}
	return false;
}

function hasGlob(start: i32, end: i32): bool {
	const config = moreConfig();
	const globs = config == 0 ? 0 : load32(config + MoreConfig.INDEX);
	return globs != 0 && matchesGlob(globs, start, end);
}
