/** The difference between two policies: references that the other one merges into a page or keeps apart, and by which rules. */
import { UriError } from "../errors";
import { SeenSet } from "../seen/seen-set";
import type { CrawlNormalizer } from "./crawl-normalizer";

/** Pages that only one of two policies makes one, by the same rules. */
export interface PolicyChange {
	/** The decisive rules of the policy that merges, by the names that `compare` gives them. */
	readonly rules: readonly string[];
	/** Number of pages that another page takes in. */
	readonly pages: number;
	/** Pairs of references that one policy makes one page, and the other does not: the first ones. */
	readonly samples: readonly (readonly [string, string])[];
}

/** The difference between two policies on a list of references. */
export interface PolicyChanges {
	/** References that have a key under both. */
	readonly references: number;
	/** References without a key under the first, and under the second policy. */
	readonly rejects: readonly [before: number, after: number];
	/** Distinct keys of those that have both. */
	readonly pages: readonly [before: number, after: number];
	/** Merged by the second policy only, the most frequent rules first. */
	readonly merged: readonly PolicyChange[];
	/** Kept apart by the second policy only. */
	readonly apart: readonly PolicyChange[];
}

/** The keys of a reference under both policies, if they differ. */
interface Moved {
	readonly keys: readonly [before: string, after: string];
	readonly reference: string;
}

const SAMPLES = 3;
const [BEFORE, AFTER] = [0, 1] as const;

/**
 * Compares two policies on references that are added one by one. A reference that has the same key under both takes the room of a key in a
 * `SeenSet`; others are kept.
 *
 * @example
 * ```ts
 * const before = createNormalizer({ profile: "crawl@1" });
 * const after = createNormalizer({ policy: { base: "crawl@1", key: { www: "drop" } } });
 * const diff = new PolicyDiff(before, after);
 * for (const reference of ["http://www.a.example/", "http://a.example/"]) diff.add(reference);
 * diff.changes().merged; // [{ rules: ["host-www"], pages: 1, samples: [["http://a.example/", "http://www.a.example/"]] }]
 * ```
 */
export class PolicyDiff {
	readonly #sides: readonly [CrawlNormalizer, CrawlNormalizer];
	readonly #unmoved: SeenSet;
	readonly #moved = new Map<string, Moved>();
	readonly #rejects: [number, number] = [0, 0];
	#references = 0;

	constructor(before: CrawlNormalizer, after: CrawlNormalizer) {
		this.#sides = [before, after];
		this.#unmoved = new SeenSet({ normalizer: after });
	}

	/** Takes a reference of the list. */
	add(reference: string): void {
		const [before, after] = this.#sides.map((side) => side.tryKey(reference)) as [string | UriError, string | UriError];
		this.#rejects[BEFORE] += Number(before instanceof UriError);
		this.#rejects[AFTER] += Number(after instanceof UriError);
		if (before instanceof UriError || after instanceof UriError) return;
		++this.#references;
		const id = `${before}\n${after}`;
		if (before === after) this.#unmoved.add(reference);
		else if (!this.#moved.has(id)) this.#moved.set(id, { keys: [before, after], reference });
	}

	/** Returns the difference on all references so far. */
	changes(): PolicyChanges {
		return {
			references: this.#references,
			rejects: this.#rejects,
			pages: [this.#countPages(BEFORE), this.#countPages(AFTER)],
			merged: this.#changesBy(AFTER),
			apart: this.#changesBy(BEFORE),
		};
	}

	/** Whether a reference has this key under both. Such a key is a reference, and its own key; those of other profiles may be no references. */
	#isUnmoved(key: string): boolean {
		return this.#sides[AFTER].tryKey(key) === key && this.#unmoved.has(key);
	}

	#countPages(side: 0 | 1): number {
		const keys = new Set([...this.#moved.values()].map(({ keys }) => keys[side]));
		return this.#unmoved.size + [...keys].filter((key) => !this.#isUnmoved(key)).length;
	}

	/** The pages of one policy that have several keys under the other, by the rules that merge them. */
	#changesBy(side: 0 | 1): PolicyChange[] {
		const changes = new Map<string, { rules: string[]; pages: number; samples: [string, string][] }>();
		for (const [page, ...others] of this.#pagesOf(side).values()) {
			for (const other of others) {
				const rules = [this.#sides[side].compare(page as string, other) ?? []].flat();
				const change = changes.get(rules.join()) ?? { rules, pages: 0, samples: [] };
				changes.set(rules.join(), change);
				++change.pages;
				if (change.samples.length < SAMPLES) change.samples.push([page as string, other]);
			}
		}
		return [...changes.values()].sort((a, b) => b.pages - a.pages);
	}

	/** For each key that some reference has under one policy only: a reference for each key that those of its page have under the other. */
	#pagesOf(side: 0 | 1): Map<string, string[]> {
		const pages = new Map<string, string[]>();
		for (const { keys, reference } of this.#moved.values()) {
			const key = keys[side];
			const page = pages.get(key) ?? (this.#isUnmoved(key) ? [key] : []);
			pages.set(key, page);
			page.push(reference);
		}
		return pages;
	}
}
