/** Checks the tables of rewrites: all that they name is in the program. */
import { load32 } from "../../octets/memory";
import { isScope, isTable, rowsAfter } from "../check-tables";
import { More, MoreFlag } from "../more";
import { Header, header, isBelow, isWithin, program } from "../program";
import { Part, Rewrite, RewriteFlag, RewriteList } from "./layout";
import { Instruction, Operation } from "./pattern";

/** Instructions of a pattern, and slots. */
const MAX_INSTRUCTIONS: i32 = 8192;
const MAX_SLOTS: i32 = 128;
const SET_SIZE: i32 = 32;
/** Slots of the match, and of its first group. */
const SEARCH_SLOTS: i32 = 4;

export function checkRewrites(): bool {
	if (header(More.REWRITE_COUNT) == 0) return true;
	if (!isTable(More.REWRITES, More.REWRITE_COUNT, Rewrite.SIZE)) return false;
	if (!isTable(More.REWRITE_LISTS, More.REWRITE_LIST_COUNT, RewriteList.SIZE) || header(More.REWRITE_LIST_COUNT) < 1)
		return false;
	if (!isBelow(header(More.MATCH_LENGTH) - 1, MAX_INSTRUCTIONS) || !isBelow(header(More.MATCH_SLOTS), MAX_SLOTS + 1))
		return false;
	const hosts = header(More.REWRITE_HOSTS);
	if (hosts != 0 && !isScope(hosts, header(More.REWRITE_LIST_COUNT))) return false;
	if (!checkSites() || !checkLists()) return false;
	for (let index = 0; index < header(More.REWRITE_COUNT); ++index) {
		if (!isRewrite(program() + header(More.REWRITES) + index * Rewrite.SIZE)) return false;
	}
	return true;
}

function checkSites(): bool {
	const sites = header(More.REWRITE_SITES);
	if (sites == 0) return true;
	if (!isWithin(sites, header(Header.CONFIG_COUNT) << 2)) return false;
	return areNumbers(sites, header(Header.CONFIG_COUNT), header(More.REWRITE_LIST_COUNT));
}

function checkLists(): bool {
	for (let index = 0; index < header(More.REWRITE_LIST_COUNT); ++index) {
		const list = program() + header(More.REWRITE_LISTS) + index * RewriteList.SIZE;
		const others = load32(list + RewriteList.OTHER_COUNT);
		if (!areRewrites(load32(list + RewriteList.OTHERS), others)) return false;
		if (!isSegments(load32(list + RewriteList.BY_FIRST)) || !isSegments(load32(list + RewriteList.BY_LAST))) return false;
	}
	return true;
}

/** Whether a hash table of numbers is at this offset, or none. */
function isSegments(table: i32): bool {
	if (table == 0) return true;
	const rows = rowsAfter(table, header(More.REWRITE_COUNT));
	return rows != 0 && areRewrites(rows, load32(program() + rows - 4));
}

/** Whether numbers of rewrites are at this offset. */
function areRewrites(offset: i32, count: i32): bool {
	if (!isBelow(count, header(More.REWRITE_COUNT) + 1) || !isWithin(offset, count << 2)) return count == 0;
	return areNumbers(offset, count, header(More.REWRITE_COUNT));
}

function areNumbers(offset: i32, count: i32, limit: i32): bool {
	for (let index = 0; index < count; ++index) if (!isBelow(load32(program() + offset + (index << 2)), limit)) return false;
	return true;
}

function isRewrite(rewrite: i32): bool {
	const flags = load32(rewrite + Rewrite.FLAGS);
	if (!isWithin(load32(rewrite + Rewrite.PORT), load32(rewrite + Rewrite.PORT_LENGTH))) return false;
	if (!isWithin(load32(rewrite + Rewrite.START), load32(rewrite + Rewrite.START_LENGTH))) return false;
	const host = load32(rewrite + Rewrite.HOST);
	if ((host != 0 && !isPattern(host)) || !isPattern(load32(rewrite + Rewrite.PATH))) return false;
	if (!isPattern(load32(rewrite + Rewrite.LOWER_PATH))) return false;
	if ((flags & (RewriteFlag.UNWRAPS_GROUP | RewriteFlag.CUTS)) != 0) return isRule(rewrite);
	if ((flags & RewriteFlag.UNWRAPS_QUERY) != 0) {
		return isWithin(load32(rewrite + Rewrite.NAME), load32(rewrite + Rewrite.NAME_LENGTH));
	}
	if ((flags & RewriteFlag.UNWRAPS_PATH) != 0) return isBelow(load32(rewrite + Rewrite.SLOT), header(More.MATCH_SLOTS));
	return (
		areParts(load32(rewrite + Rewrite.NEW_PATH)) && partsOrNone(rewrite + Rewrite.ORIGIN) && partsOrNone(rewrite + Rewrite.QUERY)
	);
}

/** Whether a rule of a list has its conditions, and the slots of a search. Lists are asked in rounds where there are conditions. */
function isRule(rewrite: i32): bool {
	const count = header(Header.CONDITION_COUNT) + 1;
	return (
		(header(More.FLAGS) & MoreFlag.ROUNDS) != 0 &&
		header(More.MATCH_SLOTS) >= SEARCH_SLOTS &&
		isBelow(load32(rewrite + Rewrite.CONDITION), count) &&
		isBelow(load32(rewrite + Rewrite.EXCEPTION), count)
	);
}

function partsOrNone(field: i32): bool {
	return load32(field) == 0 || areParts(load32(field));
}

function areParts(parts: i32): bool {
	if (!isWithin(parts, 4)) return false;
	const count = load32(program() + parts);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(parts + 4, count * Part.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const part = program() + parts + 4 + index * Part.SIZE;
		const group = load32(part + Part.GROUP);
		if (!isBelow(group, (header(More.MATCH_SLOTS) >> 1) + 1)) return false;
		if (group == 0 && !isWithin(load32(part + Part.TEXT), load32(part + Part.LENGTH))) return false;
	}
	return true;
}

/** Whether a pattern is at this offset. Its last instruction ends a match: no thread runs past it. */
function isPattern(pattern: i32): bool {
	if (!isWithin(pattern, 4)) return false;
	const count = load32(program() + pattern);
	if (!isBelow(count - 1, header(More.MATCH_LENGTH)) || !isWithin(pattern + 4, count * Instruction.SIZE)) return false;
	const code = program() + pattern + 4;
	for (let index = 0; index < count; ++index) if (!isInstruction(code + index * Instruction.SIZE, count)) return false;
	const last = load32(code + (count - 1) * Instruction.SIZE);
	return last == Operation.MATCH || last == Operation.REST || last == Operation.JUMP || last == Operation.SPLIT;
}

function isInstruction(instruction: i32, count: i32): bool {
	const operation = load32(instruction);
	const operand = load32(instruction + Instruction.A);
	if (!isBelow(operation, Operation.COUNT)) return false;
	if (operation == Operation.SET) return isWithin(operand, SET_SIZE);
	if (operation == Operation.SAVE || operation == Operation.REST) return isBelow(operand, header(More.MATCH_SLOTS));
	if (operation == Operation.SPLIT && !isBelow(load32(instruction + Instruction.B), count)) return false;
	return operation != Operation.JUMP && operation != Operation.SPLIT ? true : isBelow(operand, count);
}
