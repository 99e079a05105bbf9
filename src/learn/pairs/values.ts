/**
 * Default values: a parameter with this value makes no difference, though it does with others. Trials are pages with it, beside those
 * without the parameter.
 *
 * There can be a million values, each on one page: a sketch of counts says first which of them can have enough trials.
 */
import { hashNumber, type Page, type PageShard, type Pages } from "./pages";
import { PairTrials } from "./trials";

/** Counters of the sketch: a power of two. */
const SLOTS = 1 << 20;
/** Values of a site that are tried, in order of pages. */
const MAX_OF_SITE = 1024;

/** A value of a parameter at a site: the hash of the piece that has it. */
export interface ValueCell {
	readonly feature: number;
	readonly trials: PairTrials;
	/** A page that has it. */
	readonly place: number;
}

export class ValueTrials {
	readonly #counts = new Uint16Array(SLOTS);
	readonly #support: number;
	readonly #hopeful = new Set<number>();
	/** Whether a feature is a parameter that a policy can name. */
	readonly #isNamed: Uint8Array;
	/** Those of each site, by the hash of the piece. */
	readonly cells = new Map<number, Map<number, ValueCell>>();

	constructor(isNamed: Uint8Array, support: number) {
		this.#isNamed = isNamed;
		this.#support = support;
	}

	/** Counts the trials of a skeleton that agree. */
	count(site: number, pages: Pages, shard: PageShard): void {
		this.#forEachPair(pages, shard, (piece, page, bare) => {
			if (page.content !== bare.content || page.content === 0) return;
			const slot = slotOf(site, piece);
			const count = Math.min(0xffff, (this.#counts[slot] as number) + 1);
			this.#counts[slot] = count;
			if (count >= this.#support) this.#hopeful.add(site);
		});
	}

	/** Makes a site's value known that an earlier run has learned. */
	require(site: number, piece: number): void {
		this.#counts[slotOf(site, piece)] = 0xffff;
		this.#hopeful.add(site);
	}

	/** Whether a site has values that may have enough trials. */
	isHopeful(site: number): boolean {
		return this.#hopeful.has(site);
	}

	/** Adds the trials of a skeleton, of values that may have enough. */
	takePages(site: number, pages: Pages, shard: PageShard): void {
		this.#forEachPair(pages, shard, (piece, page, bare, feature) => {
			if ((this.#counts[slotOf(site, piece)] as number) < this.#support) return;
			const cells = this.cells.get(site) ?? new Map<number, ValueCell>();
			this.cells.set(site, cells);
			const known = cells.get(piece);
			if (known === undefined && cells.size >= MAX_OF_SITE) return;
			const cell = known ?? { feature, trials: new PairTrials(), place: page.place };
			cells.set(piece, cell);
			cell.trials.compare(page, bare, page.isHeld || bare.isHeld);
		});
	}

	/** Calls `run` with each page of a skeleton that has a parameter, and the page without it. */
	#forEachPair(pages: Pages, shard: PageShard, run: (piece: number, page: Page, bare: Page, feature: number) => void): void {
		if (pages.list.length < 2) return;
		const { partStarts, partNames, partLo, partHi } = shard;
		for (const page of pages.list) {
			const end = partStarts[page.key + 1] as number;
			for (let part = partStarts[page.key] as number; part < end; ++part) {
				const name = partNames[part] as number;
				if (this.#isNamed[name >>> 1] !== 1 || name % 2 === 1 || shard.isErased(part)) continue;
				const [lo, hi] = [partLo[part] as number, partHi[part] as number];
				const bare = pages.byHash.get(hashNumber(page.lo - lo, page.hi - hi));
				// An empty value has another part, which no page without the parameter has.
				if (bare !== undefined && bare !== page) run(hashNumber(lo, hi), page, bare, name >>> 1);
			}
		}
	}
}

function slotOf(site: number, piece: number): number {
	const bits = Math.imul(site + 1, 0x9e3779b1) ^ Math.imul((piece / 2 ** 32) | 0, 0x85ebca6b) ^ (piece | 0);
	return (bits ^ (bits >>> 15)) & (SLOTS - 1);
}
