/**
 * A-labels of a host that may contain any character: Safe Browsing unescapes a URL before splitting it.
 *
 * `URL` would end such a host at a delimiter, or drop a TAB, and return the A-labels of a different host.
 */
import { platformToAscii } from "../../engine/idna";

/** Forbidden domain code points of the URL Standard. */
export const FORBIDDEN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** Converts a host to A-labels with the platform's `URL`. Returns undefined if it has none. */
export function idnaOfHost(host: string): string | undefined {
	return FORBIDDEN.test(host) ? undefined : platformToAscii(host);
}
