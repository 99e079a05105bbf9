/** Finds the trap of a file of shapes that a key is in. */

import { pairsOf, piecesOf } from "./pairs";
import { DATE, DEEP, isCycle, isSession, NUMBER } from "./patterns";
import type { ShapesFile, Trap } from "./schema";

/** A key without its site. */
interface Place {
	readonly path: string;
	readonly segments: readonly string[];
	readonly hasQuery: boolean;
	/** Of each parameter: its place, as traps name it, and its value. */
	readonly values: readonly { readonly name: string; readonly at: string; readonly value: string }[];
}

/** A year and month, or a day, at the end of a path. */
const PATH_DATE = /^(?:19|20)\d\d\/(?:\d{1,2}|[A-Za-z]{3,9})(?:\/\d{1,2})?\/?$/;

/** Whether a key of its site is in a trap, by kind. */
const MATCHERS: { readonly [kind in Trap["trap"]]: (place: Place, at: string) => boolean } = {
	cycle: ({ segments }) => isCycle(segments),
	growth: ({ segments }) => segments.length > DEEP,
	calendar: ({ path, values }, at) =>
		values.some((each) => each.at === at && DATE.test(each.value)) ||
		(path.startsWith(at) && PATH_DATE.test(path.slice(at.length))),
	facets: ({ path, hasQuery }, at) => hasQuery && path === at,
	session: ({ values }, at) => values.some(({ name, value }) => name === at && isSession(value)),
	pages: ({ path, values }, at) =>
		values.some((each) => each.at === at && NUMBER.test(each.value)) ||
		(path.startsWith(`${at}/`) && NUMBER.test(path.slice(at.length + 1).split("/", 1)[0] as string)),
};

export class TrappedKeys {
	readonly #traps: ReadonlyMap<string, readonly Trap[]>;

	constructor({ sites }: ShapesFile) {
		this.#traps = new Map(sites.filter(({ traps }) => traps.length > 0).map(({ site, traps }) => [site, traps]));
	}

	/** Whether a site has traps. */
	has(site: string): boolean {
		return this.#traps.has(site);
	}

	/** The first trap that a key is in; undefined if it is in none. `rest`: the key without its site. */
	trapOf(site: string, rest: string): Trap | undefined {
		const place = placeOf(rest);
		return this.#traps.get(site)?.find(({ trap, at = "" }) => MATCHERS[trap](place, at));
	}
}

function placeOf(rest: string): Place {
	const [whole = ""] = rest.split("#", 1);
	const end = whole.indexOf("?");
	const path = end < 0 ? whole : whole.slice(0, end);
	const pieces = piecesOf(end < 0 ? "" : whole.slice(end + 1));
	const values = pairsOf(path, pieces).map(({ name, value, rest: others }) => ({ name, value, at: `${others} ${name}` }));
	return { path, segments: path.split("/").slice(1), hasQuery: pieces.length > 0, values };
}
