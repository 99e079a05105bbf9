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
		if (ended[0] === "*" || EMPTY_HOST.test(ended)) return { ...pathAndQuery(ended, false), path: "", sends: ended };
		const parts = split(ended, false);
		if (parts === undefined || (parts.path === "" && parts.query !== undefined && !EMPTY_HOST.test(parts.rest))) return 400;
		const { scheme, authority } = parts;
		const query = normalizes ? parts.query && spell(parts.query) : parts.query;
		const path = normalizes ? mergeSlashes(removeDots(spell(parts.path)) as string) : parts.path;
		const host = authority?.replace(scheme?.toLowerCase() === "https" ? /:443$/ : /:80$/, "");
		const head = scheme === undefined ? "" : `${scheme}://${host}`;
		return { host: authority, path, query, sends: `${head}${path}${query === undefined ? "" : `?${query}`}` };
	};
}

/** An authority without host, which does not differ from the field Host: http_parse_authority. */
const EMPTY_HOST = /^[^/]*@(?:\/|$)/;

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

/** Varnish 7.1: bin/varnishd/cache/cache_http.c, http_ForceHeader on http:// only. It normalizes nothing by itself. */
export const varnish: Read = (target) => {
	if (hasControl(target)) return 400;
	const [, authority, rest = target] = /^http:\/\/([^/]*)(\/.*)$/i.exec(target) ?? [];
	return { host: authority, ...pathAndQuery(rest, false), sends: rest };
};

/**
 * Squid 5.7 as accelerator: src/client_side.cc, prepareAcceleratedURL puts `http://` and the site before what has no authority, and
 * src/anyp/Uri.cc parses the result. If there is a TAB, all white space of the target is removed (uri_whitespace strip).
 */
export const squid: Read = (target) => {
	const stripped = target.includes("\t") ? target.replace(/[\t\v\f]/g, "") : trimEnd(target, "\v\f");
	if (hasControl(stripped.replace(/[\v\f]/g, ""))) return 400;
	const [, authority, path] = /^[A-Za-z0-9+.-]+:\/\/([\w.~%:@[\]!$&'()*+,;=-]+)((?:[/?#].*)?)$/s.exec(stripped) ?? [];
	const [site = ""] = path === undefined ? (/^[^/?#]*/.exec(stripped) ?? []) : [];
	if (!isSiteOfSquid(`h${site}`)) return 400;
	const rest = path ?? stripped.slice(site.length);
	const sends = rest[0] === "/" ? rest : `/${rest}`;
	return { host: authority, ...pathAndQuery(sends, false), sends };
};

/** Whether what stands for the site is a host with a port, if it has a single colon. Ports are numbers as `atoi` finds them. */
function isSiteOfSquid(site: string): boolean {
	const host = site.slice(site.lastIndexOf("@") + 1);
	const bracketed = /^\[([^\]]*)\]?[^:]*(.*)$/s.exec(host);
	const [, name = "", port] = bracketed ?? /^([^:]*)(:[^:]*)$/s.exec(host) ?? [host, host];
	const number = Number.parseInt(port?.slice(1) ?? "80", 10) | 0;
	const isName = (bracketed === null ? host : name) !== "" && !/^\.|\.\./.test(trimEnd(name, "."));
	return isName && (port === "" || (number >= 1 && number <= 65_535));
}

/**
 * Apache Traffic Server 9.2: proxy/hdrs/URL.cc. It merges slashes at the start, and drops an empty query and the fragment. Without a
 * scheme, a target that does not begin with `/` begins with an authority. Only one without host is not another site.
 */
export const ats: Read = (target) => {
	const ended = trimEnd(target, "\t");
	if (/[^!-~]/.test(ended) || /^https:/i.test(ended)) return 400;
	const [, bare] = /^(?!$)(?:[^@/?#]*@(?::[0-9]+)?)?(|[/?#].*)$/s.exec(ended) ?? [];
	const parts = split(bare ?? ended, true) ?? (bare === undefined ? undefined : pathAndQuery(bare, true));
	if (parts === undefined) return 400;
	const merged = parts.path.replace(/^\/*/, "/").replace(/^([^;]*);$/, "$1");
	const isEmpty = parts.path === "" && (parts.query !== undefined || ended.includes("#"));
	const path = isEmpty ? "" : merged;
	return {
		host: "authority" in parts ? parts.authority : undefined,
		path,
		query: parts.query,
		sends: parts.query ? `${path}?${parts.query}` : path,
	};
};

/** H2O 2.2: lib/http1.c. Whatever does not begin with `/` is put behind one. */
export const h2o: Read = (target) => {
	if (hasControl(target)) return 400;
	const sends = target[0] === "/" ? target : target.length === 1 ? "/" : `/${target}`;
	return { ...pathAndQuery(sends, false), sends };
};
