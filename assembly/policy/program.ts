/**
 * The program: a policy and its lists, compiled. Little-endian i32 words and octets; offsets are relative to its start.
 *
 * ```
 *   header     magic, length, checksum, base, rules of `fetch`, then offset and count of each table: see `Header`
 *   configs    one for each set of sites that can apply at once; the first is that of no site: see `Config`
 *   entries    names of parameters, each with its group and its scopes: see `Entry`. Those that are found by their names come
 *              first, in the order of the hash table
 *   names      the hash table of entries: see hash.ts
 *   others     numbers of the entries that are tried on every piece
 *   conditions which references an entry applies to, in addition to its scopes: see `Condition`
 *   automata   patterns of names and of URLs: see automaton.ts
 *   scopes     host names: a hash table, then its rows: see `ScopeRow`
 *   texts      count, then (offset, length) of each
 * ```
 *
 * A program with MAGIC_MORE has a longer header: see `More`. Its tables add to those above what not every policy has.
 *
 * Names, hosts and texts are octets anywhere in the program. check.ts ensures that no offset leads out of the program.
 */
import { CrawlAddress, Policy } from "../layout/crawl-addresses";
import { load32, store32 } from "../octets/memory";
import { More, MoreFlag } from "./more";

export const MAGIC: i32 = 0x32505355;
export const MAGIC_MORE: i32 = 0x33505355;

export const enum Header {
	MAGIC = 0,
	LENGTH = 4,
	/** SipHash of what follows it, under a key of zeros: 16 octets. */
	CHECKSUM = 8,
	/** A `Base`. */
	BASE = 24,
	/** The rules of `fetch`. */
	FETCH = 28,
	CONFIGS = 32,
	CONFIG_COUNT = 36,
	ENTRIES = 40,
	ENTRY_COUNT = 44,
	NAMES = 48,
	/** Bit n: a prefix of n octets is among the names; bit 31: one of 31 or more. */
	PREFIX_LENGTHS = 52,
	/** A scope whose values are configs. */
	SITES = 56,
	/** The key identity: a line of ASCII. */
	IDENTITY = 60,
	IDENTITY_LENGTH = 64,
	OTHERS = 68,
	OTHER_COUNT = 72,
	CONDITIONS = 76,
	CONDITION_COUNT = 80,
	/** The automata; 0: none. */
	NAME_AUTOMATON = 84,
	URL_AUTOMATON = 88,
	/** Octets after the program that belong to the kernel: at least `workSize`. The rest is used as a cache. */
	WORK = 92,
	SIZE = 96,
}

export const enum Base {
	RFC3986 = 0,
	WHATWG = 1,
}

/** The rules in force for some hosts. */
export const enum Config {
	/** A set of `KeyRule`. */
	RULES = 0,
	/** Texts: names of index files. */
	INDEX = 4,
	/** Offset and count of groups, in the order in which they decide. */
	GROUPS = 8,
	GROUP_COUNT = 12,
	SIZE = 16,
}

/** A group of entries, as a config has it. */
export const enum Group {
	ID = 0,
	/** A `Role`. */
	ROLE = 4,
	/** A scope; 0: none. Hosts in it are exempt. */
	EXEMPT = 8,
	/** Number of a condition + 1; 0: none. References for which it holds are exempt. */
	EXCEPTION = 12,
	SIZE = 16,
}

/** Fate of a piece that an entry of the group matches. */
export const enum Role {
	KEEP = 0,
	ONLY = 1,
	REMOVE = 2,
	/** Removes session identifiers. */
	SESSION = 3,
	/** In a program with MAGIC_MORE: REMOVE of a list. */
	LIST = 4,
	/** A list whose patterns see the whole URL; one whose first provider that acts decides. */
	FILTER = 5,
	PROVIDERS = 6,
	COUNT = 7,
}

export const enum Entry {
	NAME = 0,
	LENGTH = 4,
	/** A set of `EntryFlag`. */
	FLAGS = 8,
	GROUP = 12,
	/** Scopes; 0: none. The values of HOSTS are origins. */
	HOSTS = 16,
	EXCEPT_HOSTS = 20,
	/** Texts; 0: none. */
	EXCEPT_PATH = 24,
	/** Conditions that must hold, and that must not: number + 1; 0: none. */
	REQUIRED = 28,
	EXCEPTION = 32,
	/** Pattern of names that decides, instead of the name: number + 1; 0: none. */
	PATTERN = 36,
	/** The source of the entry: a number above 0 that has a meaning only to the compiler. */
	ORIGIN = 40,
	SIZE = 44,
}

/** Holds for a reference if all of its parts hold. */
export const enum Condition {
	/** Scopes; 0: none. */
	HOSTS = 0,
	EXCEPT_HOSTS = 4,
	/** Pattern of URLs: number + 1; 0: none. */
	PATTERN = 8,
	/** Count and numbers of conditions without members, one of which must hold; 0: none. */
	MEMBERS = 12,
	/** Pattern of URLs that must not match: number + 1; 0: none. */
	EXCEPT_PATTERN = 16,
	/**
	 * A text with which the host begins at one of its labels, after labels of letters, digits and hyphens, and its length; 0: any. From its
	 * first "/" on, it is that of the path, in lower case, as far as the path goes.
	 */
	HOST_TEXT = 20,
	HOST_LENGTH = 24,
	/** Pattern of URLs that holds where HOSTS does not: number + 1; 0: none. */
	HOST_PATTERN = 28,
	SIZE = 32,
}

export const enum EntryFlag {
	PREFIX = 1 << 0,
	IGNORE_CASE = 1 << 1,
	/** A prefix with exactly eight letters after it. */
	EIGHT_LETTERS = 1 << 2,
	/** Applies when all entries with this flag are in the query: CFID, CFTOKEN. */
	PAIR = 1 << 3,
	/** Every piece that the name or pattern does not match. */
	NEGATED = 1 << 4,
	/** Every piece. */
	ANY = 1 << 5,
	/** No piece without a name. */
	NAMED = 1 << 6,
	/** Applies only where names are compared without regard to case. */
	FOLDED = 1 << 7,
	/** Applies only where they are not. */
	EXACT_CASE = 1 << 8,
	/** With one of the two: where values are compared so, not names. */
	BY_VALUE = 1 << 9,
	/** The exception of its group does not apply. */
	IMPORTANT = 1 << 10,
}

/** One host name of a scope. */
export const enum ScopeRow {
	NAME = 0,
	LENGTH = 4,
	/** The value for that host itself, and for hosts below it. */
	EXACT = 8,
	BELOW = 12,
	SIZE = 16,
}

/** Scopes compare at most this many octets of a host, from its end. */
export const MAX_SCOPE: i32 = 255;

export function policy(field: i32): i32 {
	return load32(CrawlAddress.POLICY + field);
}

export function setPolicy(field: i32, value: i32): void {
	store32(CrawlAddress.POLICY + field, value);
}

/** The address of the program that runs. */
export function program(): i32 {
	return policy(Policy.PROGRAM);
}

export function header(field: i32): i32 {
	return load32(program() + field);
}

/** The `MoreConfig` of the configuration that applies to the reference; 0: none. */
export function moreConfig(): i32 {
	const first = policy(Policy.MORE_CONFIGS);
	if (first == 0) return 0;
	const offset = policy(Policy.CONFIG) - program() - header(Header.CONFIGS);
	// Sizes of records: of 16 octets there, and of 20 here.
	return first + offset + (offset >> 2);
}

export function isBelow(value: i32, limit: i32): bool {
	return value >= 0 && value < limit;
}

/** Whether `size` octets from this offset on are in the program, after its header. */
export function isWithin(offset: i32, size: i32): bool {
	const length = header(Header.LENGTH);
	return size >= 0 && size <= length && offset >= Header.SIZE && offset <= length - size;
}

/** Whether the fetch form loses pieces of its query. */
export function hasFetchQuery(): bool {
	return (policy(Policy.FLAGS) & MoreFlag.FETCH_QUERY) != 0;
}

/** Whether the fetch form follows some rewrites. */
export function hasFetchRewrites(): bool {
	return (policy(Policy.FLAGS) & MoreFlag.FETCH_REWRITES) != 0;
}

/** The groups of the fetch form: their address and number. Requires: `hasFetchQuery`. */
export function fetchGroups(): i32 {
	return program() + header(More.FETCH_GROUPS);
}

export function fetchGroupCount(): i32 {
	return header(More.FETCH_GROUP_COUNT);
}

/** Whether pieces of queries have marks: see list-state.ts. */
export function hasMarks(): bool {
	return (policy(Policy.FLAGS) & (MoreFlag.ROUNDS | MoreFlag.FETCH_QUERY)) != 0;
}

/** Whether lists are asked in rounds. */
export function hasRounds(): bool {
	return (policy(Policy.FLAGS) & MoreFlag.ROUNDS) != 0;
}

/** Whether the rule is in force for the reference. */
export function isOn(rule: i32): bool {
	return (policy(Policy.RULES) & rule) != 0;
}
