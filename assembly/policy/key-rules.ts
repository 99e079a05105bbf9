/** The rules of a key, in the order in which they run: one bit each. Each is described in the file of its name. */
export enum KeyRule {
	SCHEME_FOLD = 1,
	USERINFO_DROP = 2,
	HOST_DOT = 4,
	HOST_WWW = 8,
	/** Session identifiers in the path; those in the query are a group of entries. */
	SESSION_PATH = 16,
	SLASHES = 32,
	INDEX = 64,
	TRAILING_SLASH = 128,
	QUERY_DROP = 256,
	EMPTY_VALUE = 512,
	EMPTY_PAIRS = 1024,
	DUPLICATES = 2048,
	SORT_NAME = 4096,
	SORT_NAME_VALUE = 8192,
	EMPTY_QUERY = 16384,
	TEXT_DIRECTIVE = 32768,
	FRAGMENT_DROP = 65536,
	FRAGMENT_SPA = 131072,
}
