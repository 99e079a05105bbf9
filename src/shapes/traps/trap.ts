/** What a trap is, and what is reported of it. */
import type { Trap } from "../../learned/schema";
import type { KeyView } from "./key-view";

export type TrapKind = Trap["trap"];

/** A trap that was found on a site. */
export interface Finding {
	/** Where it is: a path, with the name of a parameter; or the name of a parameter. Undefined: anywhere on the site. */
	readonly at?: string;
	/** Number of keys, of those that were sampled. */
	readonly keys: number;
	/** The evidence of the criterion. */
	readonly counts: { readonly [name: string]: number };
	/** The rows of its keys. */
	readonly rows: readonly number[];
	/** The names of parameters that a policy may remove. */
	readonly removable: readonly string[];
}

/** Looks at the keys of a site, each once, in any order. */
export interface TrapFinder {
	take(key: KeyView): void;
	/** The findings, in the order of their places. */
	found(): Finding[];
}

/** Entries in the order of their names. */
export function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
	return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
