/** Q3 session-query and Q4 param: which entry of the program decides about a piece of the query. */
import { Class, is } from "../classes";
import { Policy } from "../crawl-layout";
import { ABSENT } from "../layout";
import { copyLower, equal, load8, load32, store32 } from "../memory";
import { find } from "../span";
import { decodedAt, lowered, nextAt } from "./decoded";
import { hashOctet, slotOf } from "./hash";
import { Config, Entry, EntryFlag, Group, Header, header, policy, program, Role, setPolicy } from "./program";
import { scopeValue } from "./scope";

/** In place of a group: none has an entry that matches. */
const NO_GROUP: i32 = 0x7fffffff;

/** Whether the piece with the name [start, end) is removed. */
export function isRemoved(start: i32, end: i32): bool {
	const first = decidingGroup(start, end);
	if (first != NO_GROUP) return load32(groupAt(first) + Group.ROLE) == Role.REMOVE;
	return hasOnly();
}

/** Whether the configuration has a list of the only names that stay. It stands before all groups that remove. */
function hasOnly(): bool {
	const count = load32(policy(Policy.CONFIG) + Config.GROUP_COUNT);
	for (let index = 0; index < count; ++index) if (load32(groupAt(index) + Group.ROLE) == Role.ONLY) return true;
	return false;
}

function groupAt(index: i32): i32 {
	return program() + load32(policy(Policy.CONFIG) + Config.GROUPS) + index * Group.SIZE;
}

/** The first group of the configuration with an entry that matches the name [start, end), hashed octet by octet. */
function decidingGroup(start: i32, end: i32): i32 {
	const prefixes = header(Header.PREFIX_LENGTHS);
	let first = NO_GROUP;
	let hash = 0;
	let length = 0;
	if ((prefixes & 1) != 0) first = probe(hash, length, start, end, true, first);
	for (let at = start; at < end; at = nextAt(at, end)) {
		hash = hashOctet(hash, lowered(decodedAt(at, end)));
		++length;
		const mayBePrefix = ((prefixes >>> (length < 31 ? length : 31)) & 1) != 0;
		if (mayBePrefix) first = probe(hash, length, start, end, true, first);
	}
	return probe(hash, length, start, end, false, first);
}

/** The least of `first` and the groups of entries in the hash chain that match. */
function probe(hash: i32, length: i32, start: i32, end: i32, isPrefix: bool, first: i32): i32 {
	const count = header(Header.SLOT_COUNT);
	let slot = slotOf(hash, count);
	for (let left = count; left > 0; --left) {
		const entryNumber = load32(program() + header(Header.SLOTS) + (slot << 2));
		if (entryNumber == 0) return first;
		const entry = program() + header(Header.ENTRIES) + (entryNumber - 1) * Entry.SIZE;
		const flags = load32(entry + Entry.FLAGS);
		const isSameKind = ((flags & EntryFlag.PREFIX) != 0) == isPrefix && load32(entry + Entry.LENGTH) == length;
		if (isSameKind && hasName(entry, flags, start, end) && applies(entry, entryNumber - 1)) {
			const group = groupOf(entry);
			if (group < first) first = group;
		}
		slot = (slot + 1) & (count - 1);
	}
	return first;
}

/** Whether the name [start, end), decoded, is that of the entry, or begins with it. */
function hasName(entry: i32, flags: i32, start: i32, end: i32): bool {
	const name = program() + load32(entry + Entry.NAME);
	const ignoresCase = (flags & EntryFlag.IGNORE_CASE) != 0;
	let at = start;
	for (let i = 0; i < load32(entry + Entry.LENGTH); ++i) {
		const octet = decodedAt(at, end);
		if ((ignoresCase ? lowered(octet) : octet) != load8(name + i)) return false;
		at = nextAt(at, end);
	}
	if ((flags & EntryFlag.EIGHT_LETTERS) != 0) return isEightLetters(at, end);
	return (flags & EntryFlag.PAIR) == 0 || policy(Policy.HAS_PAIR) != 0;
}

function isEightLetters(start: i32, end: i32): bool {
	let letters = 0;
	for (let at = start; at < end; at = nextAt(at, end)) {
		if (!is(decodedAt(at, end), Class.ALPHA)) return false;
		++letters;
	}
	return letters == 8;
}

/** The place of the entry's group in the configuration, unless the host is exempt from it; NO_GROUP when it has none. */
function groupOf(entry: i32): i32 {
	const count = load32(policy(Policy.CONFIG) + Config.GROUP_COUNT);
	for (let index = 0; index < count; ++index) {
		if (load32(groupAt(index) + Group.ID) != load32(entry + Entry.GROUP)) continue;
		const exempt = load32(groupAt(index) + Group.EXEMPT);
		return exempt != 0 && scopeValue(exempt) != 0 ? NO_GROUP : index;
	}
	return NO_GROUP;
}

/** Whether the scopes of the entry include the reference: asked once a reference. */
function applies(entry: i32, index: i32): bool {
	const hosts = load32(entry + Entry.HOSTS);
	const exceptHosts = load32(entry + Entry.EXCEPT_HOSTS);
	const exceptPath = load32(entry + Entry.EXCEPT_PATH);
	if ((hosts | exceptHosts | exceptPath) == 0) return true;
	const cached = policy(Policy.CACHE) + (index << 2);
	if (load32(cached) >> 1 == policy(Policy.EPOCH)) return (load32(cached) & 1) != 0;
	const isIncluded = (hosts == 0 || scopeValue(hosts) != 0) && (exceptHosts == 0 || scopeValue(exceptHosts) == 0);
	const result = isIncluded && !(exceptPath != 0 && hasText(program() + exceptPath));
	store32(cached, (policy(Policy.EPOCH) << 1) | (result ? 1 : 0));
	return result;
}

/** Whether host and path, in lower case, contain one of the texts. */
function hasText(texts: i32): bool {
	const start = policy(Policy.TEXT);
	if (policy(Policy.TEXT_END) == 0) {
		const hostEnd = copyLower(policy(Policy.HOST_START), policy(Policy.HOST_END), start);
		setPolicy(Policy.TEXT_END, copyLower(policy(Policy.PATH_START), policy(Policy.PATH_END), hostEnd));
	}
	for (let index = 0; index < load32(texts); ++index) {
		const text = texts + 4 + (index << 3);
		if (search(start, policy(Policy.TEXT_END), program() + load32(text), load32(text + 4)) != ABSENT) return true;
	}
	return false;
}

/** The first place in [start, end) where `length` octets are those at `text`; ABSENT when there is none. */
function search(start: i32, end: i32, text: i32, length: i32): i32 {
	if (length == 0) return start;
	const last = end - length + 1;
	for (let at = start; at < last; ++at) {
		at = find(at, last, load8(text));
		if (at < last && equal(at, at + length, text)) return at;
	}
	return ABSENT;
}
