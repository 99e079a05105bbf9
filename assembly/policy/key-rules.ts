/**
 * The rules of a key: one bit each. Each is described in the file of its name. They run in the order of src/crawl/schema/registry.ts; a
 * new one takes the next bit, so that programs of earlier releases mean what they meant.
 */
export const enum KeyRule {
	SCHEME_FOLD = 1 << 0,
	USERINFO_DROP = 1 << 1,
	HOST_DOT = 1 << 2,
	HOST_WWW = 1 << 3,
	/** Session identifiers in the path; those in the query are a group of entries. */
	SESSION_PATH = 1 << 4,
	SLASHES = 1 << 5,
	INDEX = 1 << 6,
	TRAILING_SLASH = 1 << 7,
	QUERY_DROP = 1 << 8,
	EMPTY_VALUE = 1 << 9,
	EMPTY_PAIRS = 1 << 10,
	DUPLICATES = 1 << 11,
	SORT_NAME = 1 << 12,
	SORT_NAME_VALUE = 1 << 13,
	EMPTY_QUERY = 1 << 14,
	TEXT_DIRECTIVE = 1 << 15,
	FRAGMENT_DROP = 1 << 16,
	FRAGMENT_SPA = 1 << 17,
	/** Removal by name: decided by the groups of the configuration, and not by a bit of its rules. */
	SESSION_QUERY = 1 << 18,
	PARAM = 1 << 19,
	QUERY_ONLY = 1 << 20,
	PATH_CASE = 1 << 21,
	HOST_WWW_NUMBERED = 1 << 22,
	HOST_LABELS = 1 << 23,
	HOST_ALIAS = 1 << 24,
	PATH_PARAMS = 1 << 25,
	QUERY_CASE_NAMES = 1 << 26,
	QUERY_CASE_ALL = 1 << 27,
	ENTITIES = 1 << 28,
	VALUES = 1 << 29,
}
