/** The report of `shapes`: the sites with most keys, as trees, and all traps that fit. */
import type { SiteShapes, Trap } from "../file/schema";
import type { Drift } from "./drift";
import { type ShapeNode, shapeTree } from "./tree";

/** Max sites, traps and changes that a report lists. */
const MAX_LISTED = 200;
/** Max shapes of a site in a report. */
const MAX_SHAPES = 1000;

/** Facts about the run that the caller knows. */
export interface ShapesReportRun {
	readonly version: string;
	readonly command: readonly string[];
	/** When the run ended, as by RFC 3339. */
	readonly date: string;
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

/** A site in a report. */
export interface SiteReport extends Pick<SiteShapes, "site" | "keys" | "sample" | "kinds" | "years"> {
	readonly tree: ShapeNode;
	/** Shapes of several keys that are not in the tree. */
	readonly otherShapes: number;
}

export interface ShapesReportData extends ShapesReportRun {
	/** The sites with most keys, and the number of others that are in the file. */
	readonly sites: readonly SiteReport[];
	readonly otherSites: number;
	/** The traps with most keys, and the number of others. */
	readonly traps: readonly (Trap & { readonly site: string })[];
	readonly otherTraps: number;
	/** Of --against: changes, and the number of others. */
	readonly drifts: readonly Drift[];
	readonly otherDrifts: number;
}

/** Gathers what a report lists. */
export class ShapesReport {
	readonly #sites = new Greatest<SiteShapes>(({ keys }) => keys);
	readonly #traps = new Greatest<Trap & { site: string }>(({ keys }) => keys);
	readonly #drifts = new Greatest<Drift>(({ before, after }) => Math.max(before, after));

	add(site: SiteShapes): void {
		this.#sites.add(site);
		for (const trap of site.traps) this.#traps.add({ site: site.site, ...trap });
	}

	addDrift(drift: Drift): void {
		this.#drifts.add(drift);
	}

	data(run: ShapesReportRun): ShapesReportData {
		return {
			...run,
			sites: this.#sites.list().map(siteReport),
			otherSites: this.#sites.others,
			traps: this.#traps.list(),
			otherTraps: this.#traps.others,
			drifts: this.#drifts.list(),
			otherDrifts: this.#drifts.others,
		};
	}
}

function siteReport({ site, keys, sample, kinds, years, shapes, positions, traps }: SiteShapes): SiteReport {
	const tree = shapeTree({ shapes: shapes.slice(0, MAX_SHAPES), positions, traps });
	const sampled = sample === undefined ? {} : { sample };
	return { site, keys, ...sampled, kinds, years, tree, otherShapes: Math.max(0, shapes.length - MAX_SHAPES) };
}

/** The greatest of some items, in the order in which they came if they are equal. */
class Greatest<Item> {
	readonly #sizeOf: (item: Item) => number;
	#items: Item[] = [];
	#count = 0;

	constructor(sizeOf: (item: Item) => number) {
		this.#sizeOf = sizeOf;
	}

	get others(): number {
		return Math.max(0, this.#count - MAX_LISTED);
	}

	add(item: Item): void {
		++this.#count;
		this.#items.push(item);
		if (this.#items.length > 2 * MAX_LISTED) this.#items = this.list();
	}

	list(): Item[] {
		return this.#items.toSorted((a, b) => this.#sizeOf(b) - this.#sizeOf(a)).slice(0, MAX_LISTED);
	}
}
