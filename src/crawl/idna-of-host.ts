/**
 * A-labels of a host that may have any characters: Safe Browsing unescapes a URL before it splits it.
 *
 * Given such a host, `URL` would end it at a delimiter, or remove a TAB from it, and return the A-labels of another host.
 */
import { platformToAscii } from "../engine/idna";

/** Forbidden domain code points of the URL Standard. */
const FORBIDDEN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** The host in A-labels by the platform's `URL`, or undefined if it has none. */
export function idnaOfHost(host: string): string | undefined {
	return FORBIDDEN.test(host) ? undefined : platformToAscii(host);
}
