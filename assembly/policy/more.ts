/** The tables that only a program with MAGIC_MORE has: see program.ts. */
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

/** A configuration's offsets and counts beyond those of `Config`; 0: none. */
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

/** An entry's offsets beyond those of `Entry`; 0: none. */
export const enum MoreEntry {
	/** A hash table of values: see hash.ts. Its rows are offset and length. */
	VALUES = 0,
	/** Count and globs. */
	PATHS = 4,
	EXCEPT_PATHS = 8,
	/** The ordinal of the provider of a group, from 1. */
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
