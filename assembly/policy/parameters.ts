/** Q3 session-query and Q4 param: finds the entry of the program that decides about a piece of the query. */

import { ABSENT } from "../layout/addresses";
import { Policy, Removal, RuleLimit } from "../layout/crawl-addresses";
import { Class, is } from "../octets/classes";
import { copyLower, equal, load8, load32, store32 } from "../octets/memory";
import { find } from "../octets/span";
import { Machine } from "./automaton";
import { holds } from "./conditions";
import { decodedAt, lowered, nextAt } from "./decoded";
import { bucketOf, hashOctet, Table } from "./hash";
import { mayRemove, ruleLimit } from "./limits";
import { hasMatched, matchValue } from "./machine";
import { matchPiece } from "./piece-text";
import { Config, Entry, EntryFlag, Group, Header, header, policy, program, Role, setPolicy } from "./program";
import { scopeValue } from "./scope";

/** In place of a group: none has an entry that matches. */
const NO_GROUP: i32 = 0x7fffffff;

/** Whether the piece [start, end) is removed, whose name ends at `nameEnd`. */
export function isRemoved(start: i32, nameEnd: i32, end: i32): bool {
	setPolicy(Policy.FIRST_GROUP, NO_GROUP);
	setPolicy(Policy.FIRST_ORIGIN, 0);
	askNames(start, nameEnd);
	askPatterns(start, nameEnd, end);
	askOthers(start, nameEnd);
	const first = policy(Policy.FIRST_GROUP);
	if (first == NO_GROUP) return hasOnly() && mayRemove(Role.ONLY);
	const role = load32(groupAt(first) + Group.ROLE);
	return role >= Role.REMOVE && mayRemove(role);
}

/** Records a removed piece for the host, if requested. */
export function recordRemoval(start: i32, end: i32): void {
	const record = policy(Policy.TRACE);
	if (record == 0 || policy(Policy.TRACE_END) - record < Removal.SIZE) return;
	store32(record + Removal.START, start);
	store32(record + Removal.END, end);
	store32(record + Removal.ORIGIN, policy(Policy.FIRST_ORIGIN));
	setPolicy(Policy.TRACE, record + Removal.SIZE);
}

/** Whether the configuration has a list of the only names that stay. It precedes all groups that remove. */
function hasOnly(): bool {
	const count = load32(policy(Policy.CONFIG) + Config.GROUP_COUNT);
	for (let index = 0; index < count; ++index) if (load32(groupAt(index) + Group.ROLE) == Role.ONLY) return true;
	return false;
}

function groupAt(index: i32): i32 {
	return program() + load32(policy(Policy.CONFIG) + Config.GROUPS) + index * Group.SIZE;
}

/** Tries the entries whose name is [start, end) or a prefix of it. The name is hashed octet by octet. */
function askNames(start: i32, end: i32): void {
	const prefixes = header(Header.PREFIX_LENGTHS);
	let hash = load32(program() + header(Header.NAMES) + Table.SEED);
	let length = 0;
	if ((prefixes & 1) != 0) probe(hash, length, start, end, true);
	for (let at = start; at < end; at = nextAt(at, end)) {
		hash = hashOctet(hash, lowered(decodedAt(at, end)));
		++length;
		const mayBePrefix = ((prefixes >>> (length < 31 ? length : 31)) & 1) != 0;
		if (mayBePrefix) probe(hash, length, start, end, true);
	}
	probe(hash, length, start, end, false);
}

/** Tries the entries whose pattern matches the piece. */
function askPatterns(start: i32, nameEnd: i32, end: i32): void {
	const machine = policy(Policy.NAME_MACHINE);
	if (machine == 0) return;
	matchPiece(machine, start, nameEnd, end);
	for (let index = 0; index < load32(machine + Machine.MATCH_COUNT); ++index) {
		const number = matchValue(machine, index);
		if ((load32(entryAt(number) + Entry.FLAGS) & EntryFlag.NEGATED) == 0) propose(number);
	}
}

/** Tries the entries that apply to all pieces, or to those that a name or pattern does not match. */
function askOthers(start: i32, end: i32): void {
	const count = header(Header.OTHER_COUNT);
	for (let index = 0; index < count; ++index) {
		const number = load32(program() + header(Header.OTHERS) + (index << 2));
		const entry = entryAt(number);
		const flags = load32(entry + Entry.FLAGS);
		if ((flags & EntryFlag.ANY) != 0 || !isMatch(entry, flags, start, end)) propose(number);
	}
}

/** Whether the pattern of an entry matches the piece at hand, or its name is [start, end). */
function isMatch(entry: i32, flags: i32, start: i32, end: i32): bool {
	const pattern = load32(entry + Entry.PATTERN);
	if (pattern != 0) return hasMatched(policy(Policy.NAME_MACHINE), pattern - 1);
	return decodedLength(start, end) == load32(entry + Entry.LENGTH) && hasName(entry, flags, start, end);
}

function decodedLength(start: i32, end: i32): i32 {
	let length = 0;
	for (let at = start; at < end; at = nextAt(at, end)) ++length;
	return length;
}

function entryAt(number: i32): i32 {
	return program() + header(Header.ENTRIES) + number * Entry.SIZE;
}

/** Lets an entry that matches the piece decide, if it applies and none of an earlier group does. */
function propose(number: i32): void {
	const entry = entryAt(number);
	const first = policy(Policy.FIRST_GROUP);
	const without = ruleLimit(RuleLimit.WITHOUT_ORIGIN);
	const isTraced = policy(Policy.TRACE) != 0 || without != 0;
	const group = groupOf(entry);
	if (group == NO_GROUP || group > first || (group == first && !isTraced) || !applies(entry, number)) return;
	const hosts = load32(entry + Entry.HOSTS);
	const origin = hosts == 0 ? load32(entry + Entry.ORIGIN) : isTraced ? scopeValue(hosts) : 0;
	if (without != 0 && origin == without) return;
	if (group == first && origin >= policy(Policy.FIRST_ORIGIN)) return;
	setPolicy(Policy.FIRST_GROUP, group);
	setPolicy(Policy.FIRST_ORIGIN, origin);
}

/** Tries the entries of the bucket whose name matches. */
function probe(hash: i32, length: i32, start: i32, end: i32, isPrefix: bool): void {
	const bucket = bucketOf(program() + header(Header.NAMES), hash);
	for (let number = load32(bucket); number < load32(bucket + 4); ++number) {
		const entry = entryAt(number);
		const flags = load32(entry + Entry.FLAGS);
		const isSameKind = ((flags & EntryFlag.PREFIX) != 0) == isPrefix && load32(entry + Entry.LENGTH) == length;
		if (isSameKind && hasName(entry, flags, start, end)) propose(number);
	}
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

/** The place of the entry's group in the configuration, unless the reference is exempt from it; NO_GROUP if it has none. */
function groupOf(entry: i32): i32 {
	const count = load32(policy(Policy.CONFIG) + Config.GROUP_COUNT);
	for (let index = 0; index < count; ++index) {
		if (load32(groupAt(index) + Group.ID) != load32(entry + Entry.GROUP)) continue;
		const exempt = load32(groupAt(index) + Group.EXEMPT);
		const exception = load32(groupAt(index) + Group.EXCEPTION);
		const isExempt = (exempt != 0 && scopeValue(exempt) != 0) || (exception != 0 && holds(exception - 1));
		return isExempt ? NO_GROUP : index;
	}
	return NO_GROUP;
}

/** Whether the scopes of the entry include the reference. Evaluated once per reference. */
function applies(entry: i32, index: i32): bool {
	const hosts = load32(entry + Entry.HOSTS);
	const exceptHosts = load32(entry + Entry.EXCEPT_HOSTS);
	const exceptPath = load32(entry + Entry.EXCEPT_PATH);
	const required = load32(entry + Entry.REQUIRED);
	const exception = load32(entry + Entry.EXCEPTION);
	if ((hosts | exceptHosts | exceptPath | required | exception) == 0) return true;
	const cached = policy(Policy.CACHE) + (index << 2);
	// Fast path only: a scope evaluated again gives the same.
	if (load32(cached) >> 1 == policy(Policy.EPOCH)) return (load32(cached) & 1) != 0;
	const isIncluded = (hosts == 0 || scopeValue(hosts) != 0) && (exceptHosts == 0 || scopeValue(exceptHosts) == 0);
	const holdsAll = isIncluded && (required == 0 || holds(required - 1)) && (exception == 0 || !holds(exception - 1));
	const result = holdsAll && !(exceptPath != 0 && hasText(program() + exceptPath));
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

/** The first place in [start, end) where `length` octets are those at `text`; ABSENT if there is none. */
function search(start: i32, end: i32, text: i32, length: i32): i32 {
	if (length == 0) return start;
	const last = end - length + 1;
	for (let at = start; at < last; ++at) {
		at = find(at, last, load8(text));
		if (at < last && equal(at, at + length, text)) return at;
	}
	return ABSENT;
}
