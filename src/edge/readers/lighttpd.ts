/** lighttpd 1.4: src/burl.c, burl_normalize, with the defaults of server.http-parseopts; then src/buffer.c, buffer_path_simplify. */
import { decode, decodeUnreserved, encodeExcept, hasControl, mergeSlashes, removeDots, TRIPLET } from "./octets";
import { isPlainHost, type Read, split } from "./reading";

/** Characters that stay in a query. */
const LEFT = /[A-Za-z0-9!$%&'()*+,/:;=?@._~-]/;
/** Octets that no UTF-8 has. */
const NOT_UTF8 = /[\xc0\xc1\xf5-\xff]/;

export const lighttpd: Read = (target) => {
	const parts = split(target, true);
	// What follows `#` is cut before it is looked at.
	if (parts === undefined || hasControl(target.split("#", 1)[0] as string) || !isPlainHost(parts.authority)) return 400;
	if (parts.scheme !== undefined && (!/^https?$/.test(parts.scheme) || parts.path === "")) return 400;
	const { path: raw, query } = parts;
	const all = decode(`${raw}?${query ?? ""}`);
	if (hasControl(all) || NOT_UTF8.test(all)) return 400;
	const path = removeDots(mergeSlashes(decode(raw))) as string;
	return { host: parts.authority, path, query: query && spell(query), sends: target };
};

/** A query, with a single spelling of each octet. */
function spell(query: string): string {
	const triplets = decodeUnreserved(query.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
	return encodeExcept(triplets, LEFT).replace(TRIPLET, (triplet) => triplet.toUpperCase());
}
