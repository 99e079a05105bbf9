/**
 * A filter in front of the hash table of names. It rejects most parameters by the first octet and the length of their name.
 *
 * ```
 *   NAMES   128 × i32, indexed by the first octet in lower case. Bit n is set if some entry is a name of n octets
 *           or a prefix of at most n octets. Bit 31 stands for 31 and more.
 * ```
 */
import { CrawlAddress } from "../layout/crawl-addresses";
import { clear, load8, load32, store32 } from "../octets/memory";
import { lowered } from "./decoded";
import { Entry, EntryFlag, Header, header, program } from "./program";

const MAX_LENGTH: i32 = 31;
const ASCII_MASK: i32 = 127;

/** Fills NAMES from the entries of the current program. */
export function fillNames(): void {
	clear(CrawlAddress.NAMES, CrawlAddress.NAMES + ((ASCII_MASK + 1) << 2));
	for (let index = 0; index < header(Header.ENTRY_COUNT); ++index) {
		const entry = program() + header(Header.ENTRIES) + index * Entry.SIZE;
		const length = load32(entry + Entry.LENGTH);
		const isPrefix = (load32(entry + Entry.FLAGS) & EntryFlag.PREFIX) != 0;
		const row = rowOf(program() + load32(entry + Entry.NAME), length);
		const bit = length < MAX_LENGTH ? length : MAX_LENGTH;
		store32(row, load32(row) | ((isPrefix ? -1 : 1) << bit));
	}
}

/** Whether an entry may match the name of `length` octets at `start`, as a name or a prefix. Requires: no prefix is empty. */
export function mayBeNamed(start: i32, length: i32): bool {
	// Fast path only: the hash table decides on a name that passes.
	return ((load32(rowOf(start, length)) >>> (length < MAX_LENGTH ? length : MAX_LENGTH)) & 1) != 0;
}

function rowOf(start: i32, length: i32): i32 {
	const first = length == 0 ? 0 : lowered(load8(start)) & ASCII_MASK;
	return CrawlAddress.NAMES + (first << 2);
}
