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

/** The rest of the header of a program with MAGIC_MORE. Offsets; 0: none. */
export const enum More {
	/** A set of `MoreFlag`. */
	FLAGS = 96,
	/** Texts: labels that H5 drops. */
	HOST_LABELS = 100,
	/** A scope whose values are numbers of aliases, from 1; then their count, and each: see `Alias`. */
	ALIASES = 104,
	ALIAS_COUNT = 108,
	ALIAS_ROWS = 112,
	/** For each configuration, a `MoreConfig`. */
	CONFIGS = 116,
	/** For each entry, a `MoreEntry`. */
	ENTRIES = 120,
	/** Rewrites in the order in which they are asked, and their number: see `Rewrite`. */
	REWRITES = 124,
	REWRITE_COUNT = 128,
	/** Lists of rewrites, and their number: see `RewriteList`. The first is about every host. */
	REWRITE_LISTS = 132,
	REWRITE_LIST_COUNT = 136,
	/** A scope whose values are numbers of lists; 0: none. */
	REWRITE_HOSTS = 140,
	/** For each configuration, the number of the list of its sites; 0: no site has rewrites. */
	REWRITE_SITES = 144,
	/** The most instructions and slots that a pattern of a rewrite has. */
	MATCH_LENGTH = 148,
	MATCH_SLOTS = 152,
	/** The groups that decide about the query of the fetch form. */
	FETCH_GROUPS = 156,
	FETCH_GROUP_COUNT = 160,
	SIZE = 164,
}

export const enum MoreFlag {
	/** T0: white space of Unicode goes from both ends of a reference. */
	TRIM_UNICODE = 1 << 0,
	/** Lists are asked in rounds: see lists.ts. A program with conditions has it. */
	ROUNDS = 1 << 1,
	/** The fetch form loses pieces of its query: see fetch-query.ts. */
	FETCH_QUERY = 1 << 2,
	/** The fetch form follows some rewrites: see rewrite/rounds.ts. */
	FETCH_REWRITES = 1 << 3,
}

export const enum Alias {
	/** The host, or the end of it, that takes the place of the name. */
	TARGET = 0,
	LENGTH = 4,
	/** Octets of the name whose place it takes. */
	REPLACED = 8,
	/** Not 0 if no alias is about any host that it makes. */
	IS_LAST = 12,
	SIZE = 16,
}

/** What a configuration has besides a `Config`. Offsets and counts; 0: none. */
export const enum MoreConfig {
	/** Count and globs: names of index files. */
	INDEX = 0,
	/** The groups of entries that name parameters of the path; none names all. */
	PATH_GROUPS = 4,
	PATH_GROUP_COUNT = 8,
	/** The rules of sites that are about some paths of these hosts: see `Layer`. */
	LAYERS = 12,
	LAYER_COUNT = 16,
	SIZE = 20,
}

/** The rules for some paths, in the order in which later ones override earlier ones. */
export const enum Layer {
	/** Count and globs; 0: all paths, and none. */
	PATHS = 0,
	EXCEPT_PATHS = 4,
	/** The rules that it decides on, and those of them that are in force. */
	MASK = 8,
	RULES = 12,
	/** The groups that it has, and a bit for each role that they replace. */
	GROUPS = 16,
	GROUP_COUNT = 20,
	ROLES = 24,
	SIZE = 28,
}

/** What an entry has besides an `Entry`. Offsets; 0: none. */
export const enum MoreEntry {
	/** A hash table of values: see hash.ts. Its rows are offset and length. */
	VALUES = 0,
	/** Count and globs. */
	PATHS = 4,
	EXCEPT_PATHS = 8,
	/** Of a group of providers: the ordinal of its provider, from 1. */
	PROVIDER = 12,
	/** The name as it is spelled in a query, and its octets; 0: any spelling. */
	RAW = 16,
	RAW_LENGTH = 20,
	SIZE = 24,
}

/** A text with stars. */
export const enum Glob {
	/** A set of `GlobFlag`. */
	FLAGS = 0,
	/** Texts: the parts between the stars. */
	PARTS = 4,
	/** The same for a text in lower case. */
	LOWER_PARTS = 8,
	SIZE = 12,
}

export const enum GlobFlag {
	/** Its last part ends the text. */
	TO_END = 1 << 0,
	/** The text is compared with LOWER_PARTS, in lower case. */
	IGNORE_CASE = 1 << 1,
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
	/** Of a list whose patterns see the whole URL; one whose first provider that acts decides. */
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
	/** A text with which the host begins at one of its labels, after labels of letters, digits and hyphens, and its length; 0: any. */
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

/** R6: an `http` or `https` URL that becomes another, or the URL inside. */
export const enum Rewrite {
	/** A set of `RewriteFlag`. */
	FLAGS = 0,
	/** The digits of the port, in full. */
	PORT = 4,
	PORT_LENGTH = 8,
	/** Patterns of the host and of the path: see rewrite/pattern.ts; 0: every host that leads to the rewrite. LOWER_PATH is met by keys whose paths are lower-cased. */
	HOST = 12,
	PATH = 16,
	LOWER_PATH = 20,
	/** What becomes of scheme and host, of the path, and the pieces that begin the query: parts; 0: none. See `Part`. */
	ORIGIN = 24,
	NEW_PATH = 28,
	QUERY = 32,
	/** Of a rule of a list: the conditions of its provider and of the exceptions: number + 1; 0: every key, and none. */
	CONDITION = 24,
	EXCEPTION = 28,
	/** Of an unwrap: the name of the parameter, or the slot at which the rest of the path begins. */
	NAME = 36,
	NAME_LENGTH = 40,
	SLOT = 44,
	/** The text that begins all paths that it matches. */
	START = 48,
	START_LENGTH = 52,
	SIZE = 56,
}

export const enum RewriteFlag {
	/** Not for https. */
	HTTP_ONLY = 1 << 0,
	UNWRAPS_QUERY = 1 << 1,
	UNWRAPS_PATH = 1 << 2,
	/** With any port, or none. */
	ANY_PORT = 1 << 3,
	/** The fetch form follows it. */
	SENT = 1 << 4,
	/** A rule of a list: PATH is searched for in the key, and becomes its first group, or goes. See rewrite/listed.ts. */
	UNWRAPS_GROUP = 1 << 5,
	CUTS = 1 << 6,
}

/** The rewrites that may act on some hosts. Offsets; 0: none. */
export const enum RewriteList {
	/** Hash tables of numbers, by the first segment of the path, and by the last: see rewrite/candidates.ts. */
	BY_FIRST = 0,
	BY_LAST = 4,
	/** Numbers of the others, and how many. */
	OTHERS = 8,
	OTHER_COUNT = 12,
	SIZE = 16,
}

/** A part of what a rewrite writes: after a count of parts. */
export const enum Part {
	/** The group whose text it is: its slots, from 1; 0: a text. */
	GROUP = 0,
	TEXT = 4,
	LENGTH = 8,
	SIZE = 12,
}
