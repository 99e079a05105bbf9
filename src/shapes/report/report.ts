/** The report of `shapes`: collected site by site, in bounded memory. */
import type { Position, SiteShapes } from "../../learned/schema";
import { type PicturedTrap, pictureOf, type SitePicture } from "../picture/site-picture";
import type { Drift } from "./drift";
import type { SiteChoice } from "./site-choice";

/** Max characters of all sites, as JSON. */
const MAX_SITES = 12_582_912;
const MAX_SHAPES = 100;
const MAX_TRAPS = 500;
const MAX_DRIFTS = 500;

/** Facts about the run that the caller knows. */
export interface ShapesReportRun {
	readonly version: string;
	readonly command: readonly string[];
	/** When the run ended, as by RFC 3339. */
	readonly date: string;
	/** The identity of the keys. */
	readonly keys: string;
	readonly counts: ShapesCounts;
}

/** What was learned, in numbers. */
export interface ShapesCounts {
	/** Sites of several keys, and of one. */
	readonly sites: number;
	readonly single: number;
	readonly positions: number;
	/** Traps by kind. */
	readonly traps: { readonly [trap: string]: number };
}

export interface SiteTrap extends PicturedTrap {
	readonly site: string;
}

export interface LargeShape {
	readonly site: string;
	readonly shape: string;
	readonly keys: number;
	readonly example: string;
}

/** A report, as it is in the file with --report FILE.json. */
export interface ShapesReportData extends ShapesReportRun {
	/** Of the sites that have shapes of several keys. */
	readonly totals: { readonly sites: number; readonly keys: number; readonly shapes: number; readonly estimated: number };
	/** By rules: positions, and words that were merged there. */
	readonly rules: { readonly [rules: string]: { readonly positions: number; readonly words: number } };
	/** The shapes with most keys. */
	readonly largest: readonly LargeShape[];
	readonly traps: readonly SiteTrap[];
	readonly otherTraps: number;
	/** Changes since the file of --against. */
	readonly drifts: readonly Drift[];
	readonly otherDrifts: number;
	/** The sites with most keys, and what the limits leave out. */
	readonly sites: readonly SitePicture[];
	readonly otherSites: { readonly sites: number; readonly keys: number };
}

export class ShapesReport {
	readonly #only: Pick<SiteChoice, "has"> | undefined;
	readonly #totals = { sites: 0, keys: 0, shapes: 0, estimated: 0 };
	readonly #rules = new Map<string, { positions: number; words: number }>();
	readonly #sites: Shelf<SitePicture>;
	readonly #largest: Shelf<LargeShape>;
	readonly #traps: Shelf<SiteTrap>;
	readonly #drifts: Shelf<Drift>;

	/** `only`: the report has no other sites, and all of these. */
	constructor(only?: Pick<SiteChoice, "has">) {
		this.#only = only;
		const whole = only === undefined ? MAX_SITES : Number.POSITIVE_INFINITY;
		this.#sites = new Shelf<SitePicture>(whole, byKeys, (site) => JSON.stringify(site).length);
		this.#largest = new Shelf<LargeShape>(MAX_SHAPES, byKeys);
		this.#traps = new Shelf<SiteTrap>(MAX_TRAPS, byKeys);
		this.#drifts = new Shelf(MAX_DRIFTS, bySize);
	}

	get isEmpty(): boolean {
		return this.#totals.sites === 0;
	}

	add(site: SiteShapes): void {
		if (this.#only?.has(site.site) === false) return;
		const picture = pictureOf(site, this.#only !== undefined);
		this.#count(picture);
		for (const { rules, merged } of site.positions) this.#countRules(rules, merged);
		this.#sites.add(picture);
		for (const trap of picture.traps) this.#traps.add({ ...trap, site: site.site });
		for (const { shape, keys, example } of site.shapes.slice(0, MAX_SHAPES))
			this.#largest.add({ site: site.site, shape, keys: Math.round(keys), example });
	}

	addDrift(drift: Drift): void {
		this.#drifts.add(drift);
	}

	#count({ keys, kinds, precision }: SitePicture): void {
		++this.#totals.sites;
		this.#totals.keys += keys;
		this.#totals.shapes += kinds;
		this.#totals.estimated += precision === undefined ? 0 : 1;
	}

	#countRules(rules: Position["rules"], words: number): void {
		const name = rules.join(", ");
		const sums = this.#rules.get(name) ?? { positions: 0, words: 0 };
		this.#rules.set(name, { positions: sums.positions + 1, words: sums.words + words });
	}

	data(run: ShapesReportRun): ShapesReportData {
		const [sites, traps, drifts] = [this.#sites.items(), this.#traps.items(), this.#drifts.items()];
		const shown = sites.reduce((sum, { keys }) => sum + keys, 0);
		return {
			...run,
			totals: this.#totals,
			rules: Object.fromEntries([...this.#rules].sort(([, a], [, b]) => b.positions - a.positions)),
			largest: this.#largest.items(),
			traps,
			otherTraps: this.#traps.added - traps.length,
			drifts,
			otherDrifts: this.#drifts.added - drifts.length,
			sites,
			otherSites: { sites: this.#totals.sites - sites.length, keys: this.#totals.keys - shown },
		};
	}
}

interface Sized {
	readonly site: string;
	readonly keys: number;
}

/** Most keys first. */
function byKeys(a: Sized, b: Sized): number {
	return b.keys - a.keys || (a.site < b.site ? -1 : 1);
}

function bySize(a: Drift, b: Drift): number {
	return Math.max(b.before, b.after) - Math.max(a.before, a.after) || (a.shape < b.shape ? -1 : 1);
}

/** The first items in an order, within a limit of their sizes. Holds at most twice as many. */
class Shelf<Item> {
	added = 0;
	readonly #limit: number;
	readonly #order: (a: Item, b: Item) => number;
	readonly #sizeOf: (item: Item) => number;
	#items: { readonly item: Item; readonly size: number }[] = [];
	#size = 0;

	constructor(limit: number, order: (a: Item, b: Item) => number, sizeOf: (item: Item) => number = () => 1) {
		this.#limit = limit;
		this.#order = order;
		this.#sizeOf = sizeOf;
	}

	add(item: Item): void {
		++this.added;
		const size = this.#sizeOf(item);
		this.#items.push({ item, size });
		this.#size += size;
		if (this.#size > 2 * this.#limit) this.#cut();
	}

	items(): Item[] {
		this.#cut();
		return this.#items.map(({ item }) => item);
	}

	#cut(): void {
		this.#items.sort((a, b) => this.#order(a.item, b.item));
		let size = 0;
		this.#items = this.#items.filter((item) => {
			size += item.size;
			return size <= this.#limit;
		});
		this.#size = Math.min(size, this.#limit);
	}
}
