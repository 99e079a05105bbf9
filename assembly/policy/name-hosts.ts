/**
 * A filter behind that of name-filter.ts, for programs with conditions. It rejects names whose entries are all about other hosts. So does a
 * table of the bits of each condition, which follows it: see conditions.ts.
 *
 * ```
 *   v=…                a slot, by its first octets: the bits of the hosts of its entries ─┐
 *   www.youtube.com    the bits of the host, see host-bits.ts ────────────────────────────┴─ none in common: rejected
 * ```
 */
import { Lists } from "../layout/crawl-state";
import { clear, load32, store32 } from "../octets/memory";
import { hostBitsOf } from "./conditions";
import { ANY_HOST, hostBits, hostOf, NAME_END } from "./host-bits";
import { lists, setLists } from "./list-state";
import { Entry, Header, header, program } from "./program";

const SLOT_COUNT: i32 = 1024;
/** Octets of the filter, and for each condition. */
export const NAME_HOSTS_SIZE: i32 = SLOT_COUNT << 2;
export const CONDITION_HOSTS_SIZE: i32 = 4;
/** Octets of a name that decide on its slot. */
const FIRST_OCTETS: i32 = 4;
/** Makes letters lower-case, and other octets only less different. */
const CASE_BITS: i32 = 0x20202020;

/** Octets of both tables. */
export function nameHostsRoom(): i32 {
	const count = header(Header.CONDITION_COUNT);
	return count == 0 ? 0 : NAME_HOSTS_SIZE + count * CONDITION_HOSTS_SIZE;
}

/** Fills the tables at `room`. Requires: the program has conditions. */
export function fillNameHosts(room: i32): void {
	setLists(Lists.NAME_HOSTS, room);
	setLists(Lists.CONDITION_HOSTS, room + NAME_HOSTS_SIZE);
	for (let number = 0; number < header(Header.CONDITION_COUNT); ++number) {
		store32(room + NAME_HOSTS_SIZE + number * CONDITION_HOSTS_SIZE, hostBitsOf(number));
	}
	clear(room, room + NAME_HOSTS_SIZE);
	for (let index = 0; index < header(Header.ENTRY_COUNT); ++index) {
		const entry = program() + header(Header.ENTRIES) + index * Entry.SIZE;
		const slot = room + slotOf(program() + load32(entry + Entry.NAME), load32(entry + Entry.LENGTH));
		const required = load32(entry + Entry.REQUIRED);
		store32(slot, load32(slot) | (required == 0 ? ANY_HOST : hostBitsOf(required - 1)));
	}
}

/**
 * Whether an entry that may match the name of `length` octets at `start`, as a name or a prefix, may be about the host of the reference at
 * `line`. Requires: `forgetHost` at the beginning of the reference; no prefix is empty.
 */
export function mayBeAbout(line: i32, start: i32, length: i32): bool {
	const slots = lists(Lists.NAME_HOSTS);
	// Fast path only: the hash table decides on a name that passes.
	if (slots == 0 || line == 0) return true;
	let bits = load32(slots + slotOf(start, length));
	for (let short: i32 = 1; short < FIRST_OCTETS && short < length; ++short) {
		const isPrefix = ((header(Header.PREFIX_LENGTHS) >>> short) & 1) != 0;
		if (isPrefix) bits |= load32(slots + slotOf(start, short));
	}
	if (bits == 0 || bits == ANY_HOST) return bits != 0;
	return (bits & hostBits(hostOf(line), NAME_END)) != 0;
}

/** The offset of the slot of a name. */
function slotOf(name: i32, length: i32): i32 {
	const octets = load32(name) | CASE_BITS;
	const first = length < FIRST_OCTETS ? octets & ((1 << (length << 3)) - 1) : octets;
	const sum = first ^ (first >>> 15);
	return ((sum ^ (sum >>> 9) ^ (sum << 5)) & (SLOT_COUNT - 1)) << 2;
}
