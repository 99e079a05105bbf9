/** The tables of programs, and programs that end with one of them, whole or cut short. */
import { Automaton, Node, Pattern } from "../../assembly/policy/automaton";
import { Table } from "../../assembly/policy/hash";
import { Alias, More, MoreConfig, MoreEntry } from "../../assembly/policy/more";
import { Condition, Config, Entry, Group, Header, MAGIC_MORE, ScopeRow } from "../../assembly/policy/program";
import { Rewrite, RewriteList } from "../../assembly/policy/rewrite/layout";

/** A table: where its offset is, and how many octets it has. */
export interface ProgramTable {
	readonly at: number;
	readonly size: number;
}

/** An octet for each octet. */
const CLASS_MAP_SIZE = 256;

/** A program with a copy of a table at its end, without the last `cut` octets of the copy. */
export function endingWith(program: Uint8Array, { at, size }: ProgramTable, cut: number): Uint8Array {
	const aligned = program.length + (-program.length & 3);
	const from = wordOf(program, at);
	const octets = new Uint8Array(aligned + Math.max(0, size - cut));
	octets.set(program);
	octets.set(program.subarray(from, from + octets.length - aligned), aligned);
	const view = new DataView(octets.buffer);
	view.setInt32(at, aligned, true);
	view.setInt32(Header.LENGTH, octets.length, true);
	return octets;
}

/** The tables, by kind. */
export function tablesOf(program: Uint8Array): ProgramTable[][] {
	const of = (at: number) => wordOf(program, at);
	const present = (fields: readonly number[]) => fields.filter((at) => of(at) !== 0);
	const groups = groupsOf(program);
	return [
		headerTables(program),
		moreTables(program),
		groups,
		automataTables(program),
		present(scopesOf(program, groups)).map((at) => ({ at, size: tableSize(program, of(at)) + rowsSize(program, of(at)) })),
		present(textsOf(program)).map((at) => ({ at, size: 4 + 8 * of(of(at)) })),
		present(ofConditions(program, Condition.MEMBERS)).map((at) => ({ at, size: 4 + 4 * of(of(at)) })),
	];
}

/** Places of the offsets of scopes, or 0. */
function scopesOf(program: Uint8Array, groups: readonly ProgramTable[]): number[] {
	const exempt = groups.flatMap(({ at, size }) =>
		Array.from({ length: size / Group.SIZE }, (_, index) => wordOf(program, at) + index * Group.SIZE + Group.EXEMPT),
	);
	const ofEntries = fieldsOf(program, Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE, Entry.HOSTS, Entry.EXCEPT_HOSTS);
	return [Header.SITES, ...exempt, ...ofEntries, ...ofConditions(program, Condition.HOSTS, Condition.EXCEPT_HOSTS)];
}

/** Places of the offsets of texts, or 0. */
function textsOf(program: Uint8Array): number[] {
	return [
		...fieldsOf(program, Header.CONFIGS, Header.CONFIG_COUNT, Config.SIZE, Config.INDEX),
		...fieldsOf(program, Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE, Entry.EXCEPT_PATH),
	];
}

function automataTables(program: Uint8Array): ProgramTable[] {
	const automata = [Header.NAME_AUTOMATON, Header.URL_AUTOMATON].map((at) => wordOf(program, at)).filter((at) => at !== 0);
	return automata.flatMap((at) => [
		counted(program, at + Automaton.NODES, at + Automaton.NODE_COUNT, Node.SIZE),
		counted(program, at + Automaton.PATTERNS, at + Automaton.PATTERN_COUNT, Pattern.SIZE),
		{ at: at + Automaton.CLASSES, size: CLASS_MAP_SIZE },
	]);
}

function headerTables(program: Uint8Array): ProgramTable[] {
	return [
		counted(program, Header.CONFIGS, Header.CONFIG_COUNT, Config.SIZE),
		counted(program, Header.ENTRIES, Header.ENTRY_COUNT, Entry.SIZE),
		counted(program, Header.OTHERS, Header.OTHER_COUNT, 4),
		counted(program, Header.CONDITIONS, Header.CONDITION_COUNT, Condition.SIZE),
		counted(program, Header.IDENTITY, Header.IDENTITY_LENGTH, 1),
		{ at: Header.NAMES, size: tableSize(program, wordOf(program, Header.NAMES)) },
	];
}

/** Those that only a program with MAGIC_MORE has. */
function moreTables(program: Uint8Array): ProgramTable[] {
	if (wordOf(program, Header.MAGIC) !== MAGIC_MORE) return [];
	return [
		counted(program, More.ALIAS_ROWS, More.ALIAS_COUNT, Alias.SIZE),
		counted(program, More.CONFIGS, Header.CONFIG_COUNT, MoreConfig.SIZE),
		counted(program, More.ENTRIES, Header.ENTRY_COUNT, MoreEntry.SIZE),
		counted(program, More.FETCH_GROUPS, More.FETCH_GROUP_COUNT, Group.SIZE),
		counted(program, More.REWRITES, More.REWRITE_COUNT, Rewrite.SIZE),
		counted(program, More.REWRITE_LISTS, More.REWRITE_LIST_COUNT, RewriteList.SIZE),
		{ at: More.REWRITE_SITES, size: 4 * wordOf(program, Header.CONFIG_COUNT) },
	].filter(({ at }) => wordOf(program, at) !== 0);
}

function groupsOf(program: Uint8Array): ProgramTable[] {
	return fieldsOf(program, Header.CONFIGS, Header.CONFIG_COUNT, Config.SIZE, Config.GROUPS).map((at) =>
		counted(program, at, at - Config.GROUPS + Config.GROUP_COUNT, Group.SIZE),
	);
}

function ofConditions(program: Uint8Array, ...fields: number[]): number[] {
	return fieldsOf(program, Header.CONDITIONS, Header.CONDITION_COUNT, Condition.SIZE, ...fields);
}

/** Places of the fields of all records of a table. */
function fieldsOf(program: Uint8Array, table: number, count: number, size: number, ...fields: number[]): number[] {
	const start = wordOf(program, table);
	return Array.from({ length: wordOf(program, count) }, (_, index) => start + index * size).flatMap((record) =>
		fields.map((field) => record + field),
	);
}

function counted(program: Uint8Array, at: number, count: number, size: number): ProgramTable {
	return { at, size: wordOf(program, count) * size };
}

/** Octets of a hash table, without its rows, and of the rows of a scope. */
function tableSize(program: Uint8Array, table: number): number {
	return Table.SIZE + 4 * wordOf(program, table + Table.COUNT);
}

function rowsSize(program: Uint8Array, scope: number): number {
	return ScopeRow.SIZE * wordOf(program, scope + tableSize(program, scope) - 4);
}

function wordOf(program: Uint8Array, at: number): number {
	return new DataView(program.buffer, program.byteOffset).getInt32(at, true);
}
