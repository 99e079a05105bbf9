/** The options word of the crawl kernel: bits 0 to 15, and `Flag` of options.ts. */
export const enum CrawlFlag {
	/** The program that was set decides. Without it, the profile is whatwg@1. */
	POLICY = 1,
	/** The key, not the fetch form: `normalize` and lines. */
	KEY = 2,
	/** Lines: the fetch form, TAB, the key. */
	BOTH = 4,
	/** With BOTH, a rejected line that is kept is also written twice, each TAB in it as "%09". */
	TWICE = 8,
	/** Mask of the bits of `Profile`. Without POLICY, they say which profile it is. */
	PROFILE = 0x70,
	/** `crawlee@1`: the fragment stays, as with the source's option keepUrlFragment. */
	KEEP_FRAGMENT = 0x80,
	/** `safe-browsing@1`: the form is a JSON array of the expressions. */
	EXPRESSIONS = 0x100,
	/** The same, with the SHA-256 of each in hexadecimal: its first n octets, n − 1 in the five bits from PREFIX_SHIFT on. */
	HASHES = 0x200,
	/** Expressions take their hosts from the registrable domain up, as Safe Browsing v5 does. */
	HOSTS_V5 = 0x400,
	PREFIX_SHIFT = 11,
	PREFIX_MASK = 31,
	/** `surt@1`: the options host_massage=False, with_scheme=True and trailing_comma=True of the source. */
	SURT_WWW = 0x800,
	SURT_SCHEME = 0x1000,
	SURT_COMMA = 0x2000,
}

/** The profiles that the kernel knows by number: bits 4 to 6 of the options word. */
export const enum Profile {
	/** The URL Standard. */
	WHATWG = 0,
	/** Python `surt` 0.3.1, with its defaults: surt/. */
	SURT = 0x10,
	/** Python `w3lib` 2.5.0, `canonicalize_url`: w3lib/. */
	W3LIB = 0x20,
	/** Safe Browsing v4 and v5, "URLs and hashing": gsb/. */
	SAFE_BROWSING = 0x30,
	/** `@apify/utilities` 2.35.11, `normalizeUrl`: crawlee/. */
	CRAWLEE = 0x40,
	/** Java `webarchive-commons` 1.3.0, `WaybackURLKeyMaker` with its defaults: surt-java/. */
	SURT_JAVA = 0x50,
}
