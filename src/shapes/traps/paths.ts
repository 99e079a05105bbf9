/** Traps of paths: cycles and growth. */

import { DEEP, isCycle } from "../../learned/patterns";
import { SAMPLE_SIZE } from "../keys/sample";
import { Trait } from "../keys/token-traits";
import type { KeyView } from "./key-view";
import type { Finding, TrapFinder } from "./trap";

const CYCLE_KEYS = 8;
const GROWTH_KEYS = 32;
/** Distinct segments that deep paths of a growth have at most, in keys. */
const VOCABULARY = 1 / 4;
/** More segments are too many for all keys of a sample. */
const MAX_VOCABULARY = VOCABULARY * SAMPLE_SIZE;

/** A run of segments that repeats without a gap: three times, or twice if it is of three segments or more. */
export class Cycles implements TrapFinder {
	readonly #rows: number[] = [];

	take(key: KeyView): void {
		// Equal segments have equal tokens, unless one is the month of a date.
		const mayRepeat = key.depth > 2 && (key.hasEqualTokens || key.hasTrait(Trait.MONTH));
		if (mayRepeat && isCycle(key.segments)) this.#rows.push(key.row);
	}

	found(): Finding[] {
		const rows = this.#rows;
		return rows.length < CYCLE_KEYS ? [] : [{ keys: rows.length, counts: {}, rows, removable: [] }];
	}
}

/** Many deep paths of few different segments. */
export class Growth implements TrapFinder {
	readonly #rows: number[] = [];
	readonly #segments = new Set<string>();

	take(key: KeyView): void {
		if (key.depth <= DEEP) return;
		this.#rows.push(key.row);
		for (const segment of key.segments) if (this.#segments.size <= MAX_VOCABULARY) this.#segments.add(segment);
	}

	found(): Finding[] {
		const [rows, { size: segments }] = [this.#rows, this.#segments];
		if (rows.length < GROWTH_KEYS || segments > VOCABULARY * rows.length) return [];
		return [{ keys: rows.length, counts: { segments }, rows, removable: [] }];
	}
}
