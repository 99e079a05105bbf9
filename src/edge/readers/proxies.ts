/** Proxies that route on the target as received: HAProxy, Varnish, Squid, Traffic Server, H2O. Their paths are still encoded. */
import { decodeUnreserved, hasControl, mergeSlashes, removeDots, TRIPLET, trimEnd } from "./octets";
import { pathAndQuery, type Read, split } from "./reading";

/**
 * HAProxy 2.6: src/h1.c rejects `#` and octets beyond US-ASCII. `normalizes`: http-request normalize-uri with fragment-strip,
 * percent-decode-unreserved, percent-to-uppercase, path-strip-dot, path-strip-dotdot full and path-merge-slashes.
 */
export function haproxy(normalizes: boolean): Read {
	return (target) => {
		const ended = trimEnd(target, "\t");
		if (!isTargetOfHaproxy(ended)) return 400;
		if (ended[0] === "*") return { ...pathAndQuery(ended, false), path: "", sends: ended };
		const parts = split(ended, false);
		if (parts === undefined || (parts.path === "" && parts.query !== undefined)) return 400;
		const { scheme, authority } = parts;
		const query = normalizes ? parts.query && spell(parts.query) : parts.query;
		const path = normalizes ? mergeSlashes(removeDots(spell(parts.path)) as string) : parts.path;
		const host = authority?.replace(scheme?.toLowerCase() === "https" ? /:443$/ : /:80$/, "");
		const head = scheme === undefined ? "" : `${scheme}://${host}`;
		return { host: authority, path, query, sends: `${head}${path}${query === undefined ? "" : `?${query}`}` };
	};
}

/**
 * http_msg_rquri: first four octets at a time, as long as all are from 0x24 to 0xa3 and one is at most 0x7e, then single ones of `!` to
 * `~` without `#`. So octets beyond US-ASCII are rejected in most places, and not in all.
 */
function isTargetOfHaproxy(target: string): boolean {
	let at = 0;
	for (let word = target.slice(0, 4); /^[$-\xa3]{4}$/.test(word) && hasSmallOctet(word); word = target.slice(at, at + 4)) at += 4;
	return /^[!"$-~]*$/.test(target.slice(at));
}

/** The test for octets of up to 0x7e, with the borrow of its subtraction in a word of 32 bits. */
function hasSmallOctet(word: string): boolean {
	const octets = word.split("").reduceRight((sum, octet) => (sum << 8) | (octet.charCodeAt(0) - 0x24), 0);
	return ((octets - 0x5b5b5b5b) & 0x80808080) !== 0;
}

function spell(text: string): string {
	return decodeUnreserved(text).replace(TRIPLET, (triplet) => triplet.toUpperCase());
}

/** Varnish 7.1: bin/varnishd/cache/cache_http.c, http_ForceHeader on http:// alone. Only what it is told to is normalized. */
export const varnish: Read = (target) => {
	if (hasControl(target)) return 400;
	const [, authority, rest = target] = /^http:\/\/([^/]*)(\/.*)$/i.exec(target) ?? [];
	return { host: authority, ...pathAndQuery(rest, false), sends: rest };
};

/** Squid 5.7 as accelerator: src/anyp/Uri.cc. If there is a TAB, all white space of the target is removed (uri_whitespace strip). */
export const squid: Read = (target) => {
	const stripped = target.includes("\t") ? target.replace(/[\t\v\f]/g, "") : trimEnd(target, "\v\f");
	if (hasControl(stripped.replace(/[\v\f]/g, "")) || /^[A-Za-z][A-Za-z0-9+.-]*:(?!\/\/[^/?#])/.test(stripped)) return 400;
	const parts = split(stripped, false);
	const rest = parts?.rest ?? stripped.replace(/^[^/?#]*/, "");
	const sends = rest[0] === "/" ? rest : `/${rest}`;
	return { host: parts?.authority, ...pathAndQuery(sends, false), sends };
};

/** Apache Traffic Server 9.2: proxy/hdrs/URL.cc. It merges slashes at the start, and drops an empty query and the fragment. */
export const ats: Read = (target) => {
	const ended = trimEnd(target, "\t");
	if (/[^!-~]/.test(ended) || /^https:/i.test(ended)) return 400;
	const parts = split(ended[0] === "?" ? `/${ended}` : ended, true);
	if (parts === undefined) return 400;
	const merged = target[0] === "?" ? "" : parts.path.replace(/^\/*/, "/").replace(/^([^;]*);$/, "$1");
	const path = parts.path === "" && parts.query !== undefined ? "" : merged;
	return { host: parts.authority, path, query: parts.query, sends: parts.query ? `${path}?${parts.query}` : path };
};

/** H2O 2.2: lib/http1.c. Whatever does not begin with `/` is put behind one. */
export const h2o: Read = (target) => {
	if (hasControl(target)) return 400;
	const sends = target[0] === "/" ? target : target.length === 1 ? "/" : `/${target}`;
	return { ...pathAndQuery(sends, false), sends };
};
