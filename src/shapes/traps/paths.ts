/** Traps of paths: cycles and growth. */
import { Trait } from "../keys/token-traits";
import type { KeyView } from "./key-view";
import type { Finding, TrapFinder } from "./trap";

const CYCLE_KEYS = 8;
const GROWTH_KEYS = 32;
/** Segments that a path needs to count for growth: more than these. */
const DEEP = 8;
/** Distinct segments that deep paths of a growth have at most, in keys. */
const VOCABULARY = 1 / 4;
const LETTERS = /[A-Za-z]{2}/;

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

function isCycle(path: readonly string[]): boolean {
	const segments = path.filter(Boolean);
	for (let period = 1; 2 * period <= segments.length; ++period) if (repeats(segments, period)) return true;
	return false;
}

/** Whether segments repeat after `period` often enough, one with letters among them. */
function repeats(segments: readonly string[], period: number): boolean {
	const most = period >= 3 ? period : 2 * period;
	let run = 0;
	for (let at = period; at < segments.length; ++at) {
		run = segments[at] === segments[at - period] ? run + 1 : 0;
		if (run >= most && segments.slice(at - run + 1, at + 1).some((segment) => LETTERS.test(segment))) return true;
	}
	return false;
}

/** Many deep paths of few different segments. */
export class Growth implements TrapFinder {
	readonly #rows: number[] = [];
	readonly #segments = new Set<string>();

	take(key: KeyView): void {
		if (key.depth <= DEEP) return;
		this.#rows.push(key.row);
		for (const segment of key.segments) this.#segments.add(segment);
	}

	found(): Finding[] {
		const [rows, { size: segments }] = [this.#rows, this.#segments];
		if (rows.length < GROWTH_KEYS || segments > VOCABULARY * rows.length) return [];
		return [{ keys: rows.length, counts: { segments }, rows, removable: [] }];
	}
}
