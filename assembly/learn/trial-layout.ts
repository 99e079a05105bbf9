/** Memory of trials: structures at addresses that the host chooses. src/ imports this file too. */

/** The input of trials: a shard, the parts that rules erase, and room. The host sets all but the counters. */
export const enum Trial {
	/** Addresses of the arrays of a shard: see src/learn/corpus/shard.ts. Entries are those of the column in use. */
	SKELETON_LOW = 0,
	SKELETON_HIGH = 4,
	LOW = 8,
	HIGH = 12,
	PART_STARTS = 16,
	PART_NAMES = 20,
	PART_LOW = 24,
	PART_HIGH = 28,
	HELD = 32,
	ENTRY_STARTS = 36,
	ENTRY_LOW = 40,
	ENTRY_HIGH = 44,
	ENTRY_COUNTS = 48,
	/** Addresses of an octet for each feature: 1 if rules erase it; 1 if it is a candidate; one more than the place of its bundle, or 0. */
	MASK = 52,
	SINGLE = 56,
	BUNDLE_OF = 60,
	/** Address of the candidate of each bundle. */
	BUNDLES = 64,
	/** `Share`, and 1 if groups of contrary pages have a weight. */
	SHARE = 68,
	WEIGHS = 72,
	/** Address of one word a candidate, all 0: one more than the number of its cell. */
	CELL_OF = 76,
	/** Address of cells (`Cell`), and their number. */
	CELLS = 80,
	CELL_COUNT = 84,
	/** Address of votes (`Vote`), and their number. */
	VOTES = 88,
	VOTE_COUNT = 92,
	/** Current keys of a skeleton: an index with room for all of its keys, and `Current` for each. */
	CURRENT = 96,
	CURRENT_KEYS = 100,
	/** Address of one word a key of the skeleton: one more than the next key with the same current key, or 0. */
	NEXT_KEYS = 104,
	/** Erased forms: an index with room for all parts of a skeleton, and `Group` for each. */
	FORMS = 108,
	GROUPS = 112,
	/** Address of members of groups (`Member`), and their number. */
	MEMBERS = 116,
	MEMBER_COUNT = 120,
	/** Digests of a group: an index with room for all entries of a skeleton, and a count for each. */
	DIGESTS = 124,
	COUNTS = 128,
	/** Addresses of rules (`Rule`); of one word a feature, one more than its first `RuleLink`, or 0; and of the links. */
	RULES = 132,
	RULES_OF = 136,
	RULE_LINKS = 140,
	/** Counts the groups whose rules have been tried. */
	TURN = 144,
	/** Max cells and votes: twice the parts of any site, or all candidates. */
	CELL_ROOM = 148,
	VOTE_ROOM = 152,
	/** The task whose rules are loaded, and its place in the shard. */
	TASK = 156,
	SIZE = 160,
}

/**
 * A site under trial, with lists of rules and of bundles. An entry of a list is a candidate, the number of its features, and the features,
 * in words. Rules are in two lists: those that it shares with other sites, and its own.
 */
export const enum Task {
	/** Its place in the shard, its first key, and their end. */
	SITE = 0,
	FIRST = 4,
	END = 8,
	/** Address of ENTRY_STARTS, ENTRY_LOW, ENTRY_HIGH and ENTRY_COUNTS of its column. */
	COLUMN = 12,
	/** Starts and ends of lists. */
	SHARED = 16,
	SHARED_END = 20,
	OWN = 24,
	OWN_END = 28,
	BUNDLES = 32,
	BUNDLES_END = 36,
	SIZE = 40,
}

/** A rule that acts on a site. */
export const enum Rule {
	CANDIDATE = 0,
	/** Address of its features, one word each, and their number. */
	FEATURES = 4,
	COUNT = 8,
	/** The last turn in which it was tried. */
	TURN = 12,
	SIZE = 16,
}

/** A rule of a feature. */
export const enum RuleLink {
	/** Its number. */
	RULE = 0,
	/** One more than the next rule of the feature, or 0. */
	NEXT = 4,
	SIZE = 8,
}

/** Keys that take part. */
export const enum Share {
	LEARNED = 0,
	HELD = 1,
	ALL = 2,
}

/** Trials of a candidate on a site: of one shard, and of all in a ledger. */
export const enum Cell {
	CANDIDATE = 0,
	AGREEMENTS = 4,
	DISAGREE = 8,
	PROVEN = 12,
	SAVED = 16,
	/** Two keys whose pages differ, and two whose pages are the same: one more than each. In a ledger, their places. Both 0 for none. */
	CONTRARY = 20,
	EXAMPLE = 28,
	/** The place of its site in the shard; in a ledger, its rank. */
	SITE = 36,
	/** Number of different digests on which trials agree: the host counts them. */
	VOTES = 40,
	SIZE = 44,
}

/** A digest on which a trial agrees, after a word as records have it: see `Batch.OUT`. */
export const enum Vote {
	HEADER = 0,
	/** The number of its cell. */
	CELL = 4,
	HASH = 8,
	SIZE = 16,
}

/** The cells of all shards. */
export const enum Ledger {
	/** Address of an index of candidates and sites, and of cells (`Cell`), by number. There is also room for those of a shard. */
	INDEX = 0,
	CELLS = 4,
	SIZE = 8,
}

export const enum VoteLimit {
	/** Votes are in partitions by the last bits of the numbers of their cells. */
	PARTITION_BITS = 6,
}

/** A current key: the rest of keys under the rules that act. */
export const enum Current {
	/** Its first and its last key. */
	FIRST = 0,
	LAST = 4,
	/** Its digest, and 1 if it has no other. */
	HASH = 8,
	IS_STABLE = 16,
	SIZE = 20,
}

/** Current keys with the same erased form. */
export const enum Group {
	CANDIDATE = 0,
	/** Its first and last member, and their number. */
	FIRST = 4,
	LAST = 8,
	COUNT = 12,
	SIZE = 16,
}

export const enum Member {
	/** The number of a current key. */
	CURRENT = 0,
	/** One more than the next member, or 0. */
	NEXT = 4,
	SIZE = 8,
}

/** Numbers of control keys. */
export const enum Controls {
	/** Keys fetched at least twice. */
	KEYS = 0,
	/** Those of them whose digest changed. */
	CHANGED = 4,
	/** Keys with a repeated digest. */
	REPEATED = 8,
	/** Those of them whose digest changed. */
	PROVEN = 12,
	SIZE = 16,
}
