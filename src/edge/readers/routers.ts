/** Routers of npm and PyPI, with the servers that they come with. All of them decode once, and none removes dot segments. */

import { decodeText } from "../form";
import { fromUtf8, octetsOf, trimEnd, triplet } from "./octets";
import { pathAndQuery, type Read, type Reading, split } from "./reading";

/** The parser of Node.js 20: llhttp. */
function isTargetOfNode(target: string): boolean {
	if (/[^!-~]/.test(target)) return false;
	return /^[/*]/.test(target) || /^[A-Za-z]+:\/\/[A-Za-z0-9.!$%&'()*+,;=:@[\]_~-]+(?:[/?]|$)/.test(target);
}

/** Characters that url.parse of Node.js percent-encodes in a query. */
const ESCAPED = /["'<>\\^`{|}]/g;

/** Express 5: parseurl, then the router's decodeURIComponent. */
export const express: Read = (target) => {
	if (!isTargetOfNode(target)) return 400;
	const { path, query } = split(target, true) ?? pathAndQuery(target, true);
	// What parseurl does not split itself, url.parse does: there, `\` is `/`.
	const isParsed = target[0] !== "/" || target.includes("#");
	if (!isParsed) return decoded(path, query, target);
	const slashed = path.replaceAll("\\", "/") || "/";
	const hasHost = target[0] === "/" && /^\/\/[^@/]+@[^@/]/.test(slashed + target.slice(path.length));
	const routed = hasHost ? behindHost(slashed) : slashed;
	return routed === "" ? 404 : decoded(routed, query?.replace(ESCAPED, triplet), target);
};

/** The path that url.parse finds behind `//user@host`, whose host nobody reads. */
function behindHost(path: string): string {
	const authority = /^\/\/([^/]*)/.exec(path)?.[1] ?? "";
	const host = authority.slice(authority.lastIndexOf("@") + 1);
	const end = host.search(/["%';<>^`{|}]/);
	return (end < 0 ? "" : host.slice(end)) + path.slice(2 + authority.length);
}

/** Fastify 5: find-my-way 9.10, with a route `/*`. */
export const fastify: Read = (target) => {
	const isHttp = /^https?:/i.test(target);
	if (!isTargetOfNode(target) || (isHttp && target.includes("#"))) return 400;
	const parts = isHttp || target[0] === "/" ? split(target, false) : undefined;
	const rest = parts?.rest ?? `/${target.slice(1)}`;
	// `#` begins a query as `?` does.
	const [path, end] = [rest.split(/[?#]/, 1)[0] as string, rest.search(/[?#]/)];
	return decoded(path || "/", end < 0 ? undefined : rest.slice(end + 1), target);
};

function decoded(raw: string, query: string | undefined, sends: string): Reading {
	const path = fromUtf8(raw);
	return path === undefined ? 400 : { path, query, sends };
}

/** Starlette on Uvicorn: urllib's unquote, then the regular expression `^/(?P<path>.*)$`. */
export const starlette: Read = (target) => {
	if (/[^!-~]/.test(target)) return 400;
	const { path: raw, query } = pathAndQuery(target, false);
	const path = octetsOf(decodeText(raw));
	const routed = /^\/[^\n]*/.exec(path)?.[0];
	const isMatch = (text: string) => /^\/[^\n]*\n?$/.test(text);
	if (isMatch(path)) return { path: routed as string, query, sends: target };
	return isMatch(path.endsWith("/") ? trimEnd(path, "/") : `${path}/`) ? 307 : 404;
};

/** aiohttp 3: yarl leaves triplets encoded that are not UTF-8. `#` ends a path without query, the query, and the path of a URL. */
export const aiohttp: Read = (target) => {
	const parts = split(target, target[0] !== "/");
	if (parts === undefined || /[^!-~]/.test(target)) return 400;
	const { authority: host, query } = parts;
	const path = decodeUtf8(query === undefined ? (parts.path.split("#", 1)[0] as string) : parts.path);
	if (path === "" || path.includes("\n")) return 404;
	return { host, path, query: query?.replace(/#.*$/s, ""), sends: target };
};

/** Decodes the triplets of UTF-8, and leaves the others. */
function decodeUtf8(text: string): string {
	return text.replace(
		/%[0-7][0-9a-f]|%[cd].%[89ab][0-9a-f]|%e.(?:%[89ab][0-9a-f]){2}|%f.(?:%[89ab][0-9a-f]){3}/gi,
		(sequence) => fromUtf8(sequence) ?? sequence,
	);
}

/** Characters of Latin-1 at which Python's `str.split` splits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some are white space.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0]/;

/** Characters that Python's `urlsplit` strips at the start, and two of the slashes behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are stripped.
const STRIPPED = /^[\0-\x1f]+(?:\/(?:\/\/?)?)?/;

/** Werkzeug 3 on its own server: the request line is split at white space, also of Latin-1, and slashes at the start are merged. */
export const werkzeug: Read = (target) => {
	const [word = "", ...more] = target.split(SPACE).filter(Boolean);
	if (word === "" || more.length > 0) return 400;
	const trimmed = word.replace(/^\/+/, "/").replace(STRIPPED, (start) => (start.endsWith("/") ? "/" : ""));
	const parts = split(trimmed, true) ?? pathAndQuery(trimmed.replace(/^[A-Za-z][A-Za-z0-9+.-]*:/, ""), true);
	const path = octetsOf(decodeText(parts.path.replace(/[\x80-\xff]+/g, encodeURIComponent)));
	if (path === "") return 308;
	const rooted = path.replace(/^\/*/, "/");
	// The converter `path` is `[^/].*?`.
	return rooted.includes("\n", 2) ? 404 : { path: rooted, query: parts.query && octetsOf(parts.query), sends: target };
};
