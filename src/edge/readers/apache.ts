/**
 * Apache 2.4: server/util.c, ap_normalize_path and ap_unescape_url. Triplets of unreserved characters are decoded before slashes are
 * merged and dot segments removed, the others after that.
 */
import { decode, decodeUnreserved, encodeExcept, hasBadTriplet, hasControl, mergeSlashes, removeDots } from "./octets";
import { isPlainHost, type Read, split } from "./reading";

/** Characters that ap_proxy_canonenc leaves. */
const LEFT = /[A-Za-z0-9~$_.+!*'(),;:@&=/-]/;
const SLASH = /%2f/gi;

interface Setting {
	/** AllowEncodedSlashes. */
	readonly slashes?: "off" | "on" | "nodecode";
	/** MergeSlashes. */
	readonly merges?: boolean;
	/** `ProxyPass` without nocanon, which sends the path encoded again. */
	readonly canon?: boolean;
}

export function apache({ slashes = "off", merges = true, canon = false }: Setting = {}): Read {
	const encodeAll = (piece: string) => encodeExcept(piece, LEFT);
	const encode = (path: string) => (slashes === "nodecode" ? betweenSlashes(path, encodeAll) : encodeAll(path));
	return (target) => {
		if (hasControl(target) || target.includes("#")) return 400;
		// `?a` and `http:?a` have an empty path, as `http://host?a` has.
		const rest = target.replace(/^https?:(?=[?]|\/(?!\/)|$)/i, "");
		const parts = split(/^\?|^$/.test(rest) ? `/${rest}` : rest, false);
		if (parts === undefined || !isPlainHost(parts.authority) || !/^https?$/i.test(parts.scheme ?? "http")) return 400;
		// At the start of a target, slashes are always merged.
		const received = parts.authority === undefined ? parts.path.replace(/^\/+/, "/") : parts.path || "/";
		const normal = normalize(decodeUnreserved(received), merges);
		if (normal === undefined || hasBadTriplet(received)) return 400;
		if (normal.includes("%00") || (slashes === "off" && normal.search(SLASH) >= 0)) return 404;
		const decoded = slashes === "nodecode" ? betweenSlashes(normal, decode) : decode(normal);
		const path = slashes === "on" ? (normalize(decoded, merges, true) as string) : decoded;
		const query = parts.query === undefined ? "" : `?${parts.query}`;
		const isCanonical = canon || parts.authority !== undefined || rest !== target || target.startsWith("//");
		return { host: parts.authority, path, query: parts.query, sends: (isCanonical ? encode(path) : received) + query };
	};
}

/** Changes the pieces between the `%2F` of a path. */
function betweenSlashes(path: string, change: (piece: string) => string): string {
	return path
		.split(/(%2f)/i)
		.map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
		.join("");
}

function normalize(path: string, merges: boolean, clamps = false): string | undefined {
	return removeDots(merges ? mergeSlashes(path) : path, clamps);
}
