/** Checks of the tables that programs are made of: each leads into the program. */

import { load32 } from "../octets/memory";
import { MAX_GROUPS } from "./groups";
import { MAX_NAMES, Table } from "./hash";
import { Group, Header, header, isBelow, isWithin, program, Role, ScopeRow } from "./program";
import { hasMore } from "./work";

export function isTable(offset: i32, count: i32, size: i32): bool {
	const entries = header(count);
	return entries >= 0 && entries <= header(Header.LENGTH) && isWithin(header(offset), entries * size);
}

export function checkGroups(groups: i32, count: i32): bool {
	if (count < 0 || count > MAX_GROUPS || !isWithin(groups, count * Group.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const group = program() + groups + index * Group.SIZE;
		if (!isBelow(load32(group + Group.ROLE), hasMore() ? Role.COUNT : Role.LIST)) return false;
		const exempt = load32(group + Group.EXEMPT);
		if (exempt != 0 && !isScope(exempt, 2)) return false;
		if (!isConditionOrNone(load32(group + Group.EXCEPTION))) return false;
	}
	return true;
}

export function isConditionOrNone(condition: i32): bool {
	return isBelow(condition, header(Header.CONDITION_COUNT) + 1);
}

export function isScopeOrNone(scope: i32, limit: i32): bool {
	return scope == 0 || isScope(scope, limit);
}

/** Whether a scope is at this offset, whose values are below `limit`. */
export function isScope(scope: i32, limit: i32): bool {
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

/** The offset behind the hash table at an offset; 0 if none is there whose buckets follow each other and have at most `most` rows. */
export function rowsAfter(table: i32, most: i32): i32 {
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

export function areTexts(texts: i32): bool {
	if (!isWithin(texts, 4)) return false;
	const count = load32(program() + texts);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(texts + 4, count << 3)) return false;
	for (let index = 0; index < count; ++index) {
		const text = program() + texts + 4 + (index << 3);
		if (!isWithin(load32(text), load32(text + 4))) return false;
	}
	return true;
}
