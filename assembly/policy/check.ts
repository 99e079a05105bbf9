/**
 * Checks a program in full before it runs: every offset leads into it, every index to an entry or a configuration. Any octets
 * may be passed: they are refused, or run without a trap.
 */

import { Policy } from "../layout/crawl-addresses";
import { Status } from "../layout/status";
import { clear, equal, load32 } from "../octets/memory";
import { fingerprint } from "../seen/fingerprint";
import { Automaton } from "./automaton";
import { checkAutomaton } from "./check-automaton";
import { MAX_NAMES, Table } from "./hash";
import { KeyRule } from "./key-rules";
import { initializeMachine } from "./machine";
import { fillNames } from "./name-filter";
import {
	Base,
	Condition,
	Config,
	Entry,
	Group,
	Header,
	header,
	isBelow,
	isWithin,
	MAGIC,
	program,
	Role,
	ScopeRow,
	setPolicy,
} from "./program";
import { automatonAt, machineSizeOf, workSize } from "./work";

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
	const machines = cache + ((header(Header.ENTRY_COUNT) + header(Header.CONDITION_COUNT)) << 2);
	clear(cache, machines);
	placeMachines(machines, end);
	fillNames();
	return Status.OK;
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
	if (!hasNames || !checkAutomaton(automatonAt(Header.URL_AUTOMATON), 2)) return false;
	return checkConfigs() && checkConditions() && checkEntries() && checkOthers() && checkNames();
}

/** Whether Header.WORK is sufficient, and a host can provide it. */
function checkWork(length: i32): bool {
	const work = header(Header.WORK);
	return work >= workSize() && work <= MAX_LENGTH - length;
}

function hasChecksum(address: i32, length: i32, scratch: i32): bool {
	if (header(Header.MAGIC) != MAGIC || header(Header.LENGTH) != length) return false;
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

function isTable(offset: i32, count: i32, size: i32): bool {
	const entries = header(count);
	return entries >= 0 && entries <= header(Header.LENGTH) && isWithin(header(offset), entries * size);
}

function checkConfigs(): bool {
	const configs = header(Header.CONFIG_COUNT);
	for (let index = 0; index < configs; ++index) {
		const config = program() + header(Header.CONFIGS) + index * Config.SIZE;
		const texts = load32(config + Config.INDEX);
		const needsTexts = (load32(config + Config.RULES) & KeyRule.INDEX) != 0;
		if (needsTexts ? !areTexts(texts) : texts != 0) return false;
		if (!checkGroups(load32(config + Config.GROUPS), load32(config + Config.GROUP_COUNT))) return false;
	}
	const sites = header(Header.SITES);
	return sites == 0 || isScope(sites, configs);
}

function checkGroups(groups: i32, count: i32): bool {
	if (count < 0 || count > 64 || !isWithin(groups, count * Group.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const group = program() + groups + index * Group.SIZE;
		if (!isBelow(load32(group + Group.ROLE), Role.SESSION + 1)) return false;
		const exempt = load32(group + Group.EXEMPT);
		if (exempt != 0 && !isScope(exempt, 2)) return false;
		if (!isConditionOrNone(load32(group + Group.EXCEPTION))) return false;
	}
	return true;
}

function isConditionOrNone(condition: i32): bool {
	return isBelow(condition, header(Header.CONDITION_COUNT) + 1);
}

/** Whether a pattern, or none, of the automaton at an address has this number + 1. */
function isPatternOrNone(pattern: i32, automaton: i32): bool {
	return isBelow(pattern, (automaton == 0 ? 0 : load32(automaton + Automaton.PATTERN_COUNT)) + 1);
}

function checkConditions(): bool {
	for (let index = 0; index < header(Header.CONDITION_COUNT); ++index) {
		const condition = conditionAt(index);
		if (!isScopeOrNone(load32(condition + Condition.HOSTS), 2)) return false;
		if (!isScopeOrNone(load32(condition + Condition.EXCEPT_HOSTS), 2)) return false;
		if (!isPatternOrNone(load32(condition + Condition.PATTERN), automatonAt(Header.URL_AUTOMATON))) return false;
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

function isScopeOrNone(scope: i32, limit: i32): bool {
	return scope == 0 || isScope(scope, limit);
}

/** Whether the others are entries. */
function checkOthers(): bool {
	for (let index = 0; index < header(Header.OTHER_COUNT); ++index) {
		if (!isBelow(load32(program() + header(Header.OTHERS) + (index << 2)), header(Header.ENTRY_COUNT))) return false;
	}
	return true;
}

/** Whether a scope is at this offset, whose values are below `limit`. */
function isScope(scope: i32, limit: i32): bool {
	const rows = rowsAfter(scope, MAX_NAMES);
	if (rows == 0) return false;
	const count = load32(program() + rows - 4);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(rows, count * ScopeRow.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const row = program() + rows + index * ScopeRow.SIZE;
		if (!isWithin(load32(row + ScopeRow.NAME), load32(row + ScopeRow.LENGTH))) return false;
		if (!isBelow(load32(row + ScopeRow.EXACT), limit) || !isBelow(load32(row + ScopeRow.BELOW), limit)) return false;
	}
	return true;
}

/** Whether the entries that are found by their names have a table. Any number of them can have one name. */
function checkNames(): bool {
	const rows = rowsAfter(header(Header.NAMES), header(Header.ENTRY_COUNT));
	return rows != 0 && load32(program() + rows - 4) <= header(Header.ENTRY_COUNT);
}

/** The offset behind the hash table at an offset; 0 if none is there whose buckets follow each other and have at most `most` rows. */
function rowsAfter(table: i32, most: i32): i32 {
	if (!isWithin(table, Table.SIZE)) return 0;
	const count = load32(program() + table + Table.COUNT);
	if (!isPowerOfTwo(count) || !isWithin(table, Table.SIZE + (count << 2))) return 0;
	const starts = table + Table.STARTS;
	let start = 0;
	for (let index = 0; index <= count; ++index) {
		const next = load32(program() + starts + (index << 2));
		if (next < start || next - start > most) return 0;
		start = next;
	}
	return starts + (count << 2) + 4;
}

function isPowerOfTwo(count: i32): bool {
	return count > 0 && count <= header(Header.LENGTH) && (count & (count - 1)) == 0;
}

function areTexts(texts: i32): bool {
	if (!isWithin(texts, 4)) return false;
	const count = load32(program() + texts);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(texts + 4, count << 3)) return false;
	for (let index = 0; index < count; ++index) {
		const text = program() + texts + 4 + (index << 3);
		if (!isWithin(load32(text), load32(text + 4))) return false;
	}
	return true;
}
