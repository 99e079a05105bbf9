/** State of lists and rewrites in the kernel, at the addresses of CrawlAddress. */

/** State of rewrites at REWRITES: one i32 each. */
export const enum Rewriting {
	/** The kernel's own room for them; 0: the program has none. See policy/rewrite/room.ts. */
	ROOM = 0,
	/** Set by the host, for explanations: the rounds that run, and, as numbers from 1, the only rewrite that acts and one that does not. */
	MAX_ROUNDS = 4,
	ONLY = 8,
	WITHOUT = 12,
	/** The rewrite that acted last on the reference, from 1, and the text that it wrote; 0: none. */
	LAST = 16,
	TEXT = 20,
	TEXT_END = 24,
	/** Not 0 if the reference has its key from before all rounds: see policy/rewrite/rounds.ts. */
	IS_UNSTABLE = 28,
	/** The key that rewrites meet: its start and end. */
	KEY = 36,
	KEY_END = 40,
	/** Not 0 if the kernel's host must not be asked about further names for the reference. */
	ASKS_NO_MORE = 44,
	/** Questions that were kept, and the one that waits for its answer, from 1. */
	QUESTIONS = 48,
	WAITING = 52,
	/** Address at which the host of the kernel writes that answer. */
	ANSWER_AT = 64,
	/** The filter of hosts that an alias or a rewrite may be about; 0: there is neither. See policy/host-filter.ts. */
	FILTER = 68,
	/** The sums that it has bits for: a mask. */
	SUMS = 100,
	/** Not 0 if some rewrites are about every host. */
	HAS_ANY_HOST = 104,
	/** Not 0 if it finds the host of the line at hand, which is its own key. */
	IS_FOUND = 108,
	/** The end of the cursors of candidates. */
	CURSORS_END = 72,
	/** The fetch form after the rounds that it has followed, and not 0 while it follows them. */
	SENT = 76,
	SENT_END = 80,
	IS_FOLLOWING = 84,
	/** Not 0 once the rounds of the reference have begun: a question is about one of them. */
	IN_ROUNDS = 88,
	/** Address of the texts of rounds: see policy/rewrite/room.ts. */
	TEXTS = 96,
	/** Not 0 if a name in the tables of hosts is also about those below. */
	HAS_BELOW = 92,
	/** The text that a pattern runs on. */
	START = 56,
	END = 60,
}

/** State of the rounds of lists at LISTS: one i32 each. */
export const enum Lists {
	/** The groups that may decide about the piece at hand: the first, and the one after the last. */
	FROM_GROUP = 0,
	TO_GROUP = 4,
	/** The entry of a later group that is about the piece at hand: its number + 1; 0: none; -1: several. */
	CANDIDATE_ENTRY = 8,
	/** The providers whose entries may decide, and not 0 while the first of them is looked for. */
	FROM_PROVIDER = 12,
	TO_PROVIDER = 16,
	IS_RANKING = 20,
	/** The rules of the reference, whatever `limitRules` says: a set of `KeyRule`. */
	RULES = 24,
	/** The pieces that lists are asked about, an address, and their number. */
	PIECES = 28,
	COUNT = 32,
	/** A mark for each of them, an octet: see policy/lists.ts. */
	MARKS = 36,
	/** The marks of all pieces, and not 0 if one went in this round. */
	HAS_CANDIDATES = 40,
	HAS_CHANGED = 44,
	/** Not 0 if the lists have no end for the reference. */
	IS_UNSTABLE = 48,
	/** The name of the piece at hand: where it begins. */
	NAME = 56,
	/** Set by the host: where to record pieces that exceptions keep, and up to where; 0: nowhere. KEPT moves on. See `Kept`. */
	KEPT = 60,
	KEPT_END = 64,
	/** The groups of the key while those of the fetch form decide, and the mark of the pieces that lists are asked about. */
	KEY_GROUPS = 68,
	KEY_GROUP_COUNT = 72,
	ASKED = 76,
	/** The query of the fetch form, whose pieces are those of the key base: its start and end; 0: it has none to lose. */
	SENT = 80,
	SENT_END = 84,
	/** Not 0 if a piece went in this round that patterns see. */
	HAS_SEEN = 88,
	/** The end of the query of the key at Policy.KEY, which patterns see in place of pieces; 0: they see pieces. */
	KEY_QUERY_END = 92,
	/** The filter of names by their hosts; 0: there is none. See policy/name-hosts.ts. */
	NAME_HOSTS = 96,
	/** The bits of the host of the reference; 0: not asked for yet. */
	HOST_BITS = 100,
	/** The bits of the hosts that each condition may hold for; 0: there are none. */
	CONDITION_HOSTS = 104,
	/** CANDIDATE_ENTRY of the first pieces that lists are asked about, and their number: see policy/list-state.ts. */
	KNOWN_COUNT = 108,
	KNOWN = 112,
}

/** A piece that an exception keeps, as recorded at Lists.KEPT: its address and end, in the key base, and the origin of the entry. */
export const enum Kept {
	START = 0,
	END = 4,
	ORIGIN = 8,
	/** The condition that holds: its number + 1, and the value of its scope; 0: it has none. */
	CONDITION = 12,
	VALUE = 16,
	SIZE = 20,
}
