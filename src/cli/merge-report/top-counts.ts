/** Counts names in bounded memory, by lossy counting: rare names are forgotten, and may be counted too low when they return. */

const MAX_NAMES = 20_000;
const MAX_LENGTH = 255;

export class TopCounts {
	readonly #counts = new Map<string, number>();
	/** No count is too low by more than this. */
	error = 0;

	add(name: string): void {
		const key = name.slice(0, MAX_LENGTH);
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
		if (this.#counts.size > MAX_NAMES) this.#forget();
	}

	/** The most frequent names with their counts, at most `limit`; equal counts by name. */
	top(limit: number): [name: string, count: number][] {
		return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
	}

	/** Forgets the rarer half. */
	#forget(): void {
		const rare = this.top(MAX_NAMES + 1).slice(MAX_NAMES / 2);
		this.error += rare[0]?.[1] ?? 0;
		for (const [name] of rare) this.#counts.delete(name);
	}
}
