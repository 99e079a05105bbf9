/** Whether a browser goes to another host. */
import { type Finding, quoted } from "./finding";
import { normalHost } from "./normal-host";
import type { Subject } from "./subject";

/** The schemes of which browsers read more than RFC 3986 allows: WHATWG URL §4.2, "special scheme". */
const SPECIAL_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "ws", "wss", "ftp", "file"]);

/** A page on which a relative reference stands. No host has this name (RFC 6761 §6.4). */
const BASE_HOST = "base.invalid";
const BASE = `http://${BASE_HOST}/`;

/**
 * Finds that a browser, by WHATWG URL, goes to another host than the one of RFC 3986 §3.2.2: it takes "\" for "/", removes TAB, CR and
 * LF, decodes the host, reads rare forms of IPv4 (§7.4), and looks for an authority where there is none. A relative reference is
 * taken as on a page of the scheme http. Where the platform has no `URL`, nothing is found.
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

/** The host to which a browser goes; empty when to none, undefined when it refuses or cannot be asked. */
function browserHost(reference: string, base: string | undefined): string | undefined {
	// Not by URL.canParse: in Node.js 20, once optimized, it takes the octets of a Latin-1 string for UTF-8 and answers no.
	try {
		return new URL(reference, base).hostname;
	} catch {
		return undefined;
	}
}
