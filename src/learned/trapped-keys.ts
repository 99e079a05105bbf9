/** Finds the trap of a file of shapes that a key is in. */

import { decoder } from "../utf8";
import { pairsOf, piecesOf } from "./pairs";
import { DATE, DEEP, isCycle, isSession, NUMBER } from "./patterns";
import type { ShapesFile, Trap } from "./schema";
import { siteEnd } from "./site";

/** A key without its site. */
interface Place {
	readonly path: string;
	readonly segments: readonly string[];
	/** Asked once for all traps of a site. */
	readonly isCycle: () => boolean;
	readonly hasQuery: boolean;
	/** Of each parameter: its place, as traps name it, and its value. */
	readonly values: readonly { readonly name: string; readonly at: string; readonly value: string }[];
}

/** A year and month, or a day, at the end of a path. */
const PATH_DATE = /^(?:19|20)\d\d\/(?:\d{1,2}|[A-Za-z]{3,9})(?:\/\d{1,2})?\/?$/;

/** Whether a key of its site is in a trap, by kind. */
const MATCHERS: { readonly [kind in Trap["trap"]]: (place: Place, at: string) => boolean } = {
	cycle: (place) => place.isCycle(),
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

/** What becomes of keys in traps. */
export type TrapAction = "drop" | "keep";

/** A trap of a file, and its site. */
export interface SiteTrap {
	readonly site: string;
	readonly trap: Trap;
}

export class TrappedKeys {
	/** By site. */
	readonly #traps: ReadonlyMap<string, readonly SiteTrap[]>;

	constructor({ sites }: Pick<ShapesFile, "sites">) {
		const trapped = sites.filter(({ traps }) => traps.length > 0);
		this.#traps = new Map(trapped.map(({ site, traps }) => [site, traps.map((trap) => ({ site, trap }))]));
	}

	/** All traps, in the order of the file. */
	get traps(): SiteTrap[] {
		return [...this.#traps.values()].flat();
	}

	/** The first trap that the key [start, end) is in; undefined if it is in none. */
	find(octets: Uint8Array, start: number, end: number): SiteTrap | undefined {
		const pathStart = this.#traps.size === 0 ? -1 : siteEnd(octets, start, end);
		const traps = pathStart < 0 ? undefined : this.#traps.get(decoder.decode(octets.subarray(start, pathStart)));
		if (traps === undefined) return undefined;
		const place = placeOf(decoder.decode(octets.subarray(pathStart, end)));
		return traps.find(({ trap: { trap, at = "" } }) => MATCHERS[trap](place, at));
	}
}

/** `rest`: a key without its site. */
function placeOf(rest: string): Place {
	const [whole = ""] = rest.split("#", 1);
	const end = whole.indexOf("?");
	const path = end < 0 ? whole : whole.slice(0, end);
	const pieces = piecesOf(end < 0 ? "" : whole.slice(end + 1));
	const values = pairsOf(path, pieces).map(({ name, value, rest: others }) => ({ name, value, at: `${others} ${name}` }));
	const segments = path.split("/").slice(1);
	return { path, segments, isCycle: once(() => isCycle(segments)), hasQuery: pieces.length > 0, values };
}

function once(ask: () => boolean): () => boolean {
	let answer: boolean | undefined;
	return () => {
		answer ??= ask();
		return answer;
	};
}
