/**
 * Envoy: source/common/http/path_utility.cc, and the settings of Istio's `pathNormalization`. Its paths are still encoded. A route is
 * looked up without query and fragment.
 */
import { decodeUnreserved, encodeExcept, mergeSlashes, removeDots } from "./octets";
import { pathAndQuery, type Read, split } from "./reading";

/** Characters that its URL library leaves in a path. */
const LEFT = /[!$-;=@-[\]_a-z~|]/;

/** NONE, BASE, MERGE_SLASHES and DECODE_AND_MERGE_SLASHES. */
export function envoy(level: 0 | 1 | 2 | 3): Read {
	return (target) => {
		const parts = split(target, false);
		const rest = parts?.rest ?? target;
		const end = rest.search(/[?#]/);
		const raw = end < 0 ? rest : rest.slice(0, end);
		const path = normalize(raw, level);
		if (path === undefined) return 400;
		return { host: parts?.authority, path, query: pathAndQuery(rest, true).query, sends: path + rest.slice(raw.length) };
	};
}

function normalize(raw: string, level: number): string | undefined {
	if (level === 0) return raw;
	if (raw.includes("%00")) return undefined;
	const unescaped = level === 3 ? raw.replace(/%2f/gi, "/").replace(/%5c/gi, "\\") : raw;
	const spelled = encodeExcept(decodeUnreserved(unescaped.replaceAll("\\", "/")), LEFT);
	const base = /\/\.|^\./.test(spelled) ? (removeDots(spelled.replace(/^(?!\/)/, "/")) as string) : spelled;
	return level > 1 ? mergeSlashes(base) : base;
}
