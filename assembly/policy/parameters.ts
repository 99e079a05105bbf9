/** Q3 session-query and Q4 param: finds the entry of the program that decides about a piece of the query. */
import { Policy, Removal, RuleLimit } from "../layout/crawl-addresses";
import { Kept, Lists } from "../layout/crawl-state";
import { Octet } from "../octets/char";
import { load8, load32, store32 } from "../octets/memory";
import { Machine } from "./automaton";
import { holdingIn, holds, hostsValue } from "./conditions";
import { decodedAt, lowered, nextAt } from "./decoded";
import { hasName, hasText, isPlace, placesOf } from "./entry-place";
import { isValue } from "./entry-values";
import { bucketOf, hashOctet, Table } from "./hash";
import { KeyRule } from "./key-rules";
import { mayRemove, ruleLimit } from "./limits";
import { lists, SEVERAL, setLists } from "./list-state";
import { hasMatched, matchValue } from "./machine";
import { MoreEntry } from "./more";
import { fails, matchPiece } from "./piece-text";
import { Entry, EntryFlag, Group, Header, header, policy, program, Role, setPolicy } from "./program";
import { scopeValue } from "./scope";

/** In place of a group: none has an entry that matches. */
const NO_GROUP: i32 = 0x7fffffff;

/**
 * Whether the piece [start, end) is removed, whose name ends at `nameEnd`. CANDIDATE_ENTRY: what of a group after the window could still
 * decide about it.
 */
export function isRemoved(start: i32, nameEnd: i32, end: i32): bool {
	setLists(Lists.CANDIDATE_ENTRY, 0);
	const role: i32 = isNamed(start, nameEnd, end) ? load32(groupAt(policy(Policy.FIRST_GROUP)) + Group.ROLE) : Role.COUNT;
	const hasOnlyOthers = role >= Role.REMOVE && removesOthers();
	if (role != Role.COUNT || hasOnlyOthers) setLists(Lists.CANDIDATE_ENTRY, 0);
	if (role < Role.REMOVE) return false;
	if (!hasOnlyOthers) return role != Role.COUNT && mayRemove(role);
	setPolicy(Policy.FIRST_ORIGIN, 0);
	return mayRemove(Role.ONLY);
}

/** Whether an entry names the piece: that of the first group that does is in FIRST_GROUP and FIRST_ORIGIN. */
export function isNamed(start: i32, nameEnd: i32, end: i32): bool {
	beginPiece(start, nameEnd, end);
	askNames(start, nameEnd);
	askPatterns(start, nameEnd, end);
	askOthers(start, nameEnd);
	return policy(Policy.FIRST_GROUP) != NO_GROUP;
}

/** The same if the entry with this number is the only one that may decide. */
export function isNamedBy(number: i32, start: i32, nameEnd: i32, end: i32): bool {
	beginPiece(start, nameEnd, end);
	propose(number);
	return policy(Policy.FIRST_GROUP) != NO_GROUP;
}

function beginPiece(start: i32, nameEnd: i32, end: i32): void {
	setPolicy(Policy.FIRST_GROUP, NO_GROUP);
	setPolicy(Policy.FIRST_ORIGIN, 0);
	setPolicy(Policy.HAS_NAME, nameEnd - start);
	// Fast path only: nothing else reads them.
	if (policy(Policy.MORE_ENTRIES) != 0) {
		setPolicy(Policy.VALUE, nameEnd < end ? nameEnd + 1 : end);
		setPolicy(Policy.VALUE_END, end);
		setLists(Lists.NAME, start);
	}
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

/** Whether a list of the only names that stay decides, and not the groups that remove: it precedes them. */
function removesOthers(): bool {
	const isLeftOut = (ruleLimit(RuleLimit.KEY_RULES) & (KeyRule.PARAM | KeyRule.QUERY_ONLY)) == KeyRule.PARAM;
	return !isLeftOut && hasOnly();
}

/** Whether the configuration has a list of the only names that stay. */
function hasOnly(): bool {
	const count = policy(Policy.GROUP_COUNT);
	for (let index = 0; index < count; ++index) if (load32(groupAt(index) + Group.ROLE) == Role.ONLY) return true;
	return false;
}

function groupAt(index: i32): i32 {
	return policy(Policy.GROUPS) + index * Group.SIZE;
}

/** Tries the entries whose name is [start, end) or a prefix of it. The name is hashed octet by octet. */
function askNames(start: i32, end: i32): void {
	const prefixes = header(Header.PREFIX_LENGTHS);
	let hash = load32(program() + header(Header.NAMES) + Table.SEED);
	let length = 0;
	if ((prefixes & 1) != 0) probe(hash, length, start, end, true);
	for (let at = start; at < end; ) {
		const octet = load8(at);
		// Only encoded octets cost a call.
		const isEncoded = octet == Octet.PERCENT || octet == Octet.PLUS;
		hash = hashOctet(hash, lowered(isEncoded ? decodedAt(at, end) : octet));
		at = isEncoded ? nextAt(at, end) : at + 1;
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
	// Fast path only: no entry asks which patterns do not match.
	if (header(Header.OTHER_COUNT) == 0 && fails(machine, start, nameEnd, end)) return;
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
	const isRanking = lists(Lists.IS_RANKING) != 0;
	if (group == NO_GROUP || group < lists(Lists.FROM_GROUP) || group > first || (group == first && !isTraced && !isRanking))
		return;
	if (!isAsked(entry) || !hasValue(number)) return;
	if (group >= lists(Lists.TO_GROUP)) {
		setLists(Lists.CANDIDATE_ENTRY, lists(Lists.CANDIDATE_ENTRY) == 0 ? number + 1 : SEVERAL);
		return;
	}
	// Fast path only: without such entries, no entry has a provider.
	if (policy(Policy.MORE_ENTRIES) != 0 && !isOfProviders(number)) return;
	if (isExempt(group, load32(entry + Entry.FLAGS)) || !applies(entry, number)) {
		if (lists(Lists.KEPT) != 0) recordKept(group, number);
		return;
	}
	const hosts = load32(entry + Entry.HOSTS);
	const origin = hosts == 0 ? load32(entry + Entry.ORIGIN) : isTraced ? scopeValue(hosts) : 0;
	if (without != 0 && origin == without) return;
	if (isRanking) setLists(Lists.TO_PROVIDER, providerOf(number));
	else if (group == first && origin >= policy(Policy.FIRST_ORIGIN)) return;
	setPolicy(Policy.FIRST_GROUP, group);
	setPolicy(Policy.FIRST_ORIGIN, origin);
}

/** The ordinal of the provider that an entry is of; 0 if it is of none. */
function providerOf(number: i32): i32 {
	const more = policy(Policy.MORE_ENTRIES);
	return more == 0 ? 0 : load32(more + number * MoreEntry.SIZE + MoreEntry.PROVIDER);
}

/** Whether an entry is of one of the providers that may decide. */
function isOfProviders(number: i32): bool {
	const provider = providerOf(number);
	return provider >= lists(Lists.FROM_PROVIDER) && provider <= lists(Lists.TO_PROVIDER);
}

/** Whether an entry is about pieces without a name, if the piece has none, and about the case in which names are compared. */
function isAsked(entry: i32): bool {
	const flags = load32(entry + Entry.FLAGS);
	if ((flags & (EntryFlag.NAMED | EntryFlag.FOLDED | EntryFlag.EXACT_CASE)) == 0) return true;
	if ((flags & EntryFlag.NAMED) != 0 && policy(Policy.HAS_NAME) == 0) return false;
	const folds = policy((flags & EntryFlag.BY_VALUE) != 0 ? Policy.FOLDS_VALUES : Policy.FOLDS_NAMES) != 0;
	return (flags & (folds ? EntryFlag.EXACT_CASE : EntryFlag.FOLDED)) == 0;
}

/** Whether the piece has one of the values of the entry, and its name the spelling that counts. */
function hasValue(number: i32): bool {
	if (policy(Policy.MORE_ENTRIES) == 0) return true;
	const more = policy(Policy.MORE_ENTRIES) + number * MoreEntry.SIZE;
	const raw = load32(more + MoreEntry.RAW);
	if (raw != 0 && !isSpelled(program() + raw, load32(more + MoreEntry.RAW_LENGTH))) return false;
	const values = load32(more + MoreEntry.VALUES);
	return values == 0 || isValue(program() + values, policy(Policy.VALUE), policy(Policy.VALUE_END));
}

/** Whether the octets of the name at hand are these, without decoding. */
function isSpelled(text: i32, length: i32): bool {
	const start = lists(Lists.NAME);
	if (policy(Policy.HAS_NAME) != length) return false;
	const folds = policy(Policy.FOLDS_NAMES) != 0;
	for (let i = 0; i < length; ++i) {
		const octet = load8(start + i);
		if (folds ? lowered(octet) != lowered(load8(text + i)) : octet != load8(text + i)) return false;
	}
	return true;
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

/** The place of the entry's group in the configuration; NO_GROUP if it has none. */
function groupOf(entry: i32): i32 {
	const count = policy(Policy.GROUP_COUNT);
	for (let index = 0; index < count; ++index) if (load32(groupAt(index) + Group.ID) == load32(entry + Entry.GROUP)) return index;
	return NO_GROUP;
}

/** Whether the reference is exempt from an entry of the group at this place. */
function isExempt(group: i32, flags: i32): bool {
	const exempt = load32(groupAt(group) + Group.EXEMPT);
	const exception = (flags & EntryFlag.IMPORTANT) != 0 ? 0 : load32(groupAt(group) + Group.EXCEPTION);
	return (exempt != 0 && scopeValue(exempt) != 0) || (exception != 0 && holds(exception - 1));
}

/** Whether the scopes of the entry include the reference. Evaluated once per reference. */
function applies(entry: i32, index: i32): bool {
	const hosts = load32(entry + Entry.HOSTS);
	const exceptHosts = load32(entry + Entry.EXCEPT_HOSTS);
	const exceptPath = load32(entry + Entry.EXCEPT_PATH);
	const required = load32(entry + Entry.REQUIRED);
	const exception = load32(entry + Entry.EXCEPTION);
	const places = placesOf(index);
	// Fast path only: an entry without scopes includes every reference.
	if ((hosts | exceptHosts | exceptPath | required | exception | places) == 0) return true;
	const cached = policy(Policy.CACHE) + (index << 2);
	// Fast path only: a scope evaluated again gives the same.
	if (load32(cached) >> 1 == policy(Policy.EPOCH)) return (load32(cached) & 1) != 0;
	const result = isIncluded(entry, places) && (exception == 0 || !holds(exception - 1));
	store32(cached, (policy(Policy.EPOCH) << 1) | (result ? 1 : 0));
	return result;
}

/** The same without the exceptions of the entry. `places`: its `MoreEntry`, if it is about some paths; 0: all. */
function isIncluded(entry: i32, places: i32): bool {
	const hosts = load32(entry + Entry.HOSTS);
	const exceptHosts = load32(entry + Entry.EXCEPT_HOSTS);
	const exceptPath = load32(entry + Entry.EXCEPT_PATH);
	const required = load32(entry + Entry.REQUIRED);
	const isHost = (hosts == 0 || scopeValue(hosts) != 0) && (exceptHosts == 0 || scopeValue(exceptHosts) == 0);
	const isHere = isHost && (required == 0 || holds(required - 1)) && (places == 0 || isPlace(places));
	return isHere && !(exceptPath != 0 && hasText(program() + exceptPath));
}

/** Records the piece at hand, which an entry is about, if an exception of its group or its own is why it stays. */
function recordKept(group: i32, number: i32): void {
	const entry = entryAt(number);
	const record = lists(Lists.KEPT);
	if (lists(Lists.KEPT_END) - record < Kept.SIZE || !isIncluded(entry, placesOf(number))) return;
	const isImportant = (load32(entry + Entry.FLAGS) & EntryFlag.IMPORTANT) != 0;
	const ofGroup = isImportant ? 0 : load32(groupAt(group) + Group.EXCEPTION);
	const isOfGroup = ofGroup != 0 && holds(ofGroup - 1);
	const exception = isOfGroup ? ofGroup : load32(entry + Entry.EXCEPTION);
	if (exception == 0 || !holds(exception - 1)) return;
	const hosts = load32(entry + Entry.HOSTS);
	store32(record + Kept.START, lists(Lists.NAME));
	store32(record + Kept.END, policy(Policy.VALUE_END));
	store32(record + Kept.ORIGIN, hosts == 0 ? load32(entry + Entry.ORIGIN) : scopeValue(hosts));
	const holding = holdingIn(exception - 1);
	store32(record + Kept.CONDITION, holding + 1);
	store32(record + Kept.VALUE, hostsValue(holding));
	setLists(Lists.KEPT, record + Kept.SIZE);
}
