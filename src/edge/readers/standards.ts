/** The readings of two standards. No server is behind them. */
import { decodeUnreserved, hasControl, removeDots } from "./octets";
import { type Read, split } from "./reading";

/** RFC 3986 §6.2.2: the triplets of unreserved characters are decoded, dot segments removed. */
export const rfc3986: Read = (target) => {
	const parts = split(target, true);
	if (parts === undefined || hasControl(target)) return 400;
	const path = removeDots(decodeUnreserved(parts.path || "/")) as string;
	return { host: parts.authority, path, query: parts.query, sends: target };
};

/** WHATWG URL, by the platform: `new URL(target, base)`. `//host/path` has a host there. */
export const whatwg: Read = (target) => {
	// Without it, the catch below would take a missing platform for a refusal, on which readers agree.
	if (typeof URL === "undefined") throw new TypeError("The reader whatwg needs the platform's URL, which is missing here.");
	try {
		const base = "http://base.invalid";
		const { host, pathname, search, href } = new URL(target, base);
		const query = search === "" ? (/^[^#]*\?/.test(href) ? "" : undefined) : search.slice(1);
		return { host: href.startsWith(base) ? undefined : host, path: pathname, query, sends: target };
	} catch {
		return 400;
	}
};
