/** Traps of parameters: facets and sessions. */

import { split } from "../../learned/pairs";
import { isSession } from "../../learned/patterns";
import { SAMPLE_SIZE } from "../keys/sample";
import type { KeyView } from "./key-view";
import { textHash } from "./text-hash";
import { type Finding, sorted, type TrapFinder } from "./trap";

const FACET_KEYS = 64;
const FACET_NAMES = 4;
const FACET_SETS = 12;
/** More names are too many for all sets of a sample. */
const MAX_NAMES = SAMPLE_SIZE / 2;
const REPEATED_KEYS = 32;
/** Copies of a name with which it counts as repeated. */
const COPIES = 3;
const INDEX = /(\[|%5B)\d+(\]|%5D)/i;
/** Names of parameters that only arrange what a page shows. */
const ARRANGING =
	/^(?:sort(?:ing|_?by|_?dir|_?order)?|order(?:_?by|_?dir|ing)?|o|dir(?:ection)?|view(?:_?mode|type)?|display|layout|mode|style|limit|per_?page|page_?size|pp)$/i;

const SESSION_VALUES = 32;
const SESSION_PATHS = 8;
const MANY_PATHS = 16;
/** The queries of one path. */
class Queries {
	readonly rows: number[] = [];
	readonly sets = new Set<string>();
	readonly names = new Set<string>();
	repeated = 0;
}

/** Many queries of one path that combine a few names in many ways, or repeat a name. */
export class Facets implements TrapFinder {
	readonly #paths = new Map<string, Queries>();

	take(key: KeyView): void {
		if (!key.hasQuery) return;
		const names = key.pieces.map((piece) => split(piece)[0].replace(INDEX, "[]"));
		if (names.length === 0) return;
		const queries = this.#paths.get(key.path) ?? new Queries();
		this.#paths.set(key.path, queries);
		const distinct = new Set(names);
		queries.rows.push(key.row);
		queries.sets.add([...distinct].sort().join("&"));
		for (const name of distinct) if (queries.names.size <= MAX_NAMES) queries.names.add(name);
		if (isRepeated(names)) ++queries.repeated;
	}

	found(): Finding[] {
		return sorted(this.#paths).flatMap(([at, { rows, sets, names, repeated }]) => {
			const areCombined = names.size >= FACET_NAMES && sets.size >= FACET_SETS && sets.size > 2 * names.size;
			if (rows.length < FACET_KEYS || (!areCombined && repeated < REPEATED_KEYS)) return [];
			const removable = names.size > MAX_NAMES ? [] : [...names].filter((name) => ARRANGING.test(name)).sort();
			return [{ at, keys: rows.length, counts: { names: names.size, sets: sets.size, repeated }, rows, removable }];
		});
	}
}

function isRepeated(names: readonly string[]): boolean {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return Math.max(...counts.values()) >= COPIES;
}

/** The values of a parameter. */
class Values {
	readonly rows: number[] = [];
	/** Hashes, which are enough to count them. */
	readonly values = new Set<number>();
	readonly rests = new Set<number>();
	readonly paths = new Set<number>();
}

/** A parameter whose values are of no page: each page comes with several of them. */
export class Sessions implements TrapFinder {
	readonly #names = new Map<string, Values>();

	take(key: KeyView): void {
		if (!key.hasParameters) return;
		for (const { name, value, rest, path } of key.pairs) {
			if (!isSession(value)) continue;
			const values = this.#names.get(name) ?? new Values();
			this.#names.set(name, values);
			values.rows.push(key.row);
			values.values.add(textHash(value));
			values.rests.add(textHash(rest));
			values.paths.add(textHash(path));
		}
	}

	found(): Finding[] {
		return sorted(this.#names).flatMap(([at, { rows, values, rests, paths }]) => {
			const isSession = values.size >= SESSION_VALUES && paths.size >= SESSION_PATHS && rows.length >= 2 * rests.size;
			if (!isSession || (rows.length < 2 * values.size && paths.size < MANY_PATHS)) return [];
			const counts = { values: values.size, rests: rests.size, paths: paths.size };
			return [{ at, keys: rows.length, counts, rows, removable: [at] }];
		});
	}
}
