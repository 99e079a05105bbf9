/**
 * The codes of all errors, by the class whose errors have them: the one table. The type of `code` of each class derives from it, and so do
 * docs/reference/errors.md and the classes of Python. A row has what is wrong and, of a reference, what `offset` points at.
 */
type Row = readonly [when: string, at?: string];

export const ERROR_CODES = {
	UriError: {
		"invalid-scheme": ["the text before the first `:` is not a scheme", "the first octet that a scheme must not contain"],
		"invalid-percent-encoding": ["strict: `%` without two hex digits", "the `%`"],
		"invalid-character": ["strict: an octet that is not allowed in path, query or fragment", "the octet"],
		"invalid-userinfo": ["strict: an octet that is not allowed in a userinfo", "the octet"],
		"invalid-host": ["strict: an octet that is not allowed in a host", "the octet"],
		"invalid-ip-literal": [
			"a bracketed host that is neither an IPv6 address nor an IPvFuture",
			"the start of the text in brackets; the `[` if there is no `]`; the octet after the `]`; the `%` that starts a zone",
		],
		"invalid-port": ["a port with an octet other than a digit", "the first such octet"],
		"empty-host": ["level `scheme`: an http or https authority with an empty host", "where the host would be"],
		"ill-formed-string": ["a lone surrogate", "the surrogate"],
		"too-long": ["more than 16,777,216 octets", "octet 16,777,216"],
		"base-not-absolute": ["a base without a scheme", "the start of the base"],
		"excess-dots": ['edition 2003, `excessDots: "error"`: more `..` than segments above', "the path of the reference"],
		"invalid-domain": ["`urlsieve/crawl`: a host that is neither a valid domain nor an IPv4 address", "the host"],
		"profile-cannot": [
			"`urlsieve/crawl`: a host beyond US-ASCII with `idna: false`, or one whose ASCII form a profile that copies a library does not know; a base, by a profile that resolves nothing",
			"the host",
		],
		"relative-reference": [
			"there is no scheme, and `as` of `validate`, the edition, the profile or `requireScheme` demands one",
			"the start",
		],
		"unexpected-scheme": ["`validate`: a scheme where `as` allows none; lines: another one than `schemes` lists", "the scheme"],
		"unexpected-fragment": ["`validate`: a fragment where `as` or the edition allows none", "the `#`"],
		"unknown-scheme": ["`urlsieve/schemes`: not a scheme of 1994", "the scheme"],
		"invalid-scheme-part": ["`urlsieve/schemes`: a part that does not match the scheme's syntax", "the part"],
		"invalid-component": ["`Uri.with`: a component that percent-encoding cannot make valid", "0"],
		comment: ["lines, with `comments`: a blank line, or one that begins with `#`", "0"],
	},
	OptionError: {
		"invalid-input": ["an argument of the wrong type: references must be strings; lines, columns, keys and chunks octets"],
		"invalid-option": [
			"an unknown option, an invalid value, options that exclude each other, or an output that overlaps the input",
		],
		"output-too-small": ["the output of `normalizeLinesInto`; `bound` octets suffice"],
	},
	PolicyError: {
		"invalid-policy": ["a policy with faults ([Profiles](profiles.md#a-policy-of-your-own))"],
		"policy-too-large": ["a policy beyond the limits of size"],
		"invalid-program": ["Python: octets that are no compiled policy of this release"],
	},
	ListError: {
		"list-syntax": ["a list that cannot be read ([Profiles](profiles.md#lists-of-your-own))"],
		"list-version": ["a list of a later version"],
		"list-too-large": ["a list beyond the limits of size"],
		"unsupported-directive": ["`strict`: a directive, which is not read"],
		"unsupported-host": ["`strict`: a host without A-labels, or a part of a label"],
		"unsupported-modifier": ["`strict`: a modifier that the reader does not know"],
		"unsupported-raw-rule": ["`strict`: a raw rule of ClearURLs"],
		"unsupported-redirection": ["`strict`: a redirection of ClearURLs"],
		"regex-syntax": ["`strict`: an expression that cannot be read"],
		"regex-lookaround": ["`strict`: an expression that looks around"],
		"regex-backreference": ["`strict`: an expression that refers back"],
		"regex-unsupported": ["`strict`: an expression with something else that is not supported"],
		"regex-too-large": ["`strict`: an expression with more than 2,000 states"],
	},
	TableError: {
		"missing-column": ["the table has no such column: `column`, `columns`"],
		"ambiguous-column": ["several columns have the name"],
		"duplicate-column": ["a new column has the name of another one"],
		"ragged-row": ["a row with another number of fields than the header ([Tables](../guide/tables.md#rows))"],
		"unclosed-quote": ["a quoted field that does not end"],
		"invalid-quote": ["text after the closing quotation mark of a field"],
		"invalid-json": ["a row that is not JSON, or more than 512 brackets deep"],
		"not-text": ["a value that is not a string"],
		"row-too-long": ["a row of more than 16,777,216 octets"],
		"ill-formed-string": ["a value with a lone surrogate"],
	},
	SetError: {
		"invalid-snapshot": ["not a snapshot, damaged, or saved with another key or other options", "in the snapshot"],
		"invalid-store": ["not a store, damaged, or of another version, width, key or other options", "in the file"],
		"profile-mismatch": ["the snapshot, store or other set has keys of another profile or policy"],
		"store-closed": ["`SeenStore`: use after `close`"],
		"store-failed": [
			"`SeenStore`: use after a write that failed, or after the file was removed or replaced; in Python also in a forked process",
		],
		"seen-locked": ["`SeenStore`: another process is writing to the file, or has taken it over"],
		"set-full": ["memory for more fingerprints cannot be allocated"],
	},
	FileError: {
		"file-failed": ["a file cannot be read or written"],
		"input-changed": ["an input was not the same when it was read again"],
		"invalid-shapes": ["`readShapes`: not a file of learned shapes, of another version, or beyond the limits of size"],
	},
	ConnectError: {
		"rejected-url": ["`destination` rejects the URL, or a name to connect to: `reason`", "the fault in `url`"],
		"forbidden-address": ["a host is an address of a class that is not allowed, or one of its addresses is: `address`, `class`"],
		"forbidden-port": ["a port that is not allowed"],
		"forbidden-host": ["the option `accepts` refuses the place"],
		"no-address": ["a name has no address, or its resolver returns something else"],
		redirect: ["a redirect that is not followed: one too many, in a circle, to no URL, or for a body that is gone"],
	},
} satisfies { readonly [name: string]: { readonly [code: string]: Row } };
