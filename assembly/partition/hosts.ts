/** The hosts for which the duplicates of `collectMerges` count, for a report. */

import { Address, Component } from "../layout/addresses";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { unmark } from "../lines/line-record";
import { Octet } from "../octets/char";
import { copy, load8, load32, store32 } from "../octets/memory";
import { endOf, isPresent, startOf } from "../reference/record";
import { scan } from "../reference/scan";
import { Duplicate, KeptLine, Merging, PartitionAddress } from "./layout";

/**
 * Writes the start and the end of a host for each of the duplicates [from, count) to `to`: the host of its kept line or, if that is not
 * known, its own. Both are 0 if the line has more than `most` octets or does not parse, or if the host has capitals or octets beyond US-ASCII.
 *
 * Requires: room at `room` for `most` octets, plus Limit.MARGIN.
 */
export function findHosts(most: i32, from: i32, count: i32, to: i32, room: i32): void {
	const duplicates = load32(PartitionAddress.MERGES + Merging.DUPLICATES);
	store32(Address.OPTIONS, Flag.RULES);
	let entry = to;
	for (let index = from; index < count; ++index) {
		const duplicate = duplicates + (index << Duplicate.SIZE_BITS);
		const kept = unmark(load32(duplicate + Duplicate.KEPT));
		const start = kept == 0 ? load32(duplicate + Duplicate.START) : kept + KeptLine.TEXT;
		const end = kept == 0 ? load32(duplicate + Duplicate.END) : start + load32(kept + KeptLine.LENGTH);
		const isFound = end - start <= most && findHost(start, end, room);
		store32(entry, isFound ? start + startOf(Component.HOST) - room : 0);
		store32(entry + 4, isFound ? start + endOf(Component.HOST) - room : 0);
		entry += 8;
	}
}

/** Parses a copy of a line, for parsing writes after its end. Returns whether there is a host in US-ASCII without capitals. */
function findHost(start: i32, end: i32, room: i32): bool {
	if (scan(room, copy(start, end, room)) != Status.OK || !isPresent(Component.HOST)) return false;
	const hostEnd = endOf(Component.HOST);
	for (let at = startOf(Component.HOST); at < hostEnd; ++at) if (!isPlain(load8(at))) return false;
	return hostEnd > startOf(Component.HOST);
}

function isPlain(octet: i32): bool {
	return octet > Octet.SPACE && octet <= Octet.TILDE && (octet < Octet.UPPER_A || octet > Octet.UPPER_Z);
}
