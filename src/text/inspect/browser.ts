/** Findings about references that browsers read differently. */
import { type Finding, quoted } from "./finding";
import { normalHost } from "./normal-host";
import type { Subject } from "./subject";

/** The schemes whose URLs browsers parse more leniently than RFC 3986: WHATWG URL §4.2, "special scheme". */
const SPECIAL_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "ws", "wss", "ftp", "file"]);

/** The page that relative references are assumed to be on. No host has this name (RFC 6761 §6.4). */
const BASE_HOST = "base.invalid";
const BASE = `http://${BASE_HOST}/`;

/**
 * Finds references whose host by WHATWG URL, hence in a browser, differs from the host by RFC 3986 §3.2.2. A browser reads "\" as "/",
 * removes TAB, CR and LF, decodes the host, reads rare forms of IPv4 (§7.4), and finds an authority where RFC 3986 has none. Relative
 * references are read as on a page with the scheme http. Without the platform's `URL`, finds nothing.
 */
export function findInBrowser({ reference, uri, offsets, normalHost: literal }: Subject): Finding[] {
	if (uri.scheme !== undefined && !SPECIAL_SCHEMES.has(uri.scheme.toLowerCase())) return [];
	const host = browserHost(reference, uri.scheme === undefined ? BASE : undefined);
	if (!host || host === BASE_HOST) return [];
	if (literal === normalHost(host)) return [];
	const meant = uri.host ? `by RFC 3986 the host is ${quoted(literal ?? uri.host)}` : "by RFC 3986 there is no host";
	const sentence = `A browser goes to the host ${quoted(host)}, but ${meant}.`;
	const component = uri.host === undefined ? "path" : "host";
	return [{ code: "browser-host", component, offset: offsets[component], sentence, host }];
}

/** The host to which a browser goes: empty if there is none, undefined if it refuses the reference or `URL` is missing. */
function browserHost(reference: string, base: string | undefined): string | undefined {
	// URL.canParse is wrong here: optimized by Node.js 20, it reads a Latin-1 string as UTF-8 and returns false.
	try {
		return new URL(reference, base).hostname;
	} catch {
		return undefined;
	}
}
