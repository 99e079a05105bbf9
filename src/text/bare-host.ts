/** References that begin with a host and have no scheme, such as `example.com/a`: suffix references (RFC 3986 §4.5). */

/**
 * Two labels or more, then what may follow a host. The last label begins with a letter and is not a common file extension: `index.html`
 * is a path. An octet above US-ASCII counts as a letter.
 */
const LABEL = "[a-z0-9\\x80-\\xff](?:[a-z0-9\\x80-\\xff-]{0,61}[a-z0-9\\x80-\\xff])?";
const LAST_LABEL =
	"(?!(?:html?|php|aspx?|jsp|css|js|png|jpe?g|gif|svg|pdf|txt|xml)(?![a-z0-9.-]))[a-z\\x80-\\xff][a-z0-9\\x80-\\xff-]{0,62}";
/** The 255 octets of a name (RFC 1035 §2.3.4) are 253 characters. One more is the dot at its end. */
const IS_SHORT = "(?=[a-z0-9.\\x80-\\xff-]{1,254}(?:[^a-z0-9.\\x80-\\xff-]|$))";
export const BARE_HOST = `${IS_SHORT}(?:${LABEL}\\.)+${LAST_LABEL}\\.?(?::[0-9]{1,5})?(?=[/?#\\r\\n]|$)`;

const START = new RegExp(`^${BARE_HOST}`, "i");

/** Whether a reference begins with a host. `reference` has one character per octet. */
export function beginsWithHost(reference: string): boolean {
	return START.test(reference);
}
