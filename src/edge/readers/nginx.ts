/**
 * nginx 1.22: src/http/ngx_http_parse.c, ngx_http_parse_request_line and ngx_http_parse_complex_uri. It decodes, merges slashes and
 * removes dot segments in one pass, so that `%2F` and `%2E` count as what they encode.
 */
import { decode, encodeExcept, hasBadTriplet, hasControl, mergeSlashes, removeDots } from "./octets";
import { isPlainHost, type Read, split } from "./reading";

/** `location /` matches `$uri`. `merges`: merge_slashes. `rewrites`: `proxy_pass` with a URI, which sends `$uri` encoded again. */
export function nginx(merges: boolean, rewrites = false): Read {
	return (target) => {
		const parts = split(target, true);
		if (parts === undefined || hasControl(target) || !isPlainHost(parts.authority)) return 400;
		const { path: raw, query, rest } = parts;
		if (raw === "" && rest[0] === "#") return 400;
		if (hasBadTriplet(raw) || raw.includes("%00")) return 400;
		const decoded = decode(raw || "/");
		const path = removeDots(merges ? mergeSlashes(decoded) : decoded, false);
		if (path === undefined) return 400;
		// A URL without path is sent without fragment, and without an empty query.
		const tail = query ? `?${query}` : "";
		const received = rest[0] === "/" ? rest : `/${tail}`;
		const sends = rewrites ? `${raw.includes("%") ? encodeExcept(path, LEFT) : path}${tail}` : received;
		return { host: parts.authority, path, query, sends };
	};
}

/** Characters that ngx_escape_uri leaves, with NGX_ESCAPE_URI. */
const LEFT = /[!$&-;=@-[\]_a-z~]/;
