/** Checks what only a program with MAGIC_MORE has: aliases of hosts, globs, values, groups of the path, layers. */

import { load32 } from "../octets/memory";
import { areTexts, checkGroups, isScope, isTable, rowsAfter } from "./check-tables";
import { KeyRule } from "./key-rules";
import { Alias, Glob, Layer, More, MoreConfig, MoreEntry } from "./more";
import { Config, Header, header, isBelow, isWithin, program } from "./program";
import { checkRewrites } from "./rewrite/check-rewrites";

/** Rules that need a table of `More`. */
export const MORE_RULES: i32 = KeyRule.HOST_LABELS | KeyRule.HOST_ALIAS | KeyRule.HOST_WWW_NUMBERED | KeyRule.PATH_PARAMS;

/** Whether all that the tables of `More` name is in the program. Requires: the other tables are checked. */
export function checkMore(): bool {
	if (!isWithin(header(More.CONFIGS), header(Header.CONFIG_COUNT) * MoreConfig.SIZE)) return false;
	if (header(More.HOST_LABELS) != 0 && !areTexts(header(More.HOST_LABELS))) return false;
	const fetchCount = header(More.FETCH_GROUP_COUNT);
	if (fetchCount != 0 && !checkGroups(header(More.FETCH_GROUPS), fetchCount)) return false;
	return checkAliases() && checkMoreConfigs() && checkMoreEntries() && checkRewrites();
}

function checkAliases(): bool {
	if (header(More.ALIASES) == 0) return true;
	if (!isTable(More.ALIAS_ROWS, More.ALIAS_COUNT, Alias.SIZE) || !isScope(header(More.ALIASES), header(More.ALIAS_COUNT) + 1))
		return false;
	for (let index = 0; index < header(More.ALIAS_COUNT); ++index) {
		const alias = program() + header(More.ALIAS_ROWS) + index * Alias.SIZE;
		const length = load32(alias + Alias.LENGTH);
		if (length < 1 || load32(alias + Alias.REPLACED) < 0 || !isWithin(load32(alias + Alias.TARGET), length)) return false;
	}
	return true;
}

function checkMoreConfigs(): bool {
	for (let index = 0; index < header(Header.CONFIG_COUNT); ++index) {
		const config = program() + header(Header.CONFIGS) + index * Config.SIZE;
		const more = program() + header(More.CONFIGS) + index * MoreConfig.SIZE;
		const rules = load32(config + Config.RULES);
		if ((rules & KeyRule.HOST_LABELS) != 0 && header(More.HOST_LABELS) == 0) return false;
		if ((rules & KeyRule.HOST_ALIAS) != 0 && header(More.ALIASES) == 0) return false;
		if (!areGlobsOrNone(load32(more + MoreConfig.INDEX))) return false;
		const count = load32(more + MoreConfig.PATH_GROUP_COUNT);
		if (count != 0 && !checkGroups(load32(more + MoreConfig.PATH_GROUPS), count)) return false;
		if (!checkLayers(load32(more + MoreConfig.LAYERS), load32(more + MoreConfig.LAYER_COUNT))) return false;
	}
	return true;
}

function checkLayers(layers: i32, count: i32): bool {
	if (count == 0) return true;
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(layers, count * Layer.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const layer = program() + layers + index * Layer.SIZE;
		if (!areGlobsOrNone(load32(layer + Layer.PATHS)) || !areGlobsOrNone(load32(layer + Layer.EXCEPT_PATHS))) return false;
		// Rules that are done before the path is known.
		if ((load32(layer + Layer.MASK) & MORE_RULES) != 0) return false;
		if ((load32(layer + Layer.RULES) & ~load32(layer + Layer.MASK)) != 0) return false;
		if (!checkGroups(load32(layer + Layer.GROUPS), load32(layer + Layer.GROUP_COUNT))) return false;
	}
	return true;
}

function checkMoreEntries(): bool {
	if (header(More.ENTRIES) == 0) return true;
	const count = header(Header.ENTRY_COUNT);
	if (!isWithin(header(More.ENTRIES), count * MoreEntry.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const more = program() + header(More.ENTRIES) + index * MoreEntry.SIZE;
		if (!areGlobsOrNone(load32(more + MoreEntry.PATHS)) || !areGlobsOrNone(load32(more + MoreEntry.EXCEPT_PATHS))) return false;
		if (load32(more + MoreEntry.PROVIDER) < 0) return false;
		const raw = load32(more + MoreEntry.RAW);
		if (raw != 0 && !isWithin(raw, load32(more + MoreEntry.RAW_LENGTH))) return false;
		const values = load32(more + MoreEntry.VALUES);
		if (values != 0 && !areValues(values)) return false;
	}
	return true;
}

/** Whether a hash table with texts for rows is at this offset. */
function areValues(table: i32): bool {
	const rows = rowsAfter(table, header(Header.LENGTH));
	if (rows == 0) return false;
	const count = load32(program() + rows - 4);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(rows, count << 3)) return false;
	for (let index = 0; index < count; ++index) {
		const row = program() + rows + (index << 3);
		if (!isWithin(load32(row), load32(row + 4))) return false;
	}
	return true;
}

/** Whether a count and globs are at this offset, each with its parts. */
function areGlobsOrNone(globs: i32): bool {
	if (globs == 0) return true;
	if (!isWithin(globs, 4)) return false;
	const count = load32(program() + globs);
	if (!isBelow(count, header(Header.LENGTH)) || !isWithin(globs + 4, count * Glob.SIZE)) return false;
	for (let index = 0; index < count; ++index) {
		const glob = program() + globs + 4 + index * Glob.SIZE;
		if (!areTexts(load32(glob + Glob.PARTS)) || !areTexts(load32(glob + Glob.LOWER_PARTS))) return false;
	}
	return true;
}
