/** Go 1.26: net/url, URL.parse and URL.EscapedPath; net/http, ServeMux. Caddy 2 is built on both. */
import { decode, encodeExcept, hasBadTriplet, hasControl, mergeSlashes, removeDots } from "./octets";
import { pathAndQuery, type Read } from "./reading";

/** Characters that `escape` leaves in a path, and those that `validEncoded` also accepts. */
const LEFT = /[A-Za-z0-9$&+,/:;=@._~-]/;
const VALID = /^[A-Za-z0-9$&+,/:;=@._~!'()*[\]%-]*$/;

interface Url {
	readonly host?: string | undefined;
	/** Still encoded. */
	readonly raw: string;
	readonly query?: string;
}

/** url.ParseRequestURI. Undefined if it returns an error. */
function parse(target: string): Url | undefined {
	if (hasControl(target)) return undefined;
	if (target === "*") return { raw: "*" };
	const { path: head, query } = pathAndQuery(target, false);
	const isOrigin = head[0] === "/";
	const [prefix, authority] = isOrigin ? [""] : (/^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/([^/]*))?/.exec(head) ?? []);
	if (prefix === undefined || (authority !== undefined && !isHost(authority))) return undefined;
	const rest = head.slice(prefix.length);
	// `http:a` is opaque, and has no path.
	const raw = isOrigin || authority !== undefined || rest[0] === "/" ? rest : "";
	return hasBadTriplet(raw) ? undefined : { host: authority, raw, ...(query !== undefined && { query }) };
}

/** parseAuthority. */
function isHost(authority: string): boolean {
	const host = authority.slice(authority.lastIndexOf("@") + 1);
	return /^(?:[^\\ "<>^`{|}[\]#%:]|%[89A-Fa-f][0-9A-Fa-f])*(?::[0-9]*)?$/.test(host) || /^\[[^\]]*\](?::[0-9]*)?$/.test(host);
}

function escapedPath({ raw }: Url): string {
	return VALID.test(raw) ? raw : encodeExcept(decode(raw), LEFT);
}

/** `http.HandlerFunc`: `r.URL.Path`. */
export const go: Read = (target) => {
	const url = parse(target);
	if (url === undefined) return 400;
	return { host: url.host, path: decode(url.raw), ...(url.query !== undefined && { query: url.query }), sends: target };
};

/** `http.ServeMux`: redirects to a clean path, and looks only at slashes and dots that are not encoded. */
export const goMux: Read = (target) => {
	const url = parse(target);
	if (url === undefined || url.raw === "*") return 400;
	const path = escapedPath(url);
	return path === clean(path) ? go(target) : 307;
};

/** Caddy: `{http.request.uri.path}`, which it sends encoded again. `matches`: the path of its matchers, MatchPath and CleanPath. */
export function caddy(matches: boolean): Read {
	return (target) => {
		const url = parse(target);
		if (url === undefined) return 400;
		const { host, query } = url;
		const decoded = decode(url.raw);
		const path = matches && decoded !== "*" ? (decoded === "" ? "." : clean(decoded)) : decoded;
		const opaque = /^[A-Za-z][A-Za-z0-9+.-]*:([^/?][^?]*)/.exec(target)?.[1];
		const sent = opaque ?? (escapedPath(url) || "/");
		return { host, path, query, sends: query === undefined ? sent : `${sent}?${query}` };
	};
}

/** path.Clean, keeping a slash at the end. */
function clean(path: string): string {
	const rooted = path[0] === "/" ? path : `/${path}`;
	const cleaned = removeDots(mergeSlashes(rooted)) as string;
	return /\/\.\.?$/.test(rooted) && cleaned !== "/" ? cleaned.slice(0, -1) : cleaned;
}
