/**
 * Checks a program in full before it runs: every offset leads into it, every index to an entry or a configuration. Any octets
 * may be passed: they are refused, or run without a trap.
 */

import { Policy } from "../layout/crawl-addresses";
import { Lists } from "../layout/crawl-state";
import { Status } from "../layout/status";
import { clear, equal, load32 } from "../octets/memory";
import { fingerprint } from "../seen/fingerprint";
import { Automaton } from "./automaton";
import { checkAutomaton } from "./check-automaton";
import { checkMore, MORE_RULES } from "./check-more";
import { areTexts, checkGroups, isConditionOrNone, isScope, isScopeOrNone, isTable, rowsAfter } from "./check-tables";
import { fillFilter, filterRoom } from "./host-filter";
import { KeyRule } from "./key-rules";
import { MAX_PROVIDER, setLists, setProviders } from "./list-state";
import { initializeMachine } from "./machine";
import { More, MoreFlag } from "./more";
import { fillNames } from "./name-filter";
import { fillNameHosts, nameHostsRoom } from "./name-hosts";
import { Base, Condition, Config, Entry, Header, header, isBelow, isWithin, MAGIC, program, setPolicy } from "./program";
import { beginRewrites, rewriteRoom } from "./rewrite/room";
import { automatonAt, hasMore, MORE_ROOM, machineSizeOf, roomSize, workSize } from "./work";

/** A program must be shorter than this, so that no offset overflows. */
const MAX_LENGTH: i32 = 0x4000000;
/** 16 zeros: the kernel never uses its first octets. */
const ZERO_KEY: i32 = 0;
const CHECKSUM_SIZE: i32 = 16;

/**
 * Makes the octets [address, address + length) the program that runs. Returns Status.OK, or -Status.INVALID_PROGRAM, after
 * which no program runs.
 *
 * Requires: the octets stay in place, `address` is a multiple of 4, and Header.WORK octets after them are free.
 */
export function setProgram(address: i32, length: i32): i32 {
	setPolicy(Policy.PROGRAM, 0);
	if ((address & 3) != 0 || length < Header.SIZE || length > MAX_LENGTH) return -Status.INVALID_PROGRAM;
	setPolicy(Policy.PROGRAM, address);
	const cache = (address + length + 3 + CHECKSUM_SIZE) & ~3;
	const isValid = hasChecksum(address, length, cache - CHECKSUM_SIZE) && checkHeader() && checkTables() && checkWork(length);
	setPolicy(Policy.PROGRAM, isValid ? address : 0);
	if (!isValid) return -Status.INVALID_PROGRAM;
	setPolicy(Policy.CACHE, cache);
	setPolicy(Policy.EPOCH, 0);
	setPolicy(Policy.TRACE, 0);
	const end = (address + length + header(Header.WORK)) & ~3;
	const results = cache + ((header(Header.ENTRY_COUNT) + header(Header.CONDITION_COUNT)) << 2);
	clear(cache, results);
	setMore(results);
	placeMachines(results + roomSize(), end);
	fillNames();
	return Status.OK;
}

/** Finds the tables that only a program with MAGIC_MORE has. Its room is at `room`. */
function setMore(room: i32): void {
	const hasEntries = hasMore() && header(More.ENTRIES) != 0;
	setPolicy(Policy.ROOM, hasMore() ? room : 0);
	setPolicy(Policy.MORE_CONFIGS, hasMore() ? program() + header(More.CONFIGS) : 0);
	setPolicy(Policy.MORE_ENTRIES, hasEntries ? program() + header(More.ENTRIES) : 0);
	setPolicy(Policy.FLAGS, hasMore() ? header(More.FLAGS) : 0);
	setLists(Lists.IS_RANKING, 0);
	setProviders(0, MAX_PROVIDER);
	setLists(Lists.NAME_HOSTS, 0);
	setLists(Lists.CONDITION_HOSTS, 0);
	if (hasMore() && nameHostsRoom() > 0) fillNameHosts(room + roomSize() - nameHostsRoom());
	const rewrites = hasMore() ? rewriteRoom() : 0;
	beginRewrites(rewrites > 0 ? room + MORE_ROOM : 0);
	if (hasMore() && filterRoom() > 0) fillFilter(room + MORE_ROOM + rewrites);
}

/** Initializes the machines of the automata in [start, end). If there are two, they share the room for caches equally. */
function placeMachines(start: i32, end: i32): void {
	const names = automatonAt(Header.NAME_AUTOMATON);
	const urls = automatonAt(Header.URL_AUTOMATON);
	const spare = end - start - machineSizeOf(names) - machineSizeOf(urls);
	const second = urls == 0 ? end : start + machineSizeOf(names) + (names == 0 ? 0 : (spare >> 1) & ~3);
	setPolicy(Policy.NAME_MACHINE, names == 0 ? 0 : start);
	setPolicy(Policy.URL_MACHINE, urls == 0 ? 0 : second);
	if (names != 0) initializeMachine(start, program(), names, second);
	if (urls != 0) initializeMachine(second, program(), urls, end);
}

function checkTables(): bool {
	const hasNames = checkAutomaton(automatonAt(Header.NAME_AUTOMATON), header(Header.ENTRY_COUNT));
	if (!hasNames || !checkAutomaton(automatonAt(Header.URL_AUTOMATON), 1)) return false;
	return checkConfigs() && checkConditions() && checkEntries() && checkOthers() && checkNames() && (!hasMore() || checkMore());
}

/** Whether Header.WORK is sufficient, and a host can provide it. */
function checkWork(length: i32): bool {
	const work = header(Header.WORK);
	return work >= workSize() && work <= MAX_LENGTH - length;
}

function hasChecksum(address: i32, length: i32, scratch: i32): bool {
	const isKnown = header(Header.MAGIC) == MAGIC || (hasMore() && length >= More.SIZE);
	if (!isKnown || header(Header.LENGTH) != length) return false;
	fingerprint(ZERO_KEY, address + Header.BASE, address + length, scratch);
	return equal(scratch, scratch + CHECKSUM_SIZE, address + Header.CHECKSUM);
}

function checkHeader(): bool {
	if (!isBelow(header(Header.BASE), Base.WHATWG + 1)) return false;
	if (header(Header.CONFIG_COUNT) < 1 || !isTable(Header.CONFIGS, Header.CONFIG_COUNT, Config.SIZE)) return false;
	if (!isTable(Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE)) return false;
	if (!isTable(Header.OTHERS, Header.OTHER_COUNT, 4) || !isTable(Header.CONDITIONS, Header.CONDITION_COUNT, Condition.SIZE)) {
		return false;
	}
	const automata = header(Header.NAME_AUTOMATON) | header(Header.URL_AUTOMATON);
	if (automata < 0 || (automata & 3) != 0) return false;
	return isWithin(header(Header.IDENTITY), header(Header.IDENTITY_LENGTH));
}

function checkConfigs(): bool {
	const configs = header(Header.CONFIG_COUNT);
	for (let index = 0; index < configs; ++index) {
		const config = program() + header(Header.CONFIGS) + index * Config.SIZE;
		const texts = load32(config + Config.INDEX);
		const rules = load32(config + Config.RULES);
		const needsTexts = (rules & KeyRule.INDEX) != 0 && !hasMore();
		if ((needsTexts || texts != 0) && !areTexts(texts)) return false;
		if (texts != 0 && (rules & KeyRule.INDEX) == 0) return false;
		if ((rules & MORE_RULES) != 0 && !hasMore()) return false;
		if (!checkGroups(load32(config + Config.GROUPS), load32(config + Config.GROUP_COUNT))) return false;
	}
	const sites = header(Header.SITES);
	return sites == 0 || isScope(sites, configs);
}

/** Whether a pattern, or none, of the automaton at an address has this number + 1. */
function isPatternOrNone(pattern: i32, automaton: i32): bool {
	return isBelow(pattern, (automaton == 0 ? 0 : load32(automaton + Automaton.PATTERN_COUNT)) + 1);
}

function checkConditions(): bool {
	if (header(Header.CONDITION_COUNT) > 0 && !(hasMore() && (header(More.FLAGS) & MoreFlag.ROUNDS) != 0)) return false;
	for (let index = 0; index < header(Header.CONDITION_COUNT); ++index) {
		const condition = conditionAt(index);
		if (!isScopeOrNone(load32(condition + Condition.HOSTS), 0x7fffffff)) return false;
		if (!isScopeOrNone(load32(condition + Condition.EXCEPT_HOSTS), 2)) return false;
		if (!isPatternOrNone(load32(condition + Condition.PATTERN), automatonAt(Header.URL_AUTOMATON))) return false;
		if (!isPatternOrNone(load32(condition + Condition.EXCEPT_PATTERN), automatonAt(Header.URL_AUTOMATON))) return false;
		if (!isPatternOrNone(load32(condition + Condition.HOST_PATTERN), automatonAt(Header.URL_AUTOMATON))) return false;
		const text = load32(condition + Condition.HOST_TEXT);
		const length = load32(condition + Condition.HOST_LENGTH);
		if (text != 0 && (length < 1 || !isWithin(text, length))) return false;
		const members = load32(condition + Condition.MEMBERS);
		if (members != 0 && !areMembers(members)) return false;
	}
	return true;
}

/** Whether a count and numbers of conditions without members are at this offset. */
function areMembers(members: i32): bool {
	if ((members & 3) != 0 || !isWithin(members, 4)) return false;
	const count = load32(program() + members);
	if (!isBelow(count, header(Header.CONDITION_COUNT) + 1) || !isWithin(members + 4, count << 2)) return false;
	for (let index = 1; index <= count; ++index) {
		const number = load32(program() + members + (index << 2));
		if (!isBelow(number, header(Header.CONDITION_COUNT))) return false;
		if (load32(conditionAt(number) + Condition.MEMBERS) != 0) return false;
	}
	return true;
}

function conditionAt(number: i32): i32 {
	return program() + header(Header.CONDITIONS) + number * Condition.SIZE;
}

function checkEntries(): bool {
	for (let index = 0; index < header(Header.ENTRY_COUNT); ++index) {
		const entry = program() + header(Header.ENTRIES) + index * Entry.SIZE;
		if (!isWithin(load32(entry + Entry.NAME), load32(entry + Entry.LENGTH))) return false;
		if (!isScopeOrNone(load32(entry + Entry.HOSTS), 0x7fffffff)) return false;
		if (!isScopeOrNone(load32(entry + Entry.EXCEPT_HOSTS), 2)) return false;
		if (!isConditionOrNone(load32(entry + Entry.REQUIRED)) || !isConditionOrNone(load32(entry + Entry.EXCEPTION))) return false;
		if (!isPatternOrNone(load32(entry + Entry.PATTERN), automatonAt(Header.NAME_AUTOMATON))) return false;
		if (load32(entry + Entry.ORIGIN) < 0) return false;
		const texts = load32(entry + Entry.EXCEPT_PATH);
		if (texts != 0 && !areTexts(texts)) return false;
	}
	return true;
}

/** Whether the others are entries. */
function checkOthers(): bool {
	for (let index = 0; index < header(Header.OTHER_COUNT); ++index) {
		if (!isBelow(load32(program() + header(Header.OTHERS) + (index << 2)), header(Header.ENTRY_COUNT))) return false;
	}
	return true;
}

/** Whether the entries that are found by their names have a table. Any number of them can have one name. */
function checkNames(): bool {
	const rows = rowsAfter(header(Header.NAMES), header(Header.ENTRY_COUNT));
	return rows != 0 && load32(program() + rows - 4) <= header(Header.ENTRY_COUNT);
}
