/** Generates references as found in HTML pages, most of them relative, from a list of absolute ones. */
import { random } from "./random.mjs";

/** The base URI of the references. */
export const BASE = "http://www.example.com/articles/2005/01/rfc3986.html?view=full";

/**
 * Returns one reference per line. On average, of eight, four start with "/", one with "//" and one with "../", one is absolute,
 * and one is only a query or a fragment. Deterministic for given `lines` and `seed`.
 */
export function relativeReferences(lines: readonly string[], seed: number): string[] {
	const next = random(seed);
	return lines.map((line) => {
		const [, authority = "", rest = ""] = /^[^:/?#]*:\/\/([^/?#]*)(.*)$/.exec(line) ?? [];
		switch (next(8)) {
			case 0:
				return line;
			case 1:
				return `//${authority}${rest}`;
			case 2:
				return `..${rooted(rest)}`;
			case 3:
				return next(2) === 0 ? `?page=${next(1000)}` : `#section-${next(100)}`;
			default:
				return rooted(rest);
		}
	});
}

/** With exactly one leading "/". Two would start an authority. */
function rooted(rest: string): string {
	return `/${rest.replace(/^\/+/, "")}`;
}
