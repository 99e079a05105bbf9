/**
 * A filter before the hash table of names: most parameters have a name that no entry of the program begins like.
 *
 * ```
 *   NAMES   128 × i32, by the first octet in lower case:  bit n is set if an entry has such a name of n octets,
 *                                                         or such a prefix of n octets or fewer; bit 31: of 31 or more
 * ```
 */
import { CrawlAddress } from "../crawl-layout";
import { clear, load8, load32, store32 } from "../memory";
import { lowered } from "./decoded";
import { Entry, EntryFlag, Header, header, program } from "./program";

const MAX_LENGTH: i32 = 31;
const ASCII_MASK: i32 = 127;

/** Fills NAMES with the entries of the program that runs. */
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

/** Whether an entry may have the name of `length` octets at `start`, or begin it. Requires: no entry has an empty prefix. */
export function mayBeNamed(start: i32, length: i32): bool {
	return ((load32(rowOf(start, length)) >>> (length < MAX_LENGTH ? length : MAX_LENGTH)) & 1) != 0;
}

function rowOf(start: i32, length: i32): i32 {
	const first = length == 0 ? 0 : lowered(load8(start)) & ASCII_MASK;
	return CrawlAddress.NAMES + (first << 2);
}
