/** References as they stand in pages, most of them relative, made from a list of absolute ones. */
import { random } from "./random.mjs";

/** What the references are resolved against. */
export const BASE = "http://www.example.com/articles/2005/01/rfc3986.html?view=full";

/**
 * A reference for each line: of eight, four begin with "/", one with "//", one with "../", one is whole, one is a query or a
 * fragment alone. The same `lines` and `seed` make the same references.
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

/** With one "/" in front: two would begin an authority. */
function rooted(rest: string): string {
	return `/${rest.replace(/^\/+/, "")}`;
}
